"""Empty nodes of CoNLL-U: tokens such as 8.1 that stand for words left out, with the words they depend on."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import TypeAlias

import numpy as np

from corefscore.core.arrays import Ints, changes, ints, numbers
from corefscore.core.corpus import EmptyNodes
from corefscore.core.problems import Problem
from corefscore.formats.corefud.conllu import DEPS, ConlluScan

ROOT = "0"
LONGEST_NUMBER = 9

Dependency: TypeAlias = tuple[tuple[int | None, str], ...]


def empty_nodes(scan: ConlluScan, first: Ints) -> tuple[dict[int, EmptyNodes], list[Problem]]:
    """The empty nodes of each document that has some; `first` has the first token of each document."""
    token = np.flatnonzero(scan.empty)
    if not token.size:
        return {}, []
    document = np.searchsorted(first, token, "right") - 1
    words_before_document = ints(first - np.searchsorted(token, first))
    word = ints(token - numbers(len(token)) - words_before_document[document])
    sentence, number = ints(scan.sentence[token]), scan.number[token]
    begins = np.flatnonzero(changes(document))
    reader = _Reader(scan, token, word - number, np.repeat(begins, np.diff(begins, append=len(token))))
    # Behind the last word of a sentence and before the first of the next, there are as many words before.
    rank = 2 * ints(reader.minor) + (number == 0)
    start = first[document]
    own_token, own_sentence = token - start, sentence - scan.sentence[start]
    dependency = tuple(map(reader.dependency, range(len(token))))
    found = {}
    for begin, end in pairwise([*begins.tolist(), len(token)]):
        rows = slice(begin, end)
        found[int(document[begin])] = EmptyNodes(
            own_token[rows], word[rows], rank[rows], own_sentence[rows], dependency[rows]
        )
    problems = _misplaced(scan, token, reader.names) + _repeated(scan, token, reader.names)
    return found, problems + reader.problems


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


def _repeated(scan: ConlluScan, token: Ints, names: list[str]) -> list[Problem]:
    """Empty nodes with the number of another one in their sentence."""
    places = list(zip(scan.sentence[token].tolist(), names, strict=True))
    if len(set(places)) == len(places):
        return []
    first = {place: row for row, place in reversed(list(enumerate(places)))}
    return [
        Problem(
            scan.cells.source,
            int(scan.line[token[row]]),
            f"there is an empty node {names[row]} before, in line {scan.line[token[first[place]]]}; renumber one",
        )
        for row, place in enumerate(places)
        if first[place] != row
    ]


def _minor(name: str) -> int:
    """The number behind the dot; 0 if there is none that counts nodes."""
    minor = name.partition(".")[2]
    return int(minor) if minor.isdecimal() and len(minor) <= LONGEST_NUMBER else 0


class _Reader:
    """Reads names and dependencies.

    `base` has how many words of the document come before each node's sentence, `begin` the first node of its document.
    """

    def __init__(self, scan: ConlluScan, token: Ints, base: Ints, begin: Ints) -> None:
        cells = [node.decode().split("\t") for node in scan.nodes]
        self.scan = scan
        self.token = token
        self.base = base.tolist()
        # The last token of a sentence has the number of its last word, even if it is an empty node.
        last = np.searchsorted(scan.sentence, scan.sentence[token], "right") - 1
        self.words = scan.number[last].tolist()
        self.begin = begin
        self.names = [row[0] for row in cells]
        self.cells = [row[DEPS] for row in cells]
        self.minor = [_minor(name) for name in self.names]
        self.problems = [
            self._problem(row, f"{name!r} is no number of an empty node; write 1.1")
            for row, name in enumerate(self.names)
            if not self.minor[row]
        ]

    def dependency(self, row: int) -> Dependency:
        """What a node depends on."""
        cell = self.cells[row]
        if cell == "_":
            return ()
        if "|" not in cell:
            parent, _, relation = cell.partition(":")
            return ((self._parent(parent, row), relation),)
        relations = (each.partition(":") for each in cell.split("|"))
        return tuple((self._parent(parent, row), relation) for parent, _, relation in relations)

    def _parent(self, parent: str, row: int) -> int | None:
        if parent == ROOT:
            return None
        if parent.isdecimal() and len(parent) <= LONGEST_NUMBER and int(parent) <= self.words[row]:
            return int(self.base[row]) + int(parent) - 1
        node = self._rows.get((int(self.scan.sentence[self.token[row]]), parent))
        if node is not None:
            return ~(node - int(self.begin[row]))
        message = f"this empty node depends on {parent!r}, which is no node of its sentence; correct its DEPS"
        self.problems.append(self._problem(row, message))
        return None

    @cached_property
    def _rows(self) -> dict[tuple[int, str], int]:
        """The empty nodes by their sentences and names."""
        sentences = self.scan.sentence[self.token].tolist()
        return {place: row for row, place in enumerate(zip(sentences, self.names, strict=True))}

    def _problem(self, row: int, message: str) -> Problem:
        return Problem(self.scan.cells.source, int(self.scan.line[self.token[row]]), message)
