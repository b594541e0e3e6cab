"""Pages to look at: one file with the scores, the errors and the text of every document."""
