"""Mention detection: the mentions of one side that are also on the other."""

from corefscore.metrics.base import Count, Ratio, RatioMetric
from corefscore.metrics.repeats import RepeatedMentions

MENTIONS = RatioMetric(
    name="mentions",
    title="Mentions",
    description="mention detection: mentions found on both sides, of all mentions of a side",
    formula="|K ∩ R| / |K|, for the sets of mentions K and R",
    cite=("pradhan-etal-2014",),
    aliases=("mention", "md"),
    weighted=True,
    repeats=RepeatedMentions.mentions,
    recall=Ratio(Count(cell=lambda c: c.shared), Count(key=lambda e: e.size)),
    precision=Ratio(Count(cell=lambda c: c.shared), Count(response=lambda e: e.size)),
)
