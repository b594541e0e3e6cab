"""Figures printed in papers, as data, each with its source."""
