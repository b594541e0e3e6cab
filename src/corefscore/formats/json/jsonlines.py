"""JSON lines: a document on each line, with `clusters` of spans.

The fields of e2e, SpanBERT, fastcoref, maverick, wl-coref, PreCo and BookCoref are known; they differ in how they name
a document, its text and its clusters.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, compress, groupby
from typing import Any, NamedTuple

import numpy as np

from corefscore.core.arrays import Bools, Ints, ints, numbers
from corefscore.core.corpus import Corpus, Origin
from corefscore.core.problems import InputError, Problem, fail
from corefscore.core.views import CHARACTER, TOKEN, Document
from corefscore.formats.base import (
    CHARACTERS,
    EMPTY,
    KEY_SIDE,
    RESPONSE_SIDE,
    SENTENCES,
    TOKENS,
    WORDS,
    Format,
    Reading,
)
from corefscore.formats.collecting import DigestedText, Mentions, named_twice
from corefscore.formats.conventions import (
    CONVENTIONS,
    Convention,
    SpannedDocument,
    said,
    sentence_starts,
    spanned_corpus,
    stated,
)
from corefscore.formats.files import File, Line, lines_of, text_of
from corefscore.formats.json.source import SHOWN, decoded, is_span, keys_of, parts_of, shown

NAME_FIELDS = ("doc_key", "doc_id", "document_id", "id", "name")
KEY_FIELDS = ("clusters", "clusters_token_offsets", "mention_clusters", "clusters_char_offsets")
PREDICTED_FIELDS = ("predicted_clusters", "pred_clusters")
SENTENCE_FIELD = "mention_clusters"
CLUSTER_FIELDS = (*KEY_FIELDS, *PREDICTED_FIELDS)
WORD_FIELDS = ("sentences", "tokens", "cased_words")
TEXT_FIELD = "text"
SPANS_FIELD, LABELS_FIELD = "spans", "cluster_labels"
KNOWN_FIELDS = {*CLUSTER_FIELDS, *WORD_FIELDS, TEXT_FIELD, "doc_key", "speakers"}

# What a family always means by a field.
FAMILIES: Mapping[str, Convention] = {
    "clusters_token_offsets": CONVENTIONS["inclusive"],
    "clusters_char_offsets": CONVENTIONS["characters-inclusive"],
    "mention_clusters": CONVENTIONS["exclusive"],
    "cased_words": CONVENTIONS["exclusive"],
}


def recognise(head: bytes) -> bool:
    keys = keys_of(head)
    return any(key in KNOWN_FIELDS for key in keys)


class Record(NamedTuple):
    """One document: the line it is on, what it says, the field with its clusters, and what is wrong with its spans."""

    source: str
    line: Line
    fields: Mapping[str, Any]
    clusters: str
    name: str
    problems: list[Problem]

    def problem(self, message: str) -> Problem:
        return Problem(self.source, self.line.number, f"document {self.name!r}: {message}")

    def fail(self, message: str) -> InputError:
        return InputError([self.problem(message)])

    def refuse(self, message: str) -> None:
        self.problems.append(self.problem(message))


class Choice(NamedTuple):
    """The field that the clusters of a document were read from, and those that it has, be they null."""

    name: str
    line: int
    field: str
    present: tuple[str, ...]


def read(file: File, reading: Reading) -> Corpus:
    """The corpus of one file, read a line at a time."""
    mentions = Mentions(file.name)
    documents: list[SpannedDocument] = []
    choices: list[Choice] = []
    problems: list[Problem] = []
    for number, line in enumerate(_document_lines(file, reading), 1):
        try:
            record = _record(file.name, line, number, reading)
            choices.append(_choice(record))
            documents.append(_document(file, record, mentions, reading))
            problems += record.problems
        except InputError as error:
            problems += error.problems
    problems += named_twice(file.name, [document.origin for document in documents])
    problems += _misread(file.name, choices, reading)
    if not documents and not problems:
        raise fail(file.name, 0, "no document is in this file; write one JSON object on each line")
    return spanned_corpus(mentions, documents, problems)


def _document_lines(file: File, reading: Reading) -> Iterator[Line]:
    """The lines that hold documents; a file that is one JSON value has its documents one by one all the same."""
    lines = (line for line in lines_of(file, reading.progress) if line.content.strip())
    first = next(lines, None)
    if first is None:
        return
    if first.content.strip() in (b"[", b"{") or first.content.lstrip().startswith(b"["):
        for part in parts_of(file.name, text_of(file)):
            yield Line(part.line, 0, 0, part.text.encode())
        return
    yield first
    yield from lines


def _record(source: str, line: Line, number: int, reading: Reading) -> Record:
    fields = decoded(source, line.content.decode("utf-8-sig"), line.number)
    if not isinstance(fields, dict):
        message = f"a document is a JSON object with 'clusters', not {line.content.decode()[:SHOWN]!r}"
        raise fail(source, line.number, message)
    name = next((str(fields[name]) for name in NAME_FIELDS if fields.get(name) not in (None, "")), f"#{number}")
    return Record(source, line, fields, _cluster_field(source, line.number, fields, reading), name, [])


def _cluster_field(source: str, line: int, fields: Mapping[str, Any], reading: Reading) -> str:
    """The field to read: the one asked for, else the only one, else that of the side the file is on."""
    if reading.clusters is not None:
        if reading.clusters not in fields:
            message = f"there is no field {reading.clusters!r} here; {_seen(fields)}"
            raise fail(source, line, f'{message}; write "{reading.clusters}": [] if it has no clusters')
        return reading.clusters
    gold, predicted = ([name for name in of if fields.get(name) is not None] for of in (KEY_FIELDS, PREDICTED_FIELDS))
    if gold and predicted and reading.side is None:
        message = f"both {gold[0]!r} and {predicted[0]!r} are here"
        raise fail(source, line, f"{message}; say which to read with clusters={predicted[0]} (--clusters)")
    found = [*predicted, *gold] if reading.side == RESPONSE_SIDE else [*gold, *predicted]
    if not found:
        advice = f"name one of these: {', '.join(CLUSTER_FIELDS)}, or give its name with clusters= (--clusters)"
        raise fail(source, line, f"no field holds clusters; {_seen(fields)}; {advice}")
    return found[0]


def _choice(record: Record) -> Choice:
    present = tuple(name for name in CLUSTER_FIELDS if name in record.fields)
    return Choice(record.name, record.line.number, record.clusters, present)


def _misread(source: str, choices: Sequence[Choice], reading: Reading) -> list[Problem]:
    """Documents without the field of their side in a file that has it: gold is no response, and predictions no key.

    Where no side is known, a file must not have both read from it.
    """
    own = KEY_FIELDS if reading.side == KEY_SIDE else PREDICTED_FIELDS
    if reading.clusters is not None:
        return []
    with_own = (
        (name, choice.line)
        for choice in choices
        for name in (choice.present if reading.side else (choice.field,))
        if name in own
    )
    field, line = next(with_own, (None, 0))
    if field is None:
        return []
    nothing = "is annotated" if own is KEY_FIELDS else "was predicted"
    advice = f'write "{field}": [] if nothing {nothing}, or name the field to read with clusters= (convert --clusters)'
    problems = []
    for choice in choices:
        if choice.field not in own:
            lack = f"{field!r} is null" if field in choice.present else f"there is no {field!r}, as in line {line}"
            message = f"document {choice.name!r}: {lack}, and {choice.field!r} is not read in its place; {advice}"
            problems.append(Problem(source, choice.line, message))
    return problems


def _seen(fields: Mapping[str, Any]) -> str:
    return f"the fields are {', '.join(map(str, fields))}" if fields else "there are no fields"


def _document(file: File, record: Record, mentions: Mentions, reading: Reading) -> SpannedDocument:
    clusters = _clusters(record)
    words, characters = _words(record)
    convention = _convention(record, reading)
    unit = convention.unit if convention else CHARACTER if words is None and characters is not None else TOKEN
    sentences = words if unit == TOKEN else characters
    divided = words is not None and ("sentences" in record.fields or len(words) > 1)
    spans = _spans(record, clusters)
    if record.clusters == SENTENCE_FIELD:
        spans = _from_sentences(record, spans, words or [], convention or FAMILIES[SENTENCE_FIELD])
    return SpannedDocument(
        Origin(
            record.name,
            mentions.source,
            record.line.number,
            None if sentences is None else _text(file, record, sentences, unit),
            unit=unit,
            divided=divided and unit == TOKEN,
        ),
        spans.numbers[:, 0],
        spans.numbers[:, 1],
        spans.entity,
        _labels(record, len(clusters)),
        np.full(len(spans.entity), record.line.number),
        convention.inclusive if convention else None,
        None if sentences is None else sum(map(len, sentences)),
        sentence_starts(sentences) if sentences is not None and divided else None,
    )


def _convention(record: Record, reading: Reading) -> Convention | None:
    """What the user, the document itself, or its family says of its spans."""
    said = reading.spans or record.fields.get(SPANS_FIELD)
    if isinstance(said, str):
        if said not in CONVENTIONS and said != reading.spans:
            raise record.fail(f"{SPANS_FIELD!r} is {said!r}; write one of {', '.join(CONVENTIONS)}")
        return stated(said)
    if record.clusters in FAMILIES:
        return FAMILIES[record.clusters]
    return FAMILIES["cased_words"] if "cased_words" in record.fields else None


def _labels(record: Record, clusters: int) -> Sequence[Any]:
    labels = record.fields.get(LABELS_FIELD)
    if labels is None:
        return range(clusters)
    if not isinstance(labels, list) or len(labels) != clusters:
        raise record.fail(f"{LABELS_FIELD!r} must be a list with a name for each of {clusters:,} clusters")
    if any(isinstance(label, (list, dict)) for label in labels):
        raise record.fail(f"{LABELS_FIELD!r} must be a list of names, which are texts or numbers")
    return labels


def _clusters(record: Record) -> list[list[Any]]:
    clusters = record.fields[record.clusters]
    if not isinstance(clusters, list) or not all(isinstance(cluster, list) for cluster in clusters):
        message = f"{record.clusters!r} must be a list of clusters, each a list of spans, not {shown(clusters)}"
        raise record.fail(message)
    for number, cluster in enumerate(clusters):
        if not cluster:
            record.refuse(f"cluster {number} is empty; leave it out")
    return clusters


class _Spans(NamedTuple):
    """A row of numbers for each span, and its entity."""

    numbers: Ints
    entity: Ints

    def only(self, rows: Bools) -> _Spans:
        return _Spans(self.numbers[rows], self.entity[rows])


def _spans(record: Record, clusters: list[list[Any]]) -> _Spans:
    """The spans as they are written, without those that are none, which are refused."""
    width = 3 if record.clusters == SENTENCE_FIELD else 2
    entity = np.repeat(numbers(len(clusters)), [len(cluster) for cluster in clusters])
    flat = list(chain.from_iterable(clusters))
    sound = [is_span(mention, width) for mention in flat]
    if not all(sound):
        wanted = "[start, end]" if width == 2 else "[sentence, start, end]"
        for mention, number, is_sound in zip(flat, entity.tolist(), sound, strict=True):
            if not is_sound:
                message = f"{shown(mention)} in cluster {number} is no span"
                record.refuse(f"{message}; write {wanted}, in whole numbers")
        flat, entity = [*compress(flat, sound)], entity[sound]
    return _Spans(ints(flat).reshape(-1, width), entity)


def _from_sentences(record: Record, spans: _Spans, sentences: list[list[str]], convention: Convention) -> _Spans:
    """Spans counted from the beginning of their sentences as counted from that of the document."""
    if convention.unit != TOKEN:
        message = f"{SENTENCE_FIELD!r} counts the tokens of sentences, not characters"
        raise record.fail(f"{message}; choose otherwise with spans= (--spans)")
    place = spans.numbers[:, 0]
    there = (place >= 0) & (place < len(sentences))
    for row in np.flatnonzero(~there).tolist():
        span = spans.numbers[row].tolist()
        record.refuse(f"span {span} is in a sentence that is not there ({len(sentences):,} are); count from 0")
    spans = spans.only(there)
    spans = spans.only(_inside(record, spans, ints([len(sentence) for sentence in sentences]), convention))
    before = sentence_starts(sentences)[spans.numbers[:, 0]]
    return spans._replace(numbers=spans.numbers[:, 1:] + before[:, None])


def _inside(record: Record, spans: _Spans, sizes: Ints, convention: Convention) -> Bools:
    """Which spans are inside their sentences; the others are refused."""
    sentence, start, end = spans.numbers.T
    size = sizes[sentence]
    last = end if convention.inclusive else end - 1
    inside: Bools = (start >= 0) & (last >= start) & (last < size)
    for row in np.flatnonzero(~inside).tolist():
        if start[row] < 0:
            fault = "begins before the first token of its sentence; count from 0"
        elif last[row] < start[row]:
            fault = f"is empty or ends before it begins; {said(convention)}"
        else:
            fault = f"ends behind the last of {size[row]:,} tokens of its sentence; {said(convention)}"
        record.refuse(f"span {spans.numbers[row].tolist()} {fault}")
    return inside


def _words(record: Record) -> tuple[list[list[str]] | None, list[list[str]] | None]:
    """The words of a document by sentence, and its characters; None for what it does not say."""
    try:
        return words_of(record.fields), characters_of(record.fields)
    except TypeError:
        message = "its text must be a list of words, a list of lists of words, or one string under 'text'"
        raise record.fail(message) from None
    except ValueError as error:
        raise record.fail(str(error)) from None


def words_of(fields: Mapping[str, Any]) -> list[list[str]] | None:
    name = next((name for name in WORD_FIELDS if fields.get(name) is not None), None)
    if name is None:
        return None
    words = fields[name]
    if not isinstance(words, list):
        raise TypeError
    nested = words if words and isinstance(words[0], list) else [words]
    for sentence in nested:
        if not isinstance(sentence, list):
            raise TypeError
        "".join(sentence)  # a TypeError if there is anything but words
    flat = nested is not words
    return _by_sentence(words, fields.get("sent_id")) if flat and name == "cased_words" else nested


def characters_of(fields: Mapping[str, Any]) -> list[list[str]] | None:
    text = fields.get(TEXT_FIELD)
    if text is not None and not isinstance(text, str):
        raise TypeError
    return None if text is None else [list(text)]


def _by_sentence(words: list[str], sentence: Any) -> list[list[str]]:
    """Words with the number of each one's sentence, as sentences."""
    if sentence is None:
        return [words]
    if not isinstance(sentence, list) or len(sentence) != len(words):
        count = len(sentence) if isinstance(sentence, list) else "no"
        raise ValueError(
            f"'sent_id' has {count} numbers for {len(words):,} words; give it one for each, or leave it out"
        )
    pairs = groupby(zip(sentence, words, strict=True), key=lambda pair: pair[0])
    return [[word for _, word in members] for _, members in pairs]


