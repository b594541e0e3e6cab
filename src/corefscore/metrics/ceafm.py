"""CEAF-m: the mentions that entities share when entities are aligned one to one.

Definition::

    recall = max Σ |k ∩ g(k)| / Σ |k|

The maximum is over all one-to-one alignments g of key entities and response entities. An entity may stay without a
partner. Precision divides the same sum by `Σ |r|`.

References
----------
Luo (2005), On Coreference Resolution Performance Metrics, HLT/EMNLP: the similarity φ₃.

Examples
--------
Key {a b c} {d e f g}, response {a b} {c d} {f g h i}: the best alignment pairs {a b c} with {a b} and {d e f g} with
{f g h i}, so recall is (2 + 2) / 7 and precision (2 + 2) / 8.

>>> import corefscore
>>> key, response = [[*"abc"], [*"defg"]], [[*"ab"], [*"cd"], [*"fghi"]]
>>> corefscore.score(key, response)["ceafm"]
Score(recall=0.5714, precision=0.5, f1=0.5333)
"""

from corefscore.core.arrays import Numeric
from corefscore.metrics.base import Count, Ratio, RatioMetric, Split, by_cell
from corefscore.metrics.overlap import Cells
from corefscore.metrics.repeats import RepeatedMentions


def shared_mentions(c: Cells) -> Numeric:
    """Return the similarity φ₃ of a key entity and a response entity: `|k ∩ r|`."""
    return c.common


CEAFM = RatioMetric(
    name="ceafm",
    title="CEAF-m",
    description="mentions shared by entities under the best one-to-one alignment",
    symmetric=True,
    formula="max Σ |k ∩ g(k)| / Σ |k|, over all one-to-one alignments g of K and R",
    cite=("luo-2005",),
    aliases=("ceaf-m", "ceaf-phi3"),
    weighted=True,
    pair=by_cell(lambda c: c.shared / c.key_size, lambda c: c.shared / c.response_size),
    repeats=RepeatedMentions.ceafm,
    split=Split(f1=True),
    align=shared_mentions,
    recall=Ratio(Count(cell=shared_mentions), Count(key=lambda e: e.size)),
    precision=Ratio(Count(cell=shared_mentions), Count(response=lambda e: e.size)),
)
