"""The Rand index, the share of pairs of mentions on which key and response agree, and the adjusted Rand index.

Definition::

    Rand = (T + 2 tp − p − t) / T,    adjusted Rand = (tp − E) / ((p + t) / 2 − E),    E = p t / T

T is the number of all pairs of mentions that both sides have. t is the number of pairs in one key entity, p the number
of pairs in one response entity, and tp the number of pairs in both. E is the expected value of tp for two random sides
with entities of the same sizes. A value of 0 / 0 is set to 1: then both sides have only singletons, or one entity each,
and are equal. With several documents, only pairs within documents count, and E is the sum over documents.

References
----------
Rand (1971), Objective Criteria for the Evaluation of Clustering Methods, Journal of the American Statistical
Association 66. Hubert and Arabie (1985), Comparing Partitions, Journal of Classification 2.

Examples
--------
Key {a b} {c d}, response {a b} {c} {d}: both sides agree on five of six pairs.

>>> import corefscore
>>> result = corefscore.score([[*"ab"], [*"cd"]], [[*"ab"], [*"c"], [*"d"]], ["rand", "adjusted-rand"])
>>> result["rand"], result["adjusted-rand"]
(Score(value=0.8333), Score(value=0.5714))
"""

from __future__ import annotations

import numpy as np

from corefscore.core.arrays import Floats
from corefscore.metrics.base import Count, ValueMetric, divide, pairs
from corefscore.metrics.overlap import Overlap

IN_BOTH = Count(cell=lambda c: pairs(c.shared_mentions))
IN_KEY = Count(key=lambda e: pairs(e.shared_mentions))
IN_RESPONSE = Count(response=lambda e: pairs(e.shared_mentions))
ALL = Count(document=lambda d: pairs(d.shared_mentions))
IN_NONE = Count(
    document=lambda d: pairs(d.shared_mentions),
    key=lambda e: -pairs(e.shared_mentions),
    response=lambda e: -pairs(e.shared_mentions),
    cell=lambda c: pairs(c.shared_mentions),
)


def pair_counts(overlap: Overlap) -> tuple[Floats, Floats, Floats, Floats]:
    """Return, for each document, the pairs of shared mentions: in both sides, in the key, in the response, and all."""
    both, key, response, whole = (count.of(overlap, overlap.cells) for count in (IN_BOTH, IN_KEY, IN_RESPONSE, ALL))
    return both, key, response, whole


class Rand(ValueMetric):
    """The share of pairs on which both sides agree: in one entity on both sides, or in two entities on both sides."""

    @property
    def is_sum(self) -> bool:
        return True

    def count(self, overlap: Overlap) -> Floats:
        both, none, whole = (count.of(overlap, overlap.cells) for count in (IN_BOTH, IN_NONE, ALL))
        return np.column_stack([both, whole, none, whole])

    def value(self, counts: Floats) -> Floats:
        return divide(counts[..., 0] + counts[..., 2], counts[..., 1], empty=1.0)


class AdjustedRand(ValueMetric):
    """The pairs of both sides above chance, divided by the largest possible number above chance."""

    def count(self, overlap: Overlap) -> Floats:
        both, key, response, whole = pair_counts(overlap)
        return np.column_stack([both, (key + response) / 2, key * divide(response, whole), whole])

    def value(self, counts: Floats) -> Floats:
        by_chance = counts[..., 2]
        return divide(counts[..., 0] - by_chance, counts[..., 1] - by_chance, empty=1.0)


RAND = Rand(
    name="rand",
    title="Rand",
    description="the share of pairs of mentions on which both sides agree; only shared mentions",
    formula="(T + 2 tp − p − t) / T; T: all pairs; t, p: pairs in one entity of the key, of the response; tp: of both",
    cite=("rand-1971",),
    aliases=("rand-index",),
)

ADJUSTED_RAND = AdjustedRand(
    name="adjusted-rand",
    title="Adjusted Rand",
    description="the Rand index corrected for chance: 0 for chance, 1 for equal sides",
    formula="(tp − p t / T) / ((p + t) / 2 − p t / T); T: all pairs; t, p: pairs of key, of response; tp: of both",
    cite=("hubert-arabie-1985",),
    aliases=("ari", "adjusted-rand-index"),
)
