"""Variation of information: the information that key and response do not share, in nats.

Definition::

    VI = H(K) + H(R) − 2 I(K; R) = H(K | R) + H(R | K)

H is the entropy of a side. I is the mutual information of both sides. Only mentions that both sides have count. The
value is a distance: it is 0 if both sides are equal, and at most the logarithm of the number of mentions. With several
documents, it is the mean over documents, weighted by the number of mentions.

References
----------
Meilă (2007), Comparing Clusterings: An Information Based Distance, Journal of Multivariate Analysis 98.

Examples
--------
Key {a b} {c d}, response {a b} {c} {d}: for two of four mentions, the key does not tell which of two response entities
they are in. So the value is log 2 × 2/4.

>>> import corefscore
>>> name = "variation-of-information"
>>> corefscore.score([[*"ab"], [*"cd"]], [[*"ab"], [*"c"], [*"d"]], [name])[name]
Score(value=0.3466)
"""

from __future__ import annotations

import numpy as np

from corefscore.core.arrays import Floats
from corefscore.metrics.base import ValueMetric, divide
from corefscore.metrics.overlap import Overlap


class VariationOfInformation(ValueMetric):
    """The sum of both conditional entropies."""

    def count(self, overlap: Overlap) -> Floats:
        from corefscore.metrics.entropy import Entropies

        sums = Entropies.of(overlap)
        open_key, open_response = (np.maximum(side - sums.mutual, 0.0) for side in (sums.key, sums.response))
        return np.column_stack([open_key, sums.mentions, open_response, sums.mentions])

    def value(self, counts: Floats) -> Floats:
        return divide(counts[..., 0], counts[..., 1]) + divide(counts[..., 2], counts[..., 3])


VARIATION_OF_INFORMATION = VariationOfInformation(
    name="variation-of-information",
    title="VI",
    description="a distance in nats: the information that the sides do not share; only shared mentions",
    formula="H(K) + H(R) − 2 I(K; R); H: entropy, I: mutual information",
    cite=("meila-2007",),
    aliases=("vi",),
    is_distance=True,
)
