"""The words of mentions as numbers. The same words, or empty nodes, of key and response have the same number."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import compress, pairwise
from typing import NamedTuple, TypeAlias

import numpy as np

from corefscore.core.arrays import Bools, Ints, ints, numbers, ranges
from corefscore.core.corpus import Corpus, Parts
from corefscore.core.texts import EmptyNodes
from corefscore.matching.matched import Pairs

NodeNumbers: TypeAlias = Sequence[Ints]
"""For each document, a number for each of its empty nodes."""

NOWHERE = "nowhere"


PLAIN = 0
COLUMNS = ("document", "first", "last", "shape", "size", "head")


def number_nodes(key: Corpus, response: Corpus, zeros: str) -> tuple[NodeNumbers, NodeNumbers]:
    """Number the empty nodes of both sides; `zeros` is the policy."""
    key_numbers, response_numbers = [], []
    for ours, theirs in zip(key.origins, response.origins, strict=True):
        key_numbers.append(numbers(len(ours.empty.token) if ours.empty else 0))
        if theirs.empty is None:
            response_numbers.append(ints([]))
        elif ours.empty is None or _are_equal(ours.empty, theirs.empty):
            response_numbers.append(numbers(len(theirs.empty.token)))
        else:
            response_numbers.append(ints(_paired(ours.empty, theirs.empty, zeros)))
    return key_numbers, response_numbers


def _are_equal(ours: EmptyNodes, theirs: EmptyNodes) -> bool:
    return (
        ours.dependency == theirs.dependency
        and ours.word.tolist() == theirs.word.tolist()
        and ours.rank.tolist() == theirs.rank.tolist()
    )


def _paired(ours: EmptyNodes, theirs: EmptyNodes, zeros: str) -> list[int]:
    """Return for each response node the number of the same key node, or a new number."""
    key_nodes, response_nodes = _nodes(ours), _nodes(theirs)
    rounds = (_Node.both, _Node.by_relations) if zeros == "dependency" else ()
    number_of: dict[int, int] = {}
    taken: set[int] = set()
    for identity in (*rounds, _Node.by_position):
        free: dict[Hashable, list[int]] = {}
        for number, node in enumerate(key_nodes):
            if number not in taken:
                free.setdefault(identity(node), []).append(number)
        for number, node in enumerate(response_nodes):
            same = free.get(identity(node)) if number not in number_of else None
            if same:
                number_of[number] = same.pop(0)
                taken.add(number_of[number])
    return [number_of.get(number, len(key_nodes) + number) for number in range(len(response_nodes))]


class _Node(NamedTuple):
    """What identifies a node: its position among the words, and the words it depends on."""

    position: Hashable
    relations: Hashable

    def both(self) -> Hashable:
        return self

    def by_relations(self) -> Hashable:
        return self.relations

    def by_position(self) -> Hashable:
        return self.position


def _nodes(nodes: EmptyNodes) -> list[_Node]:
    positions = zip(nodes.sentence.tolist(), nodes.word.tolist(), nodes.rank.tolist(), strict=True)
    return [
        _Node(position, (position[0], _relations(nodes, number, ()) or (NOWHERE, position)))
        for number, position in enumerate(positions)
    ]


def _relations(nodes: EmptyNodes, number: int, below: Sequence[int]) -> tuple[Hashable, ...]:
    """Return the relations of a node to words. A parent that is an empty node is replaced by its own relations."""
    if number in below:
        return ()
    relations = (
        (relation, _relations(nodes, ~parent, (*below, number)) if parent is not None and parent < 0 else parent)
        for parent, relation in nodes.dependency[number]
    )
    return tuple(sorted(relations, key=repr))


class MentionWords(NamedTuple):
    """The words of each mention of one side, as columns.

    A plain mention has all words from `first` to `last`. A mention with gaps, or with empty nodes among its words, has
    a `shape` instead, which is a number in `sets` from 1. Empty nodes have higher numbers than words. `head` is a word,
    or -1. `minimum` has the minimum spans of the mentions that have one.
    """

    document: Ints
    first: Ints
    last: Ints
    shape: Ints
    size: Ints
    head: Ints
    sets: list[frozenset[int]]
    minimum: Mapping[int, frozenset[int]] = {}

    def of(self, row: int) -> frozenset[int]:
        """Return the words of one mention."""
        shape = int(self.shape[row])
        return self.sets[shape - 1] if shape else frozenset(range(int(self.first[row]), int(self.last[row]) + 1))

    def take(self, rows: Ints) -> MentionWords:
        """Return the words of the given mentions, in the order given."""
        old_rows = rows.tolist() if self.minimum else ()
        minimum = {new: self.minimum[old] for new, old in enumerate(old_rows) if old in self.minimum}
        return self._replace(minimum=minimum, **{name: getattr(self, name)[rows] for name in COLUMNS})


class BothWords(NamedTuple):
    """The words of both sides."""

    key: MentionWords
    response: MentionWords

    def take(self, key_rows: Ints, response_rows: Ints) -> BothWords:
        """Return the words of the given mentions of each side, in the order given."""
        return BothWords(self.key.take(key_rows), self.response.take(response_rows))

    def shared(self, pairs: Pairs) -> Ints:
        """Return how many words the two mentions of each pair share."""
        key, response = self
        low = np.maximum(key.first[pairs.key], response.first[pairs.response])
        high = np.minimum(key.last[pairs.key], response.last[pairs.response])
        shared = np.maximum(high - low + 1, 0)
        with_shape = (key.shape[pairs.key] != PLAIN) | (response.shape[pairs.response] != PLAIN)
        for index in np.flatnonzero(with_shape).tolist():
            shared[index] = len(key.of(int(pairs.key[index])) & response.of(int(pairs.response[index])))
        return ints(shared)

    def within(self, pairs: Pairs) -> Bools:
        """Return whether all words of the response mention are in the key mention."""
        found: Bools = self.shared(pairs) == self.response.size[pairs.response]
        return found


def common_words(key: Corpus, response: Corpus, nodes: tuple[NodeNumbers, NodeNumbers]) -> BothWords:
    """Number the words of both sides. Equal words have equal numbers. `nodes` are the numbers of empty nodes."""
    first_node = 1 + max(int(side.end.max(initial=0)) for side in (key, response))
    number_of_set: dict[frozenset[int], int] = {}
    sides = [
        _Tokens(corpus, names, first_node).words(number_of_set)
        for corpus, names in zip((key, response), nodes, strict=True)
    ]
    return BothWords(*(side._replace(sets=list(number_of_set)) for side in sides))


def word_positions(corpus: Corpus, token: Ints) -> Ints:
    """Return the position of a token of each mention among the words: odd for a word, even for an empty node."""
    tokens = _Tokens(corpus)
    nodes, is_node = tokens.nodes_up_to(corpus.document, token)
    return 2 * (token - (nodes - is_node - tokens.nodes_before[corpus.document])) + ~is_node


class _Tokens:
    """The tokens of a corpus as words and empty nodes. The numbers of nodes begin with `first_node`."""

    def __init__(self, corpus: Corpus, names: NodeNumbers = (), first_node: int = 0) -> None:
        self.corpus = corpus
        self.first_node = first_node
        self.names = np.concatenate([ints([]), *names])
        nodes = [origin.empty.token if origin.empty else ints([]) for origin in corpus.origins]
        counts = ints([len(each) for each in nodes])
        self.nodes_before = np.cumsum(counts) - counts
        last_node = max((int(each[-1]) for each in nodes if len(each)), default=0)
        self.width = 1 + max(int(corpus.end.max(initial=0)), last_node)
        self.node = np.concatenate([ints([]), *nodes]) + np.repeat(numbers(len(nodes)), counts) * self.width

    def numbers(self, document: Ints, token: Ints) -> tuple[Ints, Ints, Bools]:
        """Return the number of each token as a word or as an empty node, followed by the result of `nodes_up_to`."""
        nodes, is_node = self.nodes_up_to(document, token)
        word = token - (nodes - self.nodes_before[document])
        number = np.where(is_node, self.first_node + self.names[nodes - 1], word) if self.node.size else word
        return number, nodes, is_node

    def nodes_up_to(self, document: Ints, token: Ints) -> tuple[Ints, Bools]:
        """Return how many empty nodes the corpus has up to each token, and whether the token is one of them."""
        position = document * self.width + token
        nodes = np.searchsorted(self.node, position, "right")
        if not self.node.size:
            return nodes, np.zeros(len(position), dtype=bool)
        return nodes, (nodes > 0) & (self.node[nodes - 1] == position)

    def words(self, number_of_set: dict[frozenset[int], int]) -> MentionWords:
        """Return the words of all mentions. Sets of words with gaps get a number."""
        corpus = self.corpus
        first, nodes_to_first, is_node = self.numbers(corpus.document, corpus.start)
        last, nodes_to_last, _ = self.numbers(corpus.document, corpus.end)
        size = last - first + 1
        plain = (nodes_to_first - is_node == nodes_to_last) | (corpus.start == corpus.end)
        if "shape" in corpus.extra:
            plain &= corpus.extra["shape"] == 0
        rows = np.flatnonzero(~plain)
        sets = self._sets(rows, corpus.parts_of(rows))
        first[rows], last[rows], size[rows] = (ints(list(map(each, sets))) for each in (min, max, len))
        # A gap may contain only an empty node that the other side does not have.
        apart = (size[rows] > 1) & ((last[rows] >= self.first_node) | (last[rows] - first[rows] >= size[rows]))
        shape = np.full(corpus.mentions, PLAIN, dtype=np.int64)
        shape[rows[apart]] = [number_of_set.setdefault(each, len(number_of_set) + 1) for each in compress(sets, apart)]
        first[rows[apart]], last[rows[apart]] = 0, 0
        return MentionWords(corpus.document, first, last, shape, size, self._heads(), [], self._minimum())

    def _heads(self) -> Ints:
        """Return the heads as words; -1 if a head is not known."""
        head = self.corpus.extra.get("head", np.full(self.corpus.mentions, -1))
        number, _, _ = self.numbers(self.corpus.document, np.maximum(head, 0))
        return np.where(head >= 0, number, -1)

    def _minimum(self) -> dict[int, frozenset[int]]:
        """Return the minimum spans as words."""
        minimum = self.corpus.extra.get("minimum", ints([]))
        rows = np.flatnonzero(minimum)
        parts = [self.corpus.shapes[shape - 1] for shape in minimum[rows].tolist()]
        return dict(zip(rows.tolist(), self._sets(rows, parts), strict=True))

    def _sets(self, rows: Ints, parts: Sequence[Parts]) -> list[frozenset[int]]:
        """Return the words of these parts of mentions."""
        start, end = (ints([token[side] for each in parts for token in each]) for side in (0, 1))
        length = end - start + 1
        count = ints([len(each) for each in parts])
        document = np.repeat(self.corpus.document[rows], count)
        number = self.numbers(np.repeat(document, length), ranges(start, length))[0].tolist()
        bounds = np.append(0, np.cumsum(length))[np.append(0, np.cumsum(count))].tolist()
        return [frozenset(number[begin:stop]) for begin, stop in pairwise(bounds)]
