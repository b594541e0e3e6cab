"""CorefUD: CoNLL-U whose last column has mentions as ``Entity=``, with heads, gaps, and empty nodes for zeros."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from corefscore.core.arrays import Array, Ints, ints
from corefscore.core.corpus import Corpus, Origin, Parts
from corefscore.core.problems import SHOWN, InputError, Problem, fail, warn
from corefscore.formats.base import (
    EMPTY,
    GAPS,
    HEADS,
    MINIMA,
    NODES,
    SENTENCES,
    TOKENS,
    TYPES,
    WORDS,
    ZEROS,
    Format,
    Reading,
)
from corefscore.formats.base import USUAL as USUAL_READING
from corefscore.formats.conll.brackets import find_marks
from corefscore.formats.corefud.conllu import ConlluScan, Header, scan_conllu
from corefscore.formats.corefud.empty_nodes import empty_nodes
from corefscore.formats.corefud.marks import Layout, Mentions, no_mentions, read_mentions, text_of
from corefscore.formats.corefud.text import ConlluSource, ConlluText, Section
from corefscore.formats.files import File

LOOKS = re.compile(rb"# ?(global\.Entity|newdoc|newpar|sent_id|text)\b|\d+([-.]\d+)?(\t[^\t\n]*){9}(\n|\Z)")
DECLARED = re.compile(rb"(?:\xef\xbb\xbf)?(?:#.*\n)*?# ?global\.Entity\b")
USUAL = "eid-etype-head-other"


def recognise(head: bytes) -> bool:
    """Whether the first bytes of a file look like CoNLL-U.

    >>> recognise(b"# newdoc id = a\\n# sent_id = 1\\n"), recognise(b"#begin document a\\n")
    (True, False)
    """
    start = head.removeprefix(b"\xef\xbb\xbf").replace(b"\r", b"")
    written = (line for line in start.split(b"\n") if line.strip())
    return any(LOOKS.match(line + b"\n") for line, _ in zip(written, range(SHOWN), strict=False))


def declares_mentions(head: bytes) -> bool:
    """Whether the first comments of a file say how its mentions are written, which no other format does.

    >>> declares_mentions(b"# newdoc id = a\\n# global.Entity = eid-etype-head-other\\n")
    True
    """
    return DECLARED.match(head) is not None


def read(file: File, reading: Reading = USUAL_READING) -> Corpus:
    """The corpus of one file. Tokens are words and empty nodes; a file without ``# newdoc`` is one document."""
    scan = scan_conllu(file, reading.progress)
    if not len(scan.line):
        raise fail(file.name, 0, "the file has no words; it should hold lines of ten columns")
    sections, problems = _sections(file.name, scan)
    first = ints([section.first for section in sections])
    document = np.searchsorted(first, scan.cell_token, "right") - 1
    mentions, more = _mentions(file.name, scan, document, scan.cell_token - first[document])
    empty, still_more = empty_nodes(scan, first)
    problems += more + still_more
    if problems:
        raise InputError(sorted(problems))
    _tell_split_entities(file.name, scan, mentions.spans.labels)
    source = ConlluSource(file, scan, mentions.spans.line)
    origins = [
        Origin(section.name, source, section.line, ConlluText(source, section), empty.get(number))
        for number, section in enumerate(sections)
    ]
    return _Builder(scan, sections, mentions).corpus(origins)


def _sections(name: str, scan: ConlluScan) -> tuple[list[Section], list[Problem]]:
    """The documents, each from its ``# newdoc`` to the next."""
    openings = [header for header in scan.headers if header.kind == "newdoc"]
    if not openings or int(scan.line[0]) < openings[0].line:
        openings.insert(0, Header(1, 0, "newdoc", ""))
    lines = np.array([header.line for header in openings], dtype=scan.line.dtype)  # others would widen the whole column
    starts = np.searchsorted(scan.line, lines).tolist()
    ends = [*starts[1:], len(scan.line)]
    places = [*(header.begin for header in openings[1:]), scan.size]
    problems = [*_inside_sentences(name, scan, openings, starts)]
    sections = [
        Section(header.value or f"#{number}", header.line, start, end, header.begin, place)
        for number, (header, start, end, place) in enumerate(zip(openings, starts, ends, places, strict=True), 1)
    ]
    return sections, [*problems, *_named_twice(name, sections), *_without_words(name, sections)]


