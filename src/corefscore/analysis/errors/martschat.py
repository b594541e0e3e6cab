"""The taxonomy of Martschat and Strube (2014): links of spanning trees that the other side lacks.

The other side divides an entity into parts. Every part except the first is one error: its first mention should have an
antecedent in an earlier part. So the number of recall errors is the number of links of the key that MUC counts as
missing, and the number of precision errors is the number of wrong links of the response. The tree decides which mention
is the antecedent:

- `closest`: the mention before.
- `accessibility`: for a pronoun, the mention before. For a name or a nominal, the closest name before it; without a
  name, the closest nominal; without a nominal, the mention before.
"""

from __future__ import annotations

import numpy as np

from corefscore.analysis.errors.joint_mentions import JointMentions
from corefscore.analysis.errors.kinds import NONE, NUMBER, FoundErrors, joined, one_each
from corefscore.core.arrays import Bools, Ints, changes, ints, numbers, order_by, runs
from corefscore.core.problems import check_choice
from corefscore.matching.language import NAME, NOMINAL

TREES = ("accessibility", "closest")


def find(joint: JointMentions, tree: str = TREES[0]) -> FoundErrors:
    """Return all errors of the taxonomy, with the antecedents that the given tree chooses.

    Raises
    ------
    ValueError
        If there is no such tree.
    """
    check_choice("spanning tree", tree, TREES)
    key, response = joint.key_entity, joint.response_entity
    return joined(
        [
            one_each(NUMBER["recall"], *_cut_links(key, response, joint, tree)),
            one_each(NUMBER["precision"], *_cut_links(response, key, joint, tree)),
        ]
    )


def _cut_links(entity: Ints, part: Ints, joint: JointMentions, tree: str) -> tuple[Ints, Ints]:
    """Return the mentions whose link to their antecedent the other side lacks, and the antecedents of all mentions."""
    rows = np.flatnonzero(entity >= 0)
    rows = rows[order_by(entity[rows])]
    first = changes(entity[rows])
    antecedent = np.full(len(entity), NONE)
    antecedent[rows] = np.where(first, NONE, _antecedents(rows, first, joint, tree))
    return np.sort(rows[_opens_part(entity[rows], part[rows]) & ~first]), antecedent


def _opens_part(entity: Ints, part: Ints) -> Bools:
    """Return whether a mention is the first of its part. A mention that the other side lacks is a part by itself."""
    order = order_by(entity, part + 1)
    opens = part < 0
    opens[order] |= changes(entity[order], part[order])
    return opens


def _antecedents(rows: Ints, first: Bools, joint: JointMentions, tree: str) -> Ints:
    """Return the antecedent of each mention. Rows are sorted by entity; the first mention of an entity has none."""
    index = numbers(len(rows))
    chosen = index - 1
    if tree == "accessibility":
        types, pronoun = joint.type[rows], joint.pronoun[rows]
        begin = np.flatnonzero(first)[runs(first)]
        for wanted in (NOMINAL, NAME):
            closest = np.maximum.accumulate(np.where(types == wanted, index, NONE))
            before = np.append(ints([NONE]), closest[:-1])
            chosen = np.where(~pronoun & (before >= begin), before, chosen)
    return rows[chosen]
