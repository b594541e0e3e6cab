"""The lines of a Universal Anaphora file: its documents with their words, and the cells of the wanted columns."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from corefscore.core.problems import Problem
from corefscore.formats.corefud.empty_nodes import Node
from corefscore.formats.lines import Line
from corefscore.formats.universal_anaphora.cells import Cell
from corefscore.formats.universal_anaphora.remarks import Remarks

HEADER = re.compile(rb"#\s*(newdoc|global\.columns)\b\s*(?:id\s*)?=?\s*(.*)")
NODE = re.compile(rb"[0-9]{1,9}\.[0-9]{1,9}")
RANGE = re.compile(rb"[0-9]{1,9}-[0-9]{1,9}")
LONGEST_NUMBER = 9
USUAL_COLUMNS = (
    "ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC IDENTITY BRIDGING DISCOURSE_DEIXIS REFERENCE NOM_SEM"
)
IDENTITY, BRIDGING, DEIXIS, DEPS = "IDENTITY", "BRIDGING", "DISCOURSE_DEIXIS", "DEPS"
NOTHING = (b"_", b"")
SHOWN = 20


class RawDocument:
    """A document as it is in the lines of a file.

    Attributes
    ----------
    name : str
        The name of the document.
    line, begin, end : int
        The line with its name, and the offsets of its beginning and its end in the file.
    columns : sequence of str
        The names of the columns; empty if they change inside the document.
    sentences : list of lists of str
        The words, including empty nodes, of each sentence.
    ids : list of str
        The number of each token, as it is written.
    lines : list of int
        The line of each token.
    cells : mapping of str to list of Cell
        The cells of each wanted column that are not empty.
    nodes : list of Node
        The empty nodes.
    """

    def __init__(self, name: str, line: int, begin: int, columns: Sequence[str], wanted: Sequence[str]) -> None:
        self.name = name
        self.line = line
        self.begin = self.end = begin
        self.columns = columns
        self.sentences: list[list[str]] = []
        self.ids: list[str] = []
        self.lines: list[int] = []
        self.cells: Mapping[str, list[Cell]] = {column: [] for column in wanted}
        self.nodes: list[Node] = []


class Row(NamedTuple):
    """A line of columns: its number in the file, and its cells."""

    line: int
    cells: list[bytes]

    def cell(self, index: int) -> bytes:
        """Return a cell; empty if the line ends before it."""
        return self.cells[index].strip() if 0 <= index < len(self.cells) else b""


def split_cells(line: bytes, width: int) -> list[bytes]:
    """Return the cells of a line. Tabs separate them if this gives `width` cells; otherwise any spaces do.

    >>> split_cells(b"1  Ann   _", 3), split_cells(b"1\\tAnn B.\\t_", 3)
    ([b'1', b'Ann', b'_'], [b'1', b'Ann B.', b'_'])
    """
    return line.split(b"\t") if line.count(b"\t") == width - 1 else line.split()


class LineReader:
    """Reads one line after the other.

    Parameters
    ----------
    source : str
        The file.
    wanted : sequence of str
        The columns whose cells are kept. The first of them must exist.
    remarks : Remarks
        Collects the warnings.
    """

    def __init__(self, source: str, wanted: Sequence[str], remarks: Remarks) -> None:
        self.source = source
        self.wanted = wanted
        self.remarks = remarks
        self.documents: list[RawDocument] = []
        self.problems: list[Problem] = []
        self.begun: dict[str, int] = {}
        self.previous = self.last_word = self.words = 0
        self.inside = False
        self._use_columns(USUAL_COLUMNS.split())

    def _use_columns(self, names: Sequence[str]) -> None:
        self.columns = names
        self.width = len(names)
        self.form = names.index("FORM") if "FORM" in names else 1
        self.deps = names.index(DEPS) if DEPS in names else -1
        self.indices = [(name, names.index(name)) for name in self.wanted if name in names]
        self.last_needed = self.indices[0][1] if self.indices else 0

    def read(self, line: Line) -> None:
        """Read a line."""
        content = line.content
        if not content or not content.strip():
            self._end_sentence()
        elif content.startswith(b"#"):
            self._header(line)
        else:
            self._row(line, Row(line.number, split_cells(content, self.width)))
        if self.documents:
            self.documents[-1].end = line.end

    def end(self) -> None:
        """Finish the file."""
        self._end_sentence()

    def _report(self, line: int, message: str) -> None:
        self.problems.append(Problem(self.source, line, message))

    def _header(self, line: Line) -> None:
        header = HEADER.match(line.content)
        if header is None:
            return
        value = header[2].decode().strip()
        if header[1] == b"newdoc":
            self._begin(value, line)
            return
        self._use_columns(value.split())
        if self.wanted[0] not in self.columns:
            message = f"there is no column {self.wanted[0]} (there are {', '.join(self.columns)})"
            self._report(line.number, f"{message}; name it in '# global.columns'")

    def _begin(self, name: str, line: Line) -> None:
        self._end_sentence()
        name = name or f"#{len(self.documents) + 1}"
        before = self.begun.setdefault(name, line.number)
        if before != line.number:
            self._report(line.number, f"document {name!r} already began in line {before}; rename or delete one")
        self.documents.append(RawDocument(name, line.number, line.begin, self.columns, self.wanted))
        self.previous = self.last_word = self.words = 0

    def _end_sentence(self) -> None:
        if self.documents:
            nodes = self.documents[-1].nodes
            for index in range(len(nodes) - 1, -1, -1):
                if nodes[index].last:
                    break
                nodes[index] = nodes[index]._replace(last=self.last_word)
        self.inside = False

    def _row(self, line: Line, row: Row) -> None:
        number = row.cells[0].strip()
        if len(row.cells) > self.width:
            message = f"this line has {len(row.cells)} columns, but {self.width} have names in '# global.columns'"
            self._report(line.number, f"{message}; write no spaces inside a word or a cell")
        elif number.isdigit() and len(number) <= LONGEST_NUMBER:
            self._word(line, row, number)
        elif NODE.fullmatch(number):
            self._node(line, row, number.decode())
        elif RANGE.fullmatch(number):
            if any(row.cell(index) not in NOTHING for _, index in self.indices):
                message = "a markable is on a multiword token; put it on the words of that token"
                self._report(line.number, message)
        else:
            shown = number[:SHOWN].decode(errors="replace")
            self._report(line.number, f"{shown!r} is not the number of a word (1), empty node (1.1) or range (1-2)")

    def _word(self, line: Line, row: Row, number: bytes) -> None:
        self._document(line)
        value = int(number)
        if value != self.last_word + 1 and (value != 1 or self.inside):
            self.remarks.add("numbers", line.number)
        self.previous = self.last_word = value
        self._token(line, row, number)
        self.words += 1

    def _node(self, line: Line, row: Row, number: str) -> None:
        if not self.inside and number.startswith("0."):
            self.previous = 0
        document = self._document(line)
        sentence = len(document.sentences) - self.inside
        token, dependencies = len(document.ids), row.cell(self.deps).decode() or "_"
        where = (len(self.documents) - 1, token, self.words, self.previous, sentence, line.number, 0)
        document.nodes.append(Node(*where, number, dependencies))
        self._token(line, row, number.encode())

    def _document(self, line: Line) -> RawDocument:
        if not self.documents:
            self._begin("", line._replace(number=1, begin=0))
        return self.documents[-1]

    def _token(self, line: Line, row: Row, number: bytes) -> None:
        document = self._document(line)
        if document.columns is not self.columns:
            document.columns = () if document.ids else self.columns
        if not self.inside:
            document.sentences.append([])
            self.inside = True
        token = len(document.ids)
        for name, index in self.indices:
            cell = row.cell(index)
            if cell not in NOTHING:
                document.cells[name].append(Cell(token, line.number, cell.decode()))
        if len(row.cells) <= self.last_needed:
            self.remarks.add("short lines", line.number)
        document.sentences[-1].append(row.cell(self.form).decode() or "_")
        document.ids.append(number.decode())
        document.lines.append(line.number)
