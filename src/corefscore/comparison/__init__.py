"""Comparisons of several systems on one key: intervals, tests of significance, groups of documents, rankings."""
