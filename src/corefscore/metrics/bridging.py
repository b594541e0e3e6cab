"""Bridging: anaphors such as *the door* whose anchor is another entity, such as *a house*.

Definition::

    recognition: recall = anaphors of the key that are anaphors of the response / anaphors of the key
    mention:     recall = pairs of the key whose anaphor and anchor match a pair of the response / pairs of the key
    entity:      the same, where the anchor of the response may match any mention of the key entity of the anchor

A pair is an anaphor and one of its anchors; an anaphor may have several. Precision is the same with key and response
exchanged. The rates of the metric are those of the entity level. If a side names only the entities of anchors, then the
last mention of the entity before the anaphor is used as the anchor, and there is no mention level.

References
----------
Yu et al. (2022), The Universal Anaphora Scorer, LREC.

Examples
--------
>>> import corefscore
>>> from corefscore.core.arrays import ints
>>> from corefscore.core.corpus import Corpus, Memory, Origin
>>> from corefscore.core.relations import Relations
>>> def corpus(anchor):
...     columns = map(ints, ([0, 0, 0], [0, 3, 6], [0, 3, 6], [0, 0, 1]))
...     bridges = map(ints, ([], [], [2], [anchor], [0]))
...     relations = Relations(*bridges, relation=np.array(["part"], dtype=object))
...     origins, labels = [Origin("story", Memory("example"))], np.array(["house", "door"])
...     return Corpus.build(origins, *columns, labels=labels, relations=relations)
>>> score = corefscore.score(corpus(0), corpus(1), ["bridging"])["bridging"]
>>> score, score.families["mention"]
(Score(recall=1, precision=1, f1=1), Score(recall=0, precision=0, f1=0))
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from corefscore.core.arrays import Floats
from corefscore.metrics.base import COUNTS, CountedMetric, ratio_rates
from corefscore.metrics.overlap import Overlap

WIDTH = len(COUNTS)
FAMILIES: Mapping[str, slice] = {
    name: slice(number * WIDTH, (number + 1) * WIDTH)
    for number, name in enumerate(("recognition", "mention", "entity"))
}


class Bridging(CountedMetric):
    """Bridges on three levels. The rates are those of the entity level."""

    @property
    def families(self) -> Mapping[str, slice]:
        """The columns of each level."""
        return FAMILIES

    @property
    def optional(self) -> frozenset[str]:
        """The level of mentions. It is missing if files name anchors as entities."""
        return frozenset(["mention"])

    def count(self, overlap: Overlap) -> Floats:
        if overlap.matched is None or overlap.matched.whole is None:
            return np.zeros((overlap.document_count, WIDTH * len(FAMILIES)))
        from corefscore.metrics.bridges import count_bridges

        return count_bridges(overlap.matched.whole.matched)

    def rates(self, counts: Floats) -> Floats:
        return ratio_rates(counts[..., FAMILIES["entity"]])


BRIDGING = Bridging(
    name="bridging",
    title="Bridging",
    description="bridging anaphors whose anchor is in the right entity; also anaphors alone, and anchors as mentions",
    formula="pairs (anaphor, anchor) of the key whose anchor is in the right entity / pairs of the key",
    cite=("yu-etal-2022",),
    aliases=("bridge", "bridges"),
    needs_text=True,
    of_relations=True,
    shows_families=True,
)
