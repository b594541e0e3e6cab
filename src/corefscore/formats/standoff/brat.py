"""The standoff format of brat: character offsets of mentions in an .ann file, and the text in a .txt file beside it.

Coreference is a relation (``R1 Coref Arg1:T2 Arg2:T1``) or an equivalence (``* Coref T1 T2``). Mentions that are
linked, directly or through other mentions, are one entity.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from corefscore.core.corpus import Corpus, Origin, Parts
from corefscore.core.graphs import leaders
from corefscore.core.problems import Problem, fail, raise_problems, shortened, warn
from corefscore.core.views import CHARACTER, Document, Entity
from corefscore.formats.base import CHARACTERS, EMPTY, GAPS, TYPES, WORDS, Format, Reading
from corefscore.formats.builder import CorpusBuilder, GivenText, joined_parts
from corefscore.formats.files import File, beside, bytes_of
from corefscore.formats.lines import lines_of
from corefscore.formats.naming import TEXT_SUFFIX, document_name
from corefscore.formats.writing import document_files, opened, write_lines

MENTION = re.compile(r"(T\S+)\t(\S+) (-?\d{1,7} -?\d{1,7}(?:;-?\d{1,7} -?\d{1,7})*)(?:\t(.*))?")
RELATION = re.compile(r"R\S*\t(\S+) Arg1:(\S+) Arg2:(\S+)\s*")
EQUIVALENCE = re.compile(r"\*\t(\S+)((?: T\S+)+)\s*")
NOTE = re.compile(r"#\S*\tAnnotatorNotes (T\S+)\tentity (.*)")
COREFERENCE = re.compile(r"coref|ident|anaph|equiv|same|alias", re.IGNORECASE)
OTHER_LINES = "EAMN#"
LINE_KINDS = re.compile(rb"(?m)\A(?:T\d+\t\S+ \d+ \d+|R\d+\t\S+ Arg1:T|\*\t\S+ T\d)")
LINE_END = re.compile(r"[\r\n]")
NO_TYPE = "Mention"
SHORT = 40


def recognise(head: bytes) -> bool:
    """Return whether the first line of a file is a mention or a relation of brat.

    >>> recognise(b"T1\\tPerson 0 3\\tAnn\\n")
    True
    """
    return LINE_KINDS.match(head) is not None


class BratMention(NamedTuple):
    """A mention as it is in the file: its line, its type, its offsets, and the words after them."""

    line: int
    kind: str
    parts: Parts
    words: str | None


class _BratLines:
    """The contents of the lines of an .ann file, and their problems."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.mentions: dict[str, BratMention] = {}
        self.links: list[tuple[int, list[str]]] = []
        self.labels: dict[str, str] = {}
        self.other_relations: dict[str, int] = {}
        self.problems: list[Problem] = []

    def add(self, number: int, line: str) -> None:
        """Read a line. Its number and its text are given."""
        if line.startswith("T"):
            self._add_mention(number, line)
        elif line.startswith(("R", "*")):
            self._add_link(number, line)
        elif note := NOTE.fullmatch(line):
            self.labels[note[1]] = note[2]
        elif line.strip() and line[0] not in OTHER_LINES:
            self._refuse(number, f"cannot read {shortened(line)!r}; a line begins with T, R, *, E, A, M, N or #")

    def _refuse(self, number: int, message: str) -> None:
        self.problems.append(Problem(self.source, number, message))

    def _add_mention(self, number: int, line: str) -> None:
        found = MENTION.fullmatch(line)
        if found is None:
            self._refuse(number, f"cannot read {shortened(line)!r}; write a mention as 'T1<tab>Type 0 5<tab>text'")
            return
        name, kind, offsets, words = found.groups()
        pairs = (tuple(map(int, pair.split())) for pair in offsets.split(";"))
        parts = sorted((start, end - 1) for start, end in pairs)
        if name in self.mentions:
            self._refuse(number, f"{name} is also in line {self.mentions[name].line}; rename or delete one")
        if any(end < start or start < 0 for start, end in parts):
            self._refuse(number, f"{name} ({offsets}) is empty or ends before it begins; ends are exclusive in brat")
        self.mentions[name] = BratMention(number, kind, joined_parts(parts), words)

    def _add_link(self, number: int, line: str) -> None:
        found = RELATION.fullmatch(line) or EQUIVALENCE.fullmatch(line)
        if found is None:
            wanted = "'R1<tab>Coref Arg1:T2 Arg2:T1' or '*<tab>Coref T1 T2'"
            self._refuse(number, f"cannot read {shortened(line)!r}; write a relation as {wanted}")
        elif COREFERENCE.search(found[1]):
            names = [name for group in found.groups()[1:] for name in group.split()]
            self.links.append((number, names))
        else:
            self.other_relations[found[1]] = self.other_relations.get(found[1], 0) + 1

    def check(self, text: str | None) -> None:
        """Raise all problems, and warn of everything that is ignored."""
        length = None if text is None else len(text)
        for number, names in self.links:
            for name in (name for name in names if name not in self.mentions):
                self._refuse(number, f"{name} is linked here but is not a mention; add its line, or delete this one")
        for name, mention in self.mentions.items():
            if length is not None and mention.parts[-1][1] >= length:
                self._refuse(mention.line, f"{name} ends after the last of {length:,} characters; is this its text?")
        self._check_relations()
        raise_problems(self.problems)
        if text is not None:
            self._compare_words(text)

    def _compare_words(self, text: str) -> None:
        """Warn of mentions whose words differ from the text. Their offsets may count bytes or other line ends."""
        differing = [
            (mention, name, covered)
            for name, mention in self.mentions.items()
            if mention.words
            and _letters(mention.words) != _letters(covered := " ".join(text[a : b + 1] for a, b in mention.parts))
        ]
        if differing:
            mention, name, covered = differing[0]
            count = f"{len(differing):,} mention{' has' if len(differing) == 1 else 's have'} other words in the text"
            here, there = (shortened(words, SHORT) for words in (mention.words or "", covered))
            example = f"{name} is {here!r} here, {there!r} there"
            warn(self.source, mention.line, f"{count} ({example}); do their offsets count its characters?")

    def _check_relations(self) -> None:
        seen = ", ".join(f"{name} ({count:,})" for name, count in self.other_relations.items())
        if seen and not self.links:
            self._refuse(0, f"no relation here is coreference (there are {seen}); name one Coref, or write '*' lines")
        elif seen:
            warn(self.source, 0, f"relations other than coreference are ignored: {seen}")


