"""Write CoNLL-2012. If brackets cannot express a corpus, this is an error; nothing is written wrongly."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from corefscore.core.corpus import Corpus
from corefscore.core.problems import InputError, Problem
from corefscore.core.views import NO_WORD, Document, Entity, Mention

PART = re.compile(r"\s*part\s+(\d{1,9})")
WHITESPACE = re.compile(r"\s+")


class Row(NamedTuple):
    """The fields of a token: name and part of its document, number in its sentence, word and brackets."""

    name: str
    part: int
    number: int
    word: str
    marks: list[str]


def conll_row(row: Row) -> str:
    """Return the columns document, part, number, word and coreference."""
    return f"{row.name}\t{row.part}\t{row.number}\t{row.word}\t{'|'.join(row.marks) or '-'}"


def lines(corpus: Corpus, written: Callable[[Row], str] = conll_row) -> Iterator[str]:
    """Return the lines of a corpus. `written` formats each row, by default as in CoNLL-2012."""
    check_brackets(corpus)
    return (line for document in corpus for line in _lines(document, written))


def check_brackets(corpus: Corpus) -> None:
    """Raise an error if brackets cannot express the corpus."""
    problems = [problem for document in corpus for problem in _unwritable(document)]
    if problems:
        raise InputError(problems)


def _lines(document: Document, written: Callable[[Row], str]) -> Iterator[str]:
    stem, _, last = document.name.rpartition(";")
    part = PART.fullmatch(last)
    name = stem.rstrip().removeprefix("(").removesuffix(")") if part else document.name.strip("(); ")
    name = WHITESPACE.sub("_", name).lstrip("#") or NO_WORD
    cells = _cells(document)
    yield f"#begin document {document.name}"
    token = 0
    for sentence in _sentences(document):
        for number, word in enumerate(sentence):
            yield written(Row(name, int(part[1]) if part else 0, number, word, cells.get(token, [])))
            token += 1
        yield ""
    yield "#end document"


def _sentences(document: Document) -> list[list[str]]:
    text = document.corpus.origins[document.number].text
    if text is not None:
        return text.sentences
    return [[NO_WORD] * (1 + max((mention.end for mention in document.mentions), default=-1))]


def _cells(document: Document) -> dict[int, list[str]]:
    """Return the coreference cell of each token that has one: openings from outside in, then closings."""
    names = {entity.number: entity.label for entity in document.entities}
    cells: dict[int, list[str]] = {}
    for mention in sorted(document.mentions, key=lambda mention: (mention.start, -mention.end)):
        closing = ")" if mention.start == mention.end else ""
        cells.setdefault(mention.start, []).append(f"({names[mention.entity]}{closing}")
    for mention in sorted(document.mentions, key=lambda mention: (mention.end, -mention.start)):
        if mention.start < mention.end:
            cells.setdefault(mention.end, []).append(f"{names[mention.entity]})")
    return cells


def _unwritable(document: Document) -> Iterator[Problem]:
    source = document.corpus.origins[document.number].source.name
    for entity in document.entities:
        for one, other in _garbled(entity):
            message = (
                f"entity {entity.label} of document {document.name!r} has mentions that cross or share a border, "
                f"{one.text!r} and {other.text!r}, which brackets cannot express; choose a format with offsets"
            )
            yield Problem(source, other.line, message)


def _garbled(entity: Entity) -> Iterator[tuple[Mention, Mention]]:
    """Yield pairs of mentions whose ends would be exchanged when they are read again."""
    opened: list[Mention] = []
    long = [mention for mention in entity.mentions if mention.start < mention.end]
    events = [(mention.start, 0, -mention.end, mention) for mention in long]
    events += [(mention.end, 1, -mention.start, mention) for mention in long]
    for _, closes, _, mention in sorted(events, key=lambda event: event[:3]):
        if not closes:
            opened.append(mention)
        elif (innermost := opened.pop()).end != mention.end:
            yield innermost, mention
