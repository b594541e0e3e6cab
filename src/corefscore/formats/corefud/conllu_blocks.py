"""Lines of CoNLL-U without the kernel: the twin of what it does, which also says what is wrong with faulty ones."""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias

import numpy as np

from corefscore.core.arrays import Bools, Bytes, Ints, SmallInts, ints, numbers, ranges
from corefscore.core.problems import Problem
from corefscore.formats.files import Data, line_bounds

COLUMNS = 10
HASH, NEWLINE, RETURN, TAB, DOT, DASH, ZERO, BAR = b"#\n\r\t.-0|"
LONGEST_NUMBER = 9
ENTITY = b"Entity="
WINDOW = 8
ENTITY_WINDOW = np.uint64(int.from_bytes(ENTITY, "little"))
ENTITY_MASK = np.uint64((1 << 8 * len(ENTITY)) - 1)
MAY_BE_HEADER = re.compile(rb"#\s*(newdoc|global\.Entity)")

Counts: TypeAlias = tuple[int, int, int]
"""The lines and the blank lines so far, and the number that the next word should have, or one for not known."""

NOT_KNOWN = -1

Columns: TypeAlias = tuple[bytearray, ...]
EMPTY_COLUMN = 2


class Stretch(NamedTuple):
    """Whole lines of a file: where they begin and end."""

    name: str
    data: Data
    begin: int
    end: int

    @property
    def block(self) -> Bytes:
        return np.frombuffer(self.data, np.uint8, self.end - self.begin, self.begin)

    def text(self, start: int, stop: int) -> bytes:
        return self.data[self.begin + start : self.begin + stop]


class _Lines(NamedTuple):
    """The lines of a block: where they begin and end, and what their first column is.

    `number` is the number a line begins with, `after` the byte behind it.
    """

    stretch: Stretch
    before: int
    block: Bytes
    start: Ints
    newline: Ints
    number: SmallInts
    after: Bytes
    digits: Ints

    @classmethod
    def of(cls, stretch: Stretch, before: int) -> _Lines:
        block = stretch.block
        start, newline = line_bounds(block)
        padded = block if block[-1] == NEWLINE else np.append(block, np.uint8(NEWLINE))
        return cls(stretch, before, block, start, newline, *_leading_number(padded, start))

    def text(self, row: int) -> bytes:
        return self.stretch.text(int(self.start[row]), int(self.newline[row]))

    def problem(self, row: int, message: str) -> Problem:
        return Problem(self.stretch.name, self.before + row + 1, message)


def _leading_number(block: Bytes, start: Ints) -> tuple[SmallInts, Bytes, Ints]:
    """The number that each line begins with (0 if none), the byte behind it, and how many digits it has."""
    number = np.zeros(len(start), dtype=np.int32)
    place = start.copy()
    rows = numbers(len(start))
    for _ in range(LONGEST_NUMBER):
        digit = block[place[rows]] - np.uint8(ZERO)
        inside = digit < 10
        rows, digit = rows[inside], digit[inside]
        if not rows.size:
            break
        number[rows] = number[rows] * 10 + digit
        place[rows] += 1
    return number, block[place], place - start


def add_block(stretch: Stretch, counts: Counts, columns: Columns, problems: list[Problem]) -> Counts:
    """Add to columns what is in a stretch, and to problems what is wrong with it."""
    before, gaps, _ = counts
    lines = _Lines.of(stretch, before)
    block, start, newline = lines.block, lines.start, lines.newline
    first = block[np.minimum(start, len(block) - 1)]
    comment = first == HASH
    blank = (newline == start) | ((first == RETURN) & (newline == start + 1))
    has_number = lines.digits > 0
    is_word = has_number & (lines.after == TAB)
    is_empty = has_number & (lines.after == DOT)
    column_line = has_number & (is_word | is_empty | (lines.after == DASH))
    _tell_strange_lines(lines, ~(column_line | comment | blank), problems)
    rows = np.flatnonzero(column_line)
    tabs = _tabs(lines, rows, comment, problems)
    if tabs is None:
        rows, tabs = rows[:0], np.zeros((0, COLUMNS - 1), dtype=np.int64)
    token = is_word[rows] | is_empty[rows]
    words = np.flatnonzero(is_word[rows])
    form_start, form_stop = tabs[words, 0] + 1, tabs[words, 1]
    token_rows, node_rows = rows[token], rows[is_empty[rows]]
    cell_token, cell_start, cell_stop = _entity_cells(lines, rows, token, tabs, problems)
    gap = gaps + np.cumsum(blank)
    header = ints([row for row in np.flatnonzero(comment).tolist() if MAY_BE_HEADER.match(lines.text(row))])
    found = (
        (token_rows + before + 1).astype(np.int32),
        lines.number[token_rows],
        is_empty[token_rows],
        gap[token_rows].astype(np.int32),
        (form_stop - form_start).astype(np.int32),
        block[ranges(form_start, form_stop - form_start)],
        start[node_rows] + stretch.begin,
        newline[node_rows] + stretch.begin,
        header + before + 1,
        start[header] + stretch.begin,
        newline[header] + stretch.begin,
        cell_token + len(columns[EMPTY_COLUMN]),
        cell_stop - cell_start,
        block[ranges(cell_start, cell_stop - cell_start)],
    )
    for column, more in zip(columns, found, strict=True):
        column.extend(np.asarray(more).tobytes())
    return before + len(start), int(gap[-1]), NOT_KNOWN


