"""Evaluators of other libraries."""
