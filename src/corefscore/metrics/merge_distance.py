"""Merge distance: the number of splits and merges that turn the response into the key.

Definition::

    d = Σᵣ (parts(r) − 1) + Σₖ (parts(k) − 1)

parts(e) is the number of entities of the other side that share a mention with e. First each response entity is split
into its parts. Then the parts of each key entity are merged. Each split and each merge costs 1. Only mentions that both
sides have count. The value is a distance: it is 0 if both sides are equal.

References
----------
Menestrina, Whang and Garcia-Molina (2010), Evaluating Entity Resolution Results, PVLDB 3. This is their generalised
merge distance with cost 1 for each operation.

Examples
--------
Key {a b} {c d}, response {a b c} {d}: split c from {a b c}, then merge c and d.

>>> import corefscore
>>> corefscore.score([[*"ab"], [*"cd"]], [[*"abc"], [*"d"]], ["merge-distance"])["merge-distance"]
Score(value=2)
"""

from __future__ import annotations

import numpy as np

from corefscore.core.arrays import Floats
from corefscore.metrics.base import Count, ValueMetric
from corefscore.metrics.overlap import Overlap

SPLITS = Count(cell=lambda _: 1, response=lambda e: -1 * (e.shared_mentions > 0))
MERGES = Count(cell=lambda _: 1, key=lambda e: -1 * (e.shared_mentions > 0))


class MergeDistance(ValueMetric):
    """The number of splits and merges that turn the response into the key."""

    @property
    def is_sum(self) -> bool:
        return True

    def count(self, overlap: Overlap) -> Floats:
        splits, merges = (count.of(overlap, overlap.cells) for count in (SPLITS, MERGES))
        mentions = overlap.documents.shared_mentions
        return np.column_stack([splits, mentions, merges, mentions])

    def value(self, counts: Floats) -> Floats:
        distance: Floats = counts[..., 0] + counts[..., 2]
        return distance


MERGE_DISTANCE = MergeDistance(
    name="merge-distance",
    title="Merge distance",
    description="a distance: the number of splits and merges that turn the response into the key",
    formula="Σᵣ (parts(r) − 1) + Σₖ (parts(k) − 1); parts(e): entities of the other side that share mentions with e",
    cite=("menestrina-etal-2010",),
    aliases=("gmd",),
    is_distance=True,
)
