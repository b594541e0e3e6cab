"""Read CorefUD: a file with heads, gaps, minimum spans, types and empty nodes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from corefscore._native.load import native
from corefscore.core.arrays import numbers
from corefscore.core.corpus import Corpus, Origin
from corefscore.core.problems import InputError
from corefscore.formats.base import USUAL, Reading
from corefscore.formats.conll.lines import LOOKED_AT, Section, document_words, int_column, separate_texts, text_column
from corefscore.formats.conll.words import FileSource, FileText
from corefscore.formats.corefud.empty_nodes import Node, empty_nodes
from corefscore.formats.corefud.spans import Attribute, Columns, Fields, Found, Mentions, join_parts
from corefscore.formats.files import HEAD as FIRST_BYTES
from corefscore.formats.files import File, Progress, blocks, bytes_of

if TYPE_CHECKING:
    from corefscore.core.relations import Relations

COLUMNS = 10
ID = 0
FORM = 1
LEMMA = 2
UPOS = 3
HEAD = 6
DEPS = 8
HEADER = re.compile(rb"#\s*(newdoc|global\.Entity)\b\s*(?:id\s*)?=?\s*(.*)")


ENTITY_HEADER = b"global.Entity"
GROUP = "GRP"
"""The field for entities that are numbered inside a document. Other names hold for a whole file."""


class Header(NamedTuple):
    """A comment that begins a document (`newdoc`) or declares the fields of mentions (`global.Entity`)."""

    line: int
    kind: str
    value: str


def header_in(line: int, comment: bytes | bytearray) -> Header | None:
    """Return the header in a comment line, or None if it is not a header.

    >>> header_in(1, b"# newdoc id = a")
    Header(line=1, kind='newdoc', value='a')
    """
    match = HEADER.fullmatch(comment)
    return Header(line, match[1].decode(), match[2].rstrip().decode(errors="replace")) if match else None


class ConlluText(FileText):
    """The words of one document, read from its lines. Its tokens are words and, unless left out, empty nodes.

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
        """The universal part of speech of each token; `_` if the file has none."""
        return [tag for sentence in self._sentences(UPOS) for tag in sentence]

    @property
    def lemmas(self) -> list[str]:
        """The lemma of each token; `_` if the file has none."""
        return [lemma for sentence in self._sentences(LEMMA) for lemma in sentence]

    @property
    def parents(self) -> list[int]:
        """The parent of each token in the basic tree; -1 for roots, -2 if the parent is not in the tree."""
        found: list[int] = []
        for ids, heads in zip(self._sentences(ID), self._sentences(HEAD), strict=True):
            token_of = {number: len(found) + index for index, number in enumerate(ids)} | {"0": -1}
            found += [token_of.get(head, -2) for head in heads]
        return found

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
        """Return the lines of the document as they are in the file."""
        content = self._content().decode()
        return [line.removesuffix("\r") for line in content.removesuffix("\n").split("\n")]

    def _is_token(self, line: str) -> bool:
        number = line.partition("\t")[0]
        return number[:1].isdigit() and "-" not in number and (self.with_empty or "." not in number)


def read_conllu(file: File, reading: Reading = USUAL) -> Corpus:
    """Read the corpus of one file. Tokens are words and empty nodes. A file without ``# newdoc`` is one document.

    Parameters
    ----------
    file : File
        The file.
    reading : Reading
        How to read it: which side of a pair it is, and whether minimum spans are needed.

    Raises
    ------
    InputError
        If the file has problems. If lines have problems, only these are listed; otherwise all problems.
    """
    found = read_fast(file, reading.progress) or _read_plain(file, reading.progress)
    mentions, parts, problems = join_parts(file.name, found.mentions)
    nodes, more = empty_nodes(file.name, found.nodes)
    problems += found.problems + more
    if problems:
        raise InputError(sorted(problems))
    columns = Columns(file.name, mentions, parts, nodes)
    extra = columns.extra()
    if not reading.minima:
        columns.leave_out_minima()
    if columns.problems or columns.faulty_minima:
        raise InputError(sorted([*columns.problems, *columns.faulty_minima]))
    source = FileSource(file, mentions.line)
    corpus = Corpus.build(
        origins=[
            Origin(section.name, source, section.line, ConlluText(source, section, found.header), nodes.get(number))
            for number, section in enumerate(found.sections)
        ],
        document=mentions.document,
        start=mentions.start,
        end=mentions.end,
        entity=mentions.entity,
        labels=mentions.labels,
        source_index=numbers(len(mentions.start)),
        extra=extra,
        shapes=tuple(columns.shapes),
        relations=_relations(file.name, found.attributes, mentions, reading.side) if found.attributes else None,
        global_names=GROUP not in found.header.split("-"),
    )
    if corpus.relations is not None:
        from corefscore.formats.related import check_elements

        check_elements(corpus)
    return corpus


