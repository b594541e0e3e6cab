"""LEA: how much of an entity's links is resolved, weighted by the size of the entity."""

from typing import Any

from corefscore.metrics.metric import Count, Ratio, RatioMetric


def resolved(shared: Any, size: Any, other_size: Any) -> Any:
    """The size of an entity times the part of its links that one entity of the other side has.

    A singleton has a link to itself, resolved if its mention is a singleton on the other side too.
    """
    single = (size == 1) * 1
    return shared * (shared - 1) / (size - 1 + single) + single * (other_size == 1)


LEA = RatioMetric(
    name="lea",
    title="LEA",
    description="resolved links of an entity, weighted by its size",
    cite=("moosavi-strube-2016",),
    recall=Ratio(
        Count(cell=lambda c: resolved(c.shared, c.key_size, c.response_size)),
        Count(key=lambda e: e.size),
    ),
    precision=Ratio(
        Count(cell=lambda c: resolved(c.shared, c.response_size, c.key_size)),
        Count(response=lambda e: e.size),
    ),
)
