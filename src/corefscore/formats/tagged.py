"""Text with its mentions tagged, as language models are asked to write it, and repaired where they fail to.

Two ways of tagging are known: ``[e1 Ann] saw [e2 [e1 her] dog]``, and the one of the CRAC shared tasks,
``Ann|[e1] saw her|[e2,[e1] dog|e2]``. A line is a sentence; ``# document NAME`` begins a document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Ints, ints
from corefscore.core.corpus import Corpus, Origin
from corefscore.core.problems import InputError, Problem, fail, warn
from corefscore.core.views import TOKEN, Document
from corefscore.formats.base import EMPTY, SENTENCES, TOKENS, WORDS, Format, Reading
from corefscore.formats.collecting import GivenText, Mentions, named_twice
from corefscore.formats.conll.writer import check_brackets
from corefscore.formats.files import File, lines_of, stem
from corefscore.formats.word_alignment import UNALIGNED, align

NEW_DOCUMENT = re.compile(r"#\s*document\s+(.*?)\s*")
FENCE = re.compile(r"```\w*")
PIECE = re.compile(r"\[(?P<tag>[A-Za-z_]*\d+)(?=\s|$)|[\[\]]|[^\s\[\]]+")
BLANKS = " \t\r\f\v"
NAME = r"[^\s\[\],|]+"
MARK = rf"(?:\[{NAME}\]?|{NAME}\])"
MARKED = re.compile(rf"(.*)\|({MARK}(?:,{MARK})*)")
TAGGED = re.compile(rf"(?<!\S)\[[A-Za-z_]*\d+\s+[^\s\]]|\S\|{MARK}(?=[\s,]|$)")


def recognise(head: bytes) -> bool:
    text = head.decode(errors="replace")
    return "\t" not in text.partition("\n")[0] and text.lstrip()[:1] != "{" and TAGGED.search(text) is not None


class Span(NamedTuple):
    start: int
    end: int
    label: str
    line: int


class Tagged(NamedTuple):
    """A document as it is written, and the tags of it that cannot be read: by kind, with their lines."""

    name: str | None
    line: int
    sentences: list[list[str]]
    lines: list[int]
    spans: list[Span]
    faults: dict[str, list[tuple[int, str]]]


class _Lines(NamedTuple):
    """The lines of one document, numbered."""

    name: str | None
    line: int
    content: list[tuple[int, str]]


def read(file: File, reading: Reading) -> Corpus:
    parts = _parts(file, reading)
    with_brackets = _with_brackets(parts)
    documents = [_parse(part, with_brackets) for part in parts]
    if not any(document.lines for document in documents):
        raise fail(file.name, 0, "no text is in this file; write it with its mentions tagged, as in '[e1 Ann] slept'")
    mentions = Mentions(file.name)
    for document in documents:
        _tell_faults(file.name, document)
        _add(mentions, file, document, reading.key)
    problems = named_twice(file.name, mentions.origins)
    if problems:
        raise InputError(problems)
    return mentions.corpus()


def _parts(file: File, reading: Reading) -> list[_Lines]:
    """The lines of each document: between headers, else one for each document of the key, else all of them."""
    lines = [(line.number, line.content.decode()) for line in lines_of(file, reading.progress)]
    lines = _unfenced([line for line in lines if line[1].strip()])
    named = _between_headers(file.name, lines)
    if named is not None:
        return named
    key = reading.key
    if key is not None and len(key) > 1:
        if len(lines) != len(key):
            message = f"{len(lines):,} lines for {len(key):,} documents of {key.source_name}"
            advice = "write one line for each, or '# document NAME' before each"
            raise fail(file.name, 0, f"{message}; {advice}")
        return [_Lines(name, line[0], [line]) for name, line in zip(key.names, lines, strict=True)]
    return [_Lines(key.names[0] if key else None, 0, lines)]


def _unfenced(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """The lines without the fence that models like to put around their answers."""
    if len(lines) > 1 and FENCE.fullmatch(lines[0][1].strip()):
        lines = lines[1:]
        lines = lines[:-1] if FENCE.fullmatch(lines[-1][1].strip()) else lines
    return lines


def _between_headers(source: str, lines: list[tuple[int, str]]) -> list[_Lines] | None:
    parts: list[_Lines] = []
    before = 0
    for number, line in lines:
        header = NEW_DOCUMENT.fullmatch(line)
        if header:
            parts.append(_Lines(header[1], number, []))
        elif parts:
            parts[-1].content.append((number, line))
        else:
            before = before or number
    if parts and before:
        raise fail(source, before, "text before the first '# document NAME'; put one before it")
    return parts or None


def _with_brackets(parts: list[_Lines]) -> bool:
    """Whether tags are brackets around words, and not marks behind them."""
    lines = [line for part in parts for _, line in part.content]
    if any(MARKED.fullmatch(word) for line in lines for word in line.split()):
        return False
    return any(piece["tag"] for line in lines for piece in PIECE.finditer(line))


def _parse(part: _Lines, with_brackets: bool) -> Tagged:
    document = Tagged(part.name, part.line, [], [], [], {})
    (_brackets if with_brackets else _marks)(part.content, document)
    return document


def _new_word(document: Tagged, word: str, line: int) -> None:
    document.sentences[-1].append(word)
    document.lines.append(line)


def _fault(document: Tagged, kind: str, line: int, tag: str) -> None:
    document.faults.setdefault(kind, []).append((line, tag))


UNOPENED, UNCLOSED, WORDLESS = "closes nothing", "is never closed", "has no words"


def _marks(content: list[tuple[int, str]], document: Tagged) -> None:
    """Words with marks behind a bar, such as ``her|[e2,[e1]``."""
    opened: dict[str, list[tuple[int, int]]] = {}
    for line, text in content:
        document.sentences.append([])
        for word in text.strip(BLANKS).split(" "):
            found = MARKED.fullmatch(word)
            place = len(document.lines)
            _new_word(document, found[1] if found else word, line)
            for mark in found[2].split(",") if found else ():
                _mark(mark, place, line, opened, document)
    for label, begun in opened.items():
        for _, line in begun:
            _fault(document, UNCLOSED, line, f"[{label}")


def _mark(mark: str, place: int, line: int, opened: dict[str, list[tuple[int, int]]], document: Tagged) -> None:
    label = mark.strip("[]")
    if mark.startswith("["):
        opened.setdefault(label, []).append((place, line))
    if mark.endswith("]"):
        if opened.get(label):
            start, begun = opened[label].pop()
            document.spans.append(Span(start, place, label, begun))
        else:
            _fault(document, UNOPENED, line, mark)


class _Open(NamedTuple):
    """A bracket that is not closed yet; one without a label belongs to the text."""

    label: str | None
    start: int
    line: int


def _brackets(content: list[tuple[int, str]], document: Tagged) -> None:
    """Brackets around mentions, such as ``[e2 [e1 her] dog]``; other brackets are words."""
    opened: list[_Open] = []
    for line, text in content:
        document.sentences.append([])
        for piece in PIECE.finditer(text):
            tag = piece["tag"]
            if tag is not None:
                opened.append(_Open(tag, len(document.lines), line))
            elif piece[0] != "]" or not _closes(opened, line, document):
                _new_word(document, piece[0], line)
                opened += [_Open(None, 0, line)] if piece[0] == "[" else []
    for left in opened:
        if left.label is not None:
            _fault(document, UNCLOSED, left.line, f"[{left.label}")


def _closes(opened: list[_Open], line: int, document: Tagged) -> bool:
    """Whether a closing bracket closes a mention."""
    if not opened:
        _fault(document, UNOPENED, line, "]")
        return False
    tag = opened.pop()
    if tag.label is not None:
        _close(tag, line, document)
    return tag.label is not None


def _close(tag: _Open, line: int, document: Tagged) -> None:
    end = len(document.lines) - 1
    if end < tag.start:
        _fault(document, WORDLESS, line, f"[{tag.label}]")
    else:
        document.spans.append(Span(tag.start, end, tag.label or "", tag.line))


def _tell_faults(source: str, document: Tagged) -> None:
    """The report of repairs: tags that cannot be read are left out."""
    for kind, tags in document.faults.items():
        line, tag = tags[0]
        more = f" (and {len(tags) - 1:,} more like it)" if len(tags) > 1 else ""
        warn(source, line, f"the tag {tag!r} {kind}{more}; it is left out")


def _add(mentions: Mentions, file: File, document: Tagged, key: Corpus | None) -> None:
    origin = Origin(
        document.name if document.name is not None else stem(file.name),
        mentions.source,
        document.line,
        GivenText(document.sentences, lines=document.lines),
        divided=len(document.sentences) > 1,
    )
    spans = document.spans
    counterpart = key.origins[key.number[origin.name]] if key is not None and origin.name in key.number else None
    if counterpart is not None and counterpart.text is not None and counterpart.unit == TOKEN:
        spans = _aligned(file.name, document, counterpart)
        origin = origin._replace(text=counterpart.text, divided=counterpart.divided, empty=counterpart.empty)
    labels: dict[str, int] = {}
    entity = [labels.setdefault(span.label, len(labels)) for span in spans]
    mentions.add(
        origin,
        [span.start for span in spans],
        [span.end for span in spans],
        entity,
        [*labels],
        [span.line for span in spans],
    )


def _aligned(source: str, document: Tagged, key: Origin) -> list[Span]:
    """The mentions over the words of the key, and a report where the text is not the key's."""
    original = [word for sentence in (key.text.sentences if key.text else []) for word in sentence]
    alignment = align(original, [word for sentence in document.sentences for word in sentence])
    first = _filled(alignment.first, forward=False)
    last = _filled(alignment.last, forward=True)
    kept = []
    for span in document.spans:
        start, end = int(first[span.start]), int(last[span.end])
        if UNALIGNED not in (start, end) and start <= end:
            kept.append(span._replace(start=start, end=end))
    if not alignment.is_copy:
        lost = len(document.spans) - len(kept)
        message = (
            f"document {key.name!r}: the text is not that of {key.source.name}: {alignment.inserted:,} words more, "
            f"{alignment.left_out:,} left out, {alignment.changed:,} changed; mentions are moved to the words that are "
            f"the same, and {lost:,} of {len(document.spans):,} are lost"
        )
        warn(source, document.line, message)
    return kept


def _filled(places: Ints, forward: bool) -> Ints:
    """Places of words, those without one having that of the next aligned word, or of the one before."""
    known = np.where(places == UNALIGNED, UNALIGNED, np.arange(len(places)))
    if forward:
        found = np.maximum.accumulate(known) if len(known) else known
    else:
        behind = np.where(known == UNALIGNED, len(places), known)
        found = np.minimum.accumulate(behind[::-1])[::-1] if len(known) else known
        found = np.where(found == len(places), UNALIGNED, found)
    return np.where(found == UNALIGNED, UNALIGNED, places[found]) if len(known) else ints([])


def lines(corpus: Corpus) -> Iterator[str]:
    """A line for each sentence, with marks behind its words."""
    check_brackets(corpus)
    if not any(document.tokens for document in corpus):
        raise fail(
            corpus.source_name, 0, "no document has words, and tagged text is made of them; choose another format"
        )
    problems = [problem for document in corpus for problem in _unwritable(document)]
    if problems:
        raise InputError(problems)
    return (line for document in corpus for line in _lines(document))


def _unwritable(document: Document) -> Iterator[Problem]:
    """What would be read as a tag, or as the beginning of a document."""
    origin = document.origin
    shown = f"document {document.name!r} has"
    _, *sentences = _lines(document)
    for word in document.tokens or ():
        if MARKED.fullmatch(word):
            message = f"{shown} the word {word!r}, which looks like a tag; choose another format"
            yield Problem(origin.source.name, origin.line, message)
    for line in sentences:
        if NEW_DOCUMENT.fullmatch(line):
            message = f"{shown} the sentence {line!r}, which looks like the beginning of another; choose another format"
            yield Problem(origin.source.name, origin.line, message)
        # Brackets are words if there are marks behind others.
        tag = (
            None
            if document.corpus.mentions
            else next((found["tag"] for found in PIECE.finditer(line) if found["tag"]), None)
        )
        if tag is not None:
            message = f"{shown} {f'[{tag}'!r} in its text, which looks like a tag; choose another format"
            yield Problem(origin.source.name, origin.line, message)


def _lines(document: Document) -> Iterator[str]:
    sentences: Sequence[Sequence[str]] = document.origin.text.sentences if document.origin.text else []
    names = {entity.number: entity.label for entity in document.entities}
    marks: dict[int, list[str]] = {}
    for mention in sorted(document.mentions, key=lambda mention: (mention.start, -mention.end)):
        closing = "]" if mention.start == mention.end else ""
        marks.setdefault(mention.start, []).append(f"[{names[mention.entity]}{closing}")
    for mention in sorted(document.mentions, key=lambda mention: (mention.end, -mention.start)):
        if mention.start < mention.end:
            marks.setdefault(mention.end, []).append(f"{names[mention.entity]}]")
    yield f"# document {document.name}"
    token = 0
    for sentence in sentences:
        words = []
        for word in sentence:
            tag = f"|{','.join(marks[token])}" if token in marks else ""
            words.append(f"{word}{tag}")
            token += 1
        yield " ".join(words)


FORMAT = Format(
    name="tagged",
    title="text with tags, as of language models",
    suffixes=("tagged",),
    recognise=recognise,
    read=read,
    lines=lines,
    needs_words=True,
    carries=frozenset({TOKENS, WORDS, SENTENCES, EMPTY}),
)
