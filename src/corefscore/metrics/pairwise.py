"""Pairwise: pairs of mentions that are in one entity."""

from corefscore.metrics.metric import Count, Ratio, RatioMetric, pairs

PAIRWISE = RatioMetric(
    name="pairwise",
    title="Pairwise",
    description="pairs of mentions in one entity (the coreference half of BLANC)",
    cite=("luo-etal-2014",),
    recall=Ratio(Count(cell=lambda c: pairs(c.shared)), Count(key=lambda e: pairs(e.size))),
    precision=Ratio(Count(cell=lambda c: pairs(c.shared)), Count(response=lambda e: pairs(e.size))),
)
