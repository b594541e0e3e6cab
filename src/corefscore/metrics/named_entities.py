"""NEC: how well the response finds entities that have a name, with response entities that contain the name.

Definition::

    value = max Σ 2 |k ∩ r| / (|k| + |r|) / |K'|

K' are the key entities with at least one name. The maximum is over all one-to-one alignments. A response entity may be
aligned to k only if one of its mentions contains a name of k. Upper and lower case do not matter. `missed` is the share
of K' for which no such response entity shares a mention. Names are capitalised words, unless a word is capitalised only
because it begins a sentence. Articles and possessive endings at the edges of a name are left out.

References
----------
Agarwal et al. (2019), Evaluation of Named Entity Coreference, CRAC.

Examples
--------
The response finds Ann by her name, with 2 · 2 / (3 + 2). It does not find Bob.

>>> import corefscore
>>> key, response = [["Ann", "she", "the doctor"], ["Bob", "he"]], [["Ann", "she"], ["the doctor", "he"]]
>>> corefscore.score(key, response, ["nec"])["nec"].to_dict()
{'value': 0.4, 'missed': 0.5}
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from corefscore.core.arrays import Floats, numbers, sum_by
from corefscore.core.assignment import best_assignment
from corefscore.metrics.base import ValueMetric, divide
from corefscore.metrics.overlap import Overlap

A_TIE = 2.0**-40
"""What each pair weighs more, so that the alignment with the most pairs is chosen among the best ones."""


class NamedEntities(ValueMetric):
    """The mean similarity of named key entities, and the share of these entities that is missed."""

    @property
    def is_f1(self) -> bool:
        return True

    @property
    def further(self) -> Mapping[str, slice]:
        """The columns of the share of entities that are missed."""
        return {"missed": slice(2, 4)}

    def value(self, counts: Floats) -> Floats:
        return divide(counts[..., 0], counts[..., 1])

    def count(self, overlap: Overlap) -> Floats:
        matched = overlap.matched
        if matched is None:
            raise ValueError(f"the metric {self.name!r} needs the words of mentions; leave out this metric")
        from corefscore.matching.entity_names import EntityNames

        found_names = EntityNames(matched)
        names = found_names.of_key()
        key, response, cells = matched.key, matched.response, overlap.cells
        named = np.array(sorted(names), dtype=np.int64)
        fitting = numbers(len(cells.key))[found_names.in_response(names, cells.key, cells.response)]
        n, sizes = cells.shared[fitting], (cells.key_size[fitting] + cells.response_size[fitting])
        similarity = 2 * n / sizes
        chosen = best_assignment(
            cells.key[fitting], cells.response[fitting], similarity + A_TIE, len(key.labels), len(response.labels)
        )
        document = key.entity_documents
        total = sum_by(document[cells.key[fitting][chosen]], similarity[chosen], len(key))
        found = sum_by(document[cells.key[fitting][chosen]], 1, len(key))
        all_named = sum_by(document[named], 1, len(key))
        return np.column_stack([total, all_named, all_named - found, all_named])


NEC = NamedEntities(
    name="nec",
    title="NEC",
    description="named-entity-centred F1: entities with a name, and response entities that contain this name",
    formula="max Σ 2 |k ∩ r| / (|k| + |r|) / |K'|, for key entities K' with a name and response entities with it",
    cite=("agarwal-etal-2019",),
    aliases=("named-entity-centred", "nec-f1"),
    needs_text=True,
)
