"""Mentions without a word of their own, matched by what they depend on."""

from __future__ import annotations

from collections.abc import Hashable, Set
from typing import NamedTuple

import numpy as np

from corefscore.columns import Ints, ints
from corefscore.corpus import Corpus
from corefscore.matching.empty_names import Names
from corefscore.solvers import Edges, solve

RELATION_WEIGHT = 10


class _Zero(NamedTuple):
    """A mention whose head is an empty node: its row, the parents of its head, and these with the relations."""

    row: int
    parents: Set[Hashable]
    relations: Set[Hashable]


def align_zeros(key: Corpus, response: Corpus, names: tuple[Names, Names]) -> tuple[Ints, Ints]:
    """Rows of key and response that are the same zero: in each sentence, those whose dependencies agree best.

    Agreement is the F1 of the parents, and ten times as much the F1 of parents with relations.
    """
    sides = [_by_sentence(corpus, side) for corpus, side in zip((key, response), names, strict=True)]
    cells = [
        (ours.row, theirs.row, agreement)
        for sentence, zeros in sides[0].items()
        for ours in zeros
        for theirs in sides[1].get(sentence, ())
        if (agreement := _agreement(ours, theirs)) > 0
    ]
    if not cells:
        return ints([]), ints([])
    row, column, weight = (np.array(side) for side in zip(*cells, strict=True))
    edges = Edges(np.arange(len(row), dtype=np.int64), row, column, weight)
    chosen = np.sort(solve(edges))
    return row[chosen], column[chosen]


def _by_sentence(corpus: Corpus, names: Names) -> dict[tuple[int, int], list[_Zero]]:
    """The zeros of each sentence, in the order of the text."""
    found: dict[tuple[int, int], list[_Zero]] = {}
    number: dict[int, dict[int, int]] = {}
    zero = corpus.extra.get("zero", np.zeros(corpus.mentions, dtype=bool))
    for row in np.flatnonzero(zero).tolist():
        document, head = int(corpus.document[row]), int(corpus.extra["head"][row])
        nodes = corpus.origins[document].empty
        if nodes is None:
            continue
        places = number.setdefault(document, {}) or {token: place for place, token in enumerate(nodes.token.tolist())}
        number[document] = places
        node = places[head]
        relations = [
            (parent if parent is None or parent >= 0 else ("empty", int(names[document][~parent])), relation)
            for parent, relation in nodes.dependency[node]
        ]
        zero_mention = _Zero(row, {parent for parent, _ in relations}, set(relations))
        found.setdefault((document, int(nodes.sentence[node])), []).append(zero_mention)
    return found


def _agreement(ours: _Zero, theirs: _Zero) -> float:
    return RELATION_WEIGHT * _f1(ours.relations, theirs.relations) + _f1(ours.parents, theirs.parents)


def _f1(ours: Set[Hashable], theirs: Set[Hashable]) -> float:
    total = len(ours) + len(theirs)
    return 2 * len(ours & theirs) / total if total else 0.0
