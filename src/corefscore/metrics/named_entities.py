"""NEC: how well entities with a name are found, by response entities that name them.

    value = max Σ 2 |k ∩ r| / (|k| + |r|) / |K'|

K' are the key entities with at least one name. The maximum is over all one-to-one alignments. A response entity may
stand for k only if one of its mentions contains a name of k: its words, in any case. `missed` is the share of K' that
has no such response entity with a mention in common. Names are capitalised words that are not only the beginning of a
sentence; articles and possessive endings at the border of a name are left out.

References
----------
Agarwal et al. (2019), Evaluation of Named Entity Coreference, CRAC.

Examples
--------
Ann is found by name, 2 · 2 / (3 + 2); Bob is not.

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
from corefscore.core.corpus import Corpus
from corefscore.core.problems import fail
from corefscore.matching.language import NAME, UNKNOWN, MentionFeatures, TextFeatures
from corefscore.matching.matched import Matched
from corefscore.metrics.base import ValueMetric, divide
from corefscore.metrics.overlap import Overlap

Words = tuple[str, ...]


class NamedEntities(ValueMetric):
    """The mean similarity of named key entities, and the share of them that is missed."""

    @property
    def is_f1(self) -> bool:
        return True

    @property
    def further(self) -> Mapping[str, slice]:
        """The counts of the share of entities that are missed."""
        return {"missed": slice(2, 4)}

    def value(self, counts: Floats) -> Floats:
        return divide(counts[..., 0], counts[..., 1])

    def count(self, overlap: Overlap) -> Floats:
        matched = overlap.matched
        if matched is None:
            raise ValueError(f"the metric {self.name!r} needs the words of mentions; leave it out")
        features = TextFeatures(matched.key, matched.response)
        names = names_of_entities(matched, features)
        key, response, cells = matched.key, matched.response, overlap.cells
        named = np.array(sorted(names), dtype=np.int64)
        fitting = numbers(len(cells.key))[_naming(matched, names, overlap, features)]
        n, sizes = cells.shared[fitting], (cells.key_size[fitting] + cells.response_size[fitting])
        similarity = 2 * n / sizes
        chosen = best_assignment(
            cells.key[fitting], cells.response[fitting], similarity, len(key.labels), len(response.labels)
        )
        document = key.entity_documents
        total = sum_by(document[cells.key[fitting][chosen]], similarity[chosen], len(key))
        found = sum_by(document[cells.key[fitting][chosen]], 1, len(key))
        all_named = sum_by(document[named], 1, len(key))
        return np.column_stack([total, all_named, all_named - found, all_named])


def names_of_entities(matched: Matched, features: TextFeatures) -> dict[int, set[Words]]:
    """The names of each key entity that has some, as words in small letters."""
    key = matched.key
    found = features.of_mentions(key)
    if key.mentions and (found.type == UNKNOWN).all():
        raise fail(key.source_name, 0, "has no words, so its names are not known; leave out the metric nec")
    names: dict[int, set[Words]] = {}
    for row in np.flatnonzero(found.type == NAME).tolist():
        words = _words(features, key, found, row)
        if words:
            names.setdefault(int(key.entity[row]), set()).add(words)
    return names


def _words(features: TextFeatures, corpus: Corpus, found: MentionFeatures, row: int) -> Words:
    """The words of a mention without articles and possessives, in small letters; a mention in memory may have many."""
    tokens = features[int(corpus.document[row])]
    if tokens is None:
        return ()
    text = " ".join(tokens.tokens[int(found.start[row]) : int(found.end[row]) + 1])
    return tuple(text.lower().split())


def _naming(matched: Matched, names: Mapping[int, set[Words]], overlap: Overlap, features: TextFeatures) -> list[bool]:
    """Whether the response entity of each cell has a mention that contains a name of its key entity."""
    response = matched.response
    found = features.of_mentions(response)
    lengths = {len(name) for each in names.values() for name in each}
    pairs = [*zip(overlap.cells.key.tolist(), overlap.cells.response.tolist(), strict=True)]
    parts: dict[int, set[Words]] = {r: set() for k, r in pairs if k in names}
    for row, entity in enumerate(response.entity.tolist()):
        if entity in parts:
            words = _words(features, response, found, row)
            parts[entity].update(words[i : i + n] for n in lengths for i in range(len(words) - n + 1))
    return [k in names and not names[k].isdisjoint(parts[r]) for k, r in pairs]


NEC = NamedEntities(
    name="nec",
    title="NEC",
    description="named-entity-centred F1: entities with a name, found by response entities that name them",
    formula="max Σ 2 |k ∩ r| / (|k| + |r|) / |K'|, for key entities K' with a name and response entities that have it",
    cite=("agarwal-etal-2019",),
    aliases=("named-entity-centred", "nec-f1"),
    needs_text=True,
)
