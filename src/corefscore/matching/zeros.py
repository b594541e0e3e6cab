"""Match mentions without a word of their own by the words they depend on."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias

import numpy as np

from corefscore.core.arrays import Ints, ints
from corefscore.core.corpus import Corpus
from corefscore.matching.candidates import best_of
from corefscore.matching.matched import Pairs
from corefscore.matching.mention_words import NodeNumbers

RELATION_WEIGHT = 10

Sentence: TypeAlias = tuple[int, int]
"""A document and a sentence, each by its number."""

Relations: TypeAlias = tuple[tuple[Hashable, str], ...]
"""The parents of a zero, each with its relation."""


def align_zeros(key: Corpus, response: Corpus, nodes: tuple[NodeNumbers, NodeNumbers]) -> Pairs:
    """Return pairs of mentions that are the same zero: in each sentence, those whose dependencies agree best.

    The agreement is the F1 of the parents, plus ten times the F1 of the parents with their relations.

    Parameters
    ----------
    key, response : Corpus
        Both sides.
    nodes : pair of NodeNumbers
        The numbers of the empty nodes of both sides.
    """
    theirs: dict[tuple[Sentence, Hashable], dict[int, Relations]] = {}
    for row, sentence, relations in _zeros(response, nodes[1]):
        for parent, _ in relations:
            theirs.setdefault((sentence, parent), {})[row] = relations
    agreement: dict[tuple[int, int], float] = {}
    for row, sentence, ours in _zeros(key, nodes[0]):
        for parent, _ in ours:
            for other, relations in theirs.get((sentence, parent), {}).items():
                agreement[row, other] = _agreement(ours, relations)
    rows, others = zip(*agreement, strict=True) if agreement else ((), ())
    return best_of(Pairs(ints(rows), ints(others)), np.array(list(agreement.values())))


def _zeros(corpus: Corpus, numbers: NodeNumbers) -> Iterator[tuple[int, Sentence, Relations]]:
    """Yield the row, the sentence and the relations of each mention whose head is an empty node."""
    if "zero" not in corpus.extra:
        return
    rows = np.flatnonzero(corpus.extra["zero"])
    columns = (column.tolist() for column in (rows, corpus.document[rows], _heads(corpus)[rows]))
    for document, mentions in groupby(zip(*columns, strict=True), key=itemgetter(1)):
        empty = corpus.origins[document].empty
        if empty is None:
            continue
        sentences, node_of = empty.sentence.tolist(), {token: node for node, token in enumerate(empty.token.tolist())}
        for row, _, head in mentions:
            if (node := node_of.get(head)) is not None:
                yield row, (document, sentences[node]), _comparable(empty.dependency[node], numbers[document])


def _heads(corpus: Corpus) -> Ints:
    """Return the heads of mentions, or -1. If a format has no heads, the only token of a mention is its head."""
    only = np.where(corpus.start == corpus.end, corpus.start, -1)
    head = corpus.extra.get("head", only)
    return np.where(head >= 0, head, only)


def _comparable(dependency: tuple[tuple[int | None, str], ...], numbers: Ints) -> Relations:
    """Return relations to parents that have the same name on both sides. Only empty nodes need another name."""
    for parent, _ in dependency:  # a loop, because `any` takes twice the time for one or two parents
        if parent is not None and parent < 0:
            return tuple((_common(each, numbers), name) for each, name in dependency)
    return dependency


def _common(parent: int | None, numbers: Ints) -> Hashable:
    return parent if parent is None or parent >= 0 else ("empty", int(numbers[~parent]))


def _agreement(ours: Relations, theirs: Relations) -> float:
    if ours == theirs:
        return RELATION_WEIGHT + 1.0
    parents = ({parent for parent, _ in ours}, {parent for parent, _ in theirs})
    return RELATION_WEIGHT * _f1({*ours}, {*theirs}) + _f1(*parents)


def _f1(ours: set[Hashable], theirs: set[Hashable]) -> float:
    return 2 * len(ours & theirs) / (len(ours) + len(theirs))
