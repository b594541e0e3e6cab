"""BLANC: pairs of mentions in one entity and pairs of mentions in two, each scored, then averaged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

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
)
from corefscore.metrics.overlap import Overlap
from corefscore.metrics.pairwise import PAIRWISE
from corefscore.metrics.repeats import RepeatedMentions

# Pairs of shared mentions, less those in one key entity, less those in one response entity; those in both
# were taken off twice.
SHARED_BETWEEN = Count(
    document=lambda d: links(d.shared, d.shared_mentions),
    key=lambda e: -links(e.shared, e.shared_mentions),
    response=lambda e: -links(e.shared, e.shared_mentions),
    cell=lambda c: links(c.shared, c.shared_mentions),
)

BETWEEN = RatioMetric(
    name="between",
    title="Non-coreference links",
    description="pairs of mentions in two entities",
    cite=("luo-etal-2014",),
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


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Blanc(CountedMetric):
    """The mean over both kinds of links, of recall, of precision and of F1 alike.

    A kind of link that does not occur is left out of the mean. With `edge` "reference" (as v8.01 does) that is
    a kind the key lacks, with "luo2014" (as the CorefUD and Universal Anaphora scorers do) one that both sides lack.
    """

    edge: str = "reference"

    def under(self, settings: Settings) -> Blanc:
        return replace(self, edge=settings.blanc)

    @property
    def families(self) -> Mapping[str, slice]:
        return {"coreference": WITHIN_COUNTS, "noncoreference": BETWEEN_COUNTS}

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
        in_key, in_response = kind[..., 1] > 0, kind[..., 3] > 0
        return in_key if self.edge == "reference" else in_key | in_response


BLANC = Blanc(
    name="blanc",
    title="BLANC",
    description="pairs of mentions in one entity and pairs in two, averaged",
    formula="(R(C) + R(N)) / 2, for C the links within entities and N those between them; so for P and F1",
    cite=("recasens-hovy-2011", "luo-etal-2014"),
    weighted=True,
    pair=by_cell(
        lambda c: divide(links(c.shared, c.shared_mentions), links(c.key_size, c.key_mentions)),
        lambda c: divide(links(c.shared, c.shared_mentions), links(c.response_size, c.response_mentions)),
    ),
    repeats=RepeatedMentions.blanc,
)
