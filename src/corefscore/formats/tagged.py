"""Text with tags for its mentions, as language models write it. Tags that cannot be read are ignored with a warning.

There are two ways to tag: ``[e1 Ann] saw [e2 [e1 her] dog]``, and that of the CRAC shared tasks,
``Ann|[e1] saw her|[e2,[e1] dog|e2]``. A line is a sentence; ``# document NAME`` begins a document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Ints
from corefscore.core.corpus import Corpus, Origin
from corefscore.core.problems import InputError, Problem, fail, warn
from corefscore.core.views import TOKEN, Document
from corefscore.formats.base import EMPTY, SENTENCES, TOKENS, WORDS, Format, Reading
from corefscore.formats.builder import CorpusBuilder, GivenText
from corefscore.formats.conll.writer import check_brackets
from corefscore.formats.files import File, lines_of
from corefscore.formats.naming import document_name, repeated_names
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
    """Whether the first bytes of a file have tags of mentions.

    >>> recognise(b"[e1 Ann] slept"), recognise(b"Ann slept")
    (True, False)
    """
    text = head.decode(errors="replace")
    return "\t" not in text.partition("\n")[0] and text.lstrip()[:1] != "{" and TAGGED.search(text) is not None


class TaggedSpan(NamedTuple):
    """A mention: its first and last word, its entity, and its line."""

    start: int
    end: int
    label: str
    line: int


class TaggedDocument(NamedTuple):
    """A document as it is written.

    Parameters
    ----------
    name : str or None
        Its name, if the file has one.
    line : int
        The line of its name.
    sentences : list of lists of str
        Its words.
    lines : list of int
        The line of each word.
    spans : list of TaggedSpan
        Its mentions.
    faults : dict of str to list
        Tags that cannot be read, each with its line, by what is wrong with them.
    """

    name: str | None
    line: int
    sentences: list[list[str]]
    lines: list[int]
    spans: list[TaggedSpan]
    faults: dict[str, list[tuple[int, str]]]


class _DocumentLines(NamedTuple):
    """The lines of one document with their numbers."""

    name: str | None
    line: int
    content: list[tuple[int, str]]


def read(file: File, reading: Reading) -> Corpus:
    """The corpus of a file; with a key, its mentions are moved to the words of the key."""
    parts = _parts(file, reading)
    with_brackets = _with_brackets(parts)
    documents = [_parse(part, with_brackets) for part in parts]
    if not any(document.lines for document in documents):
        raise fail(file.name, 0, "this file has no text; write it with tags for its mentions, as in '[e1 Ann] slept'")
    builder = CorpusBuilder(file.name)
    for document in documents:
        _warn_of_faults(file.name, document)
        _add(builder, file, document, reading.key)
    problems = repeated_names(builder.origins)
    if problems:
        raise InputError(problems)
    return builder.corpus()


def _parts(file: File, reading: Reading) -> list[_DocumentLines]:
    """The lines of each document: those after its header, else one for each document of the key, else all lines."""
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
        return [_DocumentLines(name, line[0], [line]) for name, line in zip(key.names, lines, strict=True)]
    return [_DocumentLines(key.names[0] if key else None, 0, lines)]


def _unfenced(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """The lines without the fence of Markdown, which models often put around their answers."""
    if len(lines) > 1 and FENCE.fullmatch(lines[0][1].strip()):
        lines = lines[1:]
        lines = lines[:-1] if FENCE.fullmatch(lines[-1][1].strip()) else lines
    return lines


def _between_headers(source: str, lines: list[tuple[int, str]]) -> list[_DocumentLines] | None:
    parts: list[_DocumentLines] = []
    before = 0
    for number, line in lines:
        header = NEW_DOCUMENT.fullmatch(line)
        if header:
            parts.append(_DocumentLines(header[1], number, []))
        elif parts:
            parts[-1].content.append((number, line))
        else:
            before = before or number
    if parts and before:
        raise fail(source, before, "text before the first '# document NAME'; put one before it")
    return parts or None


def _with_brackets(parts: list[_DocumentLines]) -> bool:
    """Whether tags are brackets around words, and not marks after them."""
    lines = [line for part in parts for _, line in part.content]
    if any(MARKED.fullmatch(word) for line in lines for word in line.split()):
        return False
    return any(piece["tag"] for line in lines for piece in PIECE.finditer(line))


def _parse(part: _DocumentLines, with_brackets: bool) -> TaggedDocument:
    document = TaggedDocument(part.name, part.line, [], [], [], {})
    (_brackets if with_brackets else _marks)(part.content, document)
    return document


def _new_word(document: TaggedDocument, word: str, line: int) -> None:
    document.sentences[-1].append(word)
    document.lines.append(line)


def _fault(document: TaggedDocument, kind: str, line: int, tag: str) -> None:
    document.faults.setdefault(kind, []).append((line, tag))


UNOPENED, UNCLOSED, WORDLESS = "closes no mention", "is never closed", "has no words"


def _marks(content: list[tuple[int, str]], document: TaggedDocument) -> None:
    """Words with marks after a bar, such as ``her|[e2,[e1]``."""
    opened: dict[str, list[tuple[int, int]]] = {}
    for line, text in content:
        document.sentences.append([])
        for word in text.strip(BLANKS).split(" "):
            found = MARKED.fullmatch(word)
            token = len(document.lines)
            _new_word(document, found[1] if found else word, line)
            for mark in found[2].split(",") if found else ():
                _mark(mark, token, line, opened, document)
    for label, begun in opened.items():
        for _, line in begun:
            _fault(document, UNCLOSED, line, f"[{label}")


def _mark(mark: str, token: int, line: int, opened: dict[str, list[tuple[int, int]]], document: TaggedDocument) -> None:
    label = mark.strip("[]")
    if mark.startswith("["):
        opened.setdefault(label, []).append((token, line))
    if mark.endswith("]"):
        if opened.get(label):
            start, begun = opened[label].pop()
            document.spans.append(TaggedSpan(start, token, label, begun))
        else:
            _fault(document, UNOPENED, line, mark)


class _Open(NamedTuple):
    """A bracket that is not closed yet; one without a label belongs to the text."""

    label: str | None
    start: int
    line: int


def _brackets(content: list[tuple[int, str]], document: TaggedDocument) -> None:
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


def _closes(opened: list[_Open], line: int, document: TaggedDocument) -> bool:
    """Whether a closing bracket closes a mention."""
    if not opened:
        _fault(document, UNOPENED, line, "]")
        return False
    tag = opened.pop()
    if tag.label is not None:
        _close(tag, line, document)
    return tag.label is not None


def _close(tag: _Open, line: int, document: TaggedDocument) -> None:
    end = len(document.lines) - 1
    if end < tag.start:
        _fault(document, WORDLESS, line, f"[{tag.label}]")
    else:
        document.spans.append(TaggedSpan(tag.start, end, tag.label or "", tag.line))


def _warn_of_faults(source: str, document: TaggedDocument) -> None:
    """Warn of tags that cannot be read, which are ignored."""
    for kind, tags in document.faults.items():
        line, tag = tags[0]
        more = f" (and {len(tags) - 1:,} more like it)" if len(tags) > 1 else ""
        warn(source, line, f"the tag {tag!r} {kind}{more}; it is ignored")


def _add(builder: CorpusBuilder, file: File, document: TaggedDocument, key: Corpus | None) -> None:
    origin = Origin(
        document.name if document.name is not None else document_name(file.name),
        builder.source,
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
    builder.add(
        origin,
        [span.start for span in spans],
        [span.end for span in spans],
        entity,
        [*labels],
        [span.line for span in spans],
    )


def _aligned(source: str, document: TaggedDocument, key: Origin) -> list[TaggedSpan]:
    """The mentions over the words of the key, with a warning if the text is not that of the key."""
    original = [word for sentence in (key.text.sentences if key.text else []) for word in sentence]
    alignment = align(original, [word for sentence in document.sentences for word in sentence])
    first = _next_aligned(alignment.first)
    last = _next_aligned(alignment.last[::-1])[::-1]
    kept = []
    for span in document.spans:
        start, end = int(first[span.start]), int(last[span.end])
        if UNALIGNED not in (start, end) and start <= end:
            kept.append(span._replace(start=start, end=end))
    if not alignment.is_copy:
        lost = len(document.spans) - len(kept)
        message = (
            f"document {key.name!r}: the text differs from that of {key.source.name} ({alignment.inserted:,} words "
            f"added, {alignment.omitted:,} omitted, {alignment.changed:,} changed); mentions are moved to the same "
            f"words, and {lost:,} of {len(document.spans):,} are lost"
        )
        warn(source, document.line, message)
    return kept


def _next_aligned(words: Ints) -> Ints:
    """The words of the original, where a word of the copy that has none gets that of the next one.

    >>> _next_aligned(np.array([UNALIGNED, 4, UNALIGNED])).tolist()
    [4, 4, -1]
    """
    count = len(words)
    index = np.where(words == UNALIGNED, count, np.arange(count))
    return np.append(words, UNALIGNED)[np.minimum.accumulate(index[::-1])[::-1]]


def lines(corpus: Corpus) -> Iterator[str]:
    """A line for each sentence, with marks after its words."""
    check_brackets(corpus)
    if not any(document.tokens for document in corpus):
        raise fail(corpus.source_name, 0, "no document has words, which tagged text needs; choose another format")
    problems = [problem for document in corpus for problem in _unwritable(document)]
    if problems:
        raise InputError(problems)
    return (line for document in corpus for line in _lines(document))


def _unwritable(document: Document) -> Iterator[Problem]:
    """Words and sentences that would be read as tags, or as the beginning of a document."""
    for found in _misleading(document):
        message = f"document {document.name!r} has {found}; choose another format"
        yield Problem(document.origin.source.name, document.origin.line, message)


def _misleading(document: Document) -> Iterator[str]:
    for word in document.tokens or ():
        if MARKED.fullmatch(word):
            yield f"the word {word!r}, which looks like a tag"
    _, *sentences = _lines(document)
    for line in sentences:
        if NEW_DOCUMENT.fullmatch(line):
            yield f"the sentence {line!r}, which looks like the beginning of another"
        if not document.corpus.mentions:  # otherwise the file has marks, and brackets are words
            tags = (piece["tag"] for piece in PIECE.finditer(line) if piece["tag"])
            yield from (f"{f'[{tag}'!r} in its text, which looks like a tag" for tag in islice(tags, 1))


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
