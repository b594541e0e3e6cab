"""Key and response made comparable: documents, repeated mentions, weights, and which mention is which."""
