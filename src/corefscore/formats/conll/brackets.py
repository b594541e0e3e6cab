"""Mentions in brackets, such as ``(12``, ``(3)|12)`` or ``7)(5``: find pairs of brackets in cells, and problems.

A *mark* is the name of an entity with a bracket before it, after it, or both.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from corefscore.core.arrays import ints
from corefscore.core.problems import Problem, warn
from corefscore.formats.conll.lines import Spans, texts

MARK = re.compile(r"(\(?)([^()| ]+)(\)?)")
SPLIT_ANTECEDENT = re.compile(r"\d+\+\d+")
EMPTY_MARKS = ("-", "_", "*")
SHORT = 60


class Cell(NamedTuple):
    """A coreference cell: the numbers of its document, token and sentence, its line, and its text."""

    document: int
    token: int
    sentence: int
    line: int
    text: str


class Mark(NamedTuple):
    """A mark: its number among all marks of the file, its cell, its text and the name of its entity."""

    number: int
    cell: Cell
    text: str
    name: str
    opens: bool
    closes: bool


Pair: TypeAlias = tuple[Mark, Mark]
"""The marks that open and close a mention. A mention with one token has the same mark twice."""


def find_marks(source: str, cells: Iterable[Cell]) -> tuple[list[Mark], list[Problem]]:
    """Return the marks to score, and a problem for each cell that cannot be read. Warns of marks that are not scored.

    >>> marks, problems = find_marks("f", [Cell(0, 0, 0, 1, "(1|2)"), Cell(0, 1, 0, 2, "()")])
    >>> [(mark.name, mark.opens, mark.closes) for mark in marks]
    [('1', True, False), ('2', False, True)]
    >>> print(problems[0])
    f:2: cannot read '()': a bracket has no entity; write (1) or (1 ... 1)
    """
    marks: list[Mark] = []
    problems = []
    for cell in cells:
        for opening, name, closing in MARK.findall(cell.text):
            marks.append(Mark(len(marks), cell, name, name, opening != "", closing != ""))
        if not {"(", ")"}.isdisjoint(MARK.sub("", cell.text)):
            message = f"cannot read {_cut(cell.text)!r}: a bracket has no entity; write (1) or (1 ... 1)"
            problems.append(Problem(source, cell.line, message))
    return _understood(source, marks), problems


def _understood(source: str, marks: Sequence[Mark]) -> list[Mark]:
    glued = {mark.number for mark in marks if not mark.opens and mark.closes and _is_glued(mark.text)}
    if glued and not any(mark.opens and mark.text.startswith(EMPTY_MARKS) for mark in marks):
        _warn(source, [marks[number] for number in glued], "with an empty mark before a name", "read without the mark")
        marks = [_without_first(mark) if mark.number in glued else mark for mark in marks]
    stray = [mark for mark in marks if not (mark.opens or mark.closes or mark.text in EMPTY_MARKS)]
    _warn(source, stray, "with a word without brackets", "read as no mention")
    bracketed = [mark for mark in marks if mark.opens or mark.closes]
    split = [mark for mark in bracketed if SPLIT_ANTECEDENT.fullmatch(mark.text)]
    _warn(source, split, "with a split antecedent", "not scored")
    return [mark for mark in bracketed if not SPLIT_ANTECEDENT.fullmatch(mark.text)] if split else bracketed


def _is_glued(text: str) -> bool:
    """Return whether an empty mark comes before a name, as in ``_22``."""
    return len(text) > 1 and text.startswith(EMPTY_MARKS)


def _without_first(mark: Mark) -> Mark:
    return mark._replace(text=mark.text[1:], name=mark.text[1:])


def _warn(source: str, marks: Sequence[Mark], what: str, so: str) -> None:
    if marks:
        first = min(marks)
        count = f"{len(marks):,} cell{'s' if len(marks) > 1 else ''}"
        warn(source, first.cell.line, f"{count} {what} ({_cut(first.text)!r} here), {so}")


def _cut(text: str) -> str:
    """Shorten a text for a message."""
    return text if len(text) <= SHORT else f"{text[:SHORT]}..."


def pair_marks(source: str, marks: Iterable[Mark], as_they_stand: bool = False) -> tuple[list[Pair], list[Problem]]:
    """Join opening marks with closing marks, and return a problem for each mark without a partner.

    A mark closes the innermost open mention of its entity. Inside a cell, openings count before closings, unless
    `as_they_stand` is set: then marks count in their written order.

    Returns
    -------
    tuple
        The mentions in the order in which they open, and the problems.
    """
    pairs: list[Pair] = []
    unopened: list[Mark] = []
    open_marks: dict[tuple[int, str], list[Mark]] = {}
    reopening: list[Mark] = []
    for _, in_cell in groupby(marks, attrgetter("cell.line")):
        together = list(in_cell)
        if not as_they_stand and len(together) > 1:
            reopening += _reopening(together)
            together.sort(key=lambda mark: not mark.opens)
        for mark in together:
            chain = open_marks.setdefault((mark.cell.document, mark.name), [])
            if mark.opens and mark.closes:
                pairs.append((mark, mark))
            elif mark.opens:
                chain.append(mark)
            elif chain:
                pairs.append((chain.pop(), mark))
            else:
                unopened.append(mark)
    _warn(
        source,
        reopening,
        "with an end and a beginning of one entity",
        "where the beginning is read first, as the reference scorer does",
    )
    unclosed = [mark for chain in open_marks.values() for mark in chain]
    return sorted(pairs), _unbalanced(source, unopened, unclosed)


def _reopening(marks: Iterable[Mark]) -> list[Mark]:
    """Return the marks of a cell that open an entity after an earlier mark has closed it."""
    was_closed: dict[str, bool] = {}
    found = []
    for mark in marks:
        if mark.opens != mark.closes:
            if mark.opens and was_closed.get(mark.name):
                found.append(mark)
            was_closed[mark.name] = mark.closes
    return found


def _unbalanced(source: str, unopened: Sequence[Mark], unclosed: Sequence[Mark]) -> list[Problem]:
    """Return a problem for each mark without a partner. An entity that closes in the next document has one problem."""
    opened_before = {(mark.cell.document + 1, mark.name) for mark in unclosed}
    closed_later = {(mark.cell.document, mark.name): mark for mark in unopened}
    unclosed = sorted(unclosed)
    numbers = [mark.number for mark in unclosed]
    problems = []
    for mark in unopened:
        if (mark.cell.document, mark.name) not in opened_before:
            before = bisect_left(numbers, mark.number) - 1
            near = unclosed[before] if before >= 0 and unclosed[before].cell.document == mark.cell.document else None
            problems.append(_never_opened(source, mark, near))
    for mark in unclosed:
        across = closed_later.get((mark.cell.document + 1, mark.name))
        problems.append(_never_closed(source, mark, across))
    return sorted(problems)


def _never_opened(source: str, mark: Mark, near: Mark | None) -> Problem:
    hint = "" if near is None else f" (opened in line {near.cell.line} as entity {near.name}?)"
    message = f"entity {mark.name} closes here but was never opened in its document{hint}; open it with ({mark.name}"
    return Problem(source, mark.cell.line, message)


def _never_closed(source: str, mark: Mark, across: Mark | None) -> Problem:
    fault = "never closes" if across is None else f"closes in line {across.cell.line}, in another document"
    message = f"entity {mark.name} opens here but {fault}; close it with {mark.name}) before its document ends"
    return Problem(source, mark.cell.line, message)


def spans_of(pairs: Sequence[Pair]) -> Spans:
    """Return the mentions of these pairs of brackets as columns."""
    entities: dict[tuple[int, str], int] = {}
    rows = [
        (
            opening.cell.document,
            opening.cell.token,
            closing.cell.token,
            entities.setdefault((opening.cell.document, opening.name), len(entities)),
            opening.cell.line,
        )
        for opening, closing in pairs
    ]
    document, start, end, entity, line = ints(rows).reshape(-1, 5).T
    return Spans(document, start, end, entity, line, texts([name for _, name in entities]))
