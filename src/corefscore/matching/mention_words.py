"""The words of mentions, counted alike in key and response although only one of them may have an empty node."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress, pairwise
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Bools, Ints, ints, numbers, ranges
from corefscore.core.corpus import Corpus, Parts
from corefscore.matching.empty_names import Names

PLAIN = 0
COLUMNS = ("document", "first", "last", "shape", "size", "head")


class Words(NamedTuple):
    """The words of each mention of a side, as columns.

    A plain mention is all words from `first` to `last`. Any other, one with gaps or with empty nodes among its words,
    has a `shape`, which counts in `sets` from 1; the numbers of empty nodes come after those of all words. `head` is
    a word, or -1. `least` has what must be covered of mentions with a minimum span.
    """

    document: Ints
    first: Ints
    last: Ints
    shape: Ints
    size: Ints
    head: Ints
    sets: list[frozenset[int]]
    least: Mapping[int, frozenset[int]] = {}

    def of(self, row: int) -> frozenset[int]:
        """The words of one mention."""
        shape = int(self.shape[row])
        return self.sets[shape - 1] if shape else frozenset(range(int(self.first[row]), int(self.last[row]) + 1))

    def take(self, rows: Ints) -> Words:
        """The words of some mentions, in the order given."""
        least = (
            {new: self.least[old] for new, old in enumerate(rows.tolist()) if old in self.least} if self.least else {}
        )
        return self._replace(least=least, **{name: getattr(self, name)[rows] for name in COLUMNS})


def common_words(key: Corpus, response: Corpus, names: tuple[Names, Names]) -> tuple[Words, Words]:
    """The words of both sides, with the same number for the same word; `names` are those of empty nodes."""
    sides = [_Tokens(corpus, side) for corpus, side in zip((key, response), names, strict=True)]
    after_words = 1 + max(side.last_token for side in sides)
    found: dict[frozenset[int], int] = {}
    columns = [side.words(after_words, found) for side in sides]
    sets = list(found)
    return columns[0]._replace(sets=sets), columns[1]._replace(sets=sets)


def word_places(corpus: Corpus, token: Ints) -> Ints:
    """Where a token of each mention is among the words, which have odd numbers; empty nodes have those between."""
    tokens = _Tokens(corpus, [])
    through, is_node = tokens.nodes_up_to(corpus.document, token)
    return 2 * (token - (through - is_node - tokens.before[corpus.document])) + ~is_node


class _Tokens:
    """The tokens of a corpus as words and empty nodes."""

    def __init__(self, corpus: Corpus, names: Names) -> None:
        self.corpus = corpus
        self.last_token = int(corpus.end.max(initial=0))
        self.names = np.concatenate([ints([]), *names])
        nodes = [origin.empty.token if origin.empty else ints([]) for origin in corpus.origins]
        counts = ints([len(each) for each in nodes])
        self.before = np.cumsum(counts) - counts
        self.width = 1 + max(self.last_token, max((int(each[-1]) for each in nodes if len(each)), default=0))
        self.node = np.concatenate([ints([]), *nodes]) + np.repeat(numbers(len(nodes)), counts) * self.width

    def numbers(self, document: Ints, token: Ints, after_words: int) -> tuple[Ints, Ints, Bools]:
        """The number of each token as a word, or as an empty node; the nodes up to it, and whether it is one."""
        through, is_node = self.nodes_up_to(document, token)
        word = token - (through - self.before[document])
        number = np.where(is_node, after_words + self.names[through - 1], word) if self.node.size else word
        return number, through, is_node

    def nodes_up_to(self, document: Ints, token: Ints) -> tuple[Ints, Bools]:
        """How many empty nodes of the corpus there are up to each token, and whether it is one."""
        place = document * self.width + token
        through = np.searchsorted(self.node, place, "right")
        if not self.node.size:
            return through, np.zeros(len(place), dtype=bool)
        return through, (through > 0) & (self.node[through - 1] == place)

    def words(self, after_words: int, found: dict[frozenset[int], int]) -> Words:
        corpus = self.corpus
        first, from_node, is_node = self.numbers(corpus.document, corpus.start, after_words)
        last, to_node, _ = self.numbers(corpus.document, corpus.end, after_words)
        shape = np.zeros(corpus.mentions, dtype=np.int64)
        size = last - first + 1
        plain = (from_node - is_node == to_node) | (corpus.start == corpus.end)
        if "shape" in corpus.extra:
            plain &= corpus.extra["shape"] == 0
        rows = np.flatnonzero(~plain)
        sets = self._sets(rows, corpus.parts_of(rows), after_words)
        first[rows], last[rows], size[rows] = (ints(list(map(each, sets))) for each in (min, max, len))
        # What lies in a gap may be an empty node only, which the other side need not have.
        apart = (size[rows] > 1) & ((last[rows] >= after_words) | (last[rows] - first[rows] >= size[rows]))
        shape[rows[apart]] = [found.setdefault(words, len(found) + 1) for words in compress(sets, apart)]
        first[rows[apart]], last[rows[apart]] = 0, 0
        return Words(corpus.document, first, last, shape, size, self._heads(after_words), [], self._least(after_words))

    def _heads(self, after_words: int) -> Ints:
        """The heads as words; -1 where none is known."""
        head = self.corpus.extra.get("head", np.full(self.corpus.mentions, -1))
        number, _, _ = self.numbers(self.corpus.document, np.maximum(head, 0), after_words)
        return np.where(head >= 0, number, -1)

    def _least(self, after_words: int) -> dict[int, frozenset[int]]:
        corpus = self.corpus
        rows = np.flatnonzero(corpus.extra["minimum"]) if "minimum" in corpus.extra else ints([])
        parts = [corpus.shapes[shape - 1] for shape in corpus.extra["minimum"][rows].tolist()] if len(rows) else []
        return dict(zip(rows.tolist(), self._sets(rows, parts, after_words), strict=True))

    def _sets(self, rows: Ints, parts: Sequence[Parts], after_words: int) -> list[frozenset[int]]:
        """The words of some parts of mentions."""
        corpus = self.corpus
        start, end = (ints([stretch[side] for each in parts for stretch in each]) for side in (0, 1))
        length = end - start + 1
        count = ints([len(each) for each in parts])
        document = np.repeat(corpus.document[rows], count)
        number = self.numbers(np.repeat(document, length), ranges(start, length), after_words)[0].tolist()
        bounds = np.append(0, np.cumsum(length))[np.append(0, np.cumsum(count))].tolist()
        return [frozenset(number[begin:stop]) for begin, stop in pairwise(bounds)]
