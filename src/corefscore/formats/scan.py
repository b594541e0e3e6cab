"""One pass over a file of columns: its lines that are no tokens, and its coreference cells that are not empty."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from corefscore.columns import Bools, Ints, numbers, ranges
from corefscore.formats.brackets import EMPTY_MARKS, CellBytes
from corefscore.formats.files import Bytes, Data, File, Progress, blocks, byte_set
from corefscore.problems import fail, warn

SmallInts: TypeAlias = npt.NDArray[np.int32]

HASH, NEWLINE = b"#\n"
BORDER = re.compile(rb"#\s*(begin|end)\s+document\b")
BLANK = byte_set(b" \t\r\v\f")
TAB = byte_set(b"\t")
LAST = -1
COMMENT = -1
LONG = 64

EMPTY_TAIL, BLANK_TAIL = 1, 2


class Border(NamedTuple):
    """A line that begins or ends a document: its number, its place in the file, and its text."""

    number: int
    begin: int
    end: int
    text: str


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


class Scan(NamedTuple):
    """What was found; lines are counted from 1.

    `length` has the length of each line with its end, `prefix` its length up to the coreference cell, which is 0 for
    blank lines and -1 for comments. `gaps` are the numbers of both.
    """

    layout: Layout
    size: int
    length: SmallInts
    prefix: SmallInts
    gaps: Ints
    borders: list[Border]
    cells: CellBytes


def scan(file: File, column: int = LAST, progress: Progress | None = None) -> Scan:
    """Scan a file whose coreference column is the last (-1), the last but one (-2), and so on."""
    found: list[_Block] = []
    lines = 0
    with file.opened() as data:
        layout = Layout.of(_typical_line(file.name, data), column)
        for begin, end in blocks(file.name, data):
            found.append(_scan_block(file.name, data, begin, end, lines, layout))
            lines += len(found[-1].length)
            if progress is not None:
                progress(end - begin)
        size = len(data)
    length, prefix, gaps, cell_line, cell_length, byte = (
        np.concatenate(parts) for parts in list(zip(*found, strict=True))[:-1]
    )
    borders = [border for block in found for border in block.borders]
    cells = CellBytes(file.name, cell_line, cell_length, byte)
    return Scan(layout, size, length, prefix, gaps, borders, cells)


def fields(line: bytes) -> list[bytes]:
    """The columns of a line: separated by tabs if it has any, else by blanks."""
    line = line.rstrip()
    return line.split(b"\t") if b"\t" in line else line.split()


class _Block(NamedTuple):
    length: SmallInts
    prefix: SmallInts
    gaps: Ints
    cell_line: Ints
    cell_length: Ints
    byte: Bytes
    borders: list[Border]


def _scan_block(name: str, data: Data, begin: int, end: int, lines_before: int, layout: Layout) -> _Block:
    block = np.frombuffer(data, np.uint8, end - begin, begin)
    newline = places(block == NEWLINE)
    if block[-1] != NEWLINE:
        newline = np.append(newline, len(block))
    start = np.empty_like(newline)
    start[0], start[1:] = 0, newline[:-1] + 1
    stop, empty = _last_cells(block, start, newline, layout)
    gap = stop == start
    comments, borders = [], []
    for row in np.flatnonzero(block[start] == HASH).tolist():
        place, line_end = begin + start.item(row), begin + newline.item(row)
        line = data[place:line_end]
        if BORDER.match(line):
            comments.append(row)
            borders.append(Border(lines_before + row + 1, place, line_end, line.decode()))
        elif layout.is_comment(line):
            comments.append(row)
            if fields(line)[-1].endswith(b")"):
                warn(name, lines_before + row + 1, "this line begins with '#' and is read as a comment, not as a token")
    gap[comments] = True
    if layout.column != LAST:
        stop, empty = _earlier_cells(block, start, stop, layout)
    rows = np.flatnonzero(~(gap | empty))
    cell_start = _field_starts(block, start[rows], stop[rows], layout.separators)
    cell_length = stop[rows] - cell_start
    prefix = (stop - start - 1).astype(np.int32)
    prefix[rows] -= cell_length - 1
    gaps = np.flatnonzero(gap)
    prefix[gaps] = 0
    prefix[comments] = COMMENT
    return _Block(
        length=(newline + 1 - start).astype(np.int32),
        prefix=prefix,
        gaps=gaps + (lines_before + 1),
        cell_line=rows + (lines_before + 1),
        cell_length=cell_length,
        byte=block[ranges(cell_start, cell_length)],
        borders=borders,
    )


def places(mask: Bools) -> Ints:
    """Where a mask is true; it is looked at eight bytes at a time, of which most are all false."""
    whole = len(mask) // 8 * 8
    words = mask[:whole].view(np.uint64)
    hits = np.flatnonzero(words != 0)
    inside = np.flatnonzero(words[hits].view(bool))
    found = (hits[inside >> 3] << 3) + (inside & 7)
    return np.concatenate([found, np.flatnonzero(mask[whole:]) + whole])


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


def _typical_line(name: str, data: Data) -> bytes:
    """The first token line; lines that begin with ``#`` are taken for tokens only if there are no others."""
    if data.find(b"\n") < 0 <= data.find(b"\r"):
        raise fail(name, 1, "lines end in carriage returns alone; convert them to newlines")
    begin, hashed = 0, b""
    while begin < len(data):
        end = data.find(b"\n", begin) + 1 or len(data)
        line = data[begin:end]
        if line.strip() and not line.startswith(b"#"):
            return line
        if not hashed and b"\t" in line.strip() and not BORDER.match(line):
            hashed = line
        begin = end
    return hashed
