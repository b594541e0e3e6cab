"""Evaluators of other libraries, over the scores of this package. A module needs its library when it is imported."""
