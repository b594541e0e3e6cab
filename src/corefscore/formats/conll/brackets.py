"""Coreference cells such as ``(12``, ``(3)|12)`` or ``7)(5``: from bytes to mentions, without a loop over them.

A *mark* is an entity's name with a bracket before it, behind it, or both.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np

from corefscore._native.load import kernel
from corefscore.core.arrays import Array, Bools, Bytes, Ints, changes, ints, order_by, pack, renumber, runs
from corefscore.core.problems import Problem, warn
from corefscore.formats.files import byte_set

OPEN, CLOSE, PLUS, BAR, BLANK = b"()+| "
EMPTY_MARKS = byte_set(b"-_*")
SPLIT_ANTECEDENT = r"\d+\+\d+"
LONGEST_DECIMAL = 6
LONGEST_FIXED = 64
SHORT = 60
WORD = 4
FIRST_BYTES = np.array([(1 << 8 * count) - 1 for count in range(WORD + 1)])
"""What is left of a word of four bytes when only the first so many count."""


class CellBytes(NamedTuple):
    """The cells of a source that are not empty: the line of each, its length, and all their bytes, joined."""

    source: str
    line: Ints
    length: Ints
    byte: Bytes


class Marks(NamedTuple):
    """The marks of some cells, in the order of the source; `place` counts in the cells' bytes."""

    cells: CellBytes
    cell: Ints
    place: Ints
    length: Ints
    opens: Bools
    closes: Bools

    def take(self, rows: Bools | Ints) -> Marks:
        return Marks(
            self.cells, self.cell[rows], self.place[rows], self.length[rows], self.opens[rows], self.closes[rows]
        )

    def name(self, row: int) -> str:
        begin = int(self.place[row])
        return self.cells.byte[begin : begin + int(self.length[row])].tobytes().decode()

    def line(self, row: int) -> int:
        return int(self.cells.line[self.cell[row]])

    def byte(self, offset: int) -> tuple[Ints, Bytes]:
        """The byte at an offset in each name that is long enough to have one: the rows, and their bytes."""
        rows = np.flatnonzero(self.length > offset)
        return rows, self.cells.byte[self.place[rows] + offset]


def read_spans(cells: CellBytes, document: Ints, token: Ints) -> tuple[Spans, list[Problem]]:
    """The mentions of some cells, and what cannot be read; `document` and `token` belong to the cells."""
    spans = None if kernel is None else compiled_spans(cells, document, token)
    return numpy_spans(cells, document, token) if spans is None else (spans, [])


def compiled_spans(cells: CellBytes, document: Ints, token: Ints) -> Spans | None:
    """The mentions, by the kernel; None where something is to be told of the cells."""
    columns = kernel.pair_cells(cells.byte, cells.length, document)
    if columns is None:
        return None
    opening, closing, entity, place, mark_cell, *names = (np.frombuffer(column, np.int64) for column in columns)
    return Spans(
        document=document[opening],
        start=token[opening],
        end=token[closing],
        entity=entity,
        labels=texts(cells.byte, *names),
        place=place,
        line=cells.line[mark_cell],
    )


def numpy_spans(cells: CellBytes, document: Ints, token: Ints) -> tuple[Spans, list[Problem]]:
    """The mentions of any cells, and without the kernel."""
    marks, unreadable = find_marks(cells)
    spans, unpaired = pair_marks(marks, document, token)
    return spans, unreadable + unpaired


def find_marks(cells: CellBytes) -> tuple[Marks, list[Problem]]:
    """The marks of some cells, and what cannot be read."""
    byte, stop = cells.byte, np.cumsum(cells.length)
    begin = stop - cells.length
    opening, closing = byte == OPEN, byte == CLOSE
    first, last = _stretches(~(opening | closing | (byte == BAR) | (byte == BLANK)), begin)
    cell = np.searchsorted(stop, first, "right")
    opens = (first > begin[cell]) & opening[first - 1]
    closes = (last + 1 < stop[cell]) & closing[np.minimum(last + 1, len(byte) - 1)]
    marks = Marks(cells, cell, first, last - first + 1, opens, closes)
    nameless = opening | closing
    nameless[first[opens] - 1] = False
    nameless[last[closes] + 1] = False
    faulty, with_plus = (np.searchsorted(stop, np.flatnonzero(each), "right") for each in (nameless, byte == PLUS))
    return _understood(marks, with_plus), _nameless(cells, sorted(set(faulty.tolist())))


