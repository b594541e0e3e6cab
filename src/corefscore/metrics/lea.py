"""LEA: how much of an entity's links is resolved, weighted by the size of the entity."""

from corefscore.core.arrays import Numeric
from corefscore.metrics.base import Count, Ratio, RatioMetric
from corefscore.metrics.overlap import Cells


def resolved(c: Cells, mentions: Numeric, other_mentions: Numeric) -> Numeric:
    """The weight of an entity times the part of its links that one entity of the other side has.

    A singleton has a link to itself, resolved if its mention is a singleton on the other side too.
    """
    single = (mentions == 1) * 1
    return c.shared * (c.shared_mentions - 1) / (mentions - 1 + single) + single * (other_mentions == 1) * c.shared


LEA = RatioMetric(
    name="lea",
    title="LEA",
    description="resolved links of an entity, weighted by its size",
    formula="Σ |k| (Σ links of k ∩ r) / links of k, over key entities k and response entities r, divided by Σ |k|",
    cite=("moosavi-strube-2016",),
    weighted=True,
    recall=Ratio(
        Count(cell=lambda c: resolved(c, c.key_mentions, c.response_mentions)),
        Count(key=lambda e: e.size),
    ),
    precision=Ratio(
        Count(cell=lambda c: resolved(c, c.response_mentions, c.key_mentions)),
        Count(response=lambda e: e.size),
    ),
)
