"""MUC: the links that connect the mentions of an entity.

Definition::

    recall = Σ (|k| − |p(k)|) / Σ (|k| − 1) = Σ (|k ∩ r| − 1) / Σ (|k| − 1), where k ∩ r ≠ ∅

`|k| − 1` links are needed to connect the mentions of an entity k. The response divides k into the parts p(k): each
k ∩ r is a part, and each mention that the response lacks is a part. Within a part, all links are found. Singletons have
no links. Precision is the same with key and response exchanged.

References
----------
Vilain et al. (1995), A Model-Theoretic Coreference Scoring Scheme, MUC-6.

Examples
--------
Key {a b c} {d e f g}, response {a b} {c d} {f g h i}: the response divides the key entities into {a b} {c} and
{d} {e} {f g}, so recall is ((3 − 2) + (4 − 3)) / ((3 − 1) + (4 − 1)) = 2/5.

>>> import corefscore
>>> key, response = [[*"abc"], [*"defg"]], [[*"ab"], [*"cd"], [*"fghi"]]
>>> corefscore.score(key, response)["muc"]
Score(recall=0.4, precision=0.4, f1=0.4)
"""

from __future__ import annotations

import numpy as np

from corefscore.core.arrays import Numeric
from corefscore.metrics.base import Count, Ratio, RatioMetric, Split, by_cell, divide, tree
from corefscore.metrics.overlap import Cells
from corefscore.metrics.repeats import RepeatedMentions


def links_found(c: Cells) -> Numeric:
    """Return the links that connect the shared mentions, and the credit of one more link to a split antecedent."""
    if c.credit is None:
        return tree(c.shared, c.shared_mentions)
    return np.where(c.shared > 0, c.shared - 1 + c.credit, 0)


SHARED = Count(cell=links_found)

# A singleton has a link to itself, which is right if its mention is a singleton on the other side too.
SHARED_OR_ALONE = Count(cell=lambda c: c.shared - 1 + ((c.key_size == 1) & (c.response_size == 1)))

OF_ATOMS = RatioMetric(
    name="muc-atoms",
    title="MUC of the entities of a split antecedent",
    description="links that connect the mentions of an entity; a singleton has one link, to itself",
    recall=Ratio(SHARED_OR_ALONE, Count(key=lambda e: e.size - (e.size > 1))),
    precision=Ratio(SHARED_OR_ALONE, Count(response=lambda e: e.size - (e.size > 1))),
)

MUC = RatioMetric(
    name="muc",
    title="MUC",
    description="links that connect the mentions of an entity; singletons have no links",
    symmetric=True,
    formula="Σ (|k ∩ r| − 1) / Σ (|k| − 1), where k ∩ r ≠ ∅",
    cite=("vilain-etal-1995",),
    weighted=True,
    pair=by_cell(
        lambda c: divide(tree(c.shared, c.shared_mentions), tree(c.key_size, c.key_mentions)),
        lambda c: divide(tree(c.shared, c.shared_mentions), tree(c.response_size, c.response_mentions)),
    ),
    repeats=RepeatedMentions.muc,
    split=Split(by=OF_ATOMS),
    recall=Ratio(SHARED, Count(key=lambda e: tree(e.size, e.mentions))),
    precision=Ratio(SHARED, Count(response=lambda e: tree(e.size, e.mentions))),
)
