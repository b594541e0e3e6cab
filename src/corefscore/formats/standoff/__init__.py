"""Annotation in a file beside the text: brat, LitBank, BookNLP."""
