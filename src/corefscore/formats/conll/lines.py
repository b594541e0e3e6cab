"""The lines of column files, and what readers find in them: documents, and mentions as columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Array, Ints
from corefscore.core.problems import InputError, fail
from corefscore.formats.files import File, has_only_returns

BORDER = rb"#\s*(begin|end)\s+document\b\s*([^\n]*)"
LAST = -1
FARTHEST = -65_536
SHOWN = 60
LOOKED_AT = 1 << 20


LONGEST_FIXED = 64
UNCLEAR = b"\0"
"""What the native code returns in the place of a word that is not clear."""


def fields(line: bytes) -> list[bytes]:
    """Return the columns of a line. They are separated by tabs if it has tabs, otherwise by spaces."""
    line = line.rstrip()
    return line.split(b"\t") if b"\t" in line else line.split()


class Layout(NamedTuple):
    """The structure of the lines of a file.

    Attributes
    ----------
    columns : int
        The number of columns of a line.
    column : int
        The coreference column, counted from the right: -1 is the last.
    tabs : bool
        Whether tabs separate columns. If not, spaces do.
    open_ended : bool
        Whether every line ends with a tab. No column follows it.
    word : int
        The column of the words, counted from 0; -1 if there are no words.
    """

    columns: int
    column: int
    tabs: bool
    open_ended: bool
    word: int

    def is_comment(self, line: bytes) -> bool:
        """Return whether a line that begins with ``#`` is a comment: it does not have the columns of a token."""
        return b"\t" not in line if self.tabs else len(fields(line)) != self.columns

    def cell(self, line: bytes) -> bytes:
        """Return the coreference cell of a line; empty if the cell is empty or missing."""
        written = line.rstrip()
        if self._leaves_empty(line, written):
            return b""
        cells = written.rsplit(b"\t" if self.tabs else None, -self.column)
        return cells[self.column] if len(cells) >= -self.column else b""

    def before_cell(self, line: bytes) -> list[bytes]:
        """Return the columns of a line before its coreference cell."""
        return fields(line) if self._leaves_empty(line, line.rstrip()) else fields(line)[: self.column]

    def _leaves_empty(self, line: bytes, written: bytes) -> bool:
        """Return whether a line ends with a tab, and the coreference cell after it is empty."""
        if len(line) == len(written) or not self.tabs or self.open_ended or self.column != LAST:
            return False
        return line.startswith(b"\t", len(written))

    @property
    def for_native(self) -> tuple[bool, int, int, bool, int]:
        """The layout in the form that the native code needs."""
        return self.tabs, self.columns, LAST - self.column, self.open_ended, self.word


def find_layout(file: File, column: int, word: int) -> Layout:
    """Find the layout of a file from a typical line.

    Parameters
    ----------
    file : File
        The file.
    column : int
        The coreference column, counted from the right.
    word : int
        The column of the words, counted from 0. In files with fewer columns, it is the one before coreference.

    Raises
    ------
    InputError
        If lines do not end with newlines, or if no line can have this column.
    """
    if has_only_returns(file):
        raise fail(file.name, 1, "lines end in carriage returns alone; convert them to newlines")
    line = _typical_line(file)
    columns = len(fields(line))
    word = max(min(columns + column - 1, word), -1)
    layout = Layout(columns, column, b"\t" in line.rstrip(), _ends_in_tab(line), word)
    if not FARTHEST <= column <= LAST:
        raise no_column(file, layout)
    return layout


def no_column(file: File, layout: Layout) -> InputError:
    """Return the error for a coreference column that the lines do not have."""
    shown = _typical_line(file).decode(errors="replace").strip()[:SHOWN]
    lines = f": lines have {layout.columns}, such as {shown!r}" if shown else ""
    advice = f"choose one from {LAST} to {-layout.columns or FARTHEST} (--column)"
    return fail(file.name, 0, f"there is no column {layout.column}{lines}; {advice}")


def _ends_in_tab(line: bytes) -> bool:
    return line.rstrip(b" \r\n\v\f").endswith(b"\t")


def _typical_line(file: File) -> bytes:
    """Return the first token line whose last cell is not empty, if one of the first lines is such a line.

    A line that begins with ``#`` counts as a token only if there are no other lines.
    """
    begin, hashed, open_ended = 0, b"", b""
    with file.stream() as stream:
        for line in stream:
            if open_ended and begin >= LOOKED_AT:
                break
            if line.strip() and not line.startswith(b"#"):
                if not _ends_in_tab(line):
                    return line
                open_ended = open_ended or line
            if not hashed and b"\t" in line.strip() and not re.match(BORDER, line):
                hashed = line
            begin += len(line)
    return open_ended or hashed


class Section(NamedTuple):
    """A document in a file: its name, its first line, and the offsets where its lines begin and end.

    `words` has its words and the beginnings of its sentences, in the form that the native code returns. It is None if
    they are not clear, or if the plain reader read the file.
    """

    name: str
    line: int
    begin: int
    end: int
    words: bytes | None = None


class Spans(NamedTuple):
    """Mentions as columns, in the order in which they open: document, first and last token, entity, and line.

    Entities are numbers; `labels` has the name of each.
    """

    document: Ints
    start: Ints
    end: Ints
    entity: Ints
    line: Ints
    labels: Array


class Found(NamedTuple):
    """The documents of a file, and their mentions."""

    sections: list[Section]
    spans: Spans


def texts(listed: Sequence[str]) -> Array:
    """Return texts as byte strings of one width, or as Python texts if that would waste memory.

    >>> texts(["a", "bc"]).tolist()
    [b'a', b'bc']
    """
    encoded = [text.encode() for text in listed]
    longest = max(1, *map(len, encoded)) if encoded else 1
    if longest > LONGEST_FIXED:
        return np.array(listed, dtype=object)
    return np.array(encoded, dtype=f"S{longest}")


def int_column(content: bytearray) -> Ints:
    """Return a column of numbers from the bytes that the native code returns."""
    return np.frombuffer(content, np.int64)


def separate_texts(length: bytearray, content: bytearray) -> Iterator[bytearray]:
    """Yield the texts that the native code returns as one block of bytes."""
    ends = int_column(length).cumsum().tolist()
    return (content[first:last] for first, last in pairwise([0, *ends]))


def document_words(length: bytearray, content: bytearray) -> list[bytes | None]:
    """Return the words of each document; None if a word is not clear."""
    ends, view = int_column(length).cumsum().tolist(), memoryview(content)
    documents = (bytes(view[first:last]) for first, last in pairwise([0, *ends]))
    return [None if UNCLEAR in words else words for words in documents]


def text_column(length: bytearray, content: bytearray) -> Array:
    """Return the texts that the native code returns as an array, like `texts`."""
    lengths = int_column(length)
    longest = max(int(lengths.max(initial=1)), 1)
    if longest > LONGEST_FIXED:
        return texts([text.decode() for text in separate_texts(length, content)])
    letters = np.zeros((len(lengths), longest), dtype=np.uint8)
    letters[np.arange(longest) < lengths[:, np.newaxis]] = np.frombuffer(content, np.uint8)
    return letters.view(f"S{longest}").ravel()
