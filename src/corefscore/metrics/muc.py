"""MUC: the links that connect the mentions of an entity.

    recall = Σ (|k| − |p(k)|) / Σ (|k| − 1) = Σ (|k ∩ r| − 1) / Σ (|k| − 1), where k ∩ r ≠ ∅

An entity k needs |k| − 1 links. The response cuts it into the parts p(k): each k ∩ r is a part, and so is each mention
that the response lacks. Within a part, all links are found. Singletons have no links. Precision is the same with key
and response exchanged.

References
----------
Vilain et al. (1995), A Model-Theoretic Coreference Scoring Scheme, MUC-6.

Examples
--------
Key {a b c} {d e f g}, response {a b} {c d} {f g h i}: the response cuts the key entities into {a b} {c} and
{d} {e} {f g}, so recall is ((3 − 2) + (4 − 3)) / ((3 − 1) + (4 − 1)) = 2/5.

>>> import corefscore
>>> key, response = [[*"abc"], [*"defg"]], [[*"ab"], [*"cd"], [*"fghi"]]
>>> corefscore.score(key, response)["muc"]
Score(recall=0.4, precision=0.4, f1=0.4)
"""

from corefscore.metrics.base import Count, Ratio, RatioMetric, by_cell, divide, tree
from corefscore.metrics.repeats import RepeatedMentions

SHARED = Count(cell=lambda c: tree(c.shared, c.shared_mentions))

MUC = RatioMetric(
    name="muc",
    title="MUC",
    description="links that connect the mentions of an entity; singletons have none",
    symmetric=True,
    formula="Σ (|k ∩ r| − 1) / Σ (|k| − 1), where k ∩ r ≠ ∅",
    cite=("vilain-etal-1995",),
    weighted=True,
    pair=by_cell(
        lambda c: divide(tree(c.shared, c.shared_mentions), tree(c.key_size, c.key_mentions)),
        lambda c: divide(tree(c.shared, c.shared_mentions), tree(c.response_size, c.response_mentions)),
    ),
    repeats=RepeatedMentions.muc,
    recall=Ratio(SHARED, Count(key=lambda e: tree(e.size, e.mentions))),
    precision=Ratio(SHARED, Count(response=lambda e: tree(e.size, e.mentions))),
)
