"""Evaluators for other libraries that use the scores of this package. Each module needs its library on import."""
