"""Rows of CSV and TSV, one on each line. A quote that would hide the following lines is an error."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from corefscore.core.problems import Problem, fail, raise_problems
from corefscore.formats.files import File, Progress
from corefscore.formats.lines import Line, lines_of

TAB = "\t"
DELIMITERS = "\t,;"
QUOTED = r'"[^"]*(?:""[^"]*)*"'
WHOLLY_QUOTED = re.compile(QUOTED)
CELL = {delimiter: re.compile(rf'({QUOTED}|[^"{delimiter}][^{delimiter}]*|){delimiter}') for delimiter in DELIMITERS}
OPEN = (
    "a quote opens a cell here and does not close it in this line; "
    "keep each row on one line, and write a quote inside a quoted cell twice"
)


class DelimitedRows(NamedTuple):
    """The titles of a table, its rows, and the line of each row."""

    titles: list[str]
    rows: list[list[str]]
    lines: list[int]


def read_rows(file: File, progress: Progress | None) -> DelimitedRows:
    """Read the rows of a CSV or TSV file.

    Raises
    ------
    InputError
        If a row does not have one cell for each title, or if a quote is not closed in its line.
    """
    lines = lines_of(file, progress)
    first = next(lines).content.decode()
    delimiter = delimiter_of(first)
    titles = cells_of(first, delimiter)
    if titles is None:
        raise fail(file.name, 1, OPEN)
    return _RowReader(file.name, titles, delimiter).read(lines)


def delimiter_of(line: str) -> str:
    """Return the character that most likely separates the cells of a line.

    >>> delimiter_of("document;start;end;entity")
    ';'
    """
    return max(DELIMITERS, key=line.count)


def cells_of(line: str, delimiter: str, wanted: int | None = None) -> list[str] | None:
    """Return the cells of a line, or None if a quote opens a cell and does not close it.

    In files with tabs, most quotes are part of the text. So a cell loses its quotes only if they are around the whole
    cell. Quotes protect tabs only if the row would otherwise not have the `wanted` number of cells.

    Parameters
    ----------
    line : str
        The line.
    delimiter : str
        The character between cells.
    wanted : int, optional
        The number of cells that the row should have.

    Examples
    --------
    >>> cells_of('a,"b, ""c"" d",5"', ",")
    ['a', 'b, "c" d', '5"']
    >>> cells_of('"\\tb\\t"', TAB, 3), cells_of('"\\tb\\t"', TAB, 1)
    (['"', 'b', '"'], ['\\tb\\t'])
    """
    plain = line.split(delimiter)
    if '"' not in line:
        return plain
    if delimiter != TAB:
        return _protected(line, delimiter)
    held = None if wanted in (None, len(plain)) else _protected(line, delimiter)
    return held or [_unquoted(cell) for cell in plain]


def _protected(line: str, delimiter: str) -> list[str] | None:
    """Return the cells of a line in which quotes protect delimiters."""
    found, offset, whole = [], 0, f"{line}{delimiter}"
    while offset < len(whole):
        cell = CELL[delimiter].match(whole, offset)
        if cell is None:
            return None
        found.append(_unquoted(cell[1]))
        offset = cell.end()
    return found


def _unquoted(cell: str) -> str:
    return cell[1:-1].replace('""', '"') if WHOLLY_QUOTED.fullmatch(cell) else cell


class _RowReader:
    """Reads rows. `opened` is the line of a quote that may explain why later rows have too few cells."""

    def __init__(self, source: str, titles: list[str], delimiter: str) -> None:
        self.source = source
        self.titles = titles
        self.delimiter = delimiter
        self.opened = 0
        self.problems: dict[Problem, None] = {}

    def read(self, lines: Iterator[Line]) -> DelimitedRows:
        found = DelimitedRows(self.titles, [], [])
        for line in lines:
            text = line.content.decode()
            if text:
                found.rows.append(self._row(line.number, text))
                found.lines.append(line.number)
        raise_problems(self.problems)
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
        """Return whether the last cell may continue in the next line. With commas, an open quote is an error anyway."""
        last = text.rpartition(self.delimiter)[2]
        return self.delimiter == TAB and last.startswith('"') and not WHOLLY_QUOTED.fullmatch(last)

    def _fault(self, number: int, row: list[str]) -> Problem:
        if self.opened:
            return Problem(self.source, self.opened, OPEN)
        message = (
            f"this row has {len(row)} cells, but line 1 has {len(self.titles)} titles; write a cell for each title"
        )
        return Problem(self.source, number, message)
