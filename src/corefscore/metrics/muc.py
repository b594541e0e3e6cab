"""MUC: an entity of k mentions needs k - 1 links; how many of them does the other side have?"""

from corefscore.metrics.base import Count, Ratio, RatioMetric, by_cell, divide, tree
from corefscore.metrics.repeats import RepeatedMentions

MUC = RatioMetric(
    name="muc",
    title="MUC",
    description="links that hold an entity together; singletons have none",
    formula="Σ (|k| - parts of k) / Σ (|k| - 1), over key entities k; the response cuts k into parts",
    cite=("vilain-etal-1995",),
    weighted=True,
    pair=by_cell(
        lambda c: divide(tree(c.shared, c.shared_mentions), tree(c.key_size, c.key_mentions)),
        lambda c: divide(tree(c.shared, c.shared_mentions), tree(c.response_size, c.response_mentions)),
    ),
    repeats=RepeatedMentions.muc,
    recall=Ratio(
        Count(cell=lambda c: tree(c.shared, c.shared_mentions)),
        Count(key=lambda e: tree(e.size, e.mentions)),
    ),
    precision=Ratio(
        Count(cell=lambda c: tree(c.shared, c.shared_mentions)),
        Count(response=lambda e: tree(e.size, e.mentions)),
    ),
)
