"""One pass over a CoNLL-U file: which lines are words, empty nodes or comments, the words, and the ``Entity`` cells."""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np

from corefscore.columns import Bools, Ints, SmallInts, ints, numbers, ranges
from corefscore.compiled import kernel
from corefscore.formats.brackets import CellBytes
from corefscore.formats.files import Bytes, Data, File, Progress, blocks, byte_set, line_bounds
from corefscore.problems import SHOWN, InputError, Problem, fail

COLUMNS = 10
FORM, DEPS = 1, 8
HASH, NEWLINE, RETURN, TAB, DOT, DASH, ZERO, BAR = b"#\n\r\t.-0|"
LONGEST_NUMBER = 9
ENTITY = b"Entity="
WINDOW = 8
ENTITY_WINDOW = np.uint64(int.from_bytes(ENTITY, "little"))
ENTITY_MASK = np.uint64((1 << 8 * len(ENTITY)) - 1)
SECOND_LETTERS = byte_set(b"ngel \t")  # of '# newdoc', '#global.Entity' and the like
HEADER = re.compile(rb"#\s*(newdoc|global\.Entity)\b\s*(?:id\s*)?=?\s*(.*)")


class Header(NamedTuple):
    """A comment that begins a document (`newdoc`) or says what mentions are made of (`global.Entity`)."""

    line: int
    begin: int
    kind: str
    value: str


class ConlluScan(NamedTuple):
    """What was found; lines are counted from 1.

    Tokens are words or, where `empty` says so, empty nodes: `line` has the line of each and `begin` its place, `number`
    its number in the sentence, `sentence` the number of its sentence in the file. `form` has the words' bytes, joined,
    and `form_end` where each ends. `nodes` has the bytes of each empty node's line.
    """

    size: int
    lines: int
    line: Ints
    begin: Ints
    number: SmallInts
    empty: Bools
    sentence: Ints
    form_end: Ints
    form: Bytes
    nodes: list[bytes]
    headers: list[Header]
    cells: CellBytes
    cell_token: Ints


def scan_conllu(file: File, progress: Progress | None = None) -> ConlluScan:
    found: list[Block] = []
    problems: list[Problem] = []
    lines = 0
    with file.opened() as data:
        if data.find(b"\n") < 0 <= data.find(b"\r"):
            raise fail(file.name, 1, "lines end in carriage returns alone; convert them to newlines")
        for begin, end in blocks(file.name, data):
            block = scan_block(Stretch(file.name, data, begin, end, lines + 1), problems)
            found.append(block)
            lines += block.lines
            if progress is not None:
                progress(end - begin)
        size = len(data)
    if problems:
        raise InputError(problems[:SHOWN], len(problems))
    scan = _joined(file.name, found, size, lines)
    _check_numbers(file.name, scan)
    return scan


def _joined(name: str, found: list[Block], size: int, lines: int) -> ConlluScan:
    tokens_before = np.cumsum([0, *(len(block.line) for block in found)])
    gaps_before = np.cumsum([0, *(block.gaps for block in found)])
    cell_length = np.concatenate([block.cell_length for block in found])
    cell_token = np.concatenate([b.cell_token + before for b, before in zip(found, tokens_before, strict=False)])
    line = np.concatenate([block.line for block in found])
    byte = np.concatenate([block.cell_byte for block in found])
    return ConlluScan(
        size=size,
        lines=lines,
        line=line,
        begin=np.concatenate([block.begin for block in found]),
        number=np.concatenate([block.number for block in found]),
        empty=np.concatenate([block.empty for block in found]),
        sentence=np.concatenate([b.gap + before for b, before in zip(found, gaps_before, strict=False)]),
        form_end=np.cumsum(np.concatenate([block.form_length for block in found])),
        form=np.concatenate([block.form for block in found]),
        nodes=[node for block in found for node in block.nodes],
        headers=[header for block in found for header in block.headers],
        cells=CellBytes(name, line[cell_token], cell_length, byte),
        cell_token=cell_token,
    )


class Stretch(NamedTuple):
    """Whole lines of a file: where they begin and end, and which is the first of them."""

    name: str
    data: Data
    begin: int
    end: int
    first_line: int

    @property
    def block(self) -> Bytes:
        return np.frombuffer(self.data, np.uint8, self.end - self.begin, self.begin)

    def text(self, start: int, stop: int) -> bytes:
        return self.data[self.begin + start : self.begin + stop]


class Block(NamedTuple):
    """What was found in a stretch: how many lines and blank lines there are, and what `ConlluScan` has of the others.

    `gap` has how many lines of the stretch are blank before each token, `cell_token` counts its tokens.
    """

    lines: int
    gaps: int
    line: Ints
    begin: Ints
    number: SmallInts
    empty: Bools
    gap: Ints
    form_length: Ints
    form: Bytes
    nodes: list[bytes]
    headers: list[Header]
    cell_token: Ints
    cell_length: Ints
    cell_byte: Bytes


