"""Make key and response comparable: documents, repeated mentions, weights, and matches between mentions."""