def _tell_strange_lines(lines: _Lines, strange: Bools, problems: list[Problem]) -> None:
    for row in np.flatnonzero(strange).tolist():
        text = lines.text(row).decode().rstrip()
        if not text:
            message = "this line has blanks only; sentences end with an empty line"
        elif "\t" not in text and re.match(r"\d+ ", text):
            message = "the columns are separated by blanks; CoNLL-U has tabs between its ten columns"
        else:
            message = f"{text.split(chr(9))[0][:20]!r} is no number of a word (1), an empty node (1.1) or a range (1-2)"
        problems.append(lines.problem(row, message))


def _tabs(lines: _Lines, rows: Ints, comment: Bools, problems: list[Problem]) -> Ints | None:
    """Where the tabs are, a row for each line with columns; None if a line has too many or too few."""
    tab = np.flatnonzero(lines.block == TAB)
    if len(tab) != len(rows) * (COLUMNS - 1):
        row = np.searchsorted(lines.newline, tab)
        tab = tab[~comment[row]]
    if len(tab) == len(rows) * (COLUMNS - 1):
        table = tab.reshape(-1, COLUMNS - 1)
        if (table[:, 0] > lines.start[rows]).all() and (table[:, -1] < lines.newline[rows]).all():
            return table
    count = np.bincount(np.searchsorted(lines.newline, tab), minlength=len(lines.start)) + 1
    for row in rows[count[rows] != COLUMNS].tolist():
        message = f"this line has {count[row]} column{'s' if count[row] > 1 else ''}, not {COLUMNS}"
        problems.append(lines.problem(row, f"{message}; separate ten columns with single tabs"))
    return None


def _entity_cells(
    lines: _Lines, rows: Ints, token: Bools, tabs: Ints, problems: list[Problem]
) -> tuple[Ints, Ints, Ints]:
    """The token, the begin and the end of each value of ``Entity=`` in the last column."""
    bar = np.flatnonzero(lines.block == BAR)
    begin = _values_after(lines.block, np.concatenate([tabs[:, -1], bar]))
    line = np.searchsorted(lines.newline, begin)
    place = np.searchsorted(rows, line)
    inside = place < len(rows)
    inside[inside] = rows[place[inside]] == line[inside]
    begin, place = begin[inside], place[inside]
    last = begin > tabs[place, -1]
    begin, place = begin[last], place[last]
    for row in place[~token[place]].tolist():
        message = "a mention is marked on a multiword token; mark it on the words of that token"
        problems.append(lines.problem(int(rows[row]), message))
    number = np.cumsum(token) - 1
    end = np.minimum(np.append(bar, len(lines.block))[np.searchsorted(bar, begin)], lines.newline[rows[place]])
    return number[place], begin, ints(end - (lines.block[end - 1] == RETURN))


def _values_after(block: Bytes, separator: Ints) -> Ints:
    """Where the values of ``Entity=`` begin that stand behind some separators, in order."""
    separator = separator[separator + 1 + WINDOW <= len(block)]
    windows = np.ndarray((max(len(block) - WINDOW + 1, 0),), dtype="<u8", buffer=block, strides=(1,))
    found = separator[windows[separator + 1] & ENTITY_MASK == ENTITY_WINDOW]
    return np.sort(found) + 1 + len(ENTITY)