COLUMN_TYPES = (*"qqi?qqBqqqqqqqB",)


def compiled_block(stretch: Stretch, problems: list[Problem]) -> Block:
    """What is in a stretch, by the kernel; its twin says what is wrong with those that are faulty."""
    found = kernel.scan_conllu(stretch.block)
    if found is None:
        return numpy_block(stretch, problems)
    lines, gaps, columns = found
    row, begin, number, empty, gap, form_length, form, node, node_end, header, header_begin, header_end, *cells = (
        np.frombuffer(column, kind) for column, kind in zip(columns, COLUMN_TYPES, strict=True)
    )
    return Block(
        lines,
        gaps,
        row + stretch.first_line,
        begin + stretch.begin,
        number,
        empty,
        gap,
        form_length,
        form,
        [stretch.text(*bounds) for bounds in zip(node.tolist(), node_end.tolist(), strict=True)],
        _headers(stretch, header, header_begin, header_end),
        *cells,
    )


class _Lines(NamedTuple):
    """The lines of a block: where they begin and end, and what their first column is.

    `number` is the number a line begins with, `after` the byte behind it.
    """

    stretch: Stretch
    block: Bytes
    start: Ints
    newline: Ints
    number: SmallInts
    after: Bytes
    digits: Ints

    @classmethod
    def of(cls, stretch: Stretch) -> _Lines:
        block = stretch.block
        start, newline = line_bounds(block)
        padded = block if block[-1] == NEWLINE else np.append(block, np.uint8(NEWLINE))
        return cls(stretch, block, start, newline, *_leading_number(padded, start))

    def text(self, row: int) -> bytes:
        return self.stretch.text(int(self.start[row]), int(self.newline[row]))

    def problem(self, row: int, message: str) -> Problem:
        return Problem(self.stretch.name, self.stretch.first_line + row, message)


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


def numpy_block(stretch: Stretch, problems: list[Problem]) -> Block:
    """What is in a stretch, without the kernel."""
    lines = _Lines.of(stretch)
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
    form_start, form_stop = tabs[words, FORM - 1] + 1, tabs[words, FORM]
    token_rows = rows[token]
    cell_token, cell_start, cell_stop = _entity_cells(lines, rows, token, tabs, problems)
    breaks = np.cumsum(blank)
    header = np.flatnonzero(comment & SECOND_LETTERS[block[np.minimum(start + 2, len(block) - 1)]])
    return Block(
        lines=len(start),
        gaps=int(breaks[-1]),
        line=token_rows + stretch.first_line,
        begin=start[token_rows] + stretch.begin,
        number=lines.number[token_rows],
        empty=is_empty[token_rows],
        gap=breaks[token_rows],
        form_length=form_stop - form_start,
        form=block[ranges(form_start, form_stop - form_start)],
        nodes=[lines.text(row) for row in np.flatnonzero(is_empty).tolist()],
        headers=_headers(stretch, header, start[header], newline[header]),
        cell_token=cell_token,
        cell_length=cell_stop - cell_start,
        cell_byte=block[ranges(cell_start, cell_stop - cell_start)],
    )


scan_block = numpy_block if kernel is None else compiled_block


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


def _headers(stretch: Stretch, row: Ints, begin: Ints, end: Ints) -> list[Header]:
    """Those of some comments that are headers."""
    headers = []
    for number, start, stop in zip(row.tolist(), begin.tolist(), end.tolist(), strict=True):
        match = HEADER.fullmatch(stretch.text(start, stop))
        if match:
            line = stretch.first_line + number
            headers.append(Header(line, stretch.begin + start, match[1].decode(), match[2].rstrip().decode()))
    return headers


def _check_numbers(name: str, scan: ConlluScan) -> None:
    """Words of a sentence are numbered 1, 2, 3 ...; the first that is not is told, as words may be missing."""
    words = np.flatnonzero(~scan.empty)
    number, sentence = scan.number[words], scan.sentence[words]
    expected = np.ones_like(number)
    same = sentence[1:] == sentence[:-1]
    expected[1:][same] = number[:-1][same] + 1
    wrong = np.flatnonzero(number != expected).tolist()
    if wrong:
        messages = (
            f"word {number[row]} stands where word {expected[row]} should; is a line or an empty line missing?"
            for row in wrong[:SHOWN]
        )
        lines = (int(scan.line[words[row]]) for row in wrong)
        raise InputError(
            [Problem(name, line, message) for line, message in zip(lines, messages, strict=False)], len(wrong)
        )
