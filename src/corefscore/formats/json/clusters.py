"""Plain JSON: ``{"document": [[mention, ...], ...]}``. Mentions are any JSON values, as for clusters in memory.

Clusters may have names: ``{"document": {"entity": [mention, ...]}}``. A document with the key ``clusters`` also has
relations; see `relation_fields`. If `spans` is given, mentions are pairs of numbers. Otherwise they are names, and
equal names are the same mention.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TypeAlias

import numpy as np

from corefscore.core.arrays import Ints, ints, numbers
from corefscore.core.corpus import Corpus, Origin
from corefscore.core.problems import InputError, Problem, fail, raise_problems, warn
from corefscore.core.views import CHARACTER, NAME, Document, Mention
from corefscore.formats.base import (
    ANCHORS,
    BRIDGES,
    CHARACTERS,
    ELEMENTS,
    EMPTY,
    NAMES,
    NAMING,
    REFERRING,
    TOKENS,
    Format,
    Reading,
)
from corefscore.formats.builder import CorpusBuilder
from corefscore.formats.conventions import Convention, SpannedDocument, find_convention, spanned_corpus
from corefscore.formats.files import File
from corefscore.formats.json.decoding import (
    COMPLETE,
    DECODER,
    FENCED,
    JsonObject,
    JsonValue,
    as_written,
    decoded,
    is_answer,
    is_deep,
    is_span,
    keys_of,
    shown,
)
from corefscore.formats.json.jsonlines import recognise as is_jsonlines
from corefscore.formats.lines import text_of
from corefscore.formats.naming import document_name
from corefscore.formats.relation_fields import CLUSTERS, FieldReader, fields_of, has_relations, unknown_key
from corefscore.formats.shapes import mention_of

ONE_PER_LINE = f"If each line is a document, choose the format jsonlines with {NAMING}"
EXPECTED = "[[mention, ...], ...]"

NamedClusters: TypeAlias = dict[str | int, list[JsonValue]]
"""The mentions of each cluster, by its name."""


class NamesText:
    """A text that is a list of mentions, each as written in JSON. Mentions are numbered by their index in it."""

    def __init__(self, names: list[str]) -> None:
        self.names = names

    @property
    def sentences(self) -> list[list[str]]:
        """All mentions, in one sentence."""
        return [[_plain(name) for name in self.names]]

    @property
    def mention_values(self) -> list[Hashable]:
        """All mentions; lists become tuples, so that they can be hashed."""
        return [mention_of("", json.loads(name)) for name in self.names]

    def reordered(self, order: Sequence[int]) -> NamesText:
        """Return the text with its mentions in another order."""
        return NamesText([self.names[index] for index in order])

    def line_of(self, token: int) -> int:
        """Return 0, because lines of mentions are not known."""
        return 0


def _plain(name: str) -> str:
    """Return a name without its quotes. Other values stay as they are written."""
    value = json.loads(name)
    return value if isinstance(value, str) else name


def recognise(head: bytes) -> bool:
    """Return whether the first bytes of a file are an object, but not a document of JSON lines.

    >>> recognise(b'{"story": [["Ann", '), recognise(b'{"doc_key": "story", ')
    (True, False)
    """
    return is_answer(head) or (head.lstrip().startswith(b"{") and bool(keys_of(head)) and not is_jsonlines(head))


def read(file: File, reading: Reading) -> Corpus:
    """Read the corpus of a file."""
    builder = CorpusBuilder(file.name)
    convention = find_convention(reading.spans) if reading.spans else None
    documents: list[SpannedDocument] = []
    problems: list[Problem] = []
    for name, clusters in _documents(file, reading).items():
        try:
            documents.append(_read_document(builder, name, clusters, convention, reading.side))
        except InputError as error:
            problems += error.problems
    if not documents and not problems:
        raise fail(file.name, 0, f'this file has no document; write {{"document": {EXPECTED}}}')
    return spanned_corpus(builder, documents, problems)


def _read_document(
    builder: CorpusBuilder, name: str, value: JsonValue, convention: Convention | None, side: str | None
) -> SpannedDocument:
    source = builder.source.name
    if not has_relations(value):
        return _document(builder, name, _by_label(source, name, value), convention)
    fault = "brackets are nested too deeply" if is_deep(value) else unknown_key(value)
    if fault:
        raise fail(source, 0, f"document {name!r}: {fault}")
    clusters = _by_label(source, name, value[CLUSTERS])
    document = _document(builder, name, clusters, convention)
    mentions = [*map(as_written, (mention for cluster in clusters.values() for mention in cluster))]
    reader = FieldReader(source, 0, name, side, mentions, clusters, document.entity.tolist(), as_written)
    found = reader.read(value)
    return document._replace(relations=found.relations, notes=[("referring", row, False) for row in found.nonreferring])


def _documents(file: File, reading: Reading) -> JsonObject:
    text = _without_chat(file.name, text_of(file, reading.progress))
    value = decoded(file.name, text, advice=f"{COMPLETE} {ONE_PER_LINE}")
    if not isinstance(value, dict):
        raise fail(file.name, 1, f'this is not an object of documents; write {{"document": {EXPECTED}}}')
    return {document_name(file.name): value} if is_answer(text.encode(errors="replace")) else value


def _without_chat(source: str, text: str) -> str:
    """Return the object without the text of a language model around it; the whole text if there is no object."""
    fenced = FENCED.match(text)
    found = fenced[1] if fenced else _first_object(text) if is_answer(text.encode(errors="replace")) else text
    if found.strip() != text.strip():
        warn(source, 1, "the text before and after the answer in JSON is ignored")
    return found


def _first_object(text: str) -> str:
    """Return the first object in a text, or the whole text if no object can be read."""
    begin = text.index("{")
    try:
        end = DECODER.raw_decode(text, begin)[1]
    except (ValueError, RecursionError):
        return text
    return text[begin:end]


def _by_label(source: str, name: str, clusters: JsonValue) -> NamedClusters:
    """Return the clusters of a document by their names. Clusters without names get numbers."""
    if isinstance(clusters, list):
        by_label: Mapping[str | int, JsonValue] = dict(enumerate(clusters))
    elif isinstance(clusters, dict):
        by_label = {label: cluster for label, cluster in clusters.items()}  # noqa: C416
    else:
        message = f"document {name!r}: {shown(clusters)!r} is not a list of clusters; write {EXPECTED}"
        raise fail(source, 0, f"{message}. {ONE_PER_LINE}")
    if is_deep(clusters):
        raise fail(source, 0, f"document {name!r}: brackets are nested too deeply; write {EXPECTED}")
    found: NamedClusters = {}
    problems = []
    for label, cluster in by_label.items():
        if not isinstance(cluster, list):
            problems.append(f"cluster {label} is {shown(cluster)!r}; write a list of mentions")
        elif not cluster:
            problems.append(f"cluster {label} is empty; remove it")
        else:
            found[label] = cluster
    raise_problems(Problem(source, 0, f"document {name!r}: {problem}") for problem in problems)
    return found


def _document(
    builder: CorpusBuilder, name: str, clusters: NamedClusters, convention: Convention | None
) -> SpannedDocument:
    flat = [mention for cluster in clusters.values() for mention in cluster]
    entity = np.repeat(numbers(len(clusters)), [len(cluster) for cluster in clusters.values()])
    no_line = np.zeros(len(flat), dtype=np.int64)
    line = int(name != document_name(builder.source.name))  # 0 for a document that has the name of its file
    if convention is not None:
        start, end = _pairs(builder.source.name, name, flat)
        origin = Origin(name, builder.source, line, unit=convention.unit)
        return SpannedDocument(origin, start, end, entity, [*clusters], no_line, convention.inclusive)
    number: dict[str, int] = {}
    index = ints([number.setdefault(as_written(mention), len(number)) for mention in flat])
    origin = Origin(name, builder.source, line, NamesText([*number]), unit=NAME)
    return SpannedDocument(origin, index, index, entity, [*clusters], no_line, True)


def _pairs(source: str, name: str, flat: list[JsonValue]) -> tuple[Ints, Ints]:
    wrong = (mention for mention in flat if not is_span(mention))
    advice = "is not a pair of whole numbers; write [start, end], or leave out spans="
    raise_problems(Problem(source, 0, f"document {name!r}: {shown(mention)} {advice}") for mention in wrong)
    table = np.array(flat, dtype=np.int64).reshape(-1, 2)
    return table[:, 0], table[:, 1]


def lines(corpus: Corpus) -> Iterator[str]:
    """Yield the lines of one object, with one document on each line."""
    documents = [f"{json.dumps(document.name)}: {json.dumps(_clusters(document))}" for document in corpus]
    yield "{"
    yield from (f" {document}," for document in documents[:-1])
    yield from (f" {document}" for document in documents[-1:])
    yield "}"


def _clusters(document: Document) -> JsonValue:
    """Return the clusters of a document, with their names unless these are only numbers, and its relations."""
    labels = [entity.label for entity in document.entities]
    clusters: list[JsonValue] = [
        [_written(document, mention) for mention in entity.mentions] for entity in document.entities
    ]
    fields = fields_of(document, lambda row: _written(document, document.corpus.mention(row)))
    if fields or CLUSTERS in labels:
        return {CLUSTERS: dict(zip(labels, clusters, strict=True)), **fields}
    if labels == [str(number) for number in range(len(labels))] or len({*labels}) < len(labels):
        return clusters
    return dict(zip(labels, clusters, strict=True))


def _written(document: Document, mention: Mention) -> JsonValue:
    text = document.origin.text
    if isinstance(text, NamesText):
        name: JsonValue = json.loads(text.names[mention.start])
        return name
    return [mention.start, mention.end + (document.origin.unit == CHARACTER)]


FORMAT = Format(
    name="json",
    title="plain JSON: clusters by document",
    suffixes=("json",),
    recognise=recognise,
    read=read,
    lines=lines,
    first_bytes_mislead=True,
    carries=frozenset({TOKENS, CHARACTERS, NAMES, EMPTY, REFERRING, ELEMENTS, BRIDGES, ANCHORS}),
)
