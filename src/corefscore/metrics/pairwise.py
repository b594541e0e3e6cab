"""Pairwise: the pairs of mentions that are in one entity.

    recall = Σ links(k ∩ r) / Σ links(k),    links(e) = |e| (|e| − 1) / 2

Precision is the same with key and response exchanged. It is the coreference half of BLANC.

References
----------
Luo et al. (2014), An Extension of BLANC to System Mentions, ACL.

Examples
--------
Key {a b c} {d e f g}, response {a b} {c d} {f g h i}: two of the 3 + 6 links of the key are among the 1 + 1 + 6 links
of the response.

>>> import corefscore
>>> key, response = [[*"abc"], [*"defg"]], [[*"ab"], [*"cd"], [*"fghi"]]
>>> corefscore.score(key, response, ["pairwise"])["pairwise"]
Score(recall=0.2222, precision=0.25, f1=0.2353)
"""

from corefscore.metrics.base import Count, Ratio, RatioMetric, links

SHARED = Count(cell=lambda c: links(c.shared, c.shared_mentions))

PAIRWISE = RatioMetric(
    name="pairwise",
    title="Pairwise",
    description="pairs of mentions in one entity (the coreference half of BLANC)",
    formula="Σ links(k ∩ r) / Σ links(k); links(e) = |e| (|e| − 1) / 2",
    cite=("luo-etal-2014",),
    aliases=("pairs", "links-within"),
    carriers=2.75,
    weighted=True,
    recall=Ratio(SHARED, Count(key=lambda e: links(e.size, e.mentions))),
    precision=Ratio(SHARED, Count(response=lambda e: links(e.size, e.mentions))),
)
