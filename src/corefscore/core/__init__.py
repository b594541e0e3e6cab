"""The base of the package: arrays, the corpus, problems, settings, tables, assignments, processes."""
