"""JSON lines: one document on each line, with clusters of spans.

The reader knows the fields of e2e, SpanBERT, fastcoref, maverick, wl-coref, PreCo and BookCoref. They use different
names for the document, its text and its clusters.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, compress, groupby
from typing import NamedTuple, TypeGuard

import numpy as np

from corefscore.core.arrays import Bools, Ints, ints, numbers
from corefscore.core.corpus import Corpus, Origin
from corefscore.core.problems import InputError, Problem, fail, shortened
from corefscore.core.texts import Text
from corefscore.core.views import CHARACTER, TOKEN, Document
from corefscore.formats.base import (
    ANCHORS,
    BRIDGES,
    CHARACTERS,
    ELEMENTS,
    EMPTY,
    REFERRING,
    SENTENCES,
    TOKENS,
    WORDS,
    Format,
    Reading,
)
from corefscore.formats.builder import CorpusBuilder, DigestedText, GivenText
from corefscore.formats.conventions import (
    CONVENTIONS,
    Convention,
    SpannedDocument,
    advice_on,
    find_convention,
    sentence_starts,
    spanned_corpus,
)
from corefscore.formats.files import File
from corefscore.formats.json.clean import read_clean
from corefscore.formats.json.decoding import (
    CLUSTER_FIELDS,
    FAMILIES,
    KNOWN_FIELDS,
    LABELS_FIELD,
    NAME_FIELDS,
    SENTENCE_FIELD,
    SPANS_FIELD,
    TEXT_FIELD,
    WORD_FIELDS,
    ChosenField,
    JsonValue,
    as_written,
    cluster_field,
    decoded,
    fields_of_other_side,
    is_answer,
    is_span,
    keys_of,
    shown,
    value_texts,
)
from corefscore.formats.lines import Line, lines_of, text_of
from corefscore.formats.naming import UNNAMED, repeated_names
from corefscore.formats.relation_fields import FIELDS as RELATION_FIELDS
from corefscore.formats.relation_fields import FieldReader, Resolved, fields_of


def recognise(head: bytes) -> bool:
    """Return whether the first bytes of a file are an object with known fields.

    >>> recognise(b'{"doc_key": "story", "clusters": [[[0'), recognise(b'{"story": [["Ann", ')
    (True, False)
    """
    return any(key in KNOWN_FIELDS for key in keys_of(head)) and not is_answer(head)


class Record(NamedTuple):
    """One document as it is in the file.

    Parameters
    ----------
    source : str
        The file.
    line : Line
        The line of the document.
    fields : mapping of str to JSON values
        The fields of the document.
    clusters : str
        The field with the clusters.
    name : str
        The name of the document.
    problems : list of Problem
        The problems of its spans.
    """

    source: str
    line: Line
    fields: Mapping[str, JsonValue]
    clusters: str
    name: str
    problems: list[Problem]

    def problem(self, message: str) -> Problem:
        """Return a problem with this document."""
        return Problem(self.source, self.line.number, f"document {self.name!r}: {message}")

    def fail(self, message: str) -> InputError:
        """Return an error about this document. The caller raises it."""
        return InputError([self.problem(message)])

    def refuse(self, message: str) -> None:
        """Add a problem, and continue reading to find others."""
        self.problems.append(self.problem(message))


def read(file: File, reading: Reading) -> Corpus:
    """Read the corpus of a file. The fast reader reads clean files; other files are read line by line."""
    clean = read_clean(file, reading)
    if clean is not None:
        return clean
    builder = CorpusBuilder(file.name)
    documents: list[SpannedDocument] = []
    chosen: list[ChosenField] = []
    problems: list[Problem] = []
    for number, line in enumerate(_document_lines(file, reading), 1):
        try:
            record = _record(file.name, line, number, reading)
            present = tuple(name for name in CLUSTER_FIELDS if name in record.fields)
            chosen.append(ChosenField(record.name, line.number, record.clusters, present))
            documents.append(_document(file, record, builder, reading))
            problems += record.problems
        except InputError as error:
            problems += error.problems
    problems += repeated_names(document.origin for document in documents)
    problems += fields_of_other_side(file.name, chosen, reading)
    if not documents and not problems:
        raise fail(file.name, 0, "this file has no document; write one JSON object on each line")
    return spanned_corpus(builder, documents, problems)


def _document_lines(file: File, reading: Reading) -> Iterator[Line]:
    """Yield the lines of documents. A file that is one JSON value is divided into documents."""
    lines = (line for line in lines_of(file, reading.progress) if line.content.strip())
    first = next(lines, None)
    if first is None:
        return
    if first.content.strip() in (b"[", b"{") or first.content.lstrip().startswith(b"["):
        for value in value_texts(file.name, text_of(file)):
            yield Line(value.line, 0, 0, value.text.encode())
        return
    yield first
    yield from lines


def _record(source: str, line: Line, number: int, reading: Reading) -> Record:
    fields = decoded(source, line.content.decode("utf-8-sig"), line.number)
    if not isinstance(fields, dict):
        message = f"{shortened(line.content.decode())!r} is not a document; write a JSON object with 'clusters'"
        raise fail(source, line.number, message)
    names = (str(fields[field]) for field in NAME_FIELDS if fields.get(field) not in (None, ""))
    name = next(names, f"{UNNAMED}{number}")
    return Record(source, line, fields, cluster_field(source, line.number, fields, reading), name, [])


def _document(file: File, record: Record, builder: CorpusBuilder, reading: Reading) -> SpannedDocument:
    clusters = _clusters(record)
    labels = _labels(record, len(clusters))
    words, characters = _words(record)
    convention = _convention(record, reading)
    unit = convention.unit if convention else CHARACTER if words is None and characters is not None else TOKEN
    sentences = words if unit == TOKEN else characters
    divided = words is not None and ("sentences" in record.fields or len(words) > 1)
    relations = _relations(record, clusters, labels, reading.side)
    spans = _spans(record, clusters)
    if record.clusters == SENTENCE_FIELD:
        spans = _from_sentences(record, spans, words or [], convention or FAMILIES[SENTENCE_FIELD])
    return SpannedDocument(
        Origin(
            record.name,
            builder.source,
            record.line.number,
            None if sentences is None else _text(file, record.line, sentences, unit),
            unit=unit,
            divided=divided and unit == TOKEN,
        ),
        spans.numbers[:, 0],
        spans.numbers[:, 1],
        spans.entity,
        labels,
        np.full(len(spans.entity), record.line.number),
        convention.inclusive if convention else None,
        None if sentences is None else sum(map(len, sentences)),
        sentence_starts(sentences) if sentences is not None and divided else None,
        [("referring", row, False) for row in relations.nonreferring],
        relations.relations,
    )


def _has_relations(record: Record) -> bool:
    return any(field in record.fields for field in RELATION_FIELDS)


def _relations(record: Record, clusters: list[list[JsonValue]], labels: Iterable[object], side: str | None) -> Resolved:
    """Return the relations of a document, which are in fields beside its clusters."""
    if not _has_relations(record):
        return Resolved(None, [])
    entity = [number for number, cluster in enumerate(clusters) for _ in cluster]
    mentions = [as_written(mention) for cluster in clusters for mention in cluster]
    where = (record.source, record.line.number, record.name, side)
    return FieldReader(*where, mentions, labels, entity, as_written).read(record.fields)


def _convention(record: Record, reading: Reading) -> Convention | None:
    """Return the meaning of spans from the user, the document or its family of systems; None if it is not stated."""
    name = reading.spans or record.fields.get(SPANS_FIELD)
    if isinstance(name, str):
        if name not in CONVENTIONS and name != reading.spans:
            raise record.fail(f"{SPANS_FIELD!r} is {name!r}; write one of {', '.join(CONVENTIONS)}")
        return find_convention(name)
    if record.clusters in FAMILIES:
        return FAMILIES[record.clusters]
    return FAMILIES["cased_words"] if "cased_words" in record.fields else None


def _labels(record: Record, clusters: int) -> Sequence[object]:
    labels = record.fields.get(LABELS_FIELD)
    named = record.fields[record.clusters]
    if isinstance(named, dict):
        return [*named]
    if labels is None:
        return range(clusters)
    if not isinstance(labels, list) or len(labels) != clusters:
        message = f"{LABELS_FIELD!r} is not a list with a name for each cluster"
        raise record.fail(f"{message}; write a list of {clusters:,} names")
    if any(isinstance(label, (list, dict)) for label in labels):
        raise record.fail(f"{LABELS_FIELD!r} is not a list of names; write texts or numbers")
    return [*map(str, labels)]


def _clusters(record: Record) -> list[list[JsonValue]]:
    value = record.fields[record.clusters]
    if isinstance(value, dict) and _has_relations(record):
        value = [*value.values()]
    clusters = [cluster for cluster in value if isinstance(cluster, list)] if isinstance(value, list) else []
    if not isinstance(value, list) or len(clusters) < len(value):
        message = f"{record.clusters!r} is {shown(value)}, which is not a list of clusters"
        raise record.fail(f"{message}; write a list of lists of spans")
    for number, cluster in enumerate(clusters):
        if not cluster:
            record.refuse(f"cluster {number} is empty; remove it")
    return clusters


class _Spans(NamedTuple):
    """The numbers of each span, one row for each, and its entity."""

    numbers: Ints
    entity: Ints

    def only(self, rows: Bools) -> _Spans:
        return _Spans(self.numbers[rows], self.entity[rows])


def _spans(record: Record, clusters: list[list[JsonValue]]) -> _Spans:
    """Return the spans as they are in the file. Values that are not spans are reported."""
    width = 3 if record.clusters == SENTENCE_FIELD else 2
    entity = np.repeat(numbers(len(clusters)), [len(cluster) for cluster in clusters])
    flat = list(chain.from_iterable(clusters))
    sound = [is_span(mention, width) for mention in flat]
    if not all(sound):
        wanted = "[start, end]" if width == 2 else "[sentence, start, end]"
        for mention, number, is_sound in zip(flat, entity.tolist(), sound, strict=True):
            if not is_sound:
                message = f"{shown(mention)} in cluster {number} is not a span"
                record.refuse(f"{message}; write {wanted}, in whole numbers")
        flat, entity = [*compress(flat, sound)], entity[sound]
    return _Spans(np.array(flat, dtype=np.int64).reshape(-1, width), entity)


def _from_sentences(record: Record, spans: _Spans, sentences: list[list[str]], convention: Convention) -> _Spans:
    """Return spans with numbers that count from the beginning of the document, not of their sentences."""
    if convention.unit != TOKEN:
        message = f"{SENTENCE_FIELD!r} counts the tokens of sentences, not characters"
        raise record.fail(f"{message}; change this with spans= (--spans)")
    sentence = spans.numbers[:, 0]
    exists = (sentence >= 0) & (sentence < len(sentences))
    for row in np.flatnonzero(~exists).tolist():
        message = f"span {spans.numbers[row].tolist()} has a sentence that is not there (there are {len(sentences):,})"
        record.refuse(f"{message}; count from 0")
    spans = spans.only(exists)
    spans = spans.only(_inside(record, spans, ints([len(sentence) for sentence in sentences]), convention))
    before = sentence_starts(sentences)[spans.numbers[:, 0]]
    return spans._replace(numbers=spans.numbers[:, 1:] + before[:, None])


def _inside(record: Record, spans: _Spans, sizes: Ints, convention: Convention) -> Bools:
    """Return whether each span is inside its sentence. Spans outside are reported."""
    sentence, start, end = spans.numbers.T
    size = sizes[sentence]
    last = end if convention.inclusive else end - 1
    inside: Bools = (start >= 0) & (last >= start) & (last < size)
    for row in np.flatnonzero(~inside).tolist():
        if start[row] < 0:
            fault = "begins before the first token of its sentence; count from 0"
        elif last[row] < start[row]:
            fault = f"is empty or ends before it begins; {advice_on(convention)}"
        else:
            fault = f"ends after the last of {size[row]:,} tokens of its sentence; {advice_on(convention)}"
        record.refuse(f"span {spans.numbers[row].tolist()} {fault}")
    return inside


def _words(record: Record) -> tuple[list[list[str]] | None, list[list[str]] | None]:
    """Return the words of a document by sentence, and its characters in one sentence; None if they are not known."""
    try:
        return words_of(record.fields), characters_of(record.fields)
    except TypeError:
        expected = "a list of words, a list of lists of words, or one string under 'text'"
        raise record.fail(f"the text cannot be read; write {expected}") from None
    except ValueError as error:
        raise record.fail(str(error)) from None


def words_of(fields: Mapping[str, JsonValue]) -> list[list[str]] | None:
    """Return the words of each sentence, or None if there are none. Raises TypeError for anything else."""
    name = next((name for name in WORD_FIELDS if fields.get(name) is not None), None)
    if name is None:
        return None
    words = fields[name]
    if _are_words(words):
        return _by_sentence(words, fields.get("sent_id")) if name == "cased_words" else [words]
    sentences = [sentence for sentence in words if _are_words(sentence)] if isinstance(words, list) else []
    if not isinstance(words, list) or len(sentences) < len(words):
        raise TypeError
    return sentences


def _are_words(value: JsonValue) -> TypeGuard[list[str]]:
    if not isinstance(value, list):
        return False
    try:
        "".join(value)  # type: ignore[arg-type]  # several times faster than to check each type
    except TypeError:
        return False
    return True


def characters_of(fields: Mapping[str, JsonValue]) -> list[list[str]] | None:
    """Return the characters of the text in one sentence, or None without a text. Raises TypeError for other values."""
    text = fields.get(TEXT_FIELD)
    if text is not None and not isinstance(text, str):
        raise TypeError
    return None if text is None else [list(text)]


def _by_sentence(words: list[str], sentence: JsonValue) -> list[list[str]]:
    """Divide words into sentences, by the sentence number of each word."""
    if sentence is None:
        return [words]
    if not isinstance(sentence, list) or len(sentence) != len(words):
        count = len(sentence) if isinstance(sentence, list) else "no"
        message = f"'sent_id' has {count} numbers for {len(words):,} words"
        raise ValueError(f"{message}; write one number for each word, or remove the field")
    pairs = groupby(zip(sentence, words, strict=True), key=lambda pair: pair[0])
    return [[word for _, word in members] for _, members in pairs]


def _text(file: File, line: Line, sentences: list[list[str]], unit: str) -> Text:
    """Return the text of a document. It is kept if it shares a JSON value with others; else it is read again later."""
    if line.end == 0:
        return GivenText(sentences, line.number)
    # A partial function can be sent to another process, and does not keep the words in memory.
    return DigestedText(partial(_read_again, file, line.begin, line.end, unit), line.number, sentences)


def _read_again(file: File, begin: int, end: int, unit: str) -> list[list[str]]:
    fields = json.loads(file.read(begin, end))
    return (words_of(fields) if unit == TOKEN else characters_of(fields)) or []


def lines(corpus: Corpus) -> Iterator[str]:
    """Return a line for each document. The line also states the meaning of its spans."""
    return (json.dumps(_fields(document), ensure_ascii=False) for document in corpus)


def _fields(document: Document) -> dict[str, object]:
    origin = document.origin
    convention = Convention(origin.unit, origin.unit == TOKEN)
    more = 0 if convention.inclusive else 1
    spans = [[[mention.start, mention.end + more] for mention in entity.mentions] for entity in document.entities]
    labels = [entity.label for entity in document.entities]
    named = {LABELS_FIELD: labels} if labels != [str(number) for number in range(len(labels))] else {}
    start, end = document.corpus.start, document.corpus.end
    relations = fields_of(document, lambda row: [int(start[row]), int(end[row]) + more])
    texts = {"doc_key": document.name, **_text_fields(document)}
    return {**texts, "clusters": spans, "spans": convention.name, **named, **relations}


def _text_fields(document: Document) -> dict[str, object]:
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
    carries=frozenset({TOKENS, CHARACTERS, WORDS, SENTENCES, EMPTY, REFERRING, ELEMENTS, BRIDGES, ANCHORS}),
)
