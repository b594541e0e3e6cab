"""Figures printed in Holen (2013), Critical Reflections on Evaluation Practices in Coreference Resolution.

Tables 2 to 5 score one key entity against one response entity: precision, recall and F in percent.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

PRF: TypeAlias = tuple[float, float, float]
METRICS = ("muc", "b3", "ceafe", "ceafm", "blanc")
NONE: PRF = (0.0, 0.0, 0.0)
HALF: PRF = (50.0, 50.0, 50.0)
THIRDS: PRF = (66.67, 66.67, 66.67)


class Pair(NamedTuple):
    """Mentions of the key entity, of the response entity, and of both; and what is printed for each metric."""

    table: int
    key: int
    response: int
    shared: int
    printed: dict[str, PRF]


def pair(table: int, key: int, response: int, shared: int, *printed: PRF) -> Pair:
    return Pair(table, key, response, shared, dict(zip(METRICS, printed, strict=True)))


PAIRS = {
    "BC45": pair(
        2, 6, 5, 5, (100, 80, 88.89), (100, 83.33, 90.91), (90.90, 90.90, 90.90), (100, 83.33, 90.91), (100, 66.67, 80)
    ),
    "BC22": pair(2, 3, 2, 2, (100, 50, 66.67), (100, 66.67, 80), (80, 80, 80), (100, 66.67, 80), (100, 33.33, 50)),
    "BN1": pair(
        2,
        8,
        5,
        5,
        (100, 85.71, 92.31),
        (100, 62.50, 76.92),
        (76.92, 76.92, 76.92),
        (100, 62.50, 76.92),
        (68.42, 46.43, 55.32),
    ),
    "NW2": pair(2, 5, 4, 4, (100, 75, 85.71), (100, 80, 88.89), (88.89, 88.89, 88.89), (100, 80, 88.89), (100, 60, 75)),
    "MZ22": pair(3, 2, 2, 1, NONE, HALF, HALF, HALF, NONE),
    "NW0": pair(3, 2, 2, 0, NONE, NONE, NONE, NONE, NONE),
    "NW1": pair(3, 3, 3, 2, HALF, THIRDS, THIRDS, THIRDS, (33.33, 33.33, 33.33)),
    "NW5": pair(3, 2, 2, 1, NONE, HALF, HALF, HALF, NONE),
    "BN2": pair(4, 2, 4, 1, (66.67, 0, 0), (25, 50, 33.33), (33.33, 33.33, 33.33), (25, 50, 33.33), NONE),
    "MZ19": pair(4, 3, 3, 2, HALF, THIRDS, THIRDS, THIRDS, (33.33, 33.33, 33.33)),
    "MZ17": pair(4, 2, 3, 1, NONE, (33.33, 50, 40), (40, 40, 40), (33.33, 50, 40), NONE),
    "MZ40": pair(
        4, 4, 3, 2, (50, 33.33, 40), (66.67, 50, 57.14), (57.14, 57.14, 57.14), (66.67, 50, 57.14), (33.33, 20, 25)
    ),
    "WB0": pair(5, 2, 2, 1, NONE, HALF, HALF, HALF, NONE),
    "WB1": pair(5, 2, 2, 1, NONE, HALF, HALF, HALF, NONE),
    "MZ33": pair(5, 5, 3, 3, (100, 50, 66.67), (100, 60, 75), (75, 75, 75), (100, 60, 75), (100, 30, 46.15)),
}

# What the formulas give where the paper prints something else.
MISPRINTS: dict[tuple[str, str], PRF] = {
    ("BN1", "muc"): (100, 57.14, 72.73),
    ("BN1", "blanc"): (100, 35.71, 52.63),
    ("BN2", "muc"): (0, 0, 0),
    ("MZ40", "blanc"): (33.33, 16.67, 22.22),
}

# Mean F over the five metrics, as the text gives it.
MEANS = {"NW1": 56.67, "BC45": 88.32, "BN1": 75.68, "MZ33": 67.56}

PERFECT = ("BC51", "BN0", "MZ24", "NW3")
FAILED = ("MZ38", "NW4")

# Table 6: the rank of each entity by each metric and by a human reader; 0 where none is given.
TABLE_6 = {
    "BC45": (6, 5, 5, 5, 5, 7),
    "BC22": (8, 7, 7, 7, 8, 8),
    "BC51": (1, 1, 1, 1, 1, 1),
    "BN0": (1, 1, 1, 1, 1, 1),
    "BN1": (5, 8, 8, 8, 7, 13),
    "BN2": (13, 18, 18, 18, 13, 15),
    "MZ19": (10, 10, 10, 10, 10, 14),
    "MZ33": (8, 9, 9, 9, 9, 17),
    "MZ17": (13, 17, 17, 17, 13, 15),
    "MZ40": (12, 12, 12, 12, 12, 17),
    "MZ22": (13, 13, 13, 13, 13, 10),
    "MZ24": (1, 1, 1, 1, 1, 1),
    "MZ38": (0, 19, 19, 19, 13, 19),
    "NW0": (13, 19, 19, 19, 13, 10),
    "NW1": (10, 10, 10, 10, 10, 8),
    "NW2": (7, 6, 6, 6, 6, 5),
    "NW3": (1, 1, 1, 1, 1, 1),
    "NW4": (0, 19, 19, 19, 13, 19),
    "NW5": (13, 13, 13, 13, 13, 10),
    "WB0": (13, 13, 13, 13, 13, 19),
    "WB1": (13, 13, 13, 13, 13, 19),
}

# The wrong MUC recall of BN1 puts it before two others.
MISPRINTED_RANKS = {("BC45", "muc"): 5, ("NW2", "muc"): 6, ("BN1", "muc"): 7}
