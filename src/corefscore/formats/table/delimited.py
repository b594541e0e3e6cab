"""Rows of CSV and TSV, one on each line; a quote that would swallow the lines behind it is an error."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from corefscore.core.problems import InputError, Problem
from corefscore.formats.files import File, Line, Progress, lines_of

TAB = "\t"
DELIMITERS = "\t,;"
QUOTED = r'"[^"]*(?:""[^"]*)*"'
WHOLLY_QUOTED = re.compile(QUOTED)
CELL = {delimiter: re.compile(rf'({QUOTED}|[^"{delimiter}][^{delimiter}]*|){delimiter}') for delimiter in DELIMITERS}
OPEN = (
    "a quote opens a cell here and does not close it in this line; "
    "keep each row on one line, and write a quote inside a quoted cell twice"
)


class Rows(NamedTuple):
    """The titles of a table, its rows, and the line of each."""

    titles: list[str]
    rows: list[list[str]]
    lines: list[int]


def read_rows(file: File, progress: Progress | None) -> Rows:
    lines = lines_of(file, progress)
    first = next(lines).content.decode()
    delimiter = delimiter_of(first)
    titles = cells_of(first, delimiter)
    if titles is None:
        raise InputError([Problem(file.name, 1, OPEN)])
    return _Reader(file.name, titles, delimiter).read(lines)


def delimiter_of(line: str) -> str:
    return max(DELIMITERS, key=line.count)


def cells_of(line: str, delimiter: str, wanted: int | None = None) -> list[str] | None:
    """The cells of a line; None if a quote opens one and does not close it.

    Texts with tabs between them seldom mean quotes: only a cell that is quoted as a whole loses its quotes, and quotes
    hold tabs only where a row would not have as many cells as `wanted` otherwise.

    >>> cells_of('a,"b, ""c"" d",5"', ",")
    ['a', 'b, "c" d', '5"']
    >>> cells_of('"\\tb\\t"', TAB, 3), cells_of('"\\tb\\t"', TAB, 1)
    (['"', 'b', '"'], ['\\tb\\t'])
    """
    plain = line.split(delimiter)
    if '"' not in line:
        return plain
    if delimiter != TAB:
        return _held_together(line, delimiter)
    held = None if wanted in (None, len(plain)) else _held_together(line, delimiter)
    return held or [_unquoted(cell) for cell in plain]


def _held_together(line: str, delimiter: str) -> list[str] | None:
    """The cells of a line in which quotes hold delimiters."""
    found, place, whole = [], 0, f"{line}{delimiter}"
    while place < len(whole):
        cell = CELL[delimiter].match(whole, place)
        if cell is None:
            return None
        found.append(_unquoted(cell[1]))
        place = cell.end()
    return found


def _unquoted(cell: str) -> str:
    return cell[1:-1].replace('""', '"') if WHOLLY_QUOTED.fullmatch(cell) else cell


class _Reader:
    """Reads rows; `opened` is the line with a quote that may have torn the rows since."""

    def __init__(self, source: str, titles: list[str], delimiter: str) -> None:
        self.source = source
        self.titles = titles
        self.delimiter = delimiter
        self.opened = 0
        self.problems: dict[Problem, None] = {}

    def read(self, lines: Iterator[Line]) -> Rows:
        found = Rows(self.titles, [], [])
        for line in lines:
            text = line.content.decode()
            if text:
                found.rows.append(self._row(line.number, text))
                found.lines.append(line.number)
        if self.problems:
            raise InputError(self.problems)
        return found

    def _row(self, number: int, text: str) -> list[str]:
        row = cells_of(text, self.delimiter, len(self.titles))
        is_whole = row is not None and len(row) == len(self.titles)
        if row is None or ('"' in text and self._ends_open(text)):
            self.opened = number
        elif is_whole:
            self.opened = 0
        if not is_whole:
            self.problems[self._fault(number, row or [])] = None
        return row or []

    def _ends_open(self, text: str) -> bool:
        """Whether a quote at the end of a row may be one that goes on in the next line; commas leave no doubt."""
        last = text.rpartition(self.delimiter)[2]
        return self.delimiter == TAB and last.startswith('"') and not WHOLLY_QUOTED.fullmatch(last)

    def _fault(self, number: int, row: list[str]) -> Problem:
        if self.opened:
            return Problem(self.source, self.opened, OPEN)
        message = f"{len(row)} columns, but {len(self.titles)} titles in line 1; give each row all columns"
        return Problem(self.source, number, message)
