"""MOR, the mention overlap ratio: the words of mentions that the other side has in a mention, too."""

from __future__ import annotations

import numpy as np

from corefscore.core.arrays import Floats
from corefscore.metrics.base import CountedMetric
from corefscore.metrics.mentions import MENTIONS
from corefscore.metrics.overlap import Overlap


class MentionOverlapRatio(CountedMetric):
    """Words shared by mentions that are paired one to one so that they share as many as possible.

    It does not ask which mentions were matched, nor for entities. A mention that is no stretch of text, as clusters in
    memory have them, is one word.
    """

    def count(self, overlap: Overlap) -> Floats:
        if overlap.matched is None:
            return MENTIONS.count(overlap)
        from corefscore.matching.shared_words import count_shared_words

        shared, key, response = count_shared_words(overlap.matched)
        return np.column_stack([shared, key, shared, response])


MOR = MentionOverlapRatio(
    name="mor",
    title="MOR",
    description="mention overlap ratio: words of mentions that overlap, of all words of mentions",
    formula="max Σ |words of m ∩ words of p(m)| / Σ |words of m|, over all one-to-one pairings p of mentions m",
    cite=("zabokrtsky-etal-2022",),
)
