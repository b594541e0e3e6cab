"""Empty nodes of CoNLL-U: tokens such as 8.1 that stand for words left out, with the words they depend on."""

from __future__ import annotations

import re
from typing import TypeAlias

import numpy as np

from corefscore.columns import Ints, ints
from corefscore.corpus import EmptyNodes
from corefscore.formats.conllu import DEPS, ConlluScan
from corefscore.problems import Problem

NUMBER = re.compile(rb"\d+\.(\d+)")
PARENT = re.compile(r"(\d+)(\.\d+)?")
ROOT = "0"

Dependency: TypeAlias = tuple[tuple[int | None, str], ...]


def empty_nodes(scan: ConlluScan, first: Ints) -> tuple[dict[int, EmptyNodes], list[Problem]]:
    """The empty nodes of each document that has some; `first` has the first token of each document."""
    token = np.flatnonzero(scan.empty)
    if not token.size:
        return {}, []
    words_before = np.cumsum(~scan.empty)
    problems = _misplaced(scan, token)
    document = np.searchsorted(first, token, "right") - 1
    word_base = words_before[first] - ~scan.empty[first]
    reader = _Reader(scan, problems)
    found = {}
    for number in np.unique(document).tolist():
        rows = np.flatnonzero(document == number)
        word = words_before[token[rows]] - word_base[number]
        found[number] = reader.read(rows, token[rows], word, int(first[number]))
    return found, problems


def _misplaced(scan: ConlluScan, token: Ints) -> list[Problem]:
    """Empty nodes that do not stand behind the word whose number they have."""
    previous = np.where(token > 0, scan.number[token - 1], 0)
    previous[(token > 0) & (scan.sentence[token - 1] != scan.sentence[token])] = 0
    previous[token == 0] = 0
    wrong = np.flatnonzero(scan.number[token] != previous)
    return [
        Problem(
            scan.cells.source,
            int(scan.line[token[row]]),
            f"empty node {_name(scan.nodes[row])} stands behind word {previous[row]}; move it or give it its number",
        )
        for row in wrong.tolist()
    ]


def _name(node: bytes) -> str:
    return node.split(b"\t", 1)[0].decode()


class _Reader:
    """Reads the empty nodes of one document after the other."""

    def __init__(self, scan: ConlluScan, problems: list[Problem]) -> None:
        self.scan = scan
        self.problems = problems

    def read(self, rows: Ints, token: Ints, word: Ints, first: int) -> EmptyNodes:
        """Some empty nodes, given their numbers in the file, their tokens, and how many words come before each."""
        nodes = [self.scan.nodes[row] for row in rows.tolist()]
        sentence = self.scan.sentence[token]
        in_sentence = self.scan.number[token]
        number = {(s, _name(node)): place for place, (s, node) in enumerate(zip(sentence.tolist(), nodes, strict=True))}
        dependency = [
            self._dependency(
                node,
                int(self.scan.line[token[place]]),
                int(sentence[place]),
                int(word[place] - in_sentence[place]),
                number,
            )
            for place, node in enumerate(nodes)
        ]
        minor = ints([int(match[1]) if (match := NUMBER.match(node)) else 0 for node in nodes])
        # Behind the last word of a sentence and before the first of the next, there are as many words before.
        rank = 2 * minor + (in_sentence == 0)
        return EmptyNodes(token - first, word, rank, sentence - int(self.scan.sentence[first]), tuple(dependency))

    def _dependency(
        self, node: bytes, line: int, sentence: int, base: int, number: dict[tuple[int, str], int]
    ) -> Dependency:
        cell = node.split(b"\t")[DEPS].decode()
        return tuple(
            (self._parent(parent, line, sentence, base, number), relation)
            for parent, _, relation in (each.partition(":") for each in cell.split("|") if each != "_")
        )

    def _parent(
        self, parent: str, line: int, sentence: int, base: int, number: dict[tuple[int, str], int]
    ) -> int | None:
        if parent == ROOT:
            return None
        match = PARENT.fullmatch(parent)
        if match and match[2] is None:
            return base + int(parent) - 1
        place = number.get((sentence, parent))
        if place is None:
            message = f"this empty node depends on {parent!r}, which is no node of its sentence; correct its DEPS"
            self.problems.append(Problem(self.scan.cells.source, line, message))
            return None
        return ~place
