"""The taxonomy of Martschat and Strube (2014): links of spanning trees that the other side cuts.

The other side cuts an entity into parts. Every part but the first costs one link: its first mention should have an
antecedent in the parts before. So there are as many recall errors as MUC misses links of the key, and as many
precision errors as it finds wrong ones in the response; the tree decides which mention is the antecedent:

- `closest`: the mention before.
- `accessibility`: for a pronoun, the mention before; for a name or a nominal, the closest name before, else the
  closest nominal, else the mention before.
"""

from __future__ import annotations

import numpy as np

from corefscore.analysis.errors.found import NONE, Found, joined, one_each
from corefscore.analysis.errors.kinds import NUMBER
from corefscore.analysis.errors.units import Units
from corefscore.core.arrays import Bools, Ints, changes, ints, numbers, order_by, runs
from corefscore.core.choices import check_choice
from corefscore.matching.mention_types import NAME, NOMINAL

TREES = ("accessibility", "closest")


def find(units: Units, tree: str = TREES[0]) -> Found:
    """All errors of the taxonomy, with the antecedents of one of the trees."""
    check_choice("spanning tree", tree, TREES)
    key, response = units.key_entity, units.response_entity
    return joined(
        [
            one_each(NUMBER["recall"], *_cut_links(key, response, units, tree)),
            one_each(NUMBER["precision"], *_cut_links(response, key, units, tree)),
        ]
    )


def _cut_links(entity: Ints, part: Ints, units: Units, tree: str) -> tuple[Ints, Ints]:
    """The units whose link to an antecedent in their entity the other side cuts, and the antecedents of all units."""
    rows = np.flatnonzero(entity >= 0)
    rows = rows[order_by(entity[rows])]
    first = changes(entity[rows])
    antecedent = np.full(len(entity), NONE)
    antecedent[rows] = np.where(first, NONE, _antecedents(rows, first, units, tree))
    return np.sort(rows[_opens_part(entity[rows], part[rows]) & ~first]), antecedent


def _opens_part(entity: Ints, part: Ints) -> Bools:
    """Whether a mention is the first of its part; one that the other side lacks is a part by itself."""
    order = order_by(entity, part + 1)
    opens = part < 0
    opens[order] |= changes(entity[order], part[order])
    return opens


def _antecedents(rows: Ints, first: Bools, units: Units, tree: str) -> Ints:
    """For each mention of entities one after the other, the one it should be linked to; the first has none."""
    place = numbers(len(rows))
    chosen = place - 1
    if tree == "accessibility":
        types, pronoun = units.type[rows], units.pronoun[rows]
        begin = np.flatnonzero(first)[runs(first)]
        for wanted in (NOMINAL, NAME):
            closest = np.maximum.accumulate(np.where(types == wanted, place, NONE))
            before = np.append(ints([NONE]), closest[:-1])
            chosen = np.where(~pronoun & (before >= begin), before, chosen)
    return rows[chosen]
