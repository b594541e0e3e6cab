"""Plain JSON: ``{"document": [[mention, ...], ...]}``, mentions being any JSON values, as with clusters in memory.

Clusters may also have names: ``{"document": {"entity": [mention, ...]}}``. Where `spans` is given, mentions are pairs
of numbers under that convention; else they are names, and two mentions are the same if they are written the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from corefscore.core.arrays import Ints, ints, numbers
from corefscore.core.corpus import Corpus, Origin
from corefscore.core.problems import InputError, Problem, fail
from corefscore.core.views import CHARACTER, NAME, Document, Mention
from corefscore.formats.base import CHARACTERS, EMPTY, NAMES, NAMING, TOKENS, Format, Reading
from corefscore.formats.collecting import Mentions
from corefscore.formats.conventions import Convention, SpannedDocument, spanned_corpus, stated
from corefscore.formats.files import File, text_of
from corefscore.formats.json.jsonlines import recognise as is_jsonlines
from corefscore.formats.json.source import COMPLETE, decoded, is_deep, is_span, keys_of, shown

OR_LINES = f"If each line is a document, say that the format is jsonlines with {NAMING}"


class NamesText:
    """A list of mentions, each as it is written in JSON; their places are what the corpus counts."""

    def __init__(self, names: list[str]) -> None:
        self.names = names

    @property
    def sentences(self) -> list[list[str]]:
        return [[_shown(name) for name in self.names]]

    def line_of(self, token: int) -> int:
        return 0


def _shown(name: str) -> str:
    value = json.loads(name)
    return value if isinstance(value, str) else name


def recognise(head: bytes) -> bool:
    return head.lstrip().startswith(b"{") and bool(keys_of(head)) and not is_jsonlines(head)


def read(file: File, reading: Reading) -> Corpus:
    mentions = Mentions(file.name)
    convention = stated(reading.spans) if reading.spans else None
    documents: list[SpannedDocument] = []
    problems: list[Problem] = []
    for name, clusters in _value(file, reading).items():
        try:
            documents.append(_document(mentions, name, _by_label(file.name, name, clusters), convention))
        except InputError as error:
            problems += error.problems
    if not documents and not problems:
        raise fail(file.name, 0, 'no document is in this file; write {"document": [[mention, ...], ...]}')
    return spanned_corpus(mentions, documents, problems)


def _value(file: File, reading: Reading) -> Mapping[str, Any]:
    value = decoded(file.name, text_of(file, reading.progress), advice=f"{COMPLETE} {OR_LINES}")
    if not isinstance(value, dict):
        raise fail(file.name, 1, 'this is no object of documents; write {"document": [[mention, ...], ...]}')
    return value


def _by_label(source: str, name: str, clusters: Any) -> Mapping[str, list[Any]]:
    """The clusters of a document by their names, which are numbers if there are none."""
    by_label = dict(enumerate(clusters)) if isinstance(clusters, list) else clusters
    if not isinstance(by_label, dict):
        message = f"document {name!r}: {shown(clusters)!r} is no list of clusters; write [[mention, ...], ...]"
        raise fail(source, 0, f"{message}. {OR_LINES}")
    if is_deep(clusters):
        raise fail(source, 0, f"document {name!r}: brackets are nested too deeply; write [[mention, ...], ...]")
    problems = []
    for label, cluster in by_label.items():
        if not isinstance(cluster, list):
            problems.append(f"cluster {label} is {shown(cluster)!r}; write a list of mentions")
        elif not cluster:
            problems.append(f"cluster {label} is empty; leave it out")
    if problems:
        raise InputError([Problem(source, 0, f"document {name!r}: {problem}") for problem in problems])
    return {str(label): cluster for label, cluster in by_label.items()}


def _document(
    mentions: Mentions, name: str, clusters: Mapping[str, list[Any]], convention: Convention | None
) -> SpannedDocument:
    flat = [mention for cluster in clusters.values() for mention in cluster]
    entity = np.repeat(numbers(len(clusters)), [len(cluster) for cluster in clusters.values()])
    nowhere = np.zeros(len(flat), dtype=np.int64)
    if convention is not None:
        start, end = _pairs(mentions.source.name, name, flat)
        origin = Origin(name, mentions.source, 1, unit=convention.unit)
        return SpannedDocument(origin, start, end, entity, [*clusters], nowhere, convention.inclusive)
    number: dict[str, int] = {}
    place = ints([number.setdefault(json.dumps(mention, sort_keys=True), len(number)) for mention in flat])
    origin = Origin(name, mentions.source, 1, NamesText([*number]), unit=NAME)
    return SpannedDocument(origin, place, place, entity, [*clusters], nowhere, True)


def _pairs(source: str, name: str, flat: list[Any]) -> tuple[Ints, Ints]:
    wrong = [mention for mention in flat if not is_span(mention)]
    if wrong:
        advice = "is no pair of whole numbers; write [start, end], or leave out spans="
        raise InputError(Problem(source, 0, f"document {name!r}: {shown(mention)} {advice}") for mention in wrong)
    table = ints(flat).reshape(-1, 2)
    return table[:, 0], table[:, 1]


def lines(corpus: Corpus) -> Iterator[str]:
    """A document on each line, within one object."""
    documents = [f"{json.dumps(document.name)}: {json.dumps(_clusters(document))}" for document in corpus]
    yield "{"
    yield from (f" {document}," for document in documents[:-1])
    yield from (f" {document}" for document in documents[-1:])
    yield "}"


def _clusters(document: Document) -> list[list[Any]] | dict[str, list[Any]]:
    labels = [entity.label for entity in document.entities]
    clusters = [[_written(document, mention) for mention in entity.mentions] for entity in document.entities]
    if labels == [str(number) for number in range(len(labels))] or len({*labels}) < len(labels):
        return clusters
    return dict(zip(labels, clusters, strict=True))


def _written(document: Document, mention: Mention) -> Any:
    text = document.origin.text
    if isinstance(text, NamesText):
        return json.loads(text.names[mention.start])
    return [mention.start, mention.end + (document.origin.unit == CHARACTER)]


FORMAT = Format(
    name="json",
    title="plain JSON: clusters by document",
    suffixes=("json",),
    recognise=recognise,
    read=read,
    lines=lines,
    first_bytes_mislead=True,
    carries=frozenset({TOKENS, CHARACTERS, NAMES, EMPTY}),
)
