"""JSON lines, and plain JSON."""
