"""Anaphors of some kind: which of them are linked to an earlier mention of their entity."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Bools, Floats, Ints, changes, numbers, order_by, sum_by
from corefscore.core.corpus import Corpus
from corefscore.matching.matched import Matched


def count_anaphors(matched: Matched, key_kind: Bools, response_kind: Bools) -> Floats:
    """Return the four counts of each document for anaphors of one kind.

    Parameters
    ----------
    matched : Matched
        The mentions of both sides.
    key_kind, response_kind : array of bool
        Whether each mention of a side is of this kind.

    Returns
    -------
    array of float
        A row of four counts for each document.
    """
    documents = len(matched.key)
    found = judge(matched, key_kind, response_kind)
    right, anaphors, answered = (
        sum_by(matched.key.document[rows], 1, documents) for rows in (found.right, found.anaphor, found.answered)
    )
    spurious = sum_by(matched.response.document[found.spurious], 1, documents)
    return np.column_stack([right, anaphors, right, answered + spurious])


class Judged(NamedTuple):
    """The key mentions that are anaphors of a kind, those with an antecedent in the response, and those that are right.

    `spurious` are the response anaphors of this kind that match no such anaphor of the key.
    """

    anaphor: Bools
    answered: Bools
    right: Bools
    spurious: Bools


def judge(matched: Matched, key_kind: Bools, response_kind: Bools) -> Judged:
    """Judge each anaphor of a kind, such as each zero."""
    key, response = matched.key, matched.response
    match = matched.response_row
    later_in_key, later_in_response = ~_firsts(key.entity), ~_firsts(response.entity, _order(matched))
    anaphor, response_anaphor = key_kind & later_in_key, response_kind & later_in_response
    resolved = (match >= 0) & later_in_response[match] if response.mentions else np.zeros(key.mentions, dtype=bool)
    spurious = response_anaphor.copy()
    spurious[match[anaphor & (match >= 0)]] = False
    answered = anaphor & resolved
    return Judged(anaphor, answered, answered & _has_antecedent(key, response, match), spurious)


def zeros_of(corpus: Corpus) -> Bools:
    """Return whether each mention is a zero."""
    zero: Bools = corpus.extra.get("zero", np.zeros(corpus.mentions, dtype=bool))
    return zero


def _firsts(entity: Ints, order: Ints | None = None) -> Bools:
    """Return whether each mention is the first of its entity, in the order of the text."""
    rows = numbers(len(entity)) if order is None else order
    rows = rows[order_by(entity[rows])]
    first = np.zeros(len(entity), dtype=bool)
    first[rows[changes(entity[rows])]] = True
    return first


def _order(matched: Matched) -> Ints:
    """Return the response mentions in the order of the text. Zeros that match have their position in the key."""
    from corefscore.matching.mention_words import word_positions

    key, response = matched.key, matched.response
    position, rank = word_positions(response, response.start), numbers(response.mentions) + key.mentions
    moved = np.flatnonzero(zeros_of(response) & (matched.key_row >= 0))
    key_row = matched.key_row[moved]
    position[moved], rank[moved] = word_positions(key, key.start)[key_row], key_row
    return order_by(response.document, position, rank)


def _has_antecedent(key: Corpus, response: Corpus, match: Ints) -> Bools:
    """Return whether an earlier mention of the same key entity matches a mention of the same response entity."""
    rows = numbers(key.mentions)[match >= 0]
    ours, theirs = key.entity[rows], response.entity[match[rows]]
    order = order_by(ours, theirs)
    found = np.zeros(key.mentions, dtype=bool)
    found[rows[order]] = ~changes(ours[order], theirs[order])
    return found
