"""What went wrong, and what it costs."""
