"""CorefUD: CoNLL-U with mentions in the last column."""
