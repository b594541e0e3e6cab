"""Build a corpus document by document, for readers that do not find its mentions in columns."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from corefscore.core.arrays import Array, Ints, ints, numbers
from corefscore.core.corpus import UNKNOWN, Corpus, Origin, Parts
from corefscore.core.relations import Relations, joined_relations

Note: TypeAlias = int | bool | str | Parts
"""A value in one of the optional columns."""


class LineSource:
    """A file, and the line of each mention read from it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.mention_lines = ints([])

    def line_of(self, index: int) -> int:
        """Return the line of a mention."""
        return int(self.mention_lines[index])


class GivenText:
    """A text that keeps its words in memory.

    Parameters
    ----------
    sentences : sequence of sequences of str
        The words of each sentence.
    line : int
        The line of all words.
    lines : sequence of int
        The line of each word, if they are on several lines.
    """

    def __init__(self, sentences: Sequence[Sequence[str]], line: int = 0, lines: Sequence[int] = ()) -> None:
        self._sentences = sentences
        self._line = line
        self._lines = lines

    @property
    def sentences(self) -> list[list[str]]:
        """The words of each sentence."""
        return [list(sentence) for sentence in self._sentences]

    def line_of(self, token: int) -> int:
        """Return the line of a word."""
        return self._lines[token] if token < len(self._lines) else self._line


class DigestedText:
    """A text that keeps only a digest, to compare texts. Its words are read again when they are needed.

    Parameters
    ----------
    read : callable
        Reads the words of each sentence again.
    line : int
        The line of all words.
    sentences : sequence of sequences of str
        The words of each sentence.
    """

    def __init__(self, read: Callable[[], list[list[str]]], line: int, sentences: Sequence[Sequence[str]]) -> None:
        self._read = read
        self._line = line
        # The zero distinguishes a digest from the words of other formats.
        self.fingerprint = b"\0" + blake2b(json.dumps(sentences).encode(), digest_size=16).digest()

    @property
    def sentences(self) -> list[list[str]]:
        """The words of each sentence."""
        return self._read()

    def line_of(self, token: int) -> int:
        """Return the line of a word."""
        return self._line


class CorpusBuilder:
    """Builds the corpus of one file.

    Parameters
    ----------
    name : str
        The file.

    Examples
    --------
    >>> builder = CorpusBuilder("example")
    >>> builder.add(Origin("story", builder.source), start=[0, 4], end=[1, 4], entity=[0, 0], labels=["Ann"], line=1)
    0
    >>> builder.note("type", 0, "person")
    >>> builder.corpus()
    <Corpus: 1 documents, 2 mentions, 1 entities>
    """

    def __init__(self, name: str) -> None:
        self.source = LineSource(name)
        self.origins: list[Origin] = []
        self._labels: list[object] = []
        self._columns: dict[str, list[Ints]] = {"start": [], "end": [], "entity": [], "line": []}
        self._counts: list[int] = []
        self._notes: dict[str, dict[int, int | bool | str]] = {}
        self._shapes: dict[Parts, int] = {}
        self._relations: list[Relations] = []
        self._mentions = 0

    def add(
        self,
        origin: Origin,
        start: npt.ArrayLike,
        end: npt.ArrayLike,
        entity: npt.ArrayLike,
        labels: Sequence[object],
        line: npt.ArrayLike,
        relations: Relations | None = None,
    ) -> int:
        """Add a document.

        Parameters
        ----------
        origin : Origin
            What is known about the document.
        start, end, entity : column of int
            The first token, the last token and the entity of each mention. Entities are numbered from 0.
        labels : sequence
            The name of each entity.
        line : int or column of int
            The line of each mention, or of all of them.
        relations : Relations, optional
            Elements and bridges. They use the numbers that mentions and entities have in this document.

        Returns
        -------
        int
            The index of its first mention in the file.
        """
        first, starts = self._mentions, ints(start)
        count = len(starts)
        if relations is not None:
            self._relations.append(relations.shifted(first, len(self._labels), len(self.origins)))
        self.origins.append(origin)
        self._columns["start"].append(starts)
        self._columns["end"].append(ints(end))
        self._columns["entity"].append(ints(entity) + len(self._labels))
        self._columns["line"].append(np.broadcast_to(ints(line), count))
        self._labels.extend(labels)
        self._counts.append(count)
        self._mentions += count
        return first

    def note(self, column: str, mention: int, value: Note) -> None:
        """Store an optional property of a mention.

        Parameters
        ----------
        column : str
            One of the optional columns: `head`, `zero`, `shape`, `minimum`, `type`, `referring` or `semtype`.
        mention : int
            The index of the mention in the file.
        value : int, bool, str or Parts
            The value; for `shape` and `minimum`, the parts.
        """
        if isinstance(value, tuple):
            value = self._shapes.setdefault(value, len(self._shapes) + 1)
        self._notes.setdefault(column, {})[mention] = value

    def corpus(self) -> Corpus:
        """Return the corpus of all added documents. Raises InputError if an entity is an element of itself."""
        columns = {name: _joined(parts) for name, parts in self._columns.items()}
        self.source.mention_lines = columns["line"]
        labels = np.empty(len(self._labels), dtype=object)
        labels[:] = self._labels
        corpus = Corpus.build(
            origins=self.origins,
            document=np.repeat(numbers(len(self._counts)), ints(self._counts)),
            start=columns["start"],
            end=columns["end"],
            entity=columns["entity"],
            labels=labels,
            source_index=numbers(self._mentions),
            extra=self._extra_columns(),
            shapes=tuple(self._shapes),
            relations=joined_relations(self._relations) if self._relations else None,
        )
        if self._relations:
            from corefscore.formats.related import check_elements  # most corpora do not need this module

            check_elements(corpus)
        return corpus

    def _extra_columns(self) -> Mapping[str, Array]:
        columns = {}
        for name, notes in self._notes.items():
            values = [UNKNOWN[name]] * self._mentions
            for mention, value in notes.items():
                values[mention] = value
            columns[name] = np.asarray(values)
        return columns


def joined_parts(parts: Iterable[tuple[int, ...]]) -> Parts:
    """Sort the parts, and join those that touch or overlap.

    >>> joined_parts([(0, 1), (2, 3), (5, 5)])
    ((0, 3), (5, 5))
    """
    joined: list[tuple[int, int]] = []
    for start, end in parts:
        if joined and start <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)


def _joined(parts: list[Ints]) -> Ints:
    return np.concatenate(parts) if parts else ints([])
