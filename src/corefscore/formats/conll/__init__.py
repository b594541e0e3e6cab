"""CoNLL-2011, CoNLL-2012 and SemEval-2010: one token on each line, coreference in brackets."""
