"""CEAF with the mention-based similarity: mentions shared by entities that are aligned one to one."""

from typing import Any

from corefscore.metrics.base import Count, Ratio, RatioMetric


def shared_mentions(c: Any) -> Any:
    """Luo's third similarity of a key entity and a response entity."""
    return c.shared


CEAFM = RatioMetric(
    name="ceafm",
    title="CEAF-m",
    description="mentions shared by entities under the best one-to-one alignment",
    cite=("luo-2005",),
    align=shared_mentions,
    recall=Ratio(Count(cell=shared_mentions), Count(key=lambda e: e.size)),
    precision=Ratio(Count(cell=shared_mentions), Count(response=lambda e: e.size)),
)
