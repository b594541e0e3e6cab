"""The documents of a file: what stands between ``#begin document`` and ``#end document``."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Ints, ints, numbers
from corefscore.core.problems import Problem, warn
from corefscore.formats.conll.scan import Borders, Scan


class Section(NamedTuple):
    """One document: its name, the line that begins it, the lines between its borders, and their bytes."""

    name: str
    line: int
    first_line: int
    last_line: int
    begin: int
    end: int


def find_sections(source: str, found: Scan) -> tuple[list[Section], list[Problem]]:
    """The documents of a scanned file, and what is wrong with their borders."""
    borders = found.borders
    problems = _faults(source, borders)
    number, begin = np.append(borders.number, len(found.length) + 1), np.append(borders.begin, found.size)
    opening = np.flatnonzero(borders.opens)
    closing = opening + 1
    if opening.size and closing[-1] == len(borders.number):
        warn(source, len(found.length), "the last document lacks its '#end document'; is the file complete?")
    columns = (
        number[opening],
        number[opening] + 1,
        number[closing] - 1,
        np.minimum(borders.end[opening] + 1, begin[closing]),
        begin[closing],
    )
    names = [borders.names[row] or f"#{place}" for place, row in enumerate(opening.tolist(), 1)]
    sections = [*map(Section._make, zip(names, *(column.tolist() for column in columns), strict=True))]
    return sections, problems + _named_twice(source, sections) + _outside(source, found, sections)


def _faults(source: str, borders: Borders) -> list[Problem]:
    """Borders that open a document inside another, which is told, or close what is not open."""
    inside = np.concatenate([[False], borders.opens[:-1]])[: len(borders.opens)]
    for row in np.flatnonzero(inside & borders.opens).tolist():
        message = f"the document of line {borders.number[row - 1]} lacks its '#end document'"
        warn(source, int(borders.number[row]), message)
    stray = borders.number[~inside & ~borders.opens].tolist()
    return [Problem(source, line, "no document is open here; delete this line") for line in stray]


def _named_twice(source: str, sections: list[Section]) -> list[Problem]:
    lines: dict[str, int] = {}
    problems = []
    for section in sections:
        before = lines.setdefault(section.name, section.line)
        if before != section.line:
            message = f"document {section.name!r} was begun before, in line {before}; rename or delete one"
            problems.append(Problem(source, section.line, message))
    return problems


def _outside(source: str, found: Scan, sections: list[Section]) -> list[Problem]:
    """Token lines that belong to no document, one problem for each stretch of them."""
    first = ints([section.first_line for section in sections])
    last = ints([section.last_line for section in sections])
    begin, end = np.concatenate([[1], last + 1]), np.concatenate([first - 1, [len(found.length)]])
    tokens = np.maximum(tokens_before(found, end + 1) - tokens_before(found, begin), 0)
    problems = []
    for stretch in np.flatnonzero(tokens).tolist():
        place = "before the first document" if stretch == 0 else "outside any document"
        line = _first_token_from(found, int(begin[stretch]))
        count = int(tokens[stretch])
        message = (
            f"{count:,} line{'s' if count > 1 else ''} of text {place}; "
            "put '#begin document NAME' before and '#end document' behind each document"
        )
        problems.append(Problem(source, line, message))
    return problems


def _first_token_from(found: Scan, line: int) -> int:
    """The first line from some line on that is a token."""
    gap = int(np.searchsorted(found.gaps, line))
    while gap < len(found.gaps) and found.gaps[gap] == line:
        gap, line = gap + 1, line + 1
    return line


def tokens_before(found: Scan, line: Ints | list[int] | int) -> Ints:
    """How many tokens a file has before some lines."""
    return ints(np.asarray(line) - 1 - np.searchsorted(found.gaps, line))


def document_numbers(found: Scan, sections: list[Section]) -> Ints:
    """The number of the document that each cell is in."""
    first = np.searchsorted(found.cells.line, [section.first_line for section in sections])
    first[0] = 0
    return np.repeat(numbers(len(sections)), np.diff(first, append=len(found.cells.line)))


def token_numbers(found: Scan, sections: list[Section], document: Ints) -> Ints:
    """The number in its document of each cell's token."""
    first = tokens_before(found, [section.first_line for section in sections])
    return tokens_before(found, found.cells.line) - first[document]
