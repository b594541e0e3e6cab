"""One pass over a file of columns: its lines that are no tokens, and its coreference cells that are not empty."""

from __future__ import annotations

import re
from mmap import mmap
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from corefscore.columns import Bools, Ints, ints, ranges
from corefscore.formats.brackets import EMPTY_MARKS, Cells
from corefscore.formats.files import Bytes, File, Progress, byte_set

SmallInts: TypeAlias = npt.NDArray[np.int32]

HASH, NEWLINE = b"#\n"
BORDER = re.compile(rb"#\s*(begin|end)\s+document")
BLANK = byte_set(b" \t\r\v\f")
TAB = byte_set(b"\t")
# What the last two bytes of a line, as one number, say of its last cell.
EMPTY_TAIL, BLANK_TAIL = 1, 2
LINE_TAILS = np.where(EMPTY_MARKS[:, np.newaxis] & (BLANK | byte_set(b"\n")), EMPTY_TAIL, 0).astype(np.uint8)
LINE_TAILS[BLANK] = BLANK_TAIL


class Border(NamedTuple):
    """A line that begins or ends a document: its number, its place in the file, and its text."""

    number: int
    begin: int
    end: int
    text: str


class Scan(NamedTuple):
    """What was found; lines are counted from 1.

    `length` has the length of each line with its end, `prefix` its length up to the coreference cell, which is 0 for
    `gaps`, the lines that are no tokens.
    """

    size: int
    length: SmallInts
    prefix: SmallInts
    gaps: Ints
    borders: list[Border]
    cells: Cells


def scan(file: File, column: int = -1, progress: Progress | None = None) -> Scan:
    """Scan a file whose coreference column is the last (-1), the last but one (-2), and so on."""
    layout = _Layout.of(file, column)
    found: list[_Block] = []
    lines = 0
    for begin, end in file.blocks():
        found.append(_scan_block(file.data, begin, end, lines, layout))
        lines += len(found[-1].length)
        if progress is not None:
            progress(end - begin)
    length, prefix, gaps, cell_line, cell_length, byte = (
        np.concatenate(parts) for parts in list(zip(*found, strict=True))[:-1]
    )
    borders = [border for block in found for border in block.borders]
    cells = Cells(file.name, cell_line, cell_length, byte)
    return Scan(len(file.data), length, prefix, gaps, borders, cells)


def fields(line: bytes) -> list[bytes]:
    """The columns of a line: separated by tabs if it has any, else by blanks."""
    return line.split(b"\t") if b"\t" in line else line.split()


def is_comment(line: bytes, columns: int) -> bool:
    """Whether a line is no token: it begins with ``#``, and is a border or lacks the columns of a token."""
    if not line.startswith(b"#"):
        return False
    return BORDER.match(line) is not None or len(fields(line)) != columns


class _Layout(NamedTuple):
    """How the lines of a file are made up."""

    column: int
    columns: int
    separators: Bools

    @classmethod
    def of(cls, file: File, column: int) -> _Layout:
        line = _first_token_line(file)
        return cls(column, len(fields(line)), TAB if b"\t" in line else BLANK)


class _Block(NamedTuple):
    length: SmallInts
    prefix: SmallInts
    gaps: Ints
    cell_line: Ints
    cell_length: Ints
    byte: Bytes
    borders: list[Border]


def _scan_block(data: bytes | mmap, begin: int, end: int, lines_before: int, layout: _Layout) -> _Block:
    block = np.frombuffer(data, np.uint8, end - begin, begin)
    newline = np.flatnonzero(block == NEWLINE)
    if block[-1] != NEWLINE:
        newline = np.append(newline, len(block))
    start = np.empty_like(newline)
    start[0], start[1:] = 0, newline[:-1] + 1
    stop, empty = _cell_ends(block, start, newline, layout)
    gap = stop == start
    borders = []
    for row in np.flatnonzero(block[start] == HASH).tolist():
        place, line_end = begin + start.item(row), begin + newline.item(row)
        line = data[place:line_end]
        if BORDER.match(line):
            borders.append(Border(lines_before + row + 1, place, line_end, line.decode()))
            gap[row] = True
        elif len(fields(line)) != layout.columns:
            gap[row] = True
    rows = np.flatnonzero(~(gap | empty))
    cell_start = _field_starts(block, start[rows], stop[rows], layout.separators)
    cell_length = stop[rows] - cell_start
    prefix = (stop - start - 1).astype(np.int32)
    prefix[rows] -= cell_length - 1
    gaps = np.flatnonzero(gap)
    prefix[gaps] = 0
    return _Block(
        length=(newline + 1 - start).astype(np.int32),
        prefix=prefix,
        gaps=gaps + (lines_before + 1),
        cell_line=rows + (lines_before + 1),
        cell_length=cell_length,
        byte=block[ranges(cell_start, cell_length)],
        borders=borders,
    )


def _cell_ends(block: Bytes, start: Ints, newline: Ints, layout: _Layout) -> tuple[Ints, Bools]:
    """Where the cells of lines end, and whether they are empty."""
    stop = newline
    if len(block) < 2:
        return stop, np.zeros(len(stop), dtype=bool)
    for _ in range(-layout.column - 1):
        stop = _trimmed(block, start, stop)
        stop = _field_starts(block, start, stop, layout.separators)
    tail = LINE_TAILS.take(_pairs(block)[stop - 2])
    if (tail == BLANK_TAIL).any():
        stop = _trimmed(block, start, stop)
        tail = LINE_TAILS.take(_pairs(block)[stop - 2])
    return stop, tail == EMPTY_TAIL


def _pairs(block: Bytes) -> npt.NDArray[np.uint16]:
    """Every byte with the one behind it, as one number."""
    pairs: npt.NDArray[np.uint16] = np.ndarray((len(block) - 1,), dtype="<u2", buffer=block, strides=(1,))
    return pairs


def _trimmed(block: Bytes, start: Ints, stop: Ints) -> Ints:
    """The ends of lines without the blanks, tabs and returns they end with."""
    rows = np.flatnonzero(BLANK[block[stop - 1]])
    rows = rows[stop[rows] > start[rows]]
    if not rows.size:
        return stop
    stop = stop.copy()
    while rows.size:
        stop[rows] -= 1
        rows = rows[BLANK[block[stop[rows] - 1]] & (stop[rows] > start[rows])]
    return stop


def _field_starts(block: Bytes, start: Ints, stop: Ints, separators: Bools) -> Ints:
    """Where the fields begin that end at `stop`."""
    begin = stop.copy()
    rows = np.arange(len(stop))
    while rows.size:
        place = begin[rows]
        rows = rows[(place > start[rows]) & ~separators[block[place - 1]]]
        begin[rows] -= 1
    return ints(begin)


def _first_token_line(file: File) -> bytes:
    """The first line that is neither blank nor begins with ``#`` (nothing if there is none)."""
    begin = 0
    while begin < len(file.data):
        end = file.data.find(b"\n", begin) + 1 or len(file.data)
        line = file.data[begin:end]
        if line.strip() and not line.startswith(b"#"):
            return line
        begin = end
    return b""
