"""The metrics, one file for each, and the table of shared mentions from which they count."""
