"""The lines of CorefUD files: their columns and headers, and their words, decoded only when somebody asks."""

from __future__ import annotations

import re
from typing import NamedTuple

from corefscore.formats.conll.found import Section
from corefscore.formats.conll.words import FileSource, FileText

COLUMNS = 10
FORM = 1
UPOS = 3
DEPS = 8
HEADER = re.compile(rb"#\s*(newdoc|global\.Entity)\b\s*(?:id\s*)?=?\s*(.*)")


class Header(NamedTuple):
    """A comment that begins a document (`newdoc`) or says what mentions are made of (`global.Entity`)."""

    line: int
    kind: str
    value: str


def header_in(line: int, comment: bytes | bytearray) -> Header | None:
    """What the comment of a line says, if it is a header.

    >>> header_in(1, b"# newdoc id = a")
    Header(line=1, kind='newdoc', value='a')
    """
    match = HEADER.fullmatch(comment)
    return Header(line, match[1].decode(), match[2].rstrip().decode(errors="replace")) if match else None


class ConlluText(FileText):
    """The words of one document, read from its lines; its tokens are words and, unless left out, empty nodes.

    `header` is the value of ``global.Entity``.
    """

    def __init__(self, source: FileSource, section: Section, header: str, with_empty: bool = True) -> None:
        super().__init__(source, section)
        self.header = header
        self.with_empty = with_empty

    @property
    def plain(self) -> ConlluText:
        """The same text without empty nodes."""
        return ConlluText(self.source, self.section, self.header, with_empty=False)

    @property
    def sentences(self) -> list[list[str]]:
        return self._sentences(FORM)

    @property
    def tags(self) -> list[str]:
        """The universal part of speech of each token; `_` where the file has none."""
        return [tag for sentence in self._sentences(UPOS) for tag in sentence]

    def _sentences(self, column: int) -> list[list[str]]:
        sentences: list[list[str]] = [[]]
        for line in self.lines():
            if not line:
                sentences.append([])
            elif self._is_token(line):
                sentences[-1].append(line.split("\t", column + 1)[column])
        return [sentence for sentence in sentences if sentence]

    def line_of(self, token: int) -> int:
        numbers = [number for number, line in enumerate(self.lines(), self.section.line) if self._is_token(line)]
        return numbers[min(token, len(numbers) - 1)] if numbers else self.section.line

    def lines(self) -> list[str]:
        """The lines of the document as they stand in the file."""
        content = self._content().decode()
        return [line.removesuffix("\r") for line in content.removesuffix("\n").split("\n")]

    def _is_token(self, line: str) -> bool:
        number = line.partition("\t")[0]
        return number[:1].isdigit() and "-" not in number and (self.with_empty or "." not in number)
