"""MOR, the mention overlap ratio: the share of the words of mentions that mentions of the other side have too.

Definition::

    recall = max Σ |m ∩ p(m)| / Σ |m|

m are the key mentions, as sets of words. The maximum is over all one-to-one pairings p of key mentions and response
mentions. Precision divides the same sum by the number of words of all response mentions.

References
----------
Žabokrtský et al. (2022), Findings of the Shared Task on Multilingual Coreference Resolution, CRAC.

Examples
--------
A key mention of tokens 0 to 3 and a response mention of tokens 2 to 4 share two words.

>>> import corefscore
>>> from corefscore.core.arrays import ints
>>> from corefscore.core.corpus import Corpus, Memory, Origin
>>> def one_mention(start, end):
...     columns = map(ints, ([0], [start], [end], [0]))
...     return Corpus.build([Origin("story", Memory("example"))], *columns, labels=np.array(["Ann"]))
>>> corefscore.score(one_mention(0, 3), one_mention(2, 4), ["mor"])["mor"]
Score(recall=0.5, precision=0.6667, f1=0.5714)
"""

from __future__ import annotations

import numpy as np

from corefscore.core.arrays import Floats
from corefscore.metrics.base import CountedMetric
from corefscore.metrics.mentions import MENTIONS
from corefscore.metrics.overlap import Overlap


class MentionOverlapRatio(CountedMetric):
    """The words that mentions share, in the one-to-one pairing of mentions with the most shared words.

    Matches and entities do not matter. A mention that is not a range of tokens, as in clusters from memory, is one
    word.
    """

    def count(self, overlap: Overlap) -> Floats:
        if overlap.matched is None:
            return MENTIONS.count(overlap)
        from corefscore.matching.candidates import count_shared_words

        shared, key, response = count_shared_words(overlap.matched)
        return np.column_stack([shared, key, shared, response])


MOR = MentionOverlapRatio(
    name="mor",
    title="MOR",
    symmetric=True,
    description="mention overlap ratio: the share of the words of mentions that paired mentions have in common",
    formula="max Σ |m ∩ p(m)| / Σ |m|, over all one-to-one pairings p of mentions m, which are sets of words",
    cite=("zabokrtsky-etal-2022",),
    needs_text=True,
)
