"""Metrics, one file each, and the table of shared mentions that they count."""
