"""``Entity`` cells such as ``(e3-person-2(e7)`` or ``e3[1/2])``: from bytes to mentions with heads and gaps."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from corefscore._native.load import kernel
from corefscore.core.arrays import Array, Bools, Bytes, Ints, ints, numbers, runs
from corefscore.core.corpus import Parts
from corefscore.core.problems import Problem
from corefscore.formats.conll.brackets import CellBytes, Marks, Spans, find_marks, pair_marks, texts

DASH, BRACKET, ZERO = b"-[0"
PART = r"(.+)\[(\d+)/(\d+)\]"
ENTITY_FIELDS = ("eid", "GRP")
TYPE_FIELDS = ("etype", "entity")
LONGEST_NUMBER = 9
FIRST = 1


class Layout(NamedTuple):
    """Which of the fields between dashes is what; -1 for a field that is not there."""

    entity: int
    head: int
    type: int
    minimum: int

    @classmethod
    def of(cls, header: str) -> Layout:
        """The layout that a ``global.Entity`` says."""
        fields = header.split("-")

        def place(*names: str) -> int:
            return next((fields.index(name) for name in names if name in fields), -1)

        return cls(place(*ENTITY_FIELDS), place("head"), place(*TYPE_FIELDS), place("minspan"))


class Mentions(NamedTuple):
    """Mentions as columns. `head` and `minimum` count the words of a mention from 1; `parts` has those with gaps."""

    spans: Spans
    head: Ints
    type: Array
    minimum: dict[int, str]
    parts: dict[int, Parts]


def find_fields(byte: Bytes, place: Ints, length: Ints, field: int) -> tuple[Ints, Ints]:
    """Place and length of a field between dashes in each mark; it is empty where a mark has no such."""
    dash = np.append(np.flatnonzero(byte == DASH), len(byte))
    first, last, stop = np.searchsorted(dash, place), len(dash) - 1, place + length
    end = np.minimum(dash[np.minimum(first + field, last)], stop)
    begin = np.minimum(dash[np.minimum(first + field - 1, last)] + 1, stop) if field else place
    return begin, np.maximum(end - begin, 0)


def read_mentions(cells: CellBytes, layout: Layout, document: Ints, token: Ints) -> tuple[Mentions, list[Problem]]:
    """The mentions of some cells, and what is wrong with them; `document` and `token` belong to the cells."""
    mentions = None if kernel is None else compiled_mentions(cells, layout, document, token)
    problems: list[Problem] = []
    if mentions is None:
        mentions, problems = numpy_mentions(cells, layout, document, token)
    if (cells.byte == BRACKET).any():
        mentions, more = _with_parts_joined(mentions, cells.source)
        problems += more
    return mentions, problems


def compiled_mentions(cells: CellBytes, layout: Layout, document: Ints, token: Ints) -> Mentions | None:
    """The mentions, their parts each by itself, by the kernel; None where something is to be told of the cells."""
    columns = kernel.pair_mentions(cells.byte, cells.length, ints(document), layout)
    if columns is None:
        return None
    opening, closing, entity, place, mark_cell, name, name_length, head, type_, type_length, minimum, minimum_length = (
        np.frombuffer(column, np.int64) for column in columns
    )
    spans = Spans(
        document=document[opening],
        start=token[opening],
        end=token[closing],
        entity=entity,
        labels=texts(cells.byte, name, name_length),
        place=place,
        line=cells.line[mark_cell],
    )
    types = texts(cells.byte, type_, type_length)
    return Mentions(spans, head, types, _minima(cells.byte, minimum, minimum_length), {})


def numpy_mentions(cells: CellBytes, layout: Layout, document: Ints, token: Ints) -> tuple[Mentions, list[Problem]]:
    """The mentions of any cells, and without the kernel."""
    marks, problems = find_marks(cells)
    names = _names(marks, layout)
    problems += [_nameless(marks, row) for row in np.flatnonzero(names.length == 0).tolist()]
    if problems:
        return no_mentions(), problems
    spans, problems = pair_marks(names, document, token, openings_first=False)
    if problems:
        return no_mentions(), problems
    byte, place, length = cells.byte, marks.place[spans.place], marks.length[spans.place]

    def field(number: int) -> tuple[Ints, Ints]:
        return find_fields(byte, place, length, number) if number >= 0 else (place, np.zeros_like(length))

    head, faulty = _heads(byte, *field(layout.head))
    problems = [_headless(marks, int(spans.place[row])) for row in np.flatnonzero(faulty).tolist()]
    return Mentions(spans, head, texts(byte, *field(layout.type)), _minima(byte, *field(layout.minimum)), {}), problems


def _names(marks: Marks, layout: Layout) -> Marks:
    """The marks with the names of entities alone; closing ones have nothing else."""
    opens = np.flatnonzero(marks.opens)
    place, length = marks.place.copy(), marks.length.copy()
    place[opens], length[opens] = find_fields(marks.cells.byte, place[opens], length[opens], layout.entity)
    return marks._replace(place=place, length=length)


def no_mentions() -> Mentions:
    empty = ints([])
    spans = Spans(empty, empty, empty, empty, np.array([], dtype=object), empty, empty)
    return Mentions(spans, empty, np.array([], dtype="S1"), {}, {})


def _nameless(marks: Marks, row: int) -> Problem:
    return Problem(
        marks.cells.source, marks.line(row), f"{marks.name(row)!r} names no entity; write (e1-person-1 or the like"
    )


def _headless(marks: Marks, row: int) -> Problem:
    message = f"{marks.name(row)!r}: the head is no number; give the place of a word in the mention"
    return Problem(marks.cells.source, marks.line(row), message)


def _heads(byte: Bytes, place: Ints, length: Ints) -> tuple[Ints, Bools]:
    """The heads that mentions name, the first word where they name none; and which of them are no numbers."""
    head = np.where(length > 0, 0, FIRST)
    faulty = length > LONGEST_NUMBER
    for offset in range(min(int(length.max(initial=0)), LONGEST_NUMBER)):
        rows = np.flatnonzero(length > offset)
        digit = byte[place[rows] + offset] - np.uint8(ZERO)
        faulty[rows] |= digit > 9
        head[rows] = head[rows] * 10 + digit
    return ints(head), faulty


def _minima(byte: Bytes, place: Ints, length: Ints) -> dict[int, str]:
    return {
        row: byte[place[row] : place[row] + length[row]].tobytes().decode() for row in np.flatnonzero(length).tolist()
    }


class _Whole:
    """A mention with gaps while its parts are gathered: the rows of its parts."""

    def __init__(self, count: int, row: int) -> None:
        self.count = count
        self.rows = [row]


def _with_parts_joined(mentions: Mentions, source: str) -> tuple[Mentions, list[Problem]]:
    """Mentions whose parts ``e3[1/2]`` and ``e3[2/2]`` have become one."""
    spans = mentions.spans
    partial = _partial_entities(spans.labels)
    is_partial = np.zeros(len(spans.labels), dtype=bool)
    is_partial[list(partial)] = True
    rows = np.flatnonzero(is_partial[spans.entity])
    if not rows.size:
        return mentions, []
    wholes, problems = _gather(rows[np.argsort(spans.place[rows], kind="stable")].tolist(), spans, partial, source)
    entity, labels = _joined_entities(spans, partial)
    start, end, head = spans.start.copy(), spans.end.copy(), mentions.head.copy()
    parts: dict[int, Parts] = {}
    dropped: list[int] = []
    for whole in wholes:
        first, *others = whole.rows
        stretches = tuple((int(spans.start[row]), int(spans.end[row])) for row in whole.rows)
        problems += _entangled(source, spans, whole, partial) if _overlap(stretches) else []
        end[first], head[first] = stretches[-1][1], mentions.head[whole.rows[-1]]
        if others:
            parts[first] = stretches
        dropped += others
    is_kept = np.ones(len(start), dtype=bool)
    is_kept[dropped] = False
    kept, place = np.flatnonzero(is_kept), runs(is_kept)
    joined = Spans(spans.document[kept], start[kept], end[kept], entity[kept], labels, spans.place[kept], spans.line)
    return Mentions(
        joined,
        head[kept],
        mentions.type[kept],
        {int(place[row]): text for row, text in mentions.minimum.items() if is_kept[row]},
        {int(place[row]): stretches for row, stretches in parts.items()},
    ), problems


def _partial_entities(labels: Array) -> dict[int, re.Match[str]]:
    """The entities whose names have the mark of a part."""
    bracket = "[" if labels.dtype == object else b"["
    marked = ((entity, text_of(label)) for entity, label in enumerate(labels.tolist()) if bracket in label)
    return {entity: match for entity, name in marked if (match := re.fullmatch(PART, name))}


def _gather(
    rows: Sequence[int], spans: Spans, partial: dict[int, re.Match[str]], source: str
) -> tuple[list[_Whole], list[Problem]]:
    """The parts of each mention, and parts that lack their fellows."""
    waiting: dict[tuple[int, str, int], list[_Whole]] = {}
    wholes: list[_Whole] = []
    problems: list[Problem] = []
    for row in rows:
        match = partial[int(spans.entity[row])]
        name, number, count = match[1], int(match[2]), int(match[3])
        place = (int(spans.document[row]), name, count)
        candidates = waiting.setdefault(place, [])
        fitting = [whole for whole in candidates if len(whole.rows) == number - 1]
        if number == 1:
            wholes.append(_Whole(count, row))
            if count > 1:
                candidates.append(wholes[-1])
        elif len(fitting) != 1:
            problems.append(_lost_part(source, spans, row, name, number, len(fitting)))
            waiting[place] = [whole for whole in candidates if whole not in fitting]
        else:
            fitting[0].rows.append(row)
            if number == count:
                candidates.remove(fitting[0])
    unfinished = (whole for candidates in waiting.values() for whole in candidates)
    problems += [_unfinished(source, spans, whole, partial) for whole in unfinished]
    return wholes, problems


def _lost_part(source: str, spans: Spans, row: int, name: str, number: int, found: int) -> Problem:
    fault = f"part {number - 1} does not stand before it" if not found else "it can belong to several mentions"
    return Problem(source, _line(spans, row), f"part {number} of a mention of entity {name}: {fault}")


def _overlap(stretches: Parts) -> bool:
    """Whether stretches share a token, or do not stand in the order of the text."""
    return any(end >= start for (_, end), (start, _) in pairwise(stretches))


def _entangled(source: str, spans: Spans, whole: _Whole, partial: dict[int, re.Match[str]]) -> list[Problem]:
    name = partial[int(spans.entity[whole.rows[0]])][1]
    message = f"parts of a mention of entity {name} overlap; close each part before the next begins"
    return [Problem(source, _line(spans, whole.rows[1]), message)]


def _unfinished(source: str, spans: Spans, whole: _Whole, partial: dict[int, re.Match[str]]) -> Problem:
    row = whole.rows[0]
    name = partial[int(spans.entity[row])][1]
    message = f"a mention of entity {name} has {len(whole.rows)} of its {whole.count} parts; add the others"
    return Problem(source, _line(spans, row), message)


def _line(spans: Spans, row: int) -> int:
    return int(spans.line[spans.place[row]])


def _joined_entities(spans: Spans, partial: dict[int, re.Match[str]]) -> tuple[Ints, Array]:
    """Entities without the marks of parts in their names."""
    is_text = spans.labels.dtype == object
    labels = spans.labels.tolist()
    documents = np.empty(len(labels), dtype=np.int64)
    documents[spans.entity] = spans.document
    for entity, match in partial.items():
        labels[entity] = match[1] if is_text else match[1].encode()
    split = {labels[entity] for entity in partial}
    new = numbers(len(labels))
    number: dict[tuple[int, bytes | str], int] = {}
    for entity, label in enumerate(labels):
        if label in split:
            new[entity] = number.setdefault((int(documents[entity]), label), entity)
    kept, place = np.unique(new, return_inverse=True)
    return ints(place)[spans.entity], np.array(labels, dtype=object if is_text else None)[kept]


def text_of(label: bytes | str) -> str:
    return label.decode() if isinstance(label, bytes) else label
