"""The errors of a response, and their costs."""
