"""Scores by kinds of anaphors, types of entities, sizes of entities, and distances."""
