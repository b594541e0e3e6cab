"""What everything rests on: arrays, the corpus, problems, settings, tables, assignments, processes."""
