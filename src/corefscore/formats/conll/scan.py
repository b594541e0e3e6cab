"""One pass over a file of columns: its lines that are no tokens, and its coreference cells that are not empty."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Bools, Ints, SmallInts, ints
from corefscore.core.problems import fail, warn
from corefscore.formats.conll.brackets import CellBytes
from corefscore.formats.conll.lines import BORDER, LAST, Layout, LineColumns, Lines, fields
from corefscore.formats.files import Data, File, Progress, blocks

COMMENT = -1
TAB = ord("\t")
SHOWN = 60
LOOKED_AT = 1 << 20


class Borders(NamedTuple):
    """The lines that begin or end documents: their numbers, their places in the file, and what they say."""

    number: Ints
    begin: Ints
    end: Ints
    opens: Bools
    names: list[str]


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
    borders: Borders
    cells: CellBytes


def scan(file: File, column: int = LAST, progress: Progress | None = None) -> Scan:
    """Scan a file whose coreference column is the last (-1), the last but one (-2), and so on."""
    with file.opened() as data:
        typical = _typical_line(file.name, data)
        layout = Layout.of(typical, column)
        columns = LineColumns(layout)
        comments = _Comments([], [])
        for begin, end in blocks(file.name, data):
            hashed = columns.add(np.frombuffer(data, np.uint8, end - begin, begin), begin)
            comments.add(file.name, data, hashed, layout)
            if progress is not None:
                progress(end - begin)
        size = len(data)
        lines = columns.lines()
        words = _before_empty_cells(data, lines, layout) if not _ends_in_tab(typical) else ints([])
    lines.prefix[lines.cell[words] - 1] += lines.cell_length[words]
    lines.prefix[ints(comments.number) - 1] = COMMENT
    kept = lines.prefix[lines.cell - 1] != COMMENT
    kept[words] = False
    if typical and layout.columns < -column and not kept.any():
        message = f"there is no column {column}: lines have {layout.columns}, such as {_shown(typical)!r}"
        raise fail(file.name, 0, f"{message}; choose one from {LAST} to {-layout.columns} (--column)")
    cell_byte = lines.cell_byte[np.repeat(kept, lines.cell_length)]
    cells = CellBytes(file.name, lines.cell[kept], lines.cell_length[kept], cell_byte)
    gaps = np.sort(np.concatenate([lines.blank, ints(comments.number)]))
    return Scan(layout, size, lines.length, lines.prefix, gaps, comments.borders(), cells)


def _shown(line: bytes) -> str:
    return line.decode(errors="replace").strip()[:SHOWN]


def _ends_in_tab(line: bytes) -> bool:
    return line.rstrip(b" \r\n\v\f").endswith(b"\t")


def _before_empty_cells(data: Data, lines: Lines, layout: Layout) -> Ints:
    """Which cells are followed by a tab: what the last column holds there is nothing, so they are of another one."""
    row = lines.cell - 1
    behind = lines.length[row] - lines.prefix[row] - lines.cell_length
    found = np.flatnonzero(behind > 1) if layout.tabs and layout.column == LAST else ints([])
    if not found.size:
        return found
    end = np.cumsum(lines.length, dtype=np.int64)[row[found]]
    return ints(found[np.frombuffer(data, np.uint8)[end - behind[found]] == TAB])


class _Comments(NamedTuple):
    """The lines that begin with ``#`` and are no tokens; of borders, what they say: whether they open, and a name."""

    number: list[int]
    border: list[tuple[int, int, int, bool, str]]

    def add(self, name: str, data: Data, hashed: Iterable[tuple[int, int, int]], layout: Layout) -> None:
        """Add those of the lines that begin with ``#``."""
        for line, first, last in hashed:
            border = BORDER.match(data, first, last)
            if border:
                opens = border[1] == b"begin"
                self.border.append((line, first, last, opens, border[2].decode().strip() if opens else ""))
            elif not _is_comment(name, line, data[first:last], layout):
                continue
            self.number.append(line)

    def borders(self) -> Borders:
        if not self.border:
            return Borders(ints([]), ints([]), ints([]), np.zeros(0, dtype=bool), [])
        number, begin, end, opens, names = zip(*self.border, strict=True)
        return Borders(ints(number), ints(begin), ints(end), np.array(opens), list(names))


def _is_comment(name: str, number: int, line: bytes, layout: Layout) -> bool:
    if not layout.is_comment(line):
        return False
    if fields(line)[-1].endswith(b")"):
        warn(name, number, "this line begins with '#' and is read as a comment, not as a token")
    return True


def _typical_line(name: str, data: Data) -> bytes:
    """The first token line whose last cell is not left empty, if one of the first is such.

    Lines that begin with ``#`` are taken for tokens only if there are no others.
    """
    if data.find(b"\n") < 0 <= data.find(b"\r"):
        raise fail(name, 1, "lines end in carriage returns alone; convert them to newlines")
    begin, hashed, open_ended = 0, b"", b""
    while begin < min(len(data), LOOKED_AT if open_ended else len(data)):
        end = data.find(b"\n", begin) + 1 or len(data)
        line = data[begin:end]
        if line.strip() and not line.startswith(b"#"):
            if not _ends_in_tab(line):
                return line
            open_ended = open_ended or line
        if not hashed and b"\t" in line.strip() and not BORDER.match(line):
            hashed = line
        begin = end
    return open_ended or hashed