def _text(file: File, record: Record, sentences: list[list[str]], unit: str) -> DigestedText:
    """The text, to be read again from its line; documents that share one JSON value keep theirs."""
    line = record.line
    part = words_of if unit == TOKEN else characters_of

    def again() -> list[list[str]]:
        return sentences if line.end == 0 else part(json.loads(file.read(line.begin, line.end))) or []

    return DigestedText(again, line.number, sentences)


def lines(corpus: Corpus) -> Iterator[str]:
    """A line for each document, which says itself what its spans mean."""
    return (json.dumps(_fields(document), ensure_ascii=False) for document in corpus)


def _fields(document: Document) -> dict[str, Any]:
    origin = document.origin
    convention = Convention(origin.unit, origin.unit == TOKEN)
    behind = 0 if convention.inclusive else 1
    spans = [[[mention.start, mention.end + behind] for mention in entity.mentions] for entity in document.entities]
    labels = [entity.label for entity in document.entities]
    named = {LABELS_FIELD: labels} if labels != [str(number) for number in range(len(labels))] else {}
    return {"doc_key": document.name, **_text_fields(document), "clusters": spans, "spans": convention.name, **named}


def _text_fields(document: Document) -> dict[str, Any]:
    text = document.origin.text
    if text is None:
        return {}
    if document.origin.unit == CHARACTER:
        return {TEXT_FIELD: "".join(text.sentences[0]) if text.sentences else ""}
    return {"sentences": text.sentences} if document.origin.divided else {"tokens": [*chain(*text.sentences)]}


FORMAT = Format(
    name="jsonlines",
    title="JSON lines with clusters",
    suffixes=("jsonl", "jsonlines"),
    recognise=recognise,
    read=read,
    lines=lines,
    carries=frozenset({TOKENS, CHARACTERS, WORDS, SENTENCES, EMPTY}),
)
