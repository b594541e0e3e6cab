"""CEAF-e: the similarity of entities that are aligned one to one. Every entity counts the same.

Definition::

    recall = max Σ φ(k, g(k)) / |K|,    φ(k, r) = 2 |k ∩ r| / (|k| + |r|)

The maximum is over all one-to-one alignments g of key entities and response entities. An entity may stay without a
partner. Precision divides the same sum by `|R|`.

References
----------
Luo (2005), On Coreference Resolution Performance Metrics, HLT/EMNLP: the similarity φ₄.

Examples
--------
Key {a b c} {d e f g}, response {a b} {c d} {f g h i}: the best alignment pairs {a b c} with {a b} and {d e f g} with
{f g h i}, so the sum is 2×2/(3+2) + 2×2/(4+4) = 1.3. Recall is 1.3/2, precision 1.3/3.

>>> import corefscore
>>> key, response = [[*"abc"], [*"defg"]], [[*"ab"], [*"cd"], [*"fghi"]]
>>> corefscore.score(key, response)["ceafe"]
Score(recall=0.65, precision=0.4333, f1=0.52)
"""

from corefscore.core.arrays import Numeric
from corefscore.metrics.base import Count, Ratio, RatioMetric, Split, by_cell
from corefscore.metrics.overlap import Cells
from corefscore.metrics.repeats import RepeatedMentions


def likeness(c: Cells) -> Numeric:
    """Return the similarity φ₄ of a key entity and a response entity, also known as Dice's coefficient."""
    return 2 * c.common / (c.key_size + c.response_size)


CEAFE = RatioMetric(
    name="ceafe",
    title="CEAF-e",
    description="similarity of entities under the best one-to-one alignment; every entity counts the same",
    symmetric=True,
    formula="max Σ 2 |k ∩ g(k)| / (|k| + |g(k)|), divided by |K|, over all one-to-one alignments g of K and R",
    cite=("luo-2005",),
    aliases=("ceaf-e", "ceaf", "ceaf-phi4"),
    weighted=True,
    pair=by_cell(likeness, likeness),
    repeats=RepeatedMentions.ceafe,
    split=Split(f1=True),
    align=likeness,
    recall=Ratio(Count(cell=likeness), Count(key=lambda _: 1)),
    precision=Ratio(Count(cell=likeness), Count(response=lambda _: 1)),
)
