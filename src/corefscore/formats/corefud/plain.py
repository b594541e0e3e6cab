"""The plain reader of CorefUD. It reads line by line and gives every message about lines and brackets."""

from __future__ import annotations

import re
from collections.abc import Sequence

from corefscore.core.arrays import ints
from corefscore.core.problems import InputError, Problem, fail
from corefscore.formats.conll.brackets import Cell, Mark, Pair, find_marks, pair_marks, spans_of
from corefscore.formats.conll.lines import Section, texts
from corefscore.formats.corefud.empty_nodes import Node
from corefscore.formats.corefud.reader import COLUMNS, DEPS, Header, header_in
from corefscore.formats.corefud.spans import NUMBER, USUAL, Attribute, Fields, Found, Mentions
from corefscore.formats.files import File, Progress, has_only_returns
from corefscore.formats.lines import Line, lines_of

FIRST_COLUMN = re.compile(r"([0-9]{1,9})([\t.-])")
ENTITY = "Entity="
LINKS = ("SplitAnte=", "Bridge=")
SHOWN = 20
FIRST_WORD = 1


def read_plain(file: File, progress: Progress | None = None) -> Found:
    """Read a file.

    Raises
    ------
    InputError
        If lines have problems. All problems of lines are listed.
    """
    if has_only_returns(file):
        raise fail(file.name, 1, "lines end in carriage returns alone; convert them to newlines")
    reader = _Reader(file.name)
    for line in lines_of(file, progress, newlines_only=True):
        reader.read(line)
    reader.end()
    if reader.faulty_lines or reader.faulty_numbers:
        raise InputError(reader.faulty_lines or reader.faulty_numbers)
    if not reader.has_tokens:
        raise fail(file.name, 0, "the file has no words; give a file with lines of ten columns")
    mentions, problems = _mentions(file.name, reader)
    header = reader.headers[0].value if reader.headers else ""
    return Found(header, reader.sections, mentions, reader.nodes, reader.attributes, reader.problems + problems)


def _mentions(source: str, reader: _Reader) -> tuple[Mentions, list[Problem]]:
    fields, problems = _fields(source, reader)
    marks, unreadable = find_marks(source, reader.cells)
    if not problems:
        marks, problems = _with_names(source, marks, fields)
    problems += unreadable
    pairs, unpaired = pair_marks(source, [] if problems else marks, as_they_stand=True)
    mentions, headless = _mentions_of(source, pairs, fields)
    return mentions, problems + unpaired + headless


def _fields(source: str, reader: _Reader) -> tuple[Fields, list[Problem]]:
    """Return the fields of mentions, as the comments of the file declare them."""
    if not reader.headers:
        message = f"no '# global.Entity' declares the fields of mentions; add '# global.Entity = {USUAL}' before them"
        return Fields.of(USUAL), [Problem(source, cell.line, message) for cell in reader.cells[:1]]
    first, *others = reader.headers
    problems = []
    for header in others:
        if header.value != first.value:
            message = f"global.Entity is {header.value!r}, but {first.value!r} in line {first.line}"
            problems.append(Problem(source, header.line, f"{message}; split the file into two files"))
    fields = Fields.of(first.value)
    if fields.entity < 0:
        message = f"global.Entity is {first.value!r} and has no eid; write '# global.Entity = {USUAL}'"
        problems.append(Problem(source, first.line, message))
    return fields, problems


def _field(text: str, index: int) -> str:
    """Return a field of a mark by its index; empty if there is none."""
    fields = text.split("-")
    return fields[index] if 0 <= index < len(fields) else ""


def _with_names(source: str, marks: Sequence[Mark], fields: Fields) -> tuple[list[Mark], list[Problem]]:
    """Return the marks with the names of their entities. A mark that closes a mention has only the name."""
    named = [mark._replace(name=_field(mark.text, fields.entity)) if mark.opens else mark for mark in marks]
    problems = [
        Problem(source, mark.cell.line, f"{mark.text!r} does not name an entity; write for example (e1-person-1")
        for mark in named
        if not mark.name
    ]
    return named, problems


def _mentions_of(source: str, pairs: Sequence[Pair], fields: Fields) -> tuple[Mentions, list[Problem]]:
    """Return the mentions of pairs of marks, and a problem for each head that is not a number."""
    spans = spans_of(pairs)
    heads = [_field(opening.text, fields.head) for opening, _ in pairs]
    problems = [
        Problem(
            source,
            opening.cell.line,
            f"{opening.text!r}: the head is not a number; give the number of a word in the mention",
        )
        for (opening, _), head in zip(pairs, heads, strict=True)
        if head and not re.fullmatch(NUMBER, head)
    ]
    minima = (_field(opening.text, fields.minimum) for opening, _ in pairs)
    mentions = Mentions(
        spans.document,
        spans.start,
        spans.end,
        spans.entity,
        spans.labels,
        ints([int(head) if re.fullmatch(NUMBER, head) else FIRST_WORD for head in heads]),
        texts([_field(opening.text, fields.type) for opening, _ in pairs]),
        {row: minimum for row, minimum in enumerate(minima) if minimum},
        spans.line,
        ints([closing.cell.line for _, closing in pairs]),
        ints([opening.cell.sentence for opening, _ in pairs]),
        ints([closing.cell.sentence for _, closing in pairs]),
    )
    return mentions, problems


