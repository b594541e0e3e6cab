"""Explanations: how a metric computes the figures of one document, step by step."""
