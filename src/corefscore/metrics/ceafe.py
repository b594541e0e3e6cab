"""CEAF with the entity-based similarity: how alike entities are that are aligned one to one."""

from typing import Any

from corefscore.metrics.base import Count, Ratio, RatioMetric


def likeness(c: Any) -> Any:
    """Luo's fourth similarity of a key entity and a response entity, also known as Dice's coefficient."""
    return 2 * c.shared / (c.key_size + c.response_size)


CEAFE = RatioMetric(
    name="ceafe",
    title="CEAF-e",
    description="likeness of entities under the best one-to-one alignment; every entity weighs the same",
    cite=("luo-2005",),
    align=likeness,
    recall=Ratio(Count(cell=likeness), Count(key=lambda _: 1)),
    precision=Ratio(Count(cell=likeness), Count(response=lambda _: 1)),
)