def _relations(name: str, attributes: list[Attribute], mentions: Mentions, side: str | None) -> Relations | None:
    from corefscore.formats.corefud.misc_links import read_relations  # most files do not need this module

    return read_relations(name, attributes, mentions, side)


def read_fast(file: File, progress: Progress | None = None) -> Found | None:
    """Read a file with the native code. Return None if the plain reader must read it.

    This is so if the native code was not compiled, or if lines, documents or brackets need a message.
    """
    if native is None:
        return None
    header = _first_header(file)
    fields = Fields.of(header or "")
    if header is not None and fields.entity < 0:
        return None
    try:
        columns = native.read_conllu(blocks(file), fields)
    except InputError:  # the plain reader raises it again, after its warnings
        return None
    found = None if columns is None else _found(file.size, header or "", columns)
    if found is not None and progress is not None:
        progress(file.size)
    return found


def _first_header(file: File) -> str | None:
    """Return the value of the first ``global.Entity``, or None if the file does not begin with one."""
    head = file.read(0, FIRST_BYTES)
    if ENTITY_HEADER not in head:
        head = file.read(0, LOOKED_AT)
    offset = head.find(ENTITY_HEADER)
    if offset < 0:
        return None
    begin, end = head.rfind(b"\n", 0, offset) + 1, head.find(b"\n", offset)
    line = head[begin:end] if end >= 0 else bytes_of(file)[begin:].partition(b"\n")[0]
    header = header_in(0, line)
    return "" if header is None else header.value


def _found(size: int, header: str, columns: Sequence[bytearray]) -> Found | None:
    document, start, end, entity, line, name_length, name_byte, *others = columns
    head, last_line, sentence, last_sentence, type_length, type_byte, minimum_length, minimum_byte, *others = others
    *others, words_length, words_byte, tokens = others
    header_columns, node_columns, link_columns = others[:4], others[4:-4], others[-4:]
    words = document_words(words_length, words_byte)
    sections = _sections(size, header, header_columns, words) if words and int_column(tokens).all() else []
    if not sections:
        return None
    minima = separate_texts(minimum_length, minimum_byte) if minimum_byte else ()
    mentions = Mentions(
        document=int_column(document),
        start=int_column(start),
        end=int_column(end),
        entity=int_column(entity),
        labels=text_column(name_length, name_byte),
        head=int_column(head),
        type=text_column(type_length, type_byte),
        minimum={row: text.decode() for row, text in enumerate(minima) if text},
        line=int_column(line),
        last_line=int_column(last_line),
        sentence=int_column(sentence),
        last_sentence=int_column(last_sentence),
    )
    return Found(header, sections, mentions, _nodes(*node_columns), _attributes(*link_columns), [])


def _sections(size: int, header: str, columns: Sequence[bytearray], words: Sequence[bytes | None]) -> list[Section]:
    """Return the documents; empty if they need a message."""
    line, begin, length, content = columns
    comments = map(header_in, int_column(line).tolist(), separate_texts(length, content))
    headers = [(found, offset) for found, offset in zip(comments, int_column(begin).tolist(), strict=True) if found]
    openings = [(found, offset) for found, offset in headers if found.kind == "newdoc"]
    if any(found.kind != "newdoc" and found.value != header for found, _ in headers):
        return []
    if len(openings) < len(words):
        openings.insert(0, (Header(1, "newdoc", ""), 0))
    ends = [*(offset for _, offset in openings[1:]), size]
    sections = [
        Section(found.value or f"#{number}", found.line, offset, end, own)
        for number, ((found, offset), end, own) in enumerate(zip(openings, ends, words, strict=True), 1)
    ]
    return sections if len({section.name for section in sections}) == len(sections) else []


def _nodes(*columns: bytearray) -> list[Node]:
    *numbers, name_length, name_byte, parents_length, parents_byte = columns
    texts = separate_texts(name_length, name_byte), separate_texts(parents_length, parents_byte)
    cells = ([text.decode() for text in column] for column in texts)
    return [*map(Node, *(int_column(column).tolist() for column in numbers), *cells)]


def _attributes(document: bytearray, line: bytearray, *texts: bytearray) -> list[Attribute]:
    columns = (int_column(document).tolist(), int_column(line).tolist(), separate_texts(*texts))
    return [Attribute(number, at, text.decode()) for number, at, text in zip(*columns, strict=True)]


def _read_plain(file: File, progress: Progress | None) -> Found:
    from corefscore.formats.corefud.plain import read_plain  # most files do not need this module

    return read_plain(file, progress)
