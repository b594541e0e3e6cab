"""Text with tags for its mentions. Tags that cannot be read are ignored with a warning.

`forms` lists the ways to tag, such as ``[e1 Ann] saw [e2 [e1 her] dog]``, or the way of the CRAC shared tasks,
``Ann|[e1] saw her|[e2,[e1] dog|e2]``. A line is a sentence; ``# document NAME`` begins a document. Text of a model
before and after its answer is cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from corefscore.core.corpus import Corpus, Origin
from corefscore.core.problems import Problem, fail, raise_problems, warn
from corefscore.core.views import TOKEN, Document
from corefscore.formats.base import EMPTY, SENTENCES, TOKENS, WORDS, Format, Reading
from corefscore.formats.builder import CorpusBuilder, GivenText
from corefscore.formats.conll.writer import check_brackets
from corefscore.formats.files import File
from corefscore.formats.lines import lines_of
from corefscore.formats.naming import document_name, repeated_names
from corefscore.formats.tagged.answers import FENCE, answer
from corefscore.formats.tagged.forms import FORMS, MARKS, find_form, looks_tagged, tagged_sentences
from corefscore.formats.tagged.tags import (
    UNALIGNED,
    NumberedLine,
    TaggedSpan,
    TaggedText,
    align,
    bracket_tags,
    looks_marked,
    next_aligned,
)

NEW_DOCUMENT = re.compile(r"#\s*document\s(.*)")
NOT_TAGGED = ("{", "<!doctype", "<?xml", "<html")
"""How files begin that have brackets or elements for other reasons."""


def recognise(head: bytes) -> bool:
    """Return whether the first bytes of a file have tags of mentions.

    >>> recognise(b"[e1 Ann] slept"), recognise(b"Ann slept")
    (True, False)
    """
    text = head.decode(errors="replace")
    begins = text.lstrip()[:9].lower()
    return "\t" not in text.partition("\n")[0] and not begins.startswith(NOT_TAGGED) and looks_tagged(text)


class _DocumentLines(NamedTuple):
    """A document: its name if the file has one, the line of the name, and its lines with their numbers."""

    name: str | None
    line: int
    content: list[NumberedLine]


def read(file: File, reading: Reading) -> Corpus:
    """Read the corpus of a file. If there is a key, mentions are moved to the words of the key."""
    documents = _documents(file, reading)
    form = find_form([line for each in documents for _, line in each.content])
    _warn_of_other_forms(file.name, form, [line for each in documents for line in each.content])
    texts = [FORMS[form].parse(document.content) for document in documents]
    if not any(text.lines for text in texts):
        raise fail(file.name, 0, "this file has no text; write it with tags for its mentions, as in '[e1 Ann] slept'")
    builder = CorpusBuilder(file.name)
    for document, text in zip(documents, texts, strict=True):
        _warn_of_faults(file.name, text)
        name = document.name if document.name is not None else document_name(file.name)
        _add(builder, name, document.line, text, reading.key)
    raise_problems(repeated_names(builder.origins))
    return builder.corpus()


def _documents(file: File, reading: Reading) -> list[_DocumentLines]:
    """Return the lines of each document: by headers, else one line for each document of the key, else all lines."""
    lines = [(line.number, line.content.decode()) for line in lines_of(file, reading.progress)]
    lines = [line for line in lines if line[1].strip()]
    key = reading.key
    named = _after_headers(file.name, lines)
    if named is not None:
        return [each._replace(content=answer(file.name, each.content, _words_of(key, each.name))) for each in named]
    lines = answer(file.name, lines, _words_of(key, key.names[0] if key is not None and len(key) == 1 else None))
    if key is not None and len(key) > 1:
        if len(lines) != len(key):
            message = f"there are {len(lines):,} lines for {len(key):,} documents of {key.source_name}"
            advice = "write one line for each document, or '# document NAME' before each document"
            raise fail(file.name, 0, f"{message}; {advice}")
        return [_DocumentLines(name, line[0], [line]) for name, line in zip(key.names, lines, strict=True)]
    return [_DocumentLines(key.names[0] if key else None, 0, lines)]


def _words_of(key: Corpus | None, name: str | None) -> list[str] | None:
    """Return the words of a document of the key, or None if they are not known."""
    if key is None or name is None or name not in key.number:
        return None
    return key[name].tokens


def _after_headers(source: str, lines: list[NumberedLine]) -> list[_DocumentLines] | None:
    """Return the documents by their headers, or None if there is no header."""
    documents: list[_DocumentLines] = []
    before = 0
    for number, line in lines:
        header = NEW_DOCUMENT.fullmatch(line)
        if header:
            documents.append(_DocumentLines(header[1].strip(), number, []))
        elif documents:
            documents[-1].content.append((number, line))
        else:
            before = before or number
    if documents and before:
        raise fail(source, before, "there is text before the first '# document NAME'; put such a line before it")
    return documents or None


def _warn_of_other_forms(source: str, form: str, lines: list[NumberedLine]) -> None:
    """Warn of tags in another form than most tags. They are read as words."""
    used = {name: found for name in FORMS if (found := [line for line, text in lines if FORMS[name].count(text)])}
    if form == MARKS:
        used.pop("brackets", None)  # if there are marks, brackets are words
    for other in (name for name in used if name != form):
        count = len(used[other])
        lines_of_other = "in 1 line" if count == 1 else f"in {count:,} lines"
        message = f"tags have two forms: {form} (first in line {used[form][0]}) and {other} ({lines_of_other})"
        warn(source, used[other][0], f"{message}; these {other} are read as words. Tag all mentions in one form")


def _warn_of_faults(source: str, text: TaggedText) -> None:
    """Warn of tags that cannot be read and are ignored."""
    for kind, tags in text.faults.items():
        line, tag = tags[0]
        more = f" (and {len(tags) - 1:,} more like it)" if len(tags) > 1 else ""
        warn(source, line, f"the tag {tag!r} {kind}{more}; it is ignored")


def _add(builder: CorpusBuilder, name: str, line: int, text: TaggedText, key: Corpus | None) -> None:
    """Add a document with the words of the key, if the key has words."""
    spans = text.spans
    words = GivenText(text.sentences, lines=text.lines)
    origin = Origin(name, builder.source, line, words, divided=len(text.sentences) > 1)
    counterpart = key.origins[key.number[name]] if key is not None and name in key.number else None
    if counterpart is not None and counterpart.text is not None and counterpart.unit == TOKEN:
        spans = _aligned(builder.source.name, line, text, counterpart)
        origin = origin._replace(text=counterpart.text, divided=counterpart.divided, empty=counterpart.empty)
    labels: dict[str, int] = {}
    entity = [labels.setdefault(span.label, len(labels)) for span in spans]
    start, end = [span.start for span in spans], [span.end for span in spans]
    builder.add(origin, start, end, entity, [*labels], [span.line for span in spans])


def _aligned(source: str, line: int, text: TaggedText, key: Origin) -> list[TaggedSpan]:
    """Return the mentions on the words of the key. Warns if the text differs from the text of the key."""
    original = [word for sentence in (key.text.sentences if key.text else []) for word in sentence]
    alignment = align(original, text.words)
    first = next_aligned(alignment.first)
    last = next_aligned(alignment.last[::-1])[::-1]
    kept = []
    for span in text.spans:
        start, end = int(first[span.start]), int(last[span.end])
        if UNALIGNED not in (start, end) and start <= end:
            kept.append(span._replace(start=start, end=end))
    if not alignment.is_copy:
        lost = len(text.spans) - len(kept)
        message = (
            f"document {key.name!r}: the text differs from the text of {key.source.name} ({alignment.inserted:,} words "
            f"added, {alignment.omitted:,} omitted, {alignment.changed:,} changed); mentions are moved to the same "
            f"words, and {lost:,} of {len(text.spans):,} are lost"
        )
        warn(source, line, message)
    return kept


def lines(corpus: Corpus) -> Iterator[str]:
    """Return a line for each sentence, with marks after its words."""
    check_brackets(corpus)
    if not any(document.tokens for document in corpus):
        raise fail(corpus.source_name, 0, "no document has words, which tagged text needs; choose another format")
    raise_problems(problem for document in corpus for problem in _misleading(document))
    return (line for document in corpus for line in _lines(document))


def _misleading(document: Document) -> Iterator[Problem]:
    """Yield a problem for words and sentences that would be read as tags or as the beginning of a document."""
    for found in _tag_like(document):
        message = f"document {document.name!r} has {found}; choose another format"
        yield Problem(document.origin.source.name, document.origin.line, message)


def _tag_like(document: Document) -> Iterator[str]:
    for word in document.tokens or ():
        if looks_marked(word):
            yield f"the word {word!r}, which looks like a tag"
    for line in islice(_lines(document), 1, None):
        if NEW_DOCUMENT.fullmatch(line):
            yield f"the sentence {line!r}, which looks like the beginning of another document"
        if FENCE.fullmatch(line.strip()):
            yield f"the sentence {line!r}, which looks like the border of an answer"
        # If there are mentions, the file has marks, and brackets are words.
        if not document.corpus.mentions and (looks_tagged(line) or any(bracket_tags(line))):
            yield f"{line!r} in its text, which looks like a tag"


def _lines(document: Document) -> Iterator[str]:
    """Yield the header of a document and its sentences."""
    yield f"# document {document.name}"
    yield from tagged_sentences(
        document.origin.text.sentences if document.origin.text else (), spans_of(document), MARKS
    )


def spans_of(document: Document) -> list[TaggedSpan]:
    """Return the mentions of a document, under the names of their entities."""
    label = document.corpus.label
    return [TaggedSpan(each.start, each.end, label(each.entity), 0) for each in document.mentions]


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
