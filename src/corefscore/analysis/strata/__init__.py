"""Scores by strata: kinds of anaphors, types of entities, sizes of entities, and distances."""
