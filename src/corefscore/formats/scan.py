"""One pass over a file of columns: its lines that are no tokens, and its coreference cells that are not empty."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from corefscore.columns import Bools, Ints, ints, ranges
from corefscore.formats.brackets import EMPTY_MARKS, Cells
from corefscore.formats.files import Bytes, File, Progress, byte_set

HASH, NEWLINE = b"#\n"
BORDER = re.compile(rb"#\s*(begin|end)\s+document")
BLANK = byte_set(b" \t\r\v\f")
TAB = byte_set(b"\t")


@dataclass(frozen=True)
class HashLine:
    """A line that begins with ``#`` and is no token."""

    number: int
    begin: int
    end: int
    text: str


@dataclass(frozen=True)
class Scan:
    """What was found; lines are counted from 1, `cell_start` and `cell_stop` are places in the file."""

    size: int
    lines: int
    gaps: Ints
    hashes: list[HashLine]
    cells: Cells
    cell_start: Ints
    cell_stop: Ints


def scan(file: File, column: int = -1, progress: Progress | None = None) -> Scan:
    """Scan a file whose coreference column is the last (-1), the last but one (-2), and so on."""
    layout = _Layout.of(file, column)
    found: list[_Block] = []
    lines = 0
    for begin, end in file.blocks():
        found.append(_scan_block(file.octets[begin:end], begin, lines, layout))
        lines += found[-1].lines
        if progress is not None:
            progress(end - begin)
    start = np.concatenate([block.start for block in found])
    stop = np.concatenate([block.stop for block in found])
    cells = Cells(
        source=file.name,
        line=np.concatenate([block.cell_lines for block in found]),
        length=stop - start,
        byte=np.concatenate([block.byte for block in found]),
    )
    gaps = np.concatenate([block.gaps for block in found])
    hashes = [line for block in found for line in block.hashes]
    return Scan(len(file.data), lines, gaps, hashes, cells, start, stop)


def fields(line: bytes) -> list[bytes]:
    """The columns of a line: separated by tabs if it has any, else by blanks."""
    return line.split(b"\t") if b"\t" in line else line.split()


def is_comment(line: bytes, columns: int) -> bool:
    """Whether a line is no token: it begins with ``#``, and is a border or lacks the columns of a token."""
    if not line.startswith(b"#"):
        return False
    return BORDER.match(line) is not None or len(fields(line)) != columns


@dataclass(frozen=True)
class _Layout:
    """How the lines of a file are made up."""

    column: int
    columns: int
    separators: Bools

    @classmethod
    def of(cls, file: File, column: int) -> _Layout:
        line = _first_token_line(file)
        return cls(column, len(fields(line)), TAB if b"\t" in line else BLANK)


@dataclass(frozen=True)
class _Block:
    lines: int
    gaps: Ints
    hashes: list[HashLine]
    cell_lines: Ints
    start: Ints
    stop: Ints
    byte: Bytes


def _scan_block(block: Bytes, begin: int, lines_before: int, layout: _Layout) -> _Block:
    newline = np.flatnonzero(block == NEWLINE)
    if block[-1] != NEWLINE:
        newline = np.append(newline, len(block))
    start = np.concatenate([ints([0]), newline[:-1] + 1])
    stop = _trimmed(block, start, newline)
    gap = stop == start
    hashes = []
    for row in np.flatnonzero((block[start] == HASH) & ~gap).tolist():
        line = block[start[row] : stop[row]].tobytes()
        if is_comment(line, layout.columns):
            gap[row] = True
            place = begin + int(start[row]), begin + int(newline[row])
            hashes.append(HashLine(lines_before + row + 1, *place, line.decode()))
    for _ in range(-layout.column - 1):
        stop = _trimmed(block, start, _field_starts(block, start, stop, layout.separators))
    empty = EMPTY_MARKS[block[stop - 1]] & (BLANK[block[stop - 2]] | (stop - 1 == start))
    rows = np.flatnonzero(~(gap | empty | (stop == start)))
    cell_stop = stop[rows]
    cell_start = _field_starts(block, start[rows], cell_stop, layout.separators)
    return _Block(
        lines=len(newline),
        gaps=np.flatnonzero(gap) + lines_before + 1,
        hashes=hashes,
        cell_lines=rows + lines_before + 1,
        start=cell_start + begin,
        stop=cell_stop + begin,
        byte=block[ranges(cell_start, cell_stop - cell_start)],
    )


def _trimmed(block: Bytes, start: Ints, stop: Ints) -> Ints:
    """The ends of lines without the blanks, tabs and returns they end with."""
    rows = np.flatnonzero(BLANK[block[stop - 1]] & (stop > start))
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
