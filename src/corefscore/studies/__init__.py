"""Experiments on the metrics themselves, with their data sets."""
