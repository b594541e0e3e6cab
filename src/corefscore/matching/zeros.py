"""Mentions without a word of their own, matched by what they depend on."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

import numpy as np

from corefscore.columns import ints
from corefscore.corpus import Corpus
from corefscore.matching.candidates import Pairs, best_of
from corefscore.matching.empty_names import Names

RELATION_WEIGHT = 10


class _Zero(NamedTuple):
    """A mention whose head is an empty node: its row, the parents of its head, and these with the relations."""

    row: int
    parents: frozenset[Hashable]
    relations: frozenset[Hashable]


def align_zeros(key: Corpus, response: Corpus, names: tuple[Names, Names]) -> Pairs:
    """Rows of key and response that are the same zero: in each sentence, those whose dependencies agree best.

    Agreement is the F1 of the parents, and ten times as much the F1 of parents with relations.
    """
    sides = [_by_sentence(corpus, side) for corpus, side in zip((key, response), names, strict=True)]
    cells = [
        (ours.row, theirs.row, _agreement(ours, theirs))
        for sentence, zeros in sides[0].items()
        for ours in zeros
        for theirs in sides[1].get(sentence, ())
        if not ours.parents.isdisjoint(theirs.parents)
    ]
    row, column, agreement = zip(*cells, strict=True) if cells else ((), (), ())
    return best_of(Pairs(ints(row), ints(column)), np.array(agreement))


def _by_sentence(corpus: Corpus, names: Names) -> dict[tuple[int, int], list[_Zero]]:
    """The zeros of each sentence, in the order of the text."""
    found: dict[tuple[int, int], list[_Zero]] = {}
    if "zero" not in corpus.extra:
        return found
    nodes = {
        (document, token): (sentence, dependency)
        for document, empty in enumerate(origin.empty for origin in corpus.origins)
        if empty is not None
        for token, sentence, dependency in zip(
            empty.token.tolist(), empty.sentence.tolist(), empty.dependency, strict=True
        )
    }
    zeros = np.flatnonzero(corpus.extra["zero"])
    columns = (column.tolist() for column in (zeros, corpus.document[zeros], corpus.extra["head"][zeros]))
    for row, document, head in zip(*columns, strict=True):
        if (document, head) not in nodes:
            continue
        sentence, dependency = nodes[document, head]
        relations = [
            (parent if parent is None or parent >= 0 else ("empty", int(names[document][~parent])), relation)
            for parent, relation in dependency
        ]
        zero = _Zero(row, frozenset([parent for parent, _ in relations]), frozenset(relations))
        found.setdefault((document, sentence), []).append(zero)
    return found


def _agreement(ours: _Zero, theirs: _Zero) -> float:
    return RELATION_WEIGHT * _f1(ours.relations, theirs.relations) + _f1(ours.parents, theirs.parents)


def _f1(ours: frozenset[Hashable], theirs: frozenset[Hashable]) -> float:
    total = len(ours) + len(theirs)
    return 2 * len(ours & theirs) / total if total else 0.0
