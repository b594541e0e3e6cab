"""How the figures of one document come about, step by step."""
