"""Errors of plural entities and of bridges: wrong sets of elements, and wrong anchors.

Split antecedents are aligned as B³ aligns them. An element of the key is missing if no element of the aligned response
set shares a mention with it. An element of the response is extra if no element of the aligned key set shares a mention
with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from corefscore.analysis.errors.joint_mentions import NONE, ComparedMentions
from corefscore.analysis.errors.kinds import NUMBER
from corefscore.core.arrays import Ints, ints
from corefscore.core.corpus import Corpus
from corefscore.matching.language import MentionFeatures
from corefscore.matching.matched import Matched
from corefscore.matching.whole import Whole
from corefscore.metrics.b3 import B3
from corefscore.metrics.bridges import judge
from corefscore.metrics.overlap import Overlap
from corefscore.metrics.split_antecedents import Plurals, SplitAntecedents

COLUMNS = 11
"""The number of columns of the table of errors."""


class FileMention(NamedTuple):
    """A mention of one side, among all mentions of the file."""

    corpus: Corpus
    features: MentionFeatures
    row: int

    def span(self) -> tuple[int, int, int]:
        """Return the first token, the last token and the type."""
        return int(self.corpus.start[self.row]), int(self.corpus.end[self.row]), int(self.features.type[self.row])


def relation_errors(matched: Matched) -> tuple[Ints, ...]:
    """Return the errors of relations, as columns of the table of errors.

    Parameters
    ----------
    matched : Matched
        The mentions of both sides.

    Returns
    -------
    tuple of arrays of int
        The columns.
    """
    if matched.whole is None:
        return tuple(ints([]) for _ in range(COLUMNS))
    every = ComparedMentions.of(matched.whole.matched)
    numbers_of = _Numbers(matched, matched.whole)
    split = Overlap.of(matched).split_antecedents
    rows = [*(_plural_errors(split, every, numbers_of) if split else ()), *_bridge_errors(every, numbers_of)]
    rows.sort(key=lambda row: (row[1], row[2], row[3], row[0]))
    return tuple(ints([row[column] for row in rows]) for column in range(COLUMNS))


class _Numbers:
    """The number of each entity of a file among the scored entities, or -1."""

    def __init__(self, matched: Matched, whole: Whole) -> None:
        every = whole.matched
        self.key = _scored_numbers(every.key, matched.key, whole.key_rows)
        self.response = _scored_numbers(every.response, matched.response, whole.response_rows)


def _scored_numbers(every: Corpus, scored: Corpus, rows: Ints) -> Ints:
    number = np.full(len(every.labels), NONE, dtype=np.int64)
    number[every.entity[rows[rows >= 0]]] = scored.entity[rows >= 0]
    return number


def _row(kind: str, mention: FileMention, key: int, response: int, other: FileMention) -> tuple[int, ...]:
    """Return a row of the table, in the order of its `COLUMNS`."""
    start, end, type_ = mention.span()
    document = int(mention.corpus.document[mention.row])
    return NUMBER[kind], document, start, end, type_, 1, key, response, *other.span()


def _plural_errors(split: SplitAntecedents, every: ComparedMentions, numbers_of: _Numbers) -> Iterator[tuple[int, ...]]:
    key, response = every.matched.key, every.matched.response
    pair = split.credit(B3).pair
    partner = dict(zip(split.pair_key[pair].tolist(), split.pair_response[pair].tolist(), strict=True))
    aligned = {theirs: ours for ours, theirs in partner.items()}
    shared = set(_shared_entities(every.matched))
    turned = {(theirs, ours) for ours, theirs in shared}

    def first(corpus: Corpus, features: MentionFeatures, entity: int) -> FileMention:
        return FileMention(corpus, features, int(np.argmax(corpus.entity == entity)))

    def plural(corpus: Corpus, features: MentionFeatures, scored: int, number: Ints) -> FileMention:
        return first(corpus, features, int(np.flatnonzero(number == scored)[0]))

    ours, theirs = (key, every.key), (response, every.response)
    for k, entity in enumerate(split.key.entity.tolist()):
        mention = plural(*ours, entity, numbers_of.key)
        other = _entity(split.response, partner.get(k, NONE))
        for atom in _lacking(split.key, k, split.response, partner.get(k, NONE), shared):
            yield _row("missing-element", mention, entity, other, first(*ours, atom))
    for r, entity in enumerate(split.response.entity.tolist()):
        mention = plural(*theirs, entity, numbers_of.response)
        other = _entity(split.key, aligned.get(r, NONE))
        for atom in _lacking(split.response, r, split.key, aligned.get(r, NONE), turned):
            yield _row("extra-element", mention, other, entity, first(*theirs, atom))
    for number in pair[split.shared[pair] == 0].tolist():
        k, r = split.key.entity[split.pair_key[number]], split.response.entity[split.pair_response[number]]
        mention, other_mention = plural(*theirs, r, numbers_of.response), plural(*ours, k, numbers_of.key)
        yield _row("wrong-anaphor", mention, int(k), int(r), other_mention)


def _entity(plurals: Plurals, plural: int) -> int:
    return NONE if plural == NONE else int(plurals.entity[plural])


def _shared_entities(matched: Matched) -> Iterable[tuple[int, int]]:
    """Return the pairs of entities of both sides that share a mention."""
    pairs = matched.pairs
    ours, theirs = matched.key.entity[pairs.key], matched.response.entity[pairs.response]
    return zip(ours.tolist(), theirs.tolist(), strict=True)


def _lacking(plurals: Plurals, plural: int, others: Plurals, other: int, shared: set[tuple[int, int]]) -> Iterator[int]:
    """Yield the atoms of a plural entity that share no mention with any atom of the other plural entity."""
    theirs = [] if other == NONE else others.listed(ints([other])).tolist()
    for atom in plurals.listed(ints([plural])).tolist():
        if not any((atom, each) in shared for each in theirs):
            yield atom


def _bridge_errors(every: ComparedMentions, numbers_of: _Numbers) -> Iterator[tuple[int, ...]]:
    """Yield the anaphors of both sides whose anchor in the response is in another entity."""
    _, found = judge(every.matched)
    response = every.matched.response
    key_rows = every.matched.key_row
    for row in np.flatnonzero(found.recognised & ~found.entity & (found.bridges.anchor >= 0)).tolist():
        anaphor, anchor = int(found.bridges.anaphor[row]), int(found.bridges.anchor[row])
        ours = int(numbers_of.key[every.matched.key.entity[key_rows[anaphor]]])
        theirs = int(numbers_of.response[response.entity[anaphor]])
        mention, other = (FileMention(response, every.response, each) for each in (anaphor, anchor))
        yield _row("wrong-anchor", mention, ours, theirs, other)
