"""The words of column files. They are decoded only when needed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING

from corefscore.core.arrays import Ints
from corefscore.core.views import NO_WORD
from corefscore.formats.conll.lines import Layout, Section, fields
from corefscore.formats.files import File

if TYPE_CHECKING:
    from corefscore.formats.conll.parsed import Parsed

WORD_COLUMN = 3
TAG_COLUMN = 4
PARSE_COLUMN = 5
COLUMNS_WITH_TAGS = 11


class FileSource:
    """A file, and the line of each mention."""

    def __init__(self, file: File, mention_lines: Ints) -> None:
        self.file = file
        self.mention_lines = mention_lines

    @property
    def name(self) -> str:
        return self.file.name

    def line_of(self, source_index: int) -> int:
        return int(self.mention_lines[source_index])


class FileText:
    """The text of one document, which is in some lines of a file."""

    def __init__(self, source: FileSource, section: Section) -> None:
        self.source = source
        self.section = section

    @property
    def fingerprint(self) -> bytes | None:
        """The words and sentences as bytes, without empty nodes; None if the reader did not keep them."""
        return self.section.words

    def _content(self) -> bytes:
        return self.source.file.read(self.section.begin, self.section.end)


class ColumnText(FileText):
    """The words of a document in columns."""

    def __init__(self, source: FileSource, section: Section, layout: Layout) -> None:
        super().__init__(source, section)
        self.layout = layout

    @property
    def sentences(self) -> list[list[str]]:
        column = self.layout.word
        return [[_cell(self.layout.before_cell(line), column) for line in lines] for lines in self._sentences()]

    @property
    def tags(self) -> list[str] | None:
        """The part of speech of each word, if the file has the columns of CoNLL-2012."""
        if self.layout.columns < COLUMNS_WITH_TAGS:
            return None
        return [_cell(fields(line), TAG_COLUMN) for lines in self._sentences() for line in lines]

    def _sentences(self) -> list[list[bytes]]:
        """Return the lines of the tokens of each sentence."""
        sentences: list[list[bytes]] = [[]]
        for line in self._lines():
            if not line.strip():
                sentences.append([])
            elif self._is_token(line):
                sentences[-1].append(line)
        return [lines for lines in sentences if lines]

    @property
    def parses(self) -> list[Parsed] | None:
        """The words with their parts of speech and parse bits, if the file has them in the columns of CoNLL-2012."""
        rows = [fields(line) for lines in self._sentences() for line in lines]
        if not rows or any(len(row) <= PARSE_COLUMN + 1 or b"*" not in row[PARSE_COLUMN] for row in rows):
            return None
        from corefscore.formats.conll.parsed import Parsed

        return [Parsed(*(cell.strip().decode() for cell in row[WORD_COLUMN : PARSE_COLUMN + 1])) for row in rows]

    def line_of(self, token: int) -> int:
        lines = self._lines()
        rows = (row for row, line in enumerate(lines) if self._is_token(line))
        return self.section.line + 1 + next(islice(rows, token, None), len(lines) - 1)

    def _lines(self) -> list[bytes]:
        return self._content().split(b"\n")

    def _is_token(self, line: bytes) -> bool:
        return bool(line.strip()) and not (line.startswith(b"#") and self.layout.is_comment(line))


def _cell(cells: Sequence[bytes], column: int) -> str:
    return cells[column].strip().decode() if 0 <= column < len(cells) else NO_WORD
