"""How well zeros are resolved: anaphors without a word of their own, each right, wrong, missing or spurious."""

from __future__ import annotations

import numpy as np

from corefscore.core.arrays import Bools, Floats, Ints, changes, numbers, order_by, sum_by
from corefscore.core.corpus import Corpus
from corefscore.matching.matched import Matched
from corefscore.matching.mention_words import word_places
from corefscore.metrics.base import COUNTS, CountedMetric
from corefscore.metrics.overlap import Overlap


class ZeroAnaphors(CountedMetric):
    """An anaphor is a zero that is not the first mention of its entity.

    It is right if its twin is in a response entity with the twin of some earlier mention of its key entity. Which
    mention of the response is the first does not depend on the numbers of empty nodes: zeros that are twins stand where
    they do in the key.
    """

    def count(self, overlap: Overlap) -> Floats:
        matched = overlap.matched
        if matched is None:
            return np.zeros((overlap.count, len(COUNTS)))
        key, response = matched.key, matched.response
        paired = np.flatnonzero(matched.twin >= 0)
        twin = np.full(key.mentions, -1, dtype=np.int64)
        twin[matched.twin[paired]] = paired
        later_in_key, later_in_response = ~_firsts(key.entity), ~_firsts(response.entity, _order(matched))
        anaphor, response_anaphor = _zeros(key) & later_in_key, _zeros(response) & later_in_response
        resolved = (twin >= 0) & later_in_response[twin] if response.mentions else np.zeros(key.mentions, dtype=bool)
        right = anaphor & resolved & _has_antecedent(key, response, twin)
        spurious = response_anaphor.copy()
        spurious[twin[anaphor & (twin >= 0)]] = False
        answered = anaphor & resolved
        right_sum, key_sum, answered_sum = (
            sum_by(key.document[rows], 1, overlap.count) for rows in (right, anaphor, answered)
        )
        spurious_sum = sum_by(response.document[spurious], 1, overlap.count)
        return np.column_stack([right_sum, key_sum, right_sum, answered_sum + spurious_sum])


ZEROS = ZeroAnaphors(
    name="zeros",
    title="Zeros",
    description="zero anaphors that are linked to a mention of their entity before them",
    formula="right zero anaphors / zero anaphors of the key; precision divides by those of the response",
    cite=("zabokrtsky-etal-2022",),
    aliases=("zero",),
)


def _zeros(corpus: Corpus) -> Bools:
    zero: Bools = corpus.extra.get("zero", np.zeros(corpus.mentions, dtype=bool))
    return zero


def _firsts(entity: Ints, order: Ints | None = None) -> Bools:
    """Whether a mention is the first of its entity, in the order of the text."""
    rows = numbers(len(entity)) if order is None else order
    rows = rows[order_by(entity[rows])]
    first = np.zeros(len(entity), dtype=bool)
    first[rows[changes(entity[rows])]] = True
    return first


def _order(matched: Matched) -> Ints:
    """The mentions of the response in the order of the text, with zeros that are twins where the key has them."""
    key, response = matched.key, matched.response
    place, rank = word_places(response, response.start), numbers(response.mentions) + key.mentions
    moved = np.flatnonzero(_zeros(response) & (matched.twin >= 0))
    twin = matched.twin[moved]
    place[moved], rank[moved] = word_places(key, key.start)[twin], twin
    return order_by(response.document, place, rank)


def _has_antecedent(key: Corpus, response: Corpus, twin: Ints) -> Bools:
    """Whether an earlier mention of the same key entity has its twin in the same response entity."""
    rows = numbers(key.mentions)[twin >= 0]
    ours, theirs = key.entity[rows], response.entity[twin[rows]]
    order = order_by(ours, theirs)
    found = np.zeros(key.mentions, dtype=bool)
    found[rows[order]] = ~changes(ours[order], theirs[order])
    return found
