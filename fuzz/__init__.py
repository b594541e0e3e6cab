"""Attacks on the readers: seeded mutations, runs guided by coverage, and the checks that both make."""
