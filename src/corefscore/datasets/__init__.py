"""Figures and examples that papers print, as data to compare with."""
