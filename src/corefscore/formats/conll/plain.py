"""The plain reader of CoNLL and SemEval. It reads line by line and gives every message about a file."""

from __future__ import annotations

import re
from collections.abc import Sequence

from corefscore.core.problems import InputError, Problem, fail, warn
from corefscore.formats.base import USUAL, Reading
from corefscore.formats.conll.brackets import Cell, find_marks, pair_marks, spans_of
from corefscore.formats.conll.lines import BORDER, Found, Layout, Section, no_column
from corefscore.formats.files import File
from corefscore.formats.lines import Line, lines_of

EMPTY_CELLS = (b"", b"-", b"_", b"*")
ADVICE = "or choose brackets=ignore (--brackets)"


def read_plain(file: File, layout: Layout, reading: Reading = USUAL) -> Found:
    """Return the documents and mentions of a file. Warns of anything that its author should check.

    Raises
    ------
    InputError
        With all problems of the file.
    """
    reader = _Reader(file.name, layout)
    for line in lines_of(file, reading.progress, newlines_only=True):
        reader.read(line)
    if 0 < layout.columns < -layout.column and not reader.cells:
        raise no_column(file, layout)
    reader.end()
    if not reader.sections:
        message = "no document begins here; put '#begin document NAME' before the first token"
        raise InputError(sorted(reader.problems)) if reader.problems else fail(file.name, 0, message)
    marks, unreadable = find_marks(file.name, reader.cells)
    pairs, unpaired = pair_marks(file.name, marks)
    faults = sorted([*unreadable, *unpaired])
    if reading.brackets == "ignore":
        _warn_of_brackets(faults, len(unreadable) + len(marks) - sum(1 + (first is not last) for first, last in pairs))
        faults = []
    problems = [*reader.problems, *(fault._replace(message=f"{fault.message}, {ADVICE}") for fault in faults)]
    if problems:
        raise InputError(sorted(problems))
    return Found(reader.sections, spans_of(pairs))


def _warn_of_brackets(faults: Sequence[Problem], count: int) -> None:
    if faults:
        has = "bracket has" if count == 1 else "brackets have"
        message = f"{count:,} {has} no entity or no partner, first here, and count as no mention (brackets=ignore)"
        warn(faults[0].source, faults[0].line, message)


class _Reader:
    """The state of reading a file, up to some line."""

    def __init__(self, name: str, layout: Layout) -> None:
        self.name = name
        self.layout = layout
        self.sections: list[Section] = []
        self.cells: list[Cell] = []
        self.problems: list[Problem] = []
        self.is_open = False
        self.tokens = 0
        self.outside: list[int] = []
        self.begun: dict[str, int] = {}
        self.last = Line(0, 0, 0, b"")

    def read(self, line: Line) -> None:
        self.last = line
        if line.content.startswith(b"#") and self._is_no_token(line):
            return
        if line.content.strip():
            self._token(line)

    def _is_no_token(self, line: Line) -> bool:
        """Handle a line with ``#`` that begins or ends a document or is a comment. Return False for a token."""
        border = re.match(BORDER, line.content)
        if border and border[1] == b"begin":
            self._begin(line, border)
        elif border:
            self._end(line)
        elif not self.layout.is_comment(line.content):
            return False
        elif line.content.rstrip().endswith(b")"):
            warn(self.name, line.number, "this line begins with '#' and is read as a comment, not as a token")
        return True

    def _token(self, line: Line) -> None:
        cell = self.layout.cell(line.content)
        if cell not in EMPTY_CELLS:
            document = max(len(self.sections) - 1, 0)
            self.cells.append(Cell(document, self.tokens, 0, line.number, cell.decode()))
        self.tokens += 1
        if not self.is_open:
            self.outside.append(line.number)

    def _begin(self, line: Line, border: re.Match[bytes]) -> None:
        if self.is_open:
            before = self.sections[-1].line
            message = f"the document of line {before} has no '#end document'; add it before this line"
            warn(self.name, line.number, message)
            self._close(line.begin)
        self._report_outside()
        name = border[2].decode().strip() or f"#{len(self.sections) + 1}"
        before = self.begun.setdefault(name, line.number)
        if before != line.number:
            message = f"document {name!r} already began in line {before}; rename or delete one"
            self.problems.append(Problem(self.name, line.number, message))
        self.sections.append(Section(name, line.number, line.end, line.end))
        self.is_open = True
        self.tokens = 0

    def _end(self, line: Line) -> None:
        if self.is_open:
            self._close(line.begin)
        else:
            self.problems.append(Problem(self.name, line.number, "no document is open here; delete this line"))

    def _close(self, offset: int) -> None:
        self.sections[-1] = self.sections[-1]._replace(end=offset)
        self.is_open = False

    def _report_outside(self) -> None:
        """Report lines of text that belong to no document."""
        if self.outside:
            where = "outside any document" if self.sections else "before the first document"
            message = (
                f"{len(self.outside):,} line{'s' if len(self.outside) > 1 else ''} of text {where}; "
                "put '#begin document NAME' before and '#end document' after each document"
            )
            self.problems.append(Problem(self.name, self.outside[0], message))
        self.outside = []

    def end(self) -> None:
        """Finish the file."""
        if self.is_open:
            warn(self.name, self.last.number, "the last document has no '#end document'; is the file complete?")
            self._close(self.last.end)
        self._report_outside()
