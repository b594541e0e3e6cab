"""Finds the bridges on which key and response agree: in the anaphor, in the anchor mention, and in its entity."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import GONE, Array, Bools, Floats, Ints, ints, numbers, sum_by
from corefscore.core.corpus import Corpus
from corefscore.matching.matched import NO_MATCH, Matched


@dataclass(frozen=True, eq=False, repr=False)
class Bridges:
    """The bridges of one side. Each pair of an anaphor and an anchor is there once.

    Parameters
    ----------
    document : array of int
        The document of each bridge.
    anaphor, anchor : array of int
        The rows of the anaphor and of the anchor among the mentions; -1 for an anchor that is not known.
    relation : array of str
        The kind of each bridge.
    by_entity : array of bool
        Whether the file names only the entity of the anchor, not the mention.
    without_anaphor : array of int
        The documents of further bridges whose anaphor is not known.
    """

    document: Ints
    anaphor: Ints
    anchor: Ints
    relation: Array
    by_entity: Bools
    without_anaphor: Ints

    @classmethod
    def of(cls, corpus: Corpus) -> Bridges:
        """Return the bridges of a corpus."""
        relations = corpus.relations
        if relations is None:
            return cls(ints([]), ints([]), ints([]), np.array([], dtype=object), np.array([], dtype=bool), ints([]))
        by_entity = (relations.anchor == GONE) & (relations.anchor_entity != GONE)
        anchor = relations.anchor.copy()
        rows = np.flatnonzero(by_entity)
        anchor[rows] = nearest_mentions(corpus, relations.anaphor[rows], relations.anchor_entity[rows])
        once = np.sort(np.unique(relations.anaphor * (corpus.mentions + 1) + anchor + 1, return_index=True)[1])
        anaphor = relations.anaphor[once]
        return cls(
            corpus.document[anaphor],
            anaphor,
            anchor[once],
            relations.relation[once],
            by_entity[once],
            relations.unknown_anaphor,
        )

    @property
    def first_of_anaphor(self) -> Bools:
        """Whether each bridge is the first of its anaphor."""
        first = np.zeros(len(self.anaphor), dtype=bool)
        first[np.unique(self.anaphor, return_index=True)[1]] = True
        return first


def nearest_mentions(corpus: Corpus, anaphor: Ints, entity: Ints) -> Ints:
    """Return, for each anaphor, the last mention of an entity that begins before it, or else the first mention."""
    order = np.lexsort((numbers(corpus.mentions), corpus.entity))
    width = int(corpus.start.max(initial=0)) + 2
    code = corpus.entity[order] * width + corpus.start[order]
    before = np.searchsorted(code, entity * width + corpus.start[anaphor]) - 1
    first = np.searchsorted(code, entity * width)
    return order[np.maximum(before, first)]


class Judged(NamedTuple):
    """The bridges of a side, and whether their anaphor, their anchor mention, and their anchor entity are right.

    `same_relation` says whether a bridge with the right entity has the same relation on the other side.
    """

    bridges: Bridges
    recognised: Bools
    mention: Bools
    entity: Bools
    same_relation: Bools


def judge(matched: Matched) -> tuple[Judged, Judged]:
    """Judge the bridges of both sides."""
    key, response = Bridges.of(matched.key), Bridges.of(matched.response)
    response_anaphor, response_anchor = (
        _matches(matched.key_row, rows) for rows in (response.anaphor, response.anchor)
    )
    width, entities = matched.key.mentions + 1, len(matched.key.labels) + 1
    in_key = np.append(matched.key.entity, NO_MATCH)
    codes = [
        (anaphor, _codes(anaphor, anchor, width), _codes(anaphor, in_key[anchor], entities))
        for anaphor, anchor in ((key.anaphor, key.anchor), (response_anaphor, response_anchor))
    ]
    kinds = np.unique(np.concatenate([key.relation, response.relation]).astype(str), return_inverse=True)[1]
    kind = kinds[: len(key.relation)], kinds[len(key.relation) :]

    def side(bridges: Bridges, ours: int, theirs: int) -> Judged:
        recognised, mention, entity = (_in(own, other) for own, other in zip(codes[ours], codes[theirs], strict=True))
        many = int(kinds.max(initial=0)) + 1
        own, other = (_codes(codes[each][2], kind[each], many) for each in (ours, theirs))
        return Judged(bridges, recognised, mention, entity, entity & _in(own, other))

    return side(key, 0, 1), side(response, 1, 0)


def _matches(match: Ints, rows: Ints) -> Ints:
    """Return the key mentions that the given response mentions match."""
    return np.append(match, NO_MATCH)[rows]


def _codes(first: Ints, second: Ints, width: int) -> Ints:
    """Return one number for each pair; -1 if one of the two is missing."""
    return np.where((first < 0) | (second < 0), NO_MATCH, first * width + second)


def _in(values: Ints, others: Ints) -> Bools:
    found: Bools = np.isin(values, others) & (values >= 0)
    return found


def count_bridges(matched: Matched) -> Floats:
    """Return the counts of each document: anaphors, mentions and entities, four counts each."""
    sides = judge(matched)
    documents = len(matched.key)
    stated = np.zeros(documents, dtype=bool)
    for side in sides:
        stated[side.bridges.document[side.bridges.by_entity]] = True
    recognition, mention, entity = [], [], []
    for bridges, recognised, same, right, _ in sides:
        first, further = bridges.first_of_anaphor, sum_by(bridges.without_anaphor, 1, documents)
        every = sum_by(bridges.document, 1, documents) + further
        recognition += [_count(bridges, first & recognised, documents), _count(bridges, first, documents) + further]
        mention += [np.where(stated, 0, column) for column in (_count(bridges, same, documents), every)]
        entity += [_count(bridges, right, documents), every]
    return np.column_stack([*recognition, *mention, *entity])


def _count(bridges: Bridges, chosen: Bools, documents: int) -> Floats:
    return sum_by(bridges.document[chosen], 1, documents)