def _letters(words: str) -> list[str]:
    """Return the sorted letters of words, because parts can be in any order, and brat changes some spaces."""
    return sorted("".join(words.split()))


def read(file: File, reading: Reading) -> Corpus:
    """Read the corpus of an .ann file, with the words of the text beside it if there is one."""
    annotation = _BratLines(file.name)
    for line in lines_of(file, reading.progress):
        annotation.add(line.number, line.content.decode())
    text = _text(file)
    if text is None and not annotation.mentions and not annotation.problems:
        raise fail(file.name, 0, "this file has no mention, and there is no text beside it; is it the right file?")
    annotation.check(text)
    return _corpus(file, annotation, text)


def _text(file: File) -> str | None:
    """Return the text beside the file with its own line ends, because offsets count them."""
    other = beside(file, TEXT_SUFFIX)
    if other is None:
        return None
    for _ in lines_of(other):  # raises an error if it is not text
        pass
    return bytes_of(other).decode()


def _corpus(file: File, annotation: _BratLines, text: str | None) -> Corpus:
    builder = CorpusBuilder(file.name)
    links = (pair for _, names in annotation.links for pair in pairwise(names))
    leader = leaders(annotation.mentions, links)
    labels = {name: number for number, name in enumerate(dict.fromkeys(leader.values()))}
    known = {leader[name]: label for name, label in annotation.labels.items() if name in leader}
    listed = annotation.mentions.values()
    origin = Origin(
        document_name(file.name),
        builder.source,
        text=None if text is None else GivenText([text]),
        unit=CHARACTER,
        divided=False,
    )
    builder.add(
        origin,
        [mention.parts[0][0] for mention in listed],
        [mention.parts[-1][1] for mention in listed],
        [labels[leader[name]] for name in annotation.mentions],
        [known.get(name, name) for name in labels],
        [mention.line for mention in listed],
    )
    for number, mention in enumerate(listed):
        if len(mention.parts) > 1:
            builder.note("shape", number, mention.parts)
        if mention.kind != NO_TYPE:
            builder.note("type", number, mention.kind)
    return builder.corpus()


def write(corpus: Corpus, path: Path) -> None:
    """Write an .ann file and a .txt file for each document. Spaces join words, and line ends join sentences."""
    for document, target, text_target in document_files(corpus, path, ".ann", TEXT_SUFFIX):
        text, offsets = _layout(document)
        write_lines(target, _lines(document, text, offsets))
        if text is not None:
            with opened(text_target) as stream:
                stream.write(text)


def _layout(document: Document) -> tuple[str | None, list[tuple[int, int]] | None]:
    """Return the text of a document, and the first and last character of each token; None if tokens are characters."""
    origin = document.origin
    sentences = origin.text.sentences if origin.text else None
    if origin.unit == CHARACTER:
        return (None if sentences is None else "".join(map("".join, sentences))), None
    offsets, offset = [], 0
    for word in (word for sentence in sentences or () for word in sentence):
        offsets.append((offset, offset + len(word) - 1))
        offset += len(word) + 1
    return "\n".join(" ".join(sentence) for sentence in sentences or ()) + "\n", offsets


def _lines(document: Document, text: str | None, offsets: list[tuple[int, int]] | None) -> Iterator[str]:
    for number, mention in enumerate(document.mentions, 1):
        parts = mention.parts if offsets is None else [(offsets[a][0], offsets[b][1]) for a, b in mention.parts]
        spans = ";".join(f"{start} {end + 1}" for start, end in parts)
        covered = " ".join((text or "")[start : end + 1] for start, end in parts)
        yield f"T{number}\t{mention.type or NO_TYPE} {spans}\t{LINE_END.sub(' ', covered)}"
    first = document.rows.start - 1
    relation = 0
    for entity in document.entities:
        names = [f"T{mention.row - first}" for mention in entity.mentions]
        for one, other in pairwise(names):
            relation += 1
            yield f"R{relation}\tCoref Arg1:{other} Arg2:{one}"
    yield from _notes(document.entities, first)


def _notes(entities: list[Entity], first: int) -> Iterator[str]:
    """Yield the names of entities as notes, because brat has no other line for them."""
    for number, entity in enumerate(entities, 1):
        name = f"T{entity.mentions[0].row - first}"
        if entity.label != name:
            yield f"#{number}\tAnnotatorNotes {name}\tentity {entity.label}"


FORMAT = Format(
    name="brat",
    title="brat standoff with coreference relations",
    suffixes=("ann",),
    recognise=recognise,
    read=read,
    write=write,
    may_be_empty=True,
    needs_words=True,
    carries=frozenset({CHARACTERS, WORDS, GAPS, TYPES, EMPTY}),
)
