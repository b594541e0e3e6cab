"""Pairwise: the pairs of mentions that are in one entity.

Definition::

    recall = Σ links(k ∩ r) / Σ links(k),    links(e) = |e| (|e| − 1) / 2

Precision is the same with key and response exchanged. The metric is the coreference half of BLANC. If a side has only
singletons, it has no links, and its rate is 0. With the policy `undefined=one`, its rate is 1.

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

from __future__ import annotations

from dataclasses import replace

from corefscore.core.settings import Settings
from corefscore.metrics.b3 import B3
from corefscore.metrics.base import Count, Ratio, RatioMetric, Split, links, shared_links


class Pairwise(RatioMetric):
    """The ratios of pairs, with a policy for sides that have no pairs."""

    def under(self, settings: Settings) -> Pairwise:
        """Return the metric with the value for 0 / 0 that the settings give."""
        return replace(self, empty=1.0 if settings.undefined == "one" else 0.0)


SHARED = Count(cell=shared_links)

PAIRWISE = Pairwise(
    name="pairwise",
    title="Pairwise",
    description="pairs of mentions in one entity (the coreference half of BLANC)",
    symmetric=True,
    formula="Σ links(k ∩ r) / Σ links(k); links(e) = |e| (|e| − 1) / 2",
    cite=("luo-etal-2014",),
    aliases=("pairs", "links-within"),
    carriers=2.75,
    weighted=True,
    split=Split(by=B3, f1=True),
    recall=Ratio(SHARED, Count(key=lambda e: links(e.size, e.mentions))),
    precision=Ratio(SHARED, Count(response=lambda e: links(e.size, e.mentions))),
)
