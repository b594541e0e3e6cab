"""Adjusted mutual information: the information that key and response share, corrected for chance.

Definition::

    AMI = (I(K; R) − E) / ((H(K) + H(R)) / 2 − E)

H is the entropy of a side. I is the mutual information of both sides. Only mentions that both sides have count. E is
the mutual information that two random sides with entities of the same sizes would have. A value of 0 / 0 is set to 1,
because such sides are equal. With several documents, all quantities are computed within documents and weighted by the
number of mentions.

References
----------
Vinh, Epps and Bailey (2010), Information Theoretic Measures for Clusterings Comparison, Journal of Machine Learning
Research 11. The entropies are combined by their arithmetic mean, as in scikit-learn.

Examples
--------
Key {a b} {c d}, response {a b} {c} {d}:

>>> import corefscore
>>> name = "adjusted-mutual-information"
>>> corefscore.score([[*"ab"], [*"cd"]], [[*"ab"], [*"c"], [*"d"]], [name])[name]
Score(value=0.5714)
"""

from __future__ import annotations

import numpy as np

from corefscore.core.arrays import Floats
from corefscore.metrics.base import ValueMetric, divide
from corefscore.metrics.overlap import Overlap


class AdjustedMutualInformation(ValueMetric):
    """The mutual information above chance, divided by the largest possible value above chance."""

    def count(self, overlap: Overlap) -> Floats:
        from corefscore.metrics.chance import expected_information, sizes_by_document
        from corefscore.metrics.entropy import Entropies

        sums = Entropies.of(overlap)
        keys, responses = (
            sizes_by_document(side, overlap.document_count) for side in (overlap.keys, overlap.responses)
        )
        chance = [
            0.0 if min(len(key.size), len(response.size)) == 0 else expected_information(key, response, mentions)
            for key, response, mentions in zip(keys, responses, sums.mentions.tolist(), strict=True)
        ]
        return np.column_stack([sums.mutual, (sums.key + sums.response) / 2, chance, sums.mentions])

    def value(self, counts: Floats) -> Floats:
        mutual, most, chance = counts[..., 0], counts[..., 1], counts[..., 2]
        # Where chance explains everything, the difference should be 0; what remains of it is rounding.
        beyond = np.where(most - chance <= 1e-13 * most, 0.0, most - chance)
        return divide(mutual - chance, beyond, empty=1.0)


ADJUSTED_MUTUAL_INFORMATION = AdjustedMutualInformation(
    name="adjusted-mutual-information",
    title="AMI",
    description="mutual information corrected for chance: 0 for chance, 1 for equal sides; only shared mentions",
    formula="(I(K; R) − E) / ((H(K) + H(R)) / 2 − E); H: entropy, I: mutual information, E: I by chance",
    cite=("vinh-etal-2010",),
    aliases=("ami",),
)
