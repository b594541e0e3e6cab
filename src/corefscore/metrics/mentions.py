"""Mention detection: the mentions of one side that are also on the other."""

from corefscore.metrics.base import Count, Ratio, RatioMetric

MENTIONS = RatioMetric(
    name="mentions",
    title="Mentions",
    description="mention detection: mentions found on both sides, of all mentions of a side",
    cite=("pradhan-etal-2014",),
    recall=Ratio(Count(cell=lambda c: c.shared), Count(key=lambda e: e.size)),
    precision=Ratio(Count(cell=lambda c: c.shared), Count(response=lambda e: e.size)),
)