def _inside_sentences(
    name: str, scan: ConlluScan, openings: Sequence[Header], starts: Sequence[int]
) -> Iterator[Problem]:
    for header, start in zip(openings, starts, strict=True):
        if 0 < start < len(scan.sentence) and scan.sentence[start - 1] == scan.sentence[start]:
            yield Problem(name, header.line, "a document begins inside a sentence; put an empty line before it")


def _named_twice(name: str, sections: Sequence[Section]) -> Iterator[Problem]:
    lines: dict[str, int] = {}
    for section in sections:
        before = lines.setdefault(section.name, section.line)
        if before != section.line:
            message = f"document {section.name!r} was begun before, in line {before}; rename or delete one"
            yield Problem(name, section.line, message)


def _without_words(name: str, sections: Sequence[Section]) -> Iterator[Problem]:
    for section in sections:
        if section.first == section.last:
            yield Problem(name, section.line, f"document {section.name!r} has no words; delete it or add them")


def _mentions(name: str, scan: ConlluScan, document: Ints, token: Ints) -> tuple[Mentions, list[Problem]]:
    layout, problems = _layout(name, scan)
    if problems:
        return no_mentions(), problems + find_marks(scan.cells)[1]
    return read_mentions(scan.cells, layout, document, token)


def _layout(name: str, scan: ConlluScan) -> tuple[Layout, list[Problem]]:
    """What mentions are made of, as the file says in its comments."""
    headers = [header for header in scan.headers if header.kind == "global.Entity"]
    if not headers and len(scan.cells.line):
        message = f"no '# global.Entity' says how mentions are written; add '# global.Entity = {USUAL}' before them"
        return Layout.of(USUAL), [Problem(name, int(scan.cells.line[0]), message)]
    problems = []
    for header in headers:
        if header.value != headers[0].value:
            message = f"global.Entity is {header.value!r}, but {headers[0].value!r} in line {headers[0].line}"
            problems.append(Problem(name, header.line, f"{message}; make two files of it"))
    layout = Layout.of(headers[0].value if headers else USUAL)
    if layout.entity < 0:
        message = f"global.Entity is {headers[0].value!r}, which has no eid; write '# global.Entity = {USUAL}'"
        problems.append(Problem(name, headers[0].line, message))
    return layout, problems


