"""Figures printed in Pradhan et al. (2014), Scoring Coreference Partitions of Predicted Mentions."""

from __future__ import annotations

# Section 4. Figures as printed; those of F1 were computed from recall and precision as rounded.
KEY, RESPONSE = "abc defg", "ab cd fghi"
WORKED = {
    "muc": (0.40, 0.40, 0.40),
    "b3": (0.42, 0.50, 0.46),
    "ceafm": (0.57, 0.50, 0.53),
    "ceafe": (0.65, 0.43, 0.52),
    "coreference": (0.22, 0.25, 0.23),
    "noncoreference": (0.67, 0.40, 0.50),
}
BLANC = 0.36
# Printed, and what the exact fractions round to.
FROM_ROUNDED = {"b3": (0.46, 0.45), "coreference": (0.23, 0.24), "blanc": (0.36, 0.37)}

# Section 2: precision of two responses against {a b c}.
SECTION_2 = {("b3-0", "abd"): 1.00, ("b3-all", "abd"): 0.556, ("b3-all", "abd c"): 0.667, ("b3", "abd"): 0.444}
MISPRINTED_SECTION_2 = {("b3", "abd c"): (0.333, 0.583)}

# Table 1: mention detection, MUC, B³, CEAF-m, CEAF-e, BLANC, CoNLL average (F1 in percent).
TABLE_1 = """
CoNLL-2011; English
    lee 70.7 59.6 48.9 53.0 46.1 48.8 51.5
    sapena 68.4 59.5 46.5 51.3 44.0 44.5 50.0
    nugues 69.0 58.6 45.0 48.4 40.0 46.0 47.9
    chang 64.9 57.2 46.0 50.7 40.0 45.5 47.7
    stoyanov 67.8 58.4 40.1 43.3 36.9 34.6 45.1
    santos 65.5 56.7 42.9 45.1 35.6 41.3 45.0
    song 67.3 60.0 41.4 41.0 33.1 30.9 44.8
    sobha 64.8 50.5 39.5 44.2 39.4 36.3 43.1
    yang 63.9 52.3 39.4 43.2 35.5 36.1 42.4
    charton 64.3 52.5 38.0 42.6 34.5 35.7 41.6
    hao 64.3 54.5 37.7 41.9 31.6 37.0 41.3
    zhou 62.3 49.0 37.0 40.6 35.0 35.0 40.3
    kobdani 61.0 53.5 34.8 38.1 34.1 32.6 38.7
    xinxin 61.9 46.6 34.9 37.7 31.7 35.0 37.7
    kummerfeld 62.7 42.7 34.2 38.8 35.5 31.0 37.5
    zhang 61.1 47.9 34.4 37.8 29.2 35.7 37.2
    zhekova 48.3 24.1 23.7 23.4 20.5 15.4 22.8
    irwin 26.7 20.0 11.7 18.5 14.7 6.3 15.5
CoNLL-2012; English
    fernandes 77.7 70.5 57.6 61.4 53.9 58.8 60.7
    martschat 75.2 67.0 54.6 58.8 51.5 55.0 57.7
    bjorkelund 75.4 67.6 54.5 58.2 50.2 55.4 57.4
    chang 74.3 66.4 53.0 57.1 48.9 53.9 56.1
    chen 73.8 63.7 51.8 55.8 48.1 52.9 54.5
    chunyang 73.7 63.8 51.2 55.1 47.6 52.7 54.2
    stamborg 73.9 65.1 51.7 55.1 46.6 54.4 54.2
    yuan 72.5 62.6 50.1 54.5 46.0 52.1 52.9
    xu 72.0 66.2 50.3 51.3 41.3 46.5 52.6
    shou 73.7 62.9 49.4 53.2 46.7 50.4 53.0
    uryupina 70.9 60.9 46.2 49.3 42.9 46.0 50.0
    songyang 68.8 59.8 45.9 49.6 42.4 45.1 49.4
    zhekova 67.1 53.5 35.7 39.7 32.2 34.8 40.5
    xinxin 62.8 48.3 35.7 38.0 31.9 36.5 38.6
    li 59.9 50.8 32.3 36.3 25.2 31.9 36.1
CoNLL-2012; Chinese
    chen 71.6 62.2 55.7 60.0 55.0 54.1 57.6
    yuan 68.2 60.3 52.4 55.8 50.2 43.2 54.3
    bjorkelund 66.4 58.6 51.1 54.2 47.6 44.2 52.5
    xu 65.2 58.1 49.5 51.9 46.6 38.5 51.4
    fernandes 66.1 60.3 49.6 54.4 44.5 49.6 51.5
    stamborg 64.0 57.8 47.4 51.6 41.9 45.9 49.0
    uryupina 59.0 53.0 41.7 46.9 37.6 41.9 44.1
    martschat 58.6 52.4 40.8 46.0 38.2 37.9 43.8
    chunyang 61.6 49.8 39.6 44.2 37.3 36.8 42.2
    xinxin 55.9 48.1 38.8 42.9 34.5 37.9 40.5
    li 51.5 44.7 31.5 36.7 25.3 30.4 33.8
    chang 47.6 37.9 28.8 36.1 29.6 25.7 32.1
    zhekova 47.3 40.6 28.1 31.4 21.2 22.9 30.0
CoNLL-2012; Arabic
    fernandes 64.8 46.5 42.5 49.2 46.5 38.0 45.2
    bjorkelund 60.6 47.8 41.6 46.7 41.2 37.9 43.5
    uryupina 55.4 41.5 36.1 41.4 35.0 33.0 37.5
    stamborg 59.5 41.2 35.9 40.0 32.9 34.5 36.7
    chen 59.8 39.0 32.1 34.7 26.0 30.8 32.4
    zhekova 41.0 29.9 22.7 31.1 25.9 18.5 26.2
    li 29.7 18.1 13.1 21.0 17.3 8.4 16.2
"""
MISPRINTED_AVERAGES = {
    ("CoNLL-2011; English", "kobdani"): (38.7, 40.8),
    ("CoNLL-2012; English", "stamborg"): (54.2, 54.5),
}


def systems() -> dict[tuple[str, str], list[float]]:
    """The rows of Table 1, by track and system."""
    rows, track = {}, ""
    for line in TABLE_1.strip().splitlines():
        if line.startswith("CoNLL"):
            track = line
        else:
            name, *figures = line.split()
            rows[track, name] = [float(figure) for figure in figures]
    return rows
