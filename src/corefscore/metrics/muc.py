"""MUC: an entity of k mentions needs k - 1 links; how many of them does the other side have?"""

from corefscore.metrics.base import Count, Ratio, RatioMetric, tree

MUC = RatioMetric(
    name="muc",
    title="MUC",
    description="links that hold an entity together; singletons have none",
    cite=("vilain-etal-1995",),
    recall=Ratio(
        Count(cell=lambda c: tree(c.shared, c.shared_mentions)),
        Count(key=lambda e: tree(e.size, e.mentions)),
    ),
    precision=Ratio(
        Count(cell=lambda c: tree(c.shared, c.shared_mentions)),
        Count(response=lambda e: tree(e.size, e.mentions)),
    ),
)
