"""Zeros: how well zero anaphors are resolved, that is, anaphors that have no word in the text.

Definition::

    recall = right zero anaphors / zero anaphors of the key
    precision = right zero anaphors / zero anaphors of the response

A zero is an anaphor if it is not the first mention of its entity. An anaphor is right if it matches a response mention,
and if the entity of this response mention also matches an earlier mention of the key entity.

References
----------
Žabokrtský et al. (2022), Findings of the Shared Task on Multilingual Coreference Resolution, CRAC.

Examples
--------
The key has a mention and two zeros of one entity. The response has the second zero in an entity of its own.

>>> import corefscore
>>> from corefscore.core.arrays import ints
>>> from corefscore.core.corpus import Corpus, Memory, Origin
>>> def corpus(entity, labels):
...     columns = map(ints, ([0, 0, 0], [0, 3, 6], [1, 3, 6], entity))
...     zero = np.array([False, True, True])
...     return Corpus.build([Origin("story", Memory("example"))], *columns, labels=labels, extra={"zero": zero})
>>> key, response = corpus([0, 0, 0], np.array(["Ann"])), corpus([0, 0, 1], np.array(["Ann", "Bob"]))
>>> corefscore.score(key, response, ["zeros"])["zeros"]
Score(recall=0.5, precision=1, f1=0.6667)
"""

from __future__ import annotations

import numpy as np

from corefscore.core.arrays import Floats
from corefscore.metrics.base import COUNTS, CountedMetric
from corefscore.metrics.overlap import Overlap


class ZeroAnaphors(CountedMetric):
    """The metric of zero anaphors. It needs mentions, since entities do not show which mention is a zero or the first.

    The numbers of empty nodes do not decide which mention of the response comes first: zeros that match have the
    position that they have in the key.
    """

    def count(self, overlap: Overlap) -> Floats:
        from corefscore.metrics.anaphors import count_anaphors, zeros_of

        matched = overlap.matched
        if matched is None:
            return np.zeros((overlap.document_count, len(COUNTS)))
        return count_anaphors(matched, zeros_of(matched.key), zeros_of(matched.response))


ZEROS = ZeroAnaphors(
    name="zeros",
    title="Zeros",
    description="zero anaphors whose entity in the response also has an earlier mention of their key entity",
    formula="right zero anaphors / zero anaphors of the key; an anaphor is not the first mention of its entity",
    cite=("zabokrtsky-etal-2022",),
    needs_text=True,
    aliases=("zero",),
)
