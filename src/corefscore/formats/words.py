"""The words of column files, decoded only when somebody asks, and compared without decoding them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TypeAlias

import numpy as np

from corefscore.columns import Ints, changes, ranges
from corefscore.corpus import NO_WORD, Source
from corefscore.formats.files import Bytes, File
from corefscore.formats.scan import Scan, fields, is_comment
from corefscore.formats.sections import Section

WORD_COLUMN = 3
CELLS_AT_ONCE = 8192

Cuts: TypeAlias = tuple[Ints, Ints]


@dataclass(frozen=True, eq=False)
class ColumnSource:
    """A file with what is known of its lines; `mark_lines` has the line of each bracket."""

    file: File
    scan: Scan
    mark_lines: Ints

    @property
    def name(self) -> str:
        return self.file.name

    def line_of(self, place: int) -> int:
        return int(self.mark_lines[place])

    def same_words(self, other: Source) -> bool:
        """Whether another file is surely the same but for its coreference cells."""
        return isinstance(other, ColumnSource) and _same_but_for_cells(self, other)


@dataclass(frozen=True, eq=False)
class ColumnText:
    """The words of one document, read from its lines."""

    file: File
    section: Section

    @cached_property
    def sentences(self) -> list[list[str]]:
        sentences: list[list[str]] = [[]]
        column = WORD_COLUMN if self._columns > WORD_COLUMN + 1 else max(self._columns - 2, 0)
        for line in self._lines:
            if not line.strip():
                sentences.append([])
            elif not is_comment(line, self._columns):
                cells = fields(line)
                sentences[-1].append(cells[column].strip().decode() if column < len(cells) else NO_WORD)
        return [sentence for sentence in sentences if sentence]

    def line_of(self, token: int) -> int:
        rows = (row for row, line in enumerate(self._lines) if line.strip() and not is_comment(line, self._columns))
        return self.section.first_line + next(islice(rows, token, None), len(self._lines) - 1)

    @property
    def _lines(self) -> list[bytes]:
        return self.file.data[self.section.begin : self.section.end].split(b"\n")

    @cached_property
    def _columns(self) -> int:
        tokens = (line for line in self._lines if line.strip() and not line.startswith(b"#"))
        return len(fields(next(tokens, b"")))


def _same_but_for_cells(one: ColumnSource, other: ColumnSource) -> bool:
    """Compare two files with the cells of both cut out, some thousand cells at a time."""
    if one.scan.lines != other.scan.lines or not np.array_equal(one.scan.gaps, other.scan.gaps):
        return False
    cuts = _common_cuts(one.scan, other.scan)
    if cuts is None:
        return False
    begin = [0, 0]
    for first in range(0, len(cuts[0][0]) + 1, CELLS_AT_ONCE):
        parts = []
        for side, (source, (start, stop)) in enumerate(zip((one, other), cuts, strict=True)):
            last = min(first + CELLS_AT_ONCE, len(start))
            end = int(stop[last - 1]) if last < len(start) else source.scan.size
            parts.append(_without(source.file, begin[side], end, start[first:last], stop[first:last]))
            source.file.release(begin[side], end)
            begin[side] = end
        if not np.array_equal(parts[0], parts[1]):
            return False
    return True


def _common_cuts(one: Scan, other: Scan) -> tuple[Cuts, Cuts] | None:
    """Start and stop, in both files, of the cells of all lines on which either has a cell that is not empty.

    The place of an empty cell (one byte) follows from that of its counterpart and from how much longer
    the cells before it are; None if the places known from both files contradict this.
    """
    lines = np.sort(np.concatenate([one.cells.line, other.cells.line]))
    lines = lines[changes(lines)]
    at_one, at_other = np.searchsorted(lines, one.cells.line), np.searchsorted(lines, other.cells.line)
    length_one, length_other = np.ones((2, len(lines)), dtype=np.int64)
    length_one[at_one], length_other[at_other] = one.cells.length, other.cells.length
    longer = length_other - length_one
    offset = np.cumsum(longer) - longer
    start_one = np.empty(len(lines), dtype=np.int64)
    start_one[at_other] = other.cell_start - offset[at_other]
    derived = start_one[at_one]
    start_one[at_one] = one.cell_start
    in_both = np.isin(at_one, at_other, assume_unique=True)
    if not np.array_equal(derived[in_both], one.cell_start[in_both]):
        return None
    start_other = start_one + offset
    return (start_one, start_one + length_one), (start_other, start_other + length_other)


def _without(file: File, begin: int, end: int, start: Ints, stop: Ints) -> Bytes:
    """The bytes of a stretch with some cells cut out."""
    keep = np.ones(end - begin, dtype=bool)
    keep[ranges(start - begin, stop - start)] = False
    return file.octets[begin:end][keep]
