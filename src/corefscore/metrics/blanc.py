"""BLANC: the mean over links within entities and links between entities.

Definition::

    recall = (|C(K) ∩ C(R)| / |C(K)| + |N(K) ∩ N(R)| / |N(K)|) / 2

A link is a pair of mentions of one side. C(K) are the coreference links of the key: their two mentions are in one
entity. N(K) are the non-coreference links: all other pairs. Precision is the same with key and response exchanged. F1
is the mean of the F1 of both kinds of links, not the harmonic mean of recall and precision. A kind of link that does
not occur is left out of the means.

The links are not listed one by one. Let `n = |k ∩ r|`, let a and b be the numbers of mentions of k and of r that match,
and let m be the number of all mentions that match. Then::

    |N(K) ∩ N(R)| = C(m, 2) − Σ C(a, 2) − Σ C(b, 2) + Σ C(n, 2)

References
----------
Recasens and Hovy (2011), BLANC: Implementing the Rand Index for Coreference Evaluation, Natural Language Engineering
17. Luo et al. (2014), An Extension of BLANC to System Mentions, ACL.

Examples
--------
Key {a b c} {d e f g}, response {a b} {c d} {f g h i}: recall is (2/9 + 8/12) / 2, precision (2/8 + 8/20) / 2, and F1 is
the mean of 0.2353 and 0.5.

>>> import corefscore
>>> key, response = [[*"abc"], [*"defg"]], [[*"ab"], [*"cd"], [*"fghi"]]
>>> corefscore.score(key, response)["blanc"]
Score(recall=0.4444, precision=0.325, f1=0.3676)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from corefscore.core.arrays import Bools, Floats
from corefscore.core.settings import Settings
from corefscore.metrics.base import (
    COUNTS,
    Count,
    CountedMetric,
    Ratio,
    RatioMetric,
    by_cell,
    divide,
    links,
    ratio_rates,
    shared_links,
)
from corefscore.metrics.overlap import Overlap
from corefscore.metrics.pairwise import PAIRWISE
from corefscore.metrics.repeats import RepeatedMentions

# All pairs of shared mentions, minus the pairs in one key entity, minus the pairs in one response entity. Pairs in both
# were subtracted twice, so they are added again.
SHARED_BETWEEN = Count(
    document=shared_links,
    key=lambda e: -shared_links(e),
    response=lambda e: -shared_links(e),
    cell=shared_links,
)

BETWEEN = RatioMetric(
    name="between",
    title="Non-coreference links",
    description="pairs of mentions in two entities",
    formula="|N(K) ∩ N(R)| / |N(K)|, for links N between entities",
    cite=("luo-etal-2014",),
    split=PAIRWISE.split,
    recall=Ratio(
        SHARED_BETWEEN,
        Count(document=lambda d: links(d.key_size, d.key_mentions), key=lambda e: -links(e.size, e.mentions)),
    ),
    precision=Ratio(
        SHARED_BETWEEN,
        Count(
            document=lambda d: links(d.response_size, d.response_mentions),
            response=lambda e: -links(e.size, e.mentions),
        ),
    ),
)

WITHIN_COUNTS, BETWEEN_COUNTS = slice(0, len(COUNTS)), slice(len(COUNTS), 2 * len(COUNTS))


class Blanc(CountedMetric):
    """The mean over both kinds of links, for recall, precision and F1. A kind that the key lacks is left out of it."""

    edge: ClassVar[str] = "reference"
    """The choice of the policy `blanc` that the metric obeys."""

    def under(self, settings: Settings) -> Blanc:
        """Return the metric with the edge rule of the settings."""
        kind = EDGE_RULES[settings.blanc]
        return self if kind is type(self) else kind(**vars(self) | {"symmetric": kind is Luo2014})

    @property
    def families(self) -> Mapping[str, slice]:
        """The columns of each kind of link."""
        return {"coreference": WITHIN_COUNTS, "noncoreference": BETWEEN_COUNTS}

    @property
    def is_sum(self) -> bool:
        return True

    def count(self, overlap: Overlap) -> Floats:
        return np.hstack([PAIRWISE.count(overlap), BETWEEN.count(overlap)])

    def rates(self, counts: Floats) -> Floats:
        kinds = [counts[..., columns] for columns in (WITHIN_COUNTS, BETWEEN_COUNTS)]
        rates = np.stack([ratio_rates(kind) for kind in kinds], axis=-2)
        occurs = np.stack([self._occurs(kind) for kind in kinds], axis=-1)
        occurring = np.maximum(occurs.sum(axis=-1), 1)
        mean: Floats = (rates * occurs[..., np.newaxis]).sum(axis=-2) / occurring[..., np.newaxis]
        return mean

    def _occurs(self, kind: Floats) -> Bools:
        """Return whether a kind of link takes part in the mean."""
        return kind[..., 1] > 0


class Luo2014(Blanc):
    """The same as the scorers of CorefUD and Universal Anaphora have it: a kind that both sides lack is left out."""

    edge = "luo2014"

    def _occurs(self, kind: Floats) -> Bools:
        return super()._occurs(kind) | (kind[..., 3] > 0)


EDGE_RULES: Mapping[str, type[Blanc]] = {kind.edge: kind for kind in (Blanc, Luo2014)}


BLANC = Blanc(
    name="blanc",
    title="BLANC",
    description="the mean over pairs of mentions in one entity and pairs in two entities",
    formula="(|C(K) ∩ C(R)| / |C(K)| + |N(K) ∩ N(R)| / |N(K)|) / 2, for links C within and N between entities",
    cite=("recasens-hovy-2011", "luo-etal-2014"),
    weighted=True,
    pair=by_cell(
        lambda c: divide(links(c.shared, c.shared_mentions), links(c.key_size, c.key_mentions)),
        lambda c: divide(links(c.shared, c.shared_mentions), links(c.response_size, c.response_mentions)),
    ),
    carriers=3.5,
    repeats=RepeatedMentions.blanc,
)
