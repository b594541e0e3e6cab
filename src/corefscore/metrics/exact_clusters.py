"""Exact clusters: the entities that the other side has with exactly the same mentions.

Definition::

    recall = |K ∩ R| / |K|,    precision = |K ∩ R| / |R|

This is a strict measure of entity resolution: an entity with one wrong or missing mention counts as wrong.

References
----------
Menestrina, Whang and Garcia-Molina (2010), Evaluating Entity Resolution Results, PVLDB 3.

Examples
--------
Key {a b c} {d e}, response {a b} {c} {d e}: one of the two key entities is among the three of the response.

>>> import corefscore
>>> corefscore.score([[*"abc"], [*"de"]], [[*"ab"], [*"c"], [*"de"]], ["clusters"])["clusters"]
Score(recall=0.5, precision=0.3333, f1=0.4)
"""

from corefscore.core.arrays import Numeric
from corefscore.metrics.base import Count, Ratio, RatioMetric
from corefscore.metrics.overlap import Cells


def equal(c: Cells) -> Numeric:
    """Return 1 if a key entity and a response entity have the same mentions, otherwise 0."""
    return ((c.shared == c.key_size) & (c.shared == c.response_size)) * 1


CLUSTERS = RatioMetric(
    name="clusters",
    title="Clusters",
    description="entities that the other side has with exactly the same mentions",
    symmetric=True,
    formula="|K ∩ R| / |K|",
    cite=("menestrina-etal-2010",),
    aliases=("exact-clusters", "cluster"),
    recall=Ratio(Count(cell=equal), Count(key=lambda _: 1)),
    precision=Ratio(Count(cell=equal), Count(response=lambda _: 1)),
)
