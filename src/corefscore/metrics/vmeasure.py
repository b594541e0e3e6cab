"""V-measure: the share of the information of a side that the other side has too.

Definition::

    precision = homogeneity = I(K; R) / H(K),    recall = completeness = I(K; R) / H(R)

H is the entropy of a side. I is the mutual information of both sides. Only mentions that both sides have count. A
response is homogeneous if each of its entities has mentions of only one key entity. It is complete if all mentions of
each key entity are in one response entity. V is the harmonic mean of homogeneity and completeness. A rate is 1 if the
entropy is 0. With several documents, entropies are computed within documents and weighted by the number of mentions.

References
----------
Rosenberg and Hirschberg (2007), V-Measure: A Conditional Entropy-Based External Cluster Evaluation Measure,
EMNLP-CoNLL.

Examples
--------
Key {a b} {c d}, response {a b} {c} {d}: no entity of the response mixes key entities.

>>> import corefscore
>>> corefscore.score([[*"ab"], [*"cd"]], [[*"ab"], [*"c"], [*"d"]], ["vmeasure"])["vmeasure"]
Score(recall=0.6667, precision=1, f1=0.8)
"""

from __future__ import annotations

import numpy as np

from corefscore.core.arrays import Floats
from corefscore.metrics.base import CountedMetric, ratio_rates
from corefscore.metrics.overlap import Overlap


class VMeasure(CountedMetric):
    """Completeness, homogeneity and V. The counts are entropies times numbers of mentions."""

    def count(self, overlap: Overlap) -> Floats:
        from corefscore.metrics.entropy import Entropies

        sums = Entropies.of(overlap)
        return np.column_stack([sums.mutual, sums.response, sums.mutual, sums.key])

    def rates(self, counts: Floats) -> Floats:
        return ratio_rates(counts, empty=1.0)


VMEASURE = VMeasure(
    name="vmeasure",
    title="V-measure",
    description="recall is completeness, precision is homogeneity; only shared mentions",
    symmetric=True,
    formula="completeness I(K; R) / H(R); precision: homogeneity I(K; R) / H(K); H: entropy, I: mutual information",
    cite=("rosenberg-hirschberg-2007",),
    aliases=("v", "v-measure"),
)
