"""MUC: an entity of k mentions needs k - 1 links; how many of them does the other side have?"""

from corefscore.metrics.metric import Count, Ratio, RatioMetric

MUC = RatioMetric(
    name="muc",
    title="MUC",
    description="links that hold an entity together; singletons have none",
    cite=("vilain-etal-1995",),
    recall=Ratio(Count(cell=lambda c: c.shared - 1), Count(key=lambda e: e.size - 1)),
    precision=Ratio(Count(cell=lambda c: c.shared - 1), Count(response=lambda e: e.size - 1)),
)
