"""Mentions collected document by document, for readers that do not meet them in columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Any

import numpy as np
import numpy.typing as npt

from corefscore.core.arrays import Array, Ints, ints, numbers
from corefscore.core.corpus import UNKNOWN, Corpus, Origin, Parts, Source, Text
from corefscore.core.problems import Problem

LARGEST = (1 << 24) - 1
"""No text is longer, in tokens or characters; so a document and two places in it fit into one number."""


class LineSource:
    """A file, and the line of each mention read from it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.mention_lines = ints([])

    def line_of(self, place: int) -> int:
        return int(self.mention_lines[place])

    def comparison(self, other: Source) -> Callable[[Text, Text], bool]:
        return _same_words


def _same_words(ours: Text, theirs: Text) -> bool:
    if isinstance(ours, DigestedText) and isinstance(theirs, DigestedText):
        return ours.digest == theirs.digest
    return ours.sentences == theirs.sentences


class GivenText:
    """Words that are at hand; all count as written in one line, if no other lines are given."""

    def __init__(self, sentences: Sequence[Sequence[str]], line: int = 0, lines: Sequence[int] = ()) -> None:
        self._sentences = sentences
        self._line = line
        self._lines = lines

    @property
    def sentences(self) -> list[list[str]]:
        return [list(sentence) for sentence in self._sentences]

    def line_of(self, token: int) -> int:
        return self._lines[token] if token < len(self._lines) else self._line


class DigestedText:
    """Words that are read again when somebody asks; a digest tells whether two texts are the same."""

    def __init__(self, read: Callable[[], list[list[str]]], line: int, sentences: Sequence[Sequence[str]]) -> None:
        self._read = read
        self._line = line
        joined = "\x1e".join(map("\x1f".join, sentences))
        self.digest = blake2b(joined.encode(errors="surrogatepass"), digest_size=16).digest()

    @property
    def sentences(self) -> list[list[str]]:
        return self._read()

    def line_of(self, token: int) -> int:
        return self._line


class Mentions:
    """The mentions of a file, to be added document by document."""

    def __init__(self, name: str) -> None:
        self.source = LineSource(name)
        self.origins: list[Origin] = []
        self._labels: list[Any] = []
        self._columns: dict[str, list[Ints]] = {"start": [], "end": [], "entity": [], "line": []}
        self._counts: list[int] = []
        self._extra: dict[str, dict[int, Any]] = {}
        self._shapes: dict[Parts, int] = {}
        self._mentions = 0

    def add(
        self,
        origin: Origin,
        start: npt.ArrayLike,
        end: npt.ArrayLike,
        entity: npt.ArrayLike,
        labels: Sequence[Any],
        line: npt.ArrayLike,
    ) -> int:
        """Add a document whose entities are numbered from 0; the number of its first mention among all is returned."""
        first, count = self._mentions, len(ints(start))
        self.origins.append(origin)
        self._columns["start"].append(ints(start))
        self._columns["end"].append(ints(end))
        self._columns["entity"].append(ints(entity) + len(self._labels))
        self._columns["line"].append(np.broadcast_to(ints(line), count))
        self._labels.extend(labels)
        self._counts.append(count)
        self._mentions += count
        return first

    def note(self, column: str, mention: int, value: Any) -> None:
        """What is known of one mention besides its place: `shape` and `minimum` are given as parts."""
        if column in ("shape", "minimum"):
            value = self._shapes.setdefault(value, len(self._shapes) + 1)
        self._extra.setdefault(column, {})[mention] = value

    def corpus(self) -> Corpus:
        columns = {name: _joined(parts) for name, parts in self._columns.items()}
        self.source.mention_lines = columns["line"]
        labels = np.empty(len(self._labels), dtype=object)
        labels[:] = self._labels
        return Corpus.build(
            origins=self.origins,
            document=np.repeat(numbers(len(self._counts)), ints(self._counts)),
            start=columns["start"],
            end=columns["end"],
            entity=columns["entity"],
            labels=labels,
            source_index=numbers(self._mentions),
            extra=self._extra_columns(),
            shapes=tuple(self._shapes),
        )

    def _extra_columns(self) -> Mapping[str, Array]:
        columns = {}
        for name, known in self._extra.items():
            values = [UNKNOWN[name]] * self._mentions
            for mention, value in known.items():
                values[mention] = value
            columns[name] = np.asarray(values)
        return columns


def _joined(parts: list[Ints]) -> Ints:
    return np.concatenate(parts) if parts else ints([])


def named_twice(source: str, origins: Sequence[Origin]) -> list[Problem]:
    """A problem for each document whose name another one has before it."""
    lines: dict[str, int] = {}
    problems = []
    for origin in origins:
        if origin.name in lines:
            message = f"document {origin.name!r} is also in line {lines[origin.name]}; rename or delete one"
            problems.append(Problem(source, origin.line, message))
        lines.setdefault(origin.name, origin.line)
    return problems
