"""The output of BookNLP: a table of mentions (.entities) and, beside it, a table of tokens (.tokens)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from corefscore.core.corpus import Corpus, Origin
from corefscore.core.problems import Problem, fail, raise_problems, warn
from corefscore.core.views import Document
from corefscore.formats.base import EMPTY, SENTENCES, TOKENS, TYPES, WORDS, Format, Reading
from corefscore.formats.builder import CorpusBuilder, GivenText
from corefscore.formats.files import File, beside
from corefscore.formats.lines import lines_of
from corefscore.formats.naming import TOKENS_SUFFIX, companion, document_name
from corefscore.formats.writing import document_files, write_lines

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
    """Return whether the first line of a file has the titles of a table of mentions.

    >>> recognise(b"COREF\\tstart_token\\tend_token\\tprop\\tcat\\ttext\\n")
    True
    """
    titles = head.split(b"\n", 1)[0].decode(errors="replace").strip().split("\t")
    return all(title in titles for title in NEEDED)


class _TitledRows(NamedTuple):
    """A table: the column of each title, and the rows with their lines."""

    file: File
    column: dict[str, int]
    rows: list[tuple[int, list[str]]]

    @classmethod
    def of(cls, file: File, needed: Sequence[str]) -> _TitledRows:
        lines = ((line.number, line.content.decode().split("\t")) for line in lines_of(file) if line.content.strip())
        _, titles = next(lines, (1, []))
        column = {title.strip(): number for number, title in enumerate(titles)}
        lacking = [title for title in needed if title not in column]
        if lacking:
            raise fail(file.name, 1, f"there is no column {lacking[0]!r} (there are {', '.join(column)}); add it")
        return cls(file, column, list(lines))

    def integers(self, title: str) -> list[int]:
        """Return the numbers of a column."""
        numbers, problems = [], []
        for line, row in self.rows:
            cell = self.cell(row, title)
            if NUMBER_CELL.fullmatch(cell):
                numbers.append(int(cell))
            else:
                problems.append(Problem(self.file.name, line, f"{title} is {cell!r}; write a whole number"))
        raise_problems(problems)
        return numbers

    def cell(self, row: list[str], title: str) -> str:
        """Return a cell of a row; empty if the row is too short."""
        column = self.column.get(title, len(row))
        return row[column] if column < len(row) else ""


def read(file: File, reading: Reading) -> Corpus:
    """Read the corpus of a table of mentions, with the words of the table of tokens if there is one."""
    entities = _TitledRows.of(file, NEEDED)
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
    raise_problems(problems)
    builder = CorpusBuilder(file.name)
    text = None if sentences is None else GivenText(sentences)
    lines = [line for line, _ in entities.rows]
    origin = Origin(document_name(file.name), builder.source, text=text)
    builder.add(origin, start, end, entity, [*labels], lines)
    for number, (_, row) in enumerate(entities.rows):
        if entities.cell(row, "cat") not in ("", UNKNOWN):
            builder.note("type", number, entities.cell(row, "cat"))
    return builder.corpus()


def _fault(label: str, start: int, end: int, length: int | None) -> str | None:
    """Return the problem of a mention, or None if it has none."""
    if not label:
        return "this mention has no entity; write its number under COREF"
    if start < 0 or end < start:
        return f"tokens {start} to {end} are not a mention; write its first token, then its last, counted from 0"
    if length is not None and end >= length:
        return f"token {end} is not in the text ({length:,} tokens); are .entities and .tokens of the same book?"
    return None


def _sentences(file: File) -> list[list[str]] | None:
    """Return the words in the table of tokens beside the file, or None if there is no such table."""
    other = beside(file, TOKENS_SUFFIX)
    if other is None:
        wanted = Path(companion(file.name, TOKENS_SUFFIX)).name
        warn(file.name, 0, f"there is no {wanted!r} beside this file; its words are not known")
        return None
    tokens = _TitledRows.of(other, (SENTENCE, NUMBER, WORD))
    numbers = tokens.integers(NUMBER)
    wrong = next((index for index, number in enumerate(numbers) if index != number), None)
    if wrong is not None:
        message = f"token {wrong} has the number {numbers[wrong]}; count tokens 0, 1, 2 ..."
        raise fail(other.name, tokens.rows[wrong][0], message)
    by_sentence = groupby((row for _, row in tokens.rows), key=lambda row: tokens.cell(row, SENTENCE))
    return [[tokens.cell(row, WORD) for row in rows] for _, rows in by_sentence]


def write(corpus: Corpus, path: Path) -> None:
    """Write the table of mentions and, if words are known, the table of tokens beside it."""
    for document, target, text_target in document_files(corpus, path, ".entities", TOKENS_SUFFIX):
        write_lines(target, _lines(document))
        text = document.origin.text
        if text is not None:
            write_lines(text_target, _token_lines(text.sentences))


def _lines(document: Document) -> Iterator[str]:
    yield "\t".join(TITLES)
    for mention in document.mentions:
        label = document.corpus.label(mention.entity)
        yield f"{label}\t{mention.start}\t{mention.end}\t{UNKNOWN}\t{mention.type or UNKNOWN}\t{mention.text}"


def _token_lines(sentences: list[list[str]]) -> Iterator[str]:
    yield "\t".join(TOKEN_TITLES)
    total = 0
    for number, sentence in enumerate(sentences):
        for index, word in enumerate(sentence):
            yield "\t".join(["0", str(number), str(index), str(total), word, *[UNKNOWN] * 8])
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
