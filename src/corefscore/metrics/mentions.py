"""Mention detection: the share of the mentions of one side that the other side has too.

Definition::

    recall = Σ |k ∩ r| / Σ |k|

The entities of the mentions do not matter. Precision is the same with key and response exchanged.

References
----------
Pradhan et al. (2014), Scoring Coreference Partitions of Predicted Mentions: A Reference Implementation, ACL.

Examples
--------
Key {a b c} {d e f g}, response {a b} {c d} {f g h i}: the sides share six mentions.

>>> import corefscore
>>> key, response = [[*"abc"], [*"defg"]], [[*"ab"], [*"cd"], [*"fghi"]]
>>> corefscore.score(key, response)["mentions"]
Score(recall=0.8571, precision=0.75, f1=0.8)
"""

from corefscore.metrics.base import Count, Ratio, RatioMetric
from corefscore.metrics.repeats import RepeatedMentions

MENTIONS = RatioMetric(
    name="mentions",
    title="Mentions",
    description="mention detection: the share of the mentions of a side that the other side has too",
    symmetric=True,
    formula="Σ |k ∩ r| / Σ |k|",
    cite=("pradhan-etal-2014",),
    aliases=("mention", "md"),
    weighted=True,
    repeats=RepeatedMentions.mentions,
    recall=Ratio(Count(cell=lambda c: c.shared), Count(key=lambda e: e.size)),
    precision=Ratio(Count(cell=lambda c: c.shared), Count(response=lambda e: e.size)),
)
