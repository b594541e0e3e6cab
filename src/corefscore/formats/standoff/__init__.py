"""Annotation beside the text: brat, LitBank, BookNLP."""
