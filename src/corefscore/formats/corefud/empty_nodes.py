"""Empty nodes of CoNLL-U: tokens such as 8.1 that represent omitted words, with the words they depend on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count, groupby
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from corefscore.core.arrays import ints
from corefscore.core.problems import Problem
from corefscore.core.texts import EmptyNodes

ROOT = "0"
LONGEST_NUMBER = 9

Dependency: TypeAlias = tuple[tuple[int | None, str], ...]


class Node(NamedTuple):
    """An empty node as it is in the file.

    `document` is the number of its document. `token` is its number there, `word` the number of words before it, and
    `sentence` the number of its sentence. In the sentence, `previous` is the number of the token before it, and `last`
    the number of the last token. `name` is its own number there, such as 8.1. `dependencies` lists its parents.
    """

    document: int
    token: int
    word: int
    previous: int
    sentence: int
    line: int
    last: int
    name: str
    dependencies: str


def empty_nodes(source: str, nodes: Sequence[Node]) -> tuple[dict[int, EmptyNodes], list[Problem]]:
    """Return the empty nodes of each document that has any, and their problems."""
    readers = {document: _Reader(source, [*found]) for document, found in groupby(nodes, attrgetter("document"))}
    rank = [each for reader in readers.values() for each in map(reader.rank, count(), reader.nodes)]
    _, token, word, _, sentence, *_ = zip(*nodes, strict=True) if nodes else [()] * len(Node._fields)
    columns = ints([token, word, rank, sentence])
    found, first = {}, 0
    for document, reader in readers.items():
        own = columns[:, first : first + len(reader.nodes)]
        found[document] = EmptyNodes._make((*own, tuple(map(reader.dependency, reader.nodes))))
        first += len(reader.nodes)
    return found, [problem for reader in readers.values() for problem in reader.problems]


class _Reader:
    """Reads the nodes of a document."""

    def __init__(self, source: str, nodes: Sequence[Node]) -> None:
        self.source = source
        self.nodes = nodes
        self.problems: list[Problem] = []
        self.number: dict[tuple[int, str], int] = {}
        for number, node in enumerate(nodes):
            self.number.setdefault((node.sentence, node.name), number)
        self.repeats = len(self.number) < len(nodes)

    def rank(self, number: int, node: Node) -> int:
        """Return the rank of a node among the nodes between the same words. `number` is its number in the document."""
        written, _, minor = node.name.partition(".")
        before = int(written)
        rank = int(minor) if minor.isdecimal() and len(minor) <= LONGEST_NUMBER else 0
        if not rank:
            self._report(node, f"{node.name!r} is not the number of an empty node; write 1.1")
        if before != node.previous:
            message = f"empty node {node.name} comes after word {node.previous}; move it or correct its number"
            self._report(node, message)
        if self.repeats and (first := self.number[node.sentence, node.name]) != number:
            message = f"empty node {node.name} already exists in line {self.nodes[first].line}; renumber one"
            self._report(node, message)
        # After the last word of a sentence and before the first word of the next one, the number of words is the same.
        return 2 * rank + (before == 0)

    def dependency(self, node: Node) -> Dependency:
        """Return the parents of a node."""
        if node.dependencies == "_":
            return ()
        if "|" not in node.dependencies:
            parent, _, relation = node.dependencies.partition(":")
            return ((self._parent(parent, node), relation),)
        relations = (each.partition(":") for each in node.dependencies.split("|"))
        return tuple((self._parent(parent, node), relation) for parent, _, relation in relations)

    def _parent(self, parent: str, node: Node) -> int | None:
        if parent == ROOT:
            return None
        if parent.isdecimal() and len(parent) <= LONGEST_NUMBER and (number := int(parent)) <= node.last:
            return node.word - node.previous + number - 1
        if (node.sentence, parent) in self.number:
            return ~self.number[node.sentence, parent]
        message = f"this empty node depends on {parent!r}, which is not a node of its sentence; correct its DEPS"
        self._report(node, message)
        return None

    def _report(self, node: Node, message: str) -> None:
        self.problems.append(Problem(self.source, node.line, message))
