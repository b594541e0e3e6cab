"""Analyses of a result: entities, errors, explanations, strata, and the contents of a corpus."""
