"""The lines of column files: how they are made up, and what their coreference cells hold."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple, TypeAlias

import numpy as np

from corefscore._native.load import kernel
from corefscore.core.arrays import Bools, Bytes, Ints, SmallInts, numbers, ranges
from corefscore.formats.conll.brackets import EMPTY_MARKS
from corefscore.formats.files import byte_set, line_bounds

HASH = ord("#")
BORDER = re.compile(rb"#\s*(begin|end)\s+document\b\s*([^\n]*)")
BLANK = byte_set(b" \t\r\v\f")
TAB = byte_set(b"\t")
LAST = -1
LONG = 64

EMPTY_TAIL, BLANK_TAIL = 1, 2


def fields(line: bytes) -> list[bytes]:
    """The columns of a line: separated by tabs if it has any, else by blanks."""
    line = line.rstrip()
    return line.split(b"\t") if b"\t" in line else line.split()


class Layout(NamedTuple):
    """How the lines of a file are made up: the columns, which of them has coreference, and what is between them."""

    columns: int
    column: int
    tabs: bool

    @classmethod
    def of(cls, line: bytes, column: int) -> Layout:
        """The layout of a file, from one of its lines."""
        return cls(len(fields(line)), column, b"\t" in line.rstrip())

    @property
    def separators(self) -> Bools:
        return TAB if self.tabs else BLANK

    def is_comment(self, line: bytes) -> bool:
        """Whether a line is no token: it begins with ``#``, and is a border or lacks the columns of a token."""
        if not line.startswith(b"#"):
            return False
        if BORDER.match(line):
            return True
        return b"\t" not in line if self.tabs else len(fields(line)) != self.columns


@cache
def _tails(tabs: bool) -> Bytes:
    """What the last two bytes of a line tell of it, by the number that they make."""
    separators = TAB if tabs else BLANK
    tails = np.where(EMPTY_MARKS[:, np.newaxis] & (separators | byte_set(b"\n")), EMPTY_TAIL, 0).astype(np.uint8)
    tails[BLANK] = BLANK_TAIL
    return tails


class Lines(NamedTuple):
    """The lines of a file, with their numbers, counted from 1.

    `length` has the length of each line with its end, `prefix` its length up to the coreference cell. `blank` and
    `hashed` are the numbers of lines that are blank or begin with ``#`` (from `hashed_at` to `hashed_end` in the file),
    `cell` those of lines with a cell that is not empty.
    """

    length: SmallInts
    prefix: SmallInts
    blank: Ints
    hashed: Ints
    hashed_at: Ints
    hashed_end: Ints
    cell: Ints
    cell_length: Ints
    cell_byte: Bytes


Columns: TypeAlias = tuple[bytearray, ...]

COLUMN_TYPES = (*[np.int32] * 2, *[np.int64] * 6, np.uint8)
HASHED_COLUMNS = slice(3, 6)


class LineColumns:
    """The columns of `Lines` while they grow, block by block."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._columns: Columns = tuple(bytearray() for _ in COLUMN_TYPES)

    def add(self, block: Bytes, begin: int) -> Iterable[tuple[int, int, int]]:
        """Add the lines of a block of the file: of those that begin with ``#``, the number, the begin and the end."""
        hashed = self._columns[HASHED_COLUMNS]
        before = len(hashed[0])
        number = 1 + len(self._columns[0]) // np.dtype(COLUMN_TYPES[0]).itemsize
        add_lines(block, begin, number, self.layout, self._columns)
        return zip(*(memoryview(column)[before:].cast("q").tolist() for column in hashed), strict=True)

    def lines(self) -> Lines:
        """All lines so far."""
        return Lines(*(np.frombuffer(column, kind) for column, kind in zip(self._columns, COLUMN_TYPES, strict=True)))


def compiled_lines(block: Bytes, begin: int, number: int, layout: Layout, columns: Columns) -> None:
    """Add the lines of a block to columns, by the kernel; the first has a number."""
    separators = layout.separators.tobytes()
    kernel.scan_lines(block, begin, number, separators, LAST - layout.column, not layout.tabs, columns)


