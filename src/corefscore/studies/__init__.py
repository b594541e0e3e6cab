"""Experiments on metrics: what moves them, and how far they agree."""
