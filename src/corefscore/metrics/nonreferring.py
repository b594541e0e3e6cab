"""Non-referring mentions: expletives, idioms, predicates and other mentions that refer to nothing.

Definition::

    recall = |N(K) ∩ N(R)| / |N(K)|

N(K) are the non-referring mentions of the key. Precision is the same with key and response exchanged. These mentions
are in no entity, so no other metric counts them.

References
----------
Poesio et al. (2018), Anaphora Resolution with the ARRAU Corpus, CRAC.

Examples
--------
>>> import corefscore
>>> from corefscore.core.arrays import ints
>>> from corefscore.core.corpus import Corpus, Memory, Origin
>>> def corpus(referring):
...     columns = map(ints, ([0, 0, 0], [0, 3, 6], [0, 3, 6], [0, 1, 2]))
...     labels, extra = np.array(["it", "Ann", "rain"]), {"referring": np.array(referring)}
...     return Corpus.build([Origin("story", Memory("example"))], *columns, labels=labels, extra=extra)
>>> key, response = corpus([False, True, True]), corpus([False, False, True])
>>> corefscore.score(key, response, ["nonreferring"])["nonreferring"]
Score(recall=1, precision=0.5, f1=0.6667)
"""

from __future__ import annotations

import numpy as np

from corefscore.core.arrays import Floats, sum_by
from corefscore.metrics.base import COUNTS, CountedMetric
from corefscore.metrics.overlap import Overlap


class Nonreferring(CountedMetric):
    """The share of the non-referring mentions of a side that are non-referring on the other side too."""

    def count(self, overlap: Overlap) -> Floats:
        whole = overlap.matched and overlap.matched.whole
        if not whole:
            return np.zeros((overlap.document_count, len(COUNTS)))
        from corefscore.matching.scored_mentions import refers

        key, response, pairs = whole.matched.key, whole.matched.response, whole.matched.pairs
        ours, theirs = ~refers(key), ~refers(response)
        both = pairs.key[ours[pairs.key] & theirs[pairs.response]]
        documents = overlap.document_count
        found, of_key, of_response = (
            sum_by(rows, 1, documents) for rows in (key.document[both], key.document[ours], response.document[theirs])
        )
        return np.column_stack([found, of_key, found, of_response])


NONREFERRING = Nonreferring(
    name="nonreferring",
    title="Non-referring",
    description="mentions that refer to nothing, such as expletives",
    formula="|N(K) ∩ N(R)| / |N(K)|; N: mentions that refer to nothing",
    cite=("poesio-etal-2018",),
    aliases=("non-referring", "nonref"),
    needs_text=True,
    of_relations=True,
)
