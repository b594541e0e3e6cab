"""The category of each entity, for the filter of the page."""

from __future__ import annotations

import numpy as np

from corefscore.analysis.categories import CATEGORIES as NAMES
from corefscore.analysis.entities import EntityTable
from corefscore.core.arrays import Ints
from corefscore.matching.matched import Matched

CATEGORIES = (*(f"{category}: {meaning}" for category, meaning in NAMES.items()), "no key entity")
WITHOUT = len(NAMES)


def categories(matched: Matched) -> tuple[Ints, Ints]:
    """The category of each key entity, and of each response entity that of the key entity aligned to it."""
    rows = EntityTable.of(matched).rows
    number = {name: place for place, name in enumerate(NAMES)}
    category = np.array([number.get(name, WITHOUT) for name in rows.category.tolist()], dtype=np.int64)
    found = []
    for entity, corpus in ((rows.key, matched.key), (rows.response, matched.response)):
        column = np.full(len(corpus.labels), WITHOUT, dtype=np.int64)
        column[entity[entity >= 0]] = category[entity >= 0]
        found.append(column)
    return found[0], found[1]
