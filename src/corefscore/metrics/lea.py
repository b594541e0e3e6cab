"""LEA: the share of the links of each entity that is resolved, weighted by the size of the entity.

Definition::

    recall = Σₖ |k| (Σᵣ links(k ∩ r) / links(k)) / Σ |k|,    links(e) = |e| (|e| − 1) / 2

A singleton has one link, to itself. This link is resolved if the mention is a singleton on the other side too.
Precision is the same with key and response exchanged.

References
----------
Moosavi and Strube (2016), Which Coreference Evaluation Metric Do You Trust? A Proposal for a Link-based Entity Aware
Metric, ACL.

Examples
--------
Key {a b c} {d e f g}, response {a b} {c d} {f g h i}: one of 3 links and one of 6 links are resolved, so recall is
(3 × 1/3 + 4 × 1/6) / 7 = (5/3) / 7.

>>> import corefscore
>>> key, response = [[*"abc"], [*"defg"]], [[*"ab"], [*"cd"], [*"fghi"]]
>>> corefscore.score(key, response)["lea"]
Score(recall=0.2381, precision=0.3333, f1=0.2778)
"""

from corefscore.core.arrays import Numeric
from corefscore.metrics.base import Count, Ratio, RatioMetric, Split
from corefscore.metrics.overlap import Cells


def resolved(c: Cells, mentions: Numeric, other_mentions: Numeric) -> Numeric:
    """Return the weight of an entity times the share of its links that one entity of the other side has.

    A singleton has a link to itself, which is resolved if its mention is a singleton on the other side too. A link to a
    split antecedent counts with the credit of the split antecedent.
    """
    single = (mentions == 1) * 1
    return c.shared * others(c) / (mentions - 1 + single) + single * (other_mentions == 1) * c.shared


def others(c: Cells) -> Numeric:
    """Return the number of other mentions that a shared mention is linked to; a split antecedent counts twice."""
    return c.shared_mentions - 1 if c.credit is None else c.shared_mentions - 1 + 2 * c.credit


LEA = RatioMetric(
    name="lea",
    title="LEA",
    description="the share of links of each entity that is resolved, weighted by the size of the entity",
    symmetric=True,
    formula="Σ |k| links(k ∩ r) / links(k), divided by Σ |k|; links(e) = |e| (|e| − 1) / 2; singleton k: 1 if k ∈ R",
    cite=("moosavi-strube-2016",),
    weighted=True,
    split=Split(),
    recall=Ratio(
        Count(cell=lambda c: resolved(c, c.key_mentions, c.response_mentions)),
        Count(key=lambda e: e.size),
    ),
    precision=Ratio(
        Count(cell=lambda c: resolved(c, c.response_mentions, c.key_mentions)),
        Count(response=lambda e: e.size),
    ),
)