class _Builder:
    """Makes columns of mentions; what is wrong with a mention is told with its line."""

    def __init__(self, scan: ConlluScan, sections: Sequence[Section], mentions: Mentions) -> None:
        self.scan = scan
        self.mentions = mentions
        self.spans = mentions.spans
        self.first = ints([section.first for section in sections])[self.spans.document]
        self.problems: list[Problem] = []
        self.shapes: dict[Parts, int] = {}

    def corpus(self, origins: Sequence[Origin]) -> Corpus:
        spans = self.spans
        self._check_sentences()
        head = self._heads()
        extra: dict[str, Array] = {"head": head, "zero": self.scan.empty[self.first + head]}
        if self.mentions.parts:
            extra["shape"] = self._shapes(self.mentions.parts)
        if self.mentions.minimum:
            extra["minimum"] = self._shapes({row: self._minimum(row) for row in self.mentions.minimum})
        if self.mentions.type.any():
            extra["type"] = self.mentions.type
        if self.problems:
            raise InputError(sorted(self.problems))
        return Corpus.build(
            origins,
            spans.document,
            spans.start,
            spans.end,
            spans.entity,
            spans.labels,
            spans.place,
            extra,
            tuple(self.shapes),
        )

    def _tell(self, row: int, message: str) -> None:
        line = int(self.spans.line[self.spans.place[row]])
        name = text_of(self.spans.labels[self.spans.entity[row]])
        self.problems.append(Problem(self.scan.cells.source, line, f"a mention of entity {name} {message}"))

    def _check_sentences(self) -> None:
        begin, end = self.scan.sentence[self.first + self.spans.start], self.scan.sentence[self.first + self.spans.end]
        for row in np.flatnonzero(begin != end).tolist():
            closes = int(self.scan.line[self.first[row] + self.spans.end[row]])
            self._tell(row, f"opens here and closes in another sentence (line {closes}); close it in its own")

    def _heads(self) -> Ints:
        """The tokens that are heads."""
        spans, number = self.spans, self.mentions.head
        head = spans.start + number - 1
        beyond = (head > spans.end) | (number < 1)
        for row, parts in self.mentions.parts.items():
            tokens = _tokens(parts)
            beyond[row] = not 0 < number[row] <= len(tokens)
            head[row] = tokens[0] if beyond[row] else tokens[number[row] - 1]
        for row in np.flatnonzero(beyond).tolist():
            self._tell(row, f"has {self._size(row)} words, but word {number[row]} for its head; count from 1")
        return np.where(beyond, spans.start, head)

    def _size(self, row: int) -> int:
        return len(_tokens(self._parts(row)))

    def _parts(self, row: int) -> Parts:
        return self.mentions.parts.get(row) or ((int(self.spans.start[row]), int(self.spans.end[row])),)

    def _shapes(self, found: Mapping[int, Parts]) -> Ints:
        column = np.zeros(len(self.spans.start), dtype=np.int64)
        for row, parts in sorted(found.items(), key=lambda each: int(self.spans.place[each[0]])):
            column[row] = self.shapes.setdefault(parts, len(self.shapes) + 1) if parts else 0
        return column

    def _minimum(self, row: int) -> Parts:
        text = self.mentions.minimum[row]
        tokens = _tokens(self._parts(row))
        words = [int(word) for word in text.split(",") if word.isdecimal() and 0 < int(word) <= len(tokens)]
        if len(words) < text.count(",") + 1:
            self._tell(row, f"has {len(tokens)} words and cannot have the minimum {text!r}; name some of its words")
            return ()
        return _stretches([tokens[word - 1] for word in sorted(words)])


def _tokens(parts: Parts) -> list[int]:
    return [token for start, end in parts for token in range(start, end + 1)]


def _stretches(tokens: Sequence[int]) -> Parts:
    """Tokens in order as stretches without gaps.

    >>> _stretches([3, 4, 7])
    ((3, 4), (7, 7))
    """
    stretches: list[tuple[int, int]] = []
    for token in tokens:
        if stretches and stretches[-1][1] == token - 1:
            stretches[-1] = (stretches[-1][0], token)
        else:
            stretches.append((token, token))
    return tuple(stretches)


def _tell_split_entities(name: str, scan: ConlluScan, labels: Array) -> None:
    """Names are those of a whole file, unless they are GRP; an entity in several documents is told."""
    if any("GRP" in header.value.split("-") for header in scan.headers if header.kind == "global.Entity"):
        return
    listed = labels.tolist()
    if len(set(listed)) == len(listed):
        return
    several = sorted(label for label, count in Counter(listed).items() if count > 1)
    message = f"{len(several):,} entities such as {text_of(several[0])} are in several documents"
    warn(name, 0, f"{message}; each document counts by itself")


def lines(corpus: Corpus) -> Iterator[str]:
    from corefscore.formats.corefud import writer as corefud_writer

    return corefud_writer.lines(corpus)


FORMAT = Format(
    name="corefud",
    title="CorefUD CoNLL-U",
    suffixes=("conllu",),
    recognise=recognise,
    read=read,
    lines=lines,
    is_certain=declares_mentions,
    has_datasets=True,
    carries=frozenset({TOKENS, WORDS, SENTENCES, EMPTY, GAPS, ZEROS, HEADS, MINIMA, TYPES, NODES}),
)