class _Reader:
    """The state of reading a file, up to some line."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.headers: list[Header] = []
        self.sections: list[Section] = []
        self.cells: list[Cell] = []
        self.nodes: list[Node] = []
        self.attributes: list[Attribute] = []
        self.problems: list[Problem] = []
        self.faulty_lines: list[Problem] = []
        self.faulty_numbers: list[Problem] = []
        self.begun: dict[str, int] = {}
        self.last = Line(0, 0, 0, b"")
        self.has_tokens = False
        self.tokens, self.words, self.first_sentence = 0, 0, 0  # in the document
        self.sentence = 0
        self.previous, self.last_word = 0, 0  # the numbers of the last token and the last word of the sentence
        self.inside = False  # whether the sentence has a token
        self.begun_inside: list[int] = []
        self.nodes_before = 0

    def read(self, line: Line) -> None:
        self.last = line
        if line.content in (b"", b"\r"):
            self._end_sentence()
        elif line.content.startswith(b"#"):
            header = header_in(line.number, line.content)
            if header is not None and header.kind == "newdoc":
                self._begin(header.value, line.number, line.begin)
            elif header is not None:
                self.headers.append(header)
        else:
            self._columns(line.number, line.content.decode())

    def _begin(self, name: str, line: int, offset: int) -> None:
        """Begin a document."""
        self._end_document(offset)
        name = name or f"#{len(self.sections) + 1}"
        before = self.begun.setdefault(name, line)
        if before != line:
            message = f"document {name!r} already began in line {before}; rename or delete one"
            self.problems.append(Problem(self.name, line, message))
        if self.inside:
            self.begun_inside.append(line)
        self.sections.append(Section(name, line, offset, offset))
        self.tokens = self.words = 0

    def _end_document(self, offset: int) -> None:
        if self.sections:
            section = self.sections[-1] = self.sections[-1]._replace(end=offset)
            if not self.tokens:
                message = f"document {section.name!r} has no words; delete it or add words"
                self.problems.append(Problem(self.name, section.line, message))

    def _columns(self, line: int, text: str) -> None:
        """Read a line of ten columns that begins with the number of a word, an empty node or a range of words."""
        number = FIRST_COLUMN.match(text)
        columns = text.split("\t")
        if number is None:
            self.faulty_lines.append(Problem(self.name, line, _strange(text.rstrip())))
        elif len(columns) != COLUMNS:
            message = f"this line has {len(columns)} column{'s' if len(columns) > 1 else ''}, not {COLUMNS}"
            self.faulty_lines.append(Problem(self.name, line, f"{message}; separate ten columns with single tabs"))
        elif number[2] == "-":
            if any(item.startswith(ENTITY) for item in columns[-1].split("|")):
                message = "a mention is marked on a multiword token; mark it on the words of that token"
                self.faulty_lines.append(Problem(self.name, line, message))
        else:
            self._token(line, int(number[1]), columns)

    def _token(self, line: int, number: int, columns: list[str]) -> None:
        if not self.sections:
            self._begin("", 1, 0)
        if not self.tokens:
            self.first_sentence = self.sentence
        for header in self.begun_inside:
            message = "a document begins inside a sentence; put an empty line before it"
            self.problems.append(Problem(self.name, header, message))
        self.begun_inside = []
        document = len(self.sections) - 1
        if "." in columns[0]:
            sentence = self.sentence - self.first_sentence
            node = Node(document, self.tokens, self.words, self.previous, sentence, line, 0, columns[0], columns[DEPS])
            self.nodes.append(node)
        else:
            self._word(line, number)
        for item in columns[-1].split("|"):
            if item.startswith(ENTITY):
                value = item.removeprefix(ENTITY).removesuffix("\r")
                self.cells.append(Cell(document, self.tokens, self.sentence, line, value))
            elif item.startswith(LINKS):
                self.attributes.append(Attribute(document, line, item.removesuffix("\r")))
        self.has_tokens = self.inside = True
        self.tokens += 1
        self.previous = number

    def _word(self, line: int, number: int) -> None:
        due = self.last_word + 1
        if number != due:
            message = f"this is word {number}, but word {due} is expected; is a line or an empty line missing?"
            self.faulty_numbers.append(Problem(self.name, line, message))
        self.last_word = number
        self.words += 1

    def _end_sentence(self) -> None:
        for index in range(self.nodes_before, len(self.nodes)):
            self.nodes[index] = self.nodes[index]._replace(last=self.previous)
        self.nodes_before = len(self.nodes)
        self.sentence += 1
        self.previous = self.last_word = 0
        self.inside = False
        self.begun_inside = []

    def end(self) -> None:
        """Finish the file."""
        self._end_sentence()
        self._end_document(self.last.end)


def _strange(text: str) -> str:
    """Return the problem of a line that does not begin with a number."""
    if not text:
        return "this line has only spaces; end a sentence with an empty line"
    if "\t" not in text and re.match(r"\d+ ", text):
        return "the columns are separated by spaces; put tabs between the ten columns of CoNLL-U"
    return f"{text.partition(chr(9))[0][:SHOWN]!r} is not the number of a word (1), empty node (1.1) or range (1-2)"
