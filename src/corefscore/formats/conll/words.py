"""The words of column files, decoded only when somebody asks."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import NamedTuple

from corefscore.core.arrays import Ints
from corefscore.core.corpus import Source, Text
from corefscore.core.views import NO_WORD
from corefscore.formats.conll.comparing import same_but_for_cells, same_section, word_table
from corefscore.formats.conll.lines import fields
from corefscore.formats.conll.scan import Scan
from corefscore.formats.conll.sections import Section
from corefscore.formats.files import File

WORD_COLUMN = 3
TAG_COLUMN = 4
PARSE_COLUMN = 5
COLUMNS_WITH_TAGS = 11


class Parsed(NamedTuple):
    """A word, its part of speech, and its piece of the parse, such as ``(NP(NP*`` or ``*)``."""

    word: str
    pos: str
    bit: str


class ColumnSource:
    """A file with what is known of its lines; `mark_lines` has the line of each bracket."""

    def __init__(self, file: File, scan: Scan, mark_lines: Ints, words: int = WORD_COLUMN) -> None:
        self.file = file
        self.scan = scan
        self.mark_lines = mark_lines
        self._words = words

    @property
    def name(self) -> str:
        return self.file.name

    @property
    def word_column(self) -> int | None:
        """The fourth column, as CoNLL-2012 has it, or in narrow files the one before coreference, if there is one."""
        before = self.scan.layout.columns + self.scan.layout.column
        return min(before - 1, self._words) if before > 0 else None

    def line_of(self, place: int) -> int:
        return int(self.mark_lines[place])

    def comparison(self, other: Source) -> Callable[[Text, Text], bool]:
        """Whether documents of the two files surely have the same words and sentences.

        Most often the files are the same before the coreference cells, line for line; else their words are compared.
        """
        if not isinstance(other, ColumnSource):
            return lambda ours, theirs: ours.sentences == theirs.sentences
        if same_but_for_cells(self.file, self.scan, other.file, other.scan):
            return lambda ours, theirs: _section(ours).line == _section(theirs).line
        tables = [word_table(side.file, side.scan, side.word_column) for side in (self, other)]
        return lambda ours, theirs: same_section(self.scan, _section(ours), other.scan, _section(theirs), *tables)


class ColumnText:
    """The words of one document, read from its lines."""

    def __init__(self, source: ColumnSource, section: Section) -> None:
        self.source = source
        self.section = section

    @property
    def sentences(self) -> list[list[str]]:
        return self._sentences(self.source.word_column)

    @property
    def tags(self) -> list[str] | None:
        """The part of speech of each word, in files with the columns of CoNLL-2012."""
        if self.source.scan.layout.columns < COLUMNS_WITH_TAGS:
            return None
        return [tag for sentence in self._sentences(TAG_COLUMN) for tag in sentence]

    def _sentences(self, column: int | None) -> list[list[str]]:
        sentences: list[list[str]] = [[]]
        for line in self._lines():
            if not line.strip():
                sentences.append([])
            elif not self.source.scan.layout.is_comment(line):
                sentences[-1].append(_word(line, column))
        return [sentence for sentence in sentences if sentence]

    @property
    def parses(self) -> list[Parsed] | None:
        """The words with their parts of speech and parse bits, if the file has them where CoNLL-2012 does."""
        is_comment = self.source.scan.layout.is_comment
        rows = [fields(line) for line in self._lines() if line.strip() and not is_comment(line)]
        if not rows or any(len(row) <= PARSE_COLUMN + 1 or b"*" not in row[PARSE_COLUMN] for row in rows):
            return None
        return [Parsed(*(cell.strip().decode() for cell in row[WORD_COLUMN : PARSE_COLUMN + 1])) for row in rows]

    def line_of(self, token: int) -> int:
        layout = self.source.scan.layout
        lines = self._lines()
        rows = (row for row, line in enumerate(lines) if line.strip() and not layout.is_comment(line))
        return self.section.first_line + next(islice(rows, token, None), len(lines) - 1)

    def _lines(self) -> list[bytes]:
        return self.source.file.read(self.section.begin, self.section.end).split(b"\n")


def _word(line: bytes, column: int | None) -> str:
    cells = [] if column is None else fields(line)
    return cells[column].strip().decode() if column is not None and column < len(cells) else NO_WORD


def _section(text: Text) -> Section:
    assert isinstance(text, ColumnText)
    return text.section
