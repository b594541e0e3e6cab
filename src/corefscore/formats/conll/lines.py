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


def fields(line: bytes) -> list[bytes]:
    """The columns of a line: separated by tabs if it has any, else by blanks."""
    line = line.rstrip()
    return line.split(b"\t") if b"\t" in line else line.split()


class Layout(NamedTuple):
    """How the lines of a file are made up.

    Attributes
    ----------
    columns : int
        How many columns a line has.
    column : int
        The coreference column, counted from the right: -1 is the last.
    tabs : bool
        Whether columns are separated by tabs, or else by blanks.
    open_ended : bool
        Whether every line ends with a tab, which then stands before no column.
    """

    columns: int
    column: int
    tabs: bool
    open_ended: bool

    def is_comment(self, line: bytes) -> bool:
        """Whether a line that begins with ``#`` is a comment: it lacks the columns of a token."""
        return b"\t" not in line if self.tabs else len(fields(line)) != self.columns

    def cell(self, line: bytes) -> bytes:
        """The coreference cell of a line; nothing if it is left empty or is not there."""
        written = line.rstrip()
        if self._leaves_empty(line, written):
            return b""
        cells = written.rsplit(b"\t" if self.tabs else None, -self.column)
        return cells[self.column] if len(cells) >= -self.column else b""

    def before_cell(self, line: bytes) -> list[bytes]:
        """The columns of a line that stand before its coreference cell."""
        return fields(line) if self._leaves_empty(line, line.rstrip()) else fields(line)[: self.column]

    def _leaves_empty(self, line: bytes, written: bytes) -> bool:
        """Whether a line ends with a tab behind which the coreference cell should stand."""
        if len(line) == len(written) or not self.tabs or self.open_ended or self.column != LAST:
            return False
        return line.startswith(b"\t", len(written))

    @property
    def for_native(self) -> tuple[bool, int, int, bool]:
        """The layout as the native code takes it."""
        return self.tabs, self.columns, LAST - self.column, self.open_ended


def find_layout(file: File, column: int) -> Layout:
    """The layout of a file, whose coreference column is known, from a typical line.

    Raises
    ------
    InputError
        If lines do not end with newlines, or the column cannot be one.
    """
    if has_only_returns(file):
        raise fail(file.name, 1, "lines end in carriage returns alone; convert them to newlines")
    line = _typical_line(file)
    layout = Layout(len(fields(line)), column, b"\t" in line.rstrip(), _ends_in_tab(line))
    if not FARTHEST <= column <= LAST:
        raise no_column(file, layout)
    return layout


def no_column(file: File, layout: Layout) -> InputError:
    """The error for a coreference column that the lines do not have."""
    shown = _typical_line(file).decode(errors="replace").strip()[:SHOWN]
    lines = f": lines have {layout.columns}, such as {shown!r}" if shown else ""
    advice = f"choose one from {LAST} to {-layout.columns or FARTHEST} (--column)"
    return fail(file.name, 0, f"there is no column {layout.column}{lines}; {advice}")


def _ends_in_tab(line: bytes) -> bool:
    return line.rstrip(b" \r\n\v\f").endswith(b"\t")


def _typical_line(file: File) -> bytes:
    """The first token line whose last cell is not left empty, if one of the first lines is such.

    Lines that begin with ``#`` are taken for tokens only if there are no others.
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
    """A document in a file: its name, the line that begins it, and where its lines begin and end."""

    name: str
    line: int
    begin: int
    end: int


class Spans(NamedTuple):
    """Mentions as columns, in the order in which they open: their document, first and last token, entity, and line.

    Entities are numbered, and `labels` has the name of each.
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
    """Texts as byte strings of one width, or as texts where that would be wasteful.

    >>> texts(["a", "bc"]).tolist()
    [b'a', b'bc']
    """
    encoded = [text.encode() for text in listed]
    longest = max(1, *map(len, encoded)) if encoded else 1
    if longest > LONGEST_FIXED:
        return np.array(listed, dtype=object)
    return np.array(encoded, dtype=f"S{longest}")


def int_column(content: bytearray) -> Ints:
    """A column of numbers that the native code made."""
    return np.frombuffer(content, np.int64)


def separate_texts(length: bytearray, content: bytearray) -> Iterator[bytearray]:
    """Texts that the native code put one after the other."""
    ends = int_column(length).cumsum().tolist()
    return (content[first:last] for first, last in pairwise([0, *ends]))


def text_column(length: bytearray, content: bytearray) -> Array:
    """The same texts in an array, like `texts`."""
    lengths = int_column(length)
    longest = max(int(lengths.max(initial=1)), 1)
    if longest > LONGEST_FIXED:
        return texts([text.decode() for text in separate_texts(length, content)])
    letters = np.zeros((len(lengths), longest), dtype=np.uint8)
    letters[np.arange(longest) < lengths[:, np.newaxis]] = np.frombuffer(content, np.uint8)
    return letters.view(f"S{longest}").ravel()
