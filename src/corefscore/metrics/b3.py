"""B³ (B-cubed): for each mention, the share of its entity that its entity on the other side also contains.

Definition::

    recall = Σ (|k ∩ r|² / |k|) / Σ |k|

Each of the `|k ∩ r|` mentions that k and r share finds `|k ∩ r|` of the `|k|` mentions of its entity. A mention that
the response lacks finds none. Precision is the same with key and response exchanged.

References
----------
Bagga and Baldwin (1998), Algorithms for Scoring Coreference Chains, LREC Workshop on Linguistic Coreference.

Examples
--------
Key {a b c} {d e f g}, response {a b} {c d} {f g h i}: recall is (2²/3 + 1²/3 + 1²/4 + 2²/4) / 7 = (35/12) / 7, and
precision is (2²/2 + 1²/2 + 1²/2 + 2²/4) / 8 = 4/8.

>>> import corefscore
>>> key, response = [[*"abc"], [*"defg"]], [[*"ab"], [*"cd"], [*"fghi"]]
>>> corefscore.score(key, response)["b3"]
Score(recall=0.4167, precision=0.5, f1=0.4545)
"""

from corefscore.metrics.base import Count, Ratio, RatioMetric, Split, by_cell
from corefscore.metrics.repeats import RepeatedMentions

B3 = RatioMetric(
    name="b3",
    title="B³",
    description="for each mention, the share of its entity that its entity on the other side also contains",
    symmetric=True,
    formula="Σ (|k ∩ r|² / |k|) / Σ |k|",
    cite=("bagga-baldwin-1998",),
    aliases=("bcub", "bcubed", "b-cubed", "b-cube"),
    weighted=True,
    pair=by_cell(lambda c: c.shared / c.key_size, lambda c: c.shared / c.response_size),
    repeats=RepeatedMentions.b3,
    split=Split(),
    recall=Ratio(Count(cell=lambda c: c.common**2 / c.key_size), Count(key=lambda e: e.size)),
    precision=Ratio(Count(cell=lambda c: c.common**2 / c.response_size), Count(response=lambda e: e.size)),
)
