"""Empty nodes of CoNLL-U: tokens such as 8.1 that stand for words left out, with the words they depend on."""

from __future__ import annotations

from itertools import pairwise
from typing import TypeAlias

import numpy as np

from corefscore.columns import Ints, ints
from corefscore.corpus import EmptyNodes
from corefscore.formats.conllu import DEPS, ConlluScan
from corefscore.problems import Problem

ROOT = "0"

Dependency: TypeAlias = tuple[tuple[int | None, str], ...]


def empty_nodes(scan: ConlluScan, first: Ints) -> tuple[dict[int, EmptyNodes], list[Problem]]:
    """The empty nodes of each document that has some; `first` has the first token of each document."""
    token = np.flatnonzero(scan.empty)
    if not token.size:
        return {}, []
    words_through = np.cumsum(~scan.empty, dtype=np.int64)
    document = np.searchsorted(first, token, "right") - 1
    words_before_document = words_through[first] - ~scan.empty[first]
    word = ints(words_through[token] - words_before_document[document])
    sentence, number = ints(scan.sentence[token]), scan.number[token]
    bounds = np.append(np.flatnonzero(np.append(True, document[1:] != document[:-1])), len(token)).tolist()
    reader = _Reader(scan, token, (word - number).tolist())
    # Behind the last word of a sentence and before the first of the next, there are as many words before.
    rank = 2 * ints(reader.minor) + (number == 0)
    found = {}
    for begin, end in pairwise(bounds):
        rows, start = slice(begin, end), first[document[begin]]
        found[int(document[begin])] = EmptyNodes(
            token[rows] - start,
            word[rows],
            rank[rows],
            sentence[rows] - scan.sentence[start],
            reader.dependencies(begin, end),
        )
    return found, _misplaced(scan, token, reader.names) + reader.problems


def _misplaced(scan: ConlluScan, token: Ints, names: list[str]) -> list[Problem]:
    """Empty nodes that do not stand behind the word whose number they have."""
    inside = (token > 0) & (scan.sentence[token - 1] == scan.sentence[token])
    previous = np.where(inside, scan.number[token - 1], 0)
    return [
        Problem(
            scan.cells.source,
            int(scan.line[token[row]]),
            f"empty node {names[row]} stands behind word {previous[row]}; move it or give it its number",
        )
        for row in np.flatnonzero(scan.number[token] != previous).tolist()
    ]


class _Reader:
    """Reads names and dependencies; `base` has how many words of the document come before each node's sentence."""

    def __init__(self, scan: ConlluScan, token: Ints, base: list[int]) -> None:
        cells = [node.decode().split("\t") for node in scan.nodes]
        self.scan = scan
        self.token = token
        self.base = base
        self.names = [row[0] for row in cells]
        self.cells = [row[DEPS] for row in cells]
        self.sentence = scan.sentence[token].tolist()
        self.minor = [int(minor) if (minor := name.partition(".")[2]).isdecimal() else 0 for name in self.names]
        self.problems = [
            self._problem(row, f"{name!r} is no number of an empty node; write 1.1")
            for row, name in enumerate(self.names)
            if not self.minor[row]
        ]

    def dependencies(self, begin: int, end: int) -> tuple[Dependency, ...]:
        """What the nodes of one document depend on."""
        number = {(self.sentence[row], self.names[row]): row - begin for row in range(begin, end)}
        return tuple(self._dependency(row, number) for row in range(begin, end))

    def _dependency(self, row: int, number: dict[tuple[int, str], int]) -> Dependency:
        cell = self.cells[row]
        if cell == "_":
            return ()
        if "|" not in cell:
            parent, _, relation = cell.partition(":")
            return ((self._parent(parent, row, number), relation),)
        relations = (each.partition(":") for each in cell.split("|"))
        return tuple((self._parent(parent, row, number), relation) for parent, _, relation in relations)

    def _parent(self, parent: str, row: int, number: dict[tuple[int, str], int]) -> int | None:
        if parent.isdecimal() and parent != ROOT:
            return self.base[row] + int(parent) - 1
        place = number.get((self.sentence[row], parent))
        if place is not None:
            return ~place
        if parent != ROOT:
            message = f"this empty node depends on {parent!r}, which is no node of its sentence; correct its DEPS"
            self.problems.append(self._problem(row, message))
        return None

    def _problem(self, row: int, message: str) -> Problem:
        return Problem(self.scan.cells.source, int(self.scan.line[self.token[row]]), message)
