"""Fowlkes–Mallows index: the geometric mean of the recall and the precision of pairs.

Definition::

    FM = tp / √(t p)

tp is the number of pairs of mentions that are in one entity on both sides. t is the number of such pairs of the key,
and p that of the response. Only mentions that both sides have count. The value is 0 if a side has no pair, as in
scikit-learn.

References
----------
Fowlkes and Mallows (1983), A Method for Comparing Two Hierarchical Clusterings, Journal of the American Statistical
Association 78.

Examples
--------
Key {a b} {c d}, response {a b} {c} {d}: both sides have the pair a b. The key has two pairs, the response has one, so
the value is √(1/2 × 1/1).

>>> import corefscore
>>> corefscore.score([[*"ab"], [*"cd"]], [[*"ab"], [*"c"], [*"d"]], ["fowlkes-mallows"])["fowlkes-mallows"]
Score(value=0.7071)
"""

from __future__ import annotations

import numpy as np

from corefscore.core.arrays import Floats
from corefscore.metrics.base import ValueMetric, divide
from corefscore.metrics.overlap import Overlap
from corefscore.metrics.rand import pair_counts


class FowlkesMallows(ValueMetric):
    """The square root of recall times precision."""

    @property
    def is_sum(self) -> bool:
        return True

    def count(self, overlap: Overlap) -> Floats:
        both, key, response, _ = pair_counts(overlap)
        return np.column_stack([both, key, both, response])

    def value(self, counts: Floats) -> Floats:
        recall, precision = divide(counts[..., 0], counts[..., 1]), divide(counts[..., 2], counts[..., 3])
        mean: Floats = np.sqrt(recall * precision)
        return mean


FOWLKES_MALLOWS = FowlkesMallows(
    name="fowlkes-mallows",
    title="Fowlkes–Mallows",
    description="geometric mean of the recall and the precision of pairs; only shared mentions",
    formula="tp / √(t p); t, p: pairs in one entity of the key, of the response; tp: of both",
    cite=("fowlkes-mallows-1983",),
    aliases=("fm", "fmi"),
)
