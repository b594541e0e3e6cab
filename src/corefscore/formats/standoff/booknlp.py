"""BookNLP's output: a table of mentions (.entities), its words in a table of tokens (.tokens) beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from corefscore.core.corpus import Corpus, Origin
from corefscore.core.problems import InputError, Problem, fail, warn
from corefscore.core.views import Document
from corefscore.formats.base import EMPTY, SENTENCES, TOKENS, TYPES, WORDS, Format, Reading
from corefscore.formats.collecting import GivenText, Mentions
from corefscore.formats.files import File, beside, lines_of, stem
from corefscore.formats.targets import document_places, opened

TITLES = ("COREF", "start_token", "end_token", "prop", "cat", "text")
NEEDED = TITLES[:3]
TOKEN_TITLES = (
    "paragraph_ID",
    "sentence_ID",
    "token_ID_within_sentence",
    "token_ID_within_document",
    "word",
    "lemma",
    "byte_onset",
    "byte_offset",
    "POS_tag",
    "fine_POS_tag",
    "dependency_relation",
    "syntactic_head_ID",
    "event",
)
SENTENCE, NUMBER, WORD = "sentence_ID", "token_ID_within_document", "word"
UNKNOWN = "_"
NUMBER_CELL = re.compile(r" *-?\d{1,7} *")


def recognise(head: bytes) -> bool:
    titles = head.split(b"\n", 1)[0].decode(errors="replace").strip().split("\t")
    return all(title in titles for title in NEEDED)


class _Rows(NamedTuple):
    """The rows of a table, each with its line, and the place of each title."""

    file: File
    place: dict[str, int]
    rows: list[tuple[int, list[str]]]

    @classmethod
    def of(cls, file: File, needed: Sequence[str]) -> _Rows:
        lines = ((line.number, line.content.decode().split("\t")) for line in lines_of(file) if line.content.strip())
        _, titles = next(lines, (1, []))
        place = {title.strip(): number for number, title in enumerate(titles)}
        lacking = [title for title in needed if title not in place]
        if lacking:
            raise fail(file.name, 1, f"there is no column {lacking[0]!r} (there are {', '.join(place)}); add it")
        return cls(file, place, list(lines))

    def integers(self, title: str) -> list[int]:
        numbers, problems = [], []
        for line, row in self.rows:
            cell = self.cell(row, title)
            if NUMBER_CELL.fullmatch(cell):
                numbers.append(int(cell))
            else:
                problems.append(Problem(self.file.name, line, f"{title} is {cell!r}; write a whole number"))
        if problems:
            raise InputError(problems)
        return numbers

    def cell(self, row: list[str], title: str) -> str:
        place = self.place.get(title, len(row))
        return row[place] if place < len(row) else ""


def read(file: File, reading: Reading) -> Corpus:
    entities = _Rows.of(file, NEEDED)
    sentences = _sentences(file)
    length = None if sentences is None else sum(map(len, sentences))
    start, end = entities.integers("start_token"), entities.integers("end_token")
    labels: dict[str, int] = {}
    entity, problems = [], []
    for (line, row), first, last in zip(entities.rows, start, end, strict=True):
        label = entities.cell(row, "COREF").strip()
        entity.append(labels.setdefault(label, len(labels)))
        fault = _fault(label, first, last, length)
        if fault:
            problems.append(Problem(file.name, line, fault))
    if problems:
        raise InputError(problems)
    mentions = Mentions(file.name)
    text = None if sentences is None else GivenText(sentences)
    lines = [line for line, _ in entities.rows]
    mentions.add(Origin(stem(file.name), mentions.source, text=text), start, end, entity, [*labels], lines)
    for number, (_, row) in enumerate(entities.rows):
        if entities.cell(row, "cat") not in ("", UNKNOWN):
            mentions.note("type", number, entities.cell(row, "cat"))
    return mentions.corpus()


def _fault(label: str, start: int, end: int, length: int | None) -> str | None:
    if not label:
        return "this mention has no entity; write its number under COREF"
    if start < 0 or end < start:
        return f"tokens {start} to {end} are no mention; write its first token, then its last, counted from 0"
    if length is not None and end >= length:
        return f"token {end} is not in the text ({length:,} tokens); are .entities and .tokens of the same book?"
    return None


def _sentences(file: File) -> list[list[str]] | None:
    """The words in the file of tokens beside, if it is there."""
    other = beside(file, ".tokens")
    if other is None:
        warn(file.name, 0, f"there is no {stem(file.name)}.tokens beside it, so its words are not known")
        return None
    tokens = _Rows.of(other, (SENTENCE, NUMBER, WORD))
    numbers = tokens.integers(NUMBER)
    wrong = next((place for place, number in enumerate(numbers) if place != number), None)
    if wrong is not None:
        message = f"token {wrong} has number {numbers[wrong]} in its document; tokens are counted 0, 1, 2 ..."
        raise fail(other.name, tokens.rows[wrong][0], message)
    by_sentence = groupby((row for _, row in tokens.rows), key=lambda row: tokens.cell(row, SENTENCE))
    return [[tokens.cell(row, WORD) for row in rows] for _, rows in by_sentence]


def write(corpus: Corpus, path: Path) -> None:
    """The table of mentions and, beside it, that of tokens, where words are known."""
    for document, target, beside_it in document_places(corpus, path, ".entities", ".tokens"):
        with opened(target) as stream:
            stream.writelines(f"{line}\n" for line in _lines(document))
        text = document.origin.text
        if text is not None:
            with opened(beside_it) as stream:
                stream.writelines(f"{line}\n" for line in _token_lines(text.sentences))


def _lines(document: Document) -> Iterator[str]:
    kinds = document.corpus.extra.get("type")
    yield "\t".join(TITLES)
    for mention in document.mentions:
        kind = str(kinds[mention.row]) if kinds is not None else ""
        label = document.corpus.label(mention.entity)
        yield f"{label}\t{mention.start}\t{mention.end}\t{UNKNOWN}\t{kind or UNKNOWN}\t{mention.text}"


def _token_lines(sentences: list[list[str]]) -> Iterator[str]:
    yield "\t".join(TOKEN_TITLES)
    total = 0
    for number, sentence in enumerate(sentences):
        for place, word in enumerate(sentence):
            yield "\t".join(["0", str(number), str(place), str(total), word, *[UNKNOWN] * 8])
            total += 1


FORMAT = Format(
    name="booknlp",
    title="BookNLP's entities",
    suffixes=("entities",),
    recognise=recognise,
    read=read,
    write=write,
    carries=frozenset({TOKENS, WORDS, SENTENCES, TYPES, EMPTY}),
)
