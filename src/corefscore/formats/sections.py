"""The documents of a file: what stands between ``#begin document`` and ``#end document``."""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from corefscore.columns import Ints, ints
from corefscore.formats.scan import Border, Scan
from corefscore.problems import Problem, warn

BEGIN = re.compile(r"#\s*begin\s+document\b\s*(.*)")


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
    sections: list[Section] = []
    problems: list[Problem] = []
    opening: Border | None = None
    name = ""
    for line in found.borders:
        if opening is not None:
            sections.append(_section(name, opening, line, len(sections)))
        begins = BEGIN.match(line.text)
        if opening is not None and begins:
            warn(source, line.number, f"the document of line {opening.number} lacks its '#end document'")
        elif opening is None and not begins:
            problems.append(Problem(source, line.number, "no document is open here; delete this line"))
        opening, name = (line, begins[1].strip()) if begins else (None, "")
    if opening is not None:
        warn(source, len(found.length), "the last document lacks its '#end document'; is the file complete?")
        after = Border(len(found.length) + 1, found.size, found.size, "")
        sections.append(_section(name, opening, after, len(sections)))
    return sections, problems + _named_twice(source, sections) + _outside(source, found, sections)


def _section(name: str, opening: Border, closing: Border, number: int) -> Section:
    return Section(
        name=name or f"#{number + 1}",
        line=opening.number,
        first_line=opening.number + 1,
        last_line=closing.number - 1,
        begin=min(opening.end + 1, closing.begin),
        end=closing.begin,
    )


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


def tokens_before(found: Scan, line: npt.ArrayLike) -> Ints:
    """How many tokens a file has before some lines."""
    return ints(np.asarray(line) - 1 - np.searchsorted(found.gaps, line))


def token_numbers(found: Scan, sections: list[Section], document: Ints) -> Ints:
    """The number in its document of each cell's token."""
    first = tokens_before(found, [section.first_line for section in sections])
    return tokens_before(found, found.cells.line) - first[document]
