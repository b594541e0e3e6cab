"""B³ by clusters: a B³ in which every key entity counts the same, whatever its size.

Definition::

    recall = Σ (|k ∩ r|² / |k|²) / |K|,    precision = Σ (|k ∩ r|² / (|k| |r|)) / |K|

The recall and the precision of a mention are those of B³. They are averaged over the mentions of each key entity, and
then over the key entities. So the key decides the weights of both rates. The library er-evaluation calls this metric
B-cubed.

References
----------
Binette et al. (2023), Estimating the Performance of Entity Resolution Algorithms: Lessons Learned Through
PatentsView.org, The American Statistician 77.

Examples
--------
Key {a b c} {d e}, response {a b} {c} {d e}: recall is (2²/9 + 1/9 + 1) / 2, precision is 1.

>>> import corefscore
>>> corefscore.score([[*"abc"], [*"de"]], [[*"ab"], [*"c"], [*"de"]], ["b3-clusters"])["b3-clusters"]
Score(recall=0.7778, precision=1, f1=0.875)
"""

from corefscore.metrics.base import Count, Ratio, RatioMetric

B3_CLUSTERS = RatioMetric(
    name="b3-clusters",
    title="B³ by clusters",
    description="B³ in which every key entity counts the same (B-cubed of er-evaluation)",
    formula="Σ (|k ∩ r|² / |k|²) / |K|; precision Σ (|k ∩ r|² / (|k| |r|)) / |K|",
    cite=("binette-etal-2023",),
    recall=Ratio(Count(cell=lambda c: (c.shared / c.key_size) ** 2), Count(key=lambda _: 1)),
    precision=Ratio(Count(cell=lambda c: c.shared / c.key_size * (c.shared / c.response_size)), Count(key=lambda _: 1)),
)