def numpy_lines(block: Bytes, begin: int, number: int, layout: Layout, columns: Columns) -> None:
    """The same, without the kernel."""
    start, newline = line_bounds(block)
    stop, empty = _last_cells(block, start, newline, layout)
    blank = stop == start
    if layout.column != LAST:
        stop, empty = _earlier_cells(block, start, stop, layout)
    cell = np.flatnonzero(~(blank | empty))
    hashed = np.flatnonzero(block[start] == HASH)
    cell_start = _field_starts(block, start[cell], stop[cell], layout.separators)
    cell_length = stop[cell] - cell_start
    prefix = (stop - start - 1).astype(np.int32)
    prefix[cell] -= cell_length - 1
    prefix[blank] = 0
    lines = Lines(
        length=(newline + 1 - start).astype(np.int32),
        prefix=prefix,
        blank=np.flatnonzero(blank) + number,
        hashed=hashed + number,
        hashed_at=start[hashed] + begin,
        hashed_end=newline[hashed] + begin,
        cell=cell + number,
        cell_length=cell_length,
        cell_byte=block[ranges(cell_start, cell_length)],
    )
    for column, found in zip(columns, lines, strict=True):
        column.extend(np.asarray(found).tobytes())


add_lines = numpy_lines if kernel is None else compiled_lines


def _last_cells(block: Bytes, start: Ints, newline: Ints, layout: Layout) -> tuple[Ints, Bools]:
    """Where lines end but for blanks, and whether their last cells are empty. Two bytes tell for most lines."""
    pairs = np.ndarray((len(block) - 1,), dtype="<u2", buffer=block, strides=(1,))
    tail = (
        _tails(layout.tabs).take(pairs[np.maximum(newline - 2, 0)])
        if len(pairs)
        else np.zeros(len(newline), dtype=np.uint8)
    )
    tail[newline < 2] = BLANK_TAIL  # too short for two bytes, so it takes a closer look
    empty = tail == EMPTY_TAIL
    rows = np.flatnonzero(tail == BLANK_TAIL)
    if not rows.size:
        return newline, empty
    stop = newline.copy()
    stop[rows] = _trimmed(block, start[rows], newline[rows])
    empty[rows] = _is_empty(block, start[rows], stop[rows], layout)
    return stop, empty


def _earlier_cells(block: Bytes, start: Ints, stop: Ints, layout: Layout) -> tuple[Ints, Bools]:
    """The same for a column before the last."""
    for _ in range(LAST - layout.column):
        stop = np.maximum(_field_starts(block, start, stop, layout.separators) - 1, start)
        if not layout.tabs:
            stop = _trimmed(block, start, stop)
    return stop, _is_empty(block, start, stop, layout) | (stop == start)


def _is_empty(block: Bytes, start: Ints, stop: Ints, layout: Layout) -> Bools:
    """Whether what ends at `stop` is an empty mark, after a separator or alone on its line."""
    alone = stop - start == 1
    before = block[np.maximum(stop - 2, 0)]
    found: Bools = EMPTY_MARKS[block[np.maximum(stop - 1, 0)]] & (alone | layout.separators[before])
    return found


def _trimmed(block: Bytes, start: Ints, stop: Ints) -> Ints:
    """The ends of lines without the blanks, tabs and returns they end with."""
    return _back_to(~BLANK, block, start, stop)


def _field_starts(block: Bytes, start: Ints, stop: Ints, separators: Bools) -> Ints:
    """Where the fields begin that end at `stop`."""
    return _back_to(separators, block, start, stop)


def _back_to(wanted: Bools, block: Bytes, start: Ints, stop: Ints) -> Ints:
    """The ends of what remains of lines up to `stop` when bytes are taken off their ends until one is wanted."""
    stop = stop.copy()
    rows = numbers(len(stop))
    for _ in range(LONG):
        place = stop[rows]
        rows = rows[(place > start[rows]) & ~wanted[block[place - 1]]]
        if not rows.size:
            return stop
        stop[rows] -= 1
    for row in rows.tolist():
        earlier = np.flatnonzero(wanted[block[start[row] : stop[row]]])
        stop[row] = start[row] + earlier[-1] + 1 if earlier.size else start[row]
    return stop