def _stretches(inside: Bools, begin: Ints) -> tuple[Ints, Ints]:
    """First and last position of each run of bytes that belong to a name; none goes on where a cell begins."""
    joined = inside[1:] & inside[:-1]
    joined[begin[(begin > 0) & (begin < len(inside))] - 1] = False
    first, last = inside.copy(), inside.copy()
    first[1:] &= ~joined
    last[:-1] &= ~joined
    return np.flatnonzero(first), np.flatnonzero(last)


def _nameless(cells: CellBytes, faulty: list[int]) -> list[Problem]:
    stops = np.cumsum(cells.length)
    problems = []
    for cell in faulty:
        text = cells.byte[stops[cell] - cells.length[cell] : stops[cell]].tobytes().decode()
        message = f"cannot read {_cut(text)!r}: a bracket has no entity; write (1) or (1 ... 1)"
        problems.append(Problem(cells.source, int(cells.line[cell]), message))
    return problems


def _cut(text: str) -> str:
    """A text short enough for a message."""
    return text if len(text) <= SHORT else f"{text[:SHORT]}..."


def _understood(marks: Marks, cells_with_plus: Ints) -> Marks:
    """The marks to be scored; what is passed over is said in a warning."""
    leading = EMPTY_MARKS[marks.cells.byte[marks.place]]
    bracketed = marks.opens | marks.closes
    glued = leading & ~marks.opens & marks.closes & (marks.length > 1)
    if glued.any() and not (leading & marks.opens).any():
        _warn(marks, glued, "with an empty mark before a name", "read without the mark")
        marks = marks._replace(place=marks.place + glued, length=marks.length - glued)
    stray = ~bracketed & ~(leading & (marks.length == 1))
    if stray.any():
        _warn(marks, stray, "with a word without brackets", "read as no mention")
    if cells_with_plus.size:
        split = bracketed & _split_antecedents(marks, cells_with_plus)
        if split.any():
            _warn(marks, split, "with a split antecedent", "not scored")
        bracketed &= ~split
    return marks if bracketed.all() else marks.take(bracketed)


def _split_antecedents(marks: Marks, cells_with_plus: Ints) -> Bools:
    """Marks such as (12+3), which say that a plural has two antecedents."""
    found = np.zeros(len(marks.cell), dtype=bool)
    for row in np.flatnonzero(np.isin(marks.cell, cells_with_plus)).tolist():
        found[row] = re.fullmatch(SPLIT_ANTECEDENT, marks.name(row)) is not None
    return found


def _warn(marks: Marks, rows: Bools, what: str, so: str) -> None:
    count = int(rows.sum())
    first = int(np.argmax(rows))
    message = f"{count:,} cell{'s' if count > 1 else ''} {what} ({_cut(marks.name(first))!r} here), {so}"
    warn(marks.cells.source, marks.line(first), message)


def name_codes(marks: Marks) -> Ints:
    """A number for each name; equal names, and only they, have equal numbers."""
    longest = int(marks.length.max()) if len(marks.length) else 0
    codes = _decimal_codes(marks, longest) if longest <= LONGEST_DECIMAL else None
    return _byte_codes(marks) if codes is None else codes


