"""Entities by how much of them both sides share, for the filter of the page."""

from __future__ import annotations

import numpy as np

from corefscore.columns import Ints
from corefscore.verdicts import Verdicts

CATEGORIES = ("the same on both sides", "shared in part", "on one side only")
SAME, PARTLY, ALONE = range(3)


def categories(verdicts: Verdicts) -> tuple[Ints, Ints]:
    """The category of each key entity and of each response entity."""
    overlap = verdicts.overlap
    cells = overlap.cells
    same = (cells.shared == cells.key_size) & (cells.shared == cells.response_size)
    found = []
    for side, entities in ((overlap.keys, cells.key), (overlap.responses, cells.response)):
        category = np.where(side.shared > 0, PARTLY, ALONE)
        category[entities[same]] = SAME
        found.append(category)
    return found[0], found[1]
