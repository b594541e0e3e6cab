"""Empty nodes of CoNLL-U: tokens such as 8.1 that stand for words left out, with the words they depend on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from corefscore.core.arrays import ints
from corefscore.core.corpus import EmptyNodes
from corefscore.core.problems import Problem

ROOT = "0"
LONGEST_NUMBER = 9

Dependency: TypeAlias = tuple[tuple[int | None, str], ...]


class Node(NamedTuple):
    """An empty node as it stands in a file.

    `document` is the number of its document, where `token` is its own number, `word` the number of words before it, and
    `sentence` the number of its sentence. `previous` is the number, in the sentence, of the token before it, and `last`
    that of the last one. `name` is its own number there, such as 8.1, and `dependencies` says what it depends on.
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
    """The empty nodes of each document that has some, and what is wrong with them."""
    found = {}
    problems: list[Problem] = []
    for document, in_document in groupby(nodes, attrgetter("document")):
        reader = _Reader(source, list(in_document))
        rows = [reader.read(number, node) for number, node in enumerate(reader.nodes)]
        *columns, dependency = zip(*rows, strict=True)
        token, word, rank, sentence = map(ints, columns)
        found[document] = EmptyNodes(token, word, rank, sentence, dependency)
        problems += reader.problems
    return found, problems


class _Reader:
    """Reads the nodes of a document."""

    def __init__(self, source: str, nodes: Sequence[Node]) -> None:
        self.source = source
        self.nodes = nodes
        self.problems: list[Problem] = []
        self.number: dict[tuple[int, str], int] = {}
        for number, node in enumerate(nodes):
            self.number.setdefault((node.sentence, node.name), number)

    def read(self, own_number: int, node: Node) -> tuple[int, int, int, int, Dependency]:
        """The token of a node, the words before it, its rank among nodes there, its sentence, and its dependencies."""
        before, _, count = node.name.partition(".")
        word, rank = int(before), int(count) if count.isdecimal() and len(count) <= LONGEST_NUMBER else 0
        if not rank:
            self._report(node, f"{node.name!r} is no number of an empty node; write 1.1")
        if word != node.previous:
            message = f"empty node {node.name} stands behind word {node.previous}; move it or give it its number"
            self._report(node, message)
        first = self.number[node.sentence, node.name]
        if first != own_number:
            message = f"there is an empty node {node.name} before, in line {self.nodes[first].line}; renumber one"
            self._report(node, message)
        # Behind the last word of a sentence and before the first of the next, there are as many words before.
        rank = 2 * rank + (word == 0)
        return node.token, node.word, rank, node.sentence, self._dependency(node, node.word - word)

    def _dependency(self, node: Node, words_before: int) -> Dependency:
        """What a node depends on; so many words of the document come before its sentence."""
        if node.dependencies == "_":
            return ()
        relations = (each.partition(":") for each in node.dependencies.split("|"))
        return tuple((self._parent(parent, node, words_before), relation) for parent, _, relation in relations)

    def _parent(self, parent: str, node: Node, words_before: int) -> int | None:
        if parent == ROOT:
            return None
        if parent.isdecimal() and len(parent) <= LONGEST_NUMBER and int(parent) <= node.last:
            return words_before + int(parent) - 1
        if (node.sentence, parent) in self.number:
            return ~self.number[node.sentence, parent]
        message = f"this empty node depends on {parent!r}, which is no node of its sentence; correct its DEPS"
        self._report(node, message)
        return None

    def _report(self, node: Node, message: str) -> None:
        self.problems.append(Problem(self.source, node.line, message))