def _decimal_codes(marks: Marks, longest: int) -> Ints | None:
    """Strings of digits, numbered by length and value (so that 01 is not 1); None if there are others."""
    value = np.zeros(len(marks.length), dtype=np.int64)
    for offset in range(longest):
        rows, byte = marks.byte(offset)
        digit = byte.astype(np.int64) - ord("0")
        if ((digit < 0) | (digit > 9)).any():
            return None
        value[rows] = value[rows] * 10 + digit
    shorter = ints([(10**length - 10) // 9 for length in range(longest + 1)])
    return value + shorter[marks.length]


def _byte_codes(marks: Marks) -> Ints:
    """Any names, four bytes at a time; a name that has ended leaves, with its length to tell it from longer ones."""
    codes = np.zeros(len(marks.length), dtype=np.int64)
    padded = np.append(marks.cells.byte, np.zeros(WORD, dtype=np.uint8))
    words = np.ndarray((len(marks.cells.byte),), dtype="<u4", buffer=padded, strides=(1,))
    rows, begin = np.flatnonzero(marks.length <= LONGEST_FIXED), 0
    while rows.size:
        word = words[marks.place[rows] + begin] & FIRST_BYTES[np.minimum(marks.length[rows] - begin, WORD)]
        codes[rows] = renumber((codes[rows] << 32) | word)[0]
        begin += WORD
        rows = rows[marks.length[rows] > begin]
    long: dict[str, int] = {}
    for row in np.flatnonzero(marks.length > LONGEST_FIXED).tolist():
        codes[row] = long.setdefault(marks.name(row), len(long))
    packed = pack(np.minimum(marks.length, LONGEST_FIXED + 1), codes)
    assert packed is not None, "there are fewer names than bytes, and lengths are small"
    return packed


class Spans(NamedTuple):
    """Mentions as columns; entities are numbered, and `labels` has the name of each.

    `place` is the number of the opening mark among all marks of the source, `line` the line of each mark.
    """

    document: Ints
    start: Ints
    end: Ints
    entity: Ints
    labels: Array
    place: Ints
    line: Ints


def pair_marks(marks: Marks, document: Ints, token: Ints, openings_first: bool = True) -> tuple[Spans, list[Problem]]:
    """Join opening and closing marks into mentions; `document` and `token` belong to the cells.

    A closing mark ends the innermost open mention of its entity. Within a cell, openings count before closings, unless
    marks are to be taken as they stand.
    """
    joint = _joint_code(document[marks.cell], name_codes(marks))
    rows = _entity_by_entity(marks, joint) if openings_first else order_by(joint)
    ordered, first = marks.take(rows), changes(joint[rows])
    entity = runs(first)
    step = ordered.opens.astype(np.int64) - ordered.closes
    depth = np.cumsum(step)
    if len(depth) and (depth.min() < 0 or depth[-1] or depth[np.flatnonzero(first)[1:] - 1].any()):
        return _no_spans(), _unbalanced(ordered, document[ordered.cell], entity)
    single = np.flatnonzero(ordered.opens & ordered.closes)
    opening, closing = _partners(entity, step, depth)
    begin, end = np.concatenate([single, opening]), np.concatenate([single, closing])
    spans = Spans(
        document=document[ordered.cell[begin]],
        start=token[ordered.cell[begin]],
        end=token[ordered.cell[end]],
        entity=entity[begin],
        labels=texts(marks.cells.byte, ordered.place[first], ordered.length[first]),
        place=rows[begin],
        line=marks.cells.line[marks.cell],
    )
    return spans, []


def _joint_code(document: Ints, code: Ints) -> Ints:
    """A number for each name in its document."""
    joint = pack(document, code)
    if joint is None:
        code, _ = renumber(code)
        joint = pack(document, code)
        assert joint is not None, "both numbers are smaller than the source is long"
    return joint


def _entity_by_entity(marks: Marks, joint: Ints) -> Ints:
    """The order of the marks by entity, and within an entity as they stand in the source."""
    rows = order_by(joint)
    halves = rows[(marks.opens ^ marks.closes)[rows]]
    opens, cell, code = marks.opens[halves], marks.cell[halves], joint[halves]
    reopens = ~opens[:-1] & opens[1:] & (cell[1:] == cell[:-1]) & (code[1:] == code[:-1])
    reopened = halves[np.flatnonzero(reopens)]
    if not reopened.size:
        return rows
    row, count = int(reopened[0]), reopened.size
    message = f"{count:,} cell{'s' if count > 1 else ''} with an end and a beginning of one entity"
    rule = "the beginning is read first, as the reference scorer does"
    warn(marks.cells.source, marks.line(row), f"{message} ({_cut(marks.name(row))!r} here); {rule}")
    return order_by(joint, marks.cell, (~marks.opens).astype(np.int64))


def _partners(entity: Ints, step: Ints, depth: Ints) -> tuple[Ints, Ints]:
    """The opening marks, and for each the closing mark that ends it."""
    halves = np.flatnonzero(step)
    level = depth[halves] + (step[halves] < 0)
    if level.size and level.max() > 1:
        halves = halves[order_by(entity[halves], level)]
    return halves[0::2], halves[1::2]


def texts(byte: Bytes, begin: Ints, length: Ints) -> Array:
    """Stretches of bytes: byte strings of one length, or texts where that would be wasteful."""
    longest = max(int(length.max(initial=1)), 1)
    if longest > LONGEST_FIXED:
        bounds = zip(begin.tolist(), (begin + length).tolist(), strict=True)
        return np.array([byte[first:last].tobytes().decode() for first, last in bounds], dtype=object)
    return np.frombuffer(cut(byte, ints(begin), ints(length), longest), f"S{longest}")


def numpy_cut(byte: Bytes, begin: Ints, length: Ints, width: int) -> bytes:
    """Stretches of bytes as strings of one width, one after the other; the kernel does it stretch by stretch."""
    letters = np.zeros((len(length), width), dtype=np.uint8)
    for offset in range(width):
        rows = np.flatnonzero(length > offset)
        letters[rows, offset] = byte[begin[rows] + offset]
    return letters.tobytes()


cut = numpy_cut if kernel is None else kernel.cut


def _no_spans() -> Spans:
    none = ints([])
    return Spans(none, none, none, none, np.array([], dtype=object), none, none)


def _unbalanced(marks: Marks, document: Ints, entity: Ints) -> list[Problem]:
    """A problem for each mark that has no partner."""
    from bisect import bisect_left

    unopened, unclosed = _lonely(marks, entity)
    opened_before = {(int(document[row]) + 1, marks.name(row)) for row in unclosed}
    closed_later = {(int(document[row]), marks.name(row)): row for row in unopened}
    near: dict[int, list[tuple[int, int]]] = {}
    for row in sorted(unclosed, key=lambda row: int(marks.place[row])):
        near.setdefault(int(document[row]), []).append((int(marks.place[row]), row))
    problems = []
    for row in unopened:
        if (int(document[row]), marks.name(row)) in opened_before:
            continue  # told where it opens
        candidates = near.get(int(document[row]), [])
        before = bisect_left(candidates, (int(marks.place[row]), 0)) - 1
        problems.append(_never_opened(marks, row, candidates[before][1] if before >= 0 else None))
    for row in unclosed:
        across = closed_later.get((int(document[row]) + 1, marks.name(row)))
        problems.append(_never_closed(marks, row, across))
    return sorted(problems)


def _never_opened(marks: Marks, row: int, near: int | None) -> Problem:
    name = marks.name(row)
    hint = "" if near is None else f" (opened in line {marks.line(near)} as entity {marks.name(near)}?)"
    message = f"entity {name} closes here but was never opened in its document{hint}; open it with ({name}"
    return Problem(marks.cells.source, marks.line(row), message)


def _never_closed(marks: Marks, row: int, across: int | None) -> Problem:
    name = marks.name(row)
    fault = "never closes" if across is None else f"closes in line {marks.line(across)}, in another document"
    message = f"entity {name} opens here but {fault}; close it with {name}) before its document ends"
    return Problem(marks.cells.source, marks.line(row), message)


def _lonely(marks: Marks, entity: Ints) -> tuple[list[int], list[int]]:
    """The closing marks without an opening one, and the opening marks without a closing one."""
    unopened: list[int] = []
    open_rows: dict[int, list[int]] = {}
    step = marks.opens.astype(np.int64) - marks.closes
    for row in np.flatnonzero(step).tolist():
        stack = open_rows.setdefault(int(entity[row]), [])
        if step[row] > 0:
            stack.append(row)
        elif stack:
            stack.pop()
        else:
            unopened.append(row)
    return unopened, [row for stack in open_rows.values() for row in stack]
