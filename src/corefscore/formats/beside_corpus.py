"""Make a corpus from entities in memory, if the other side is a corpus or was read from files."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator, Sequence

import numpy as np

from corefscore.core.arrays import Ints, ints, numbers
from corefscore.core.corpus import Corpus, Origin, Parts, without_empty_nodes
from corefscore.core.problems import InputError, Problem, fail, shortened
from corefscore.core.views import NAME
from corefscore.formats.base import LARGEST, Reading
from corefscore.formats.builder import CorpusBuilder, Note, joined_parts
from corefscore.formats.conventions import Convention, SpannedDocument, find_convention, sentence_starts, spanned_corpus
from corefscore.formats.given import GivenSide, given_side, partition_of, without_empty_entities
from corefscore.formats.json.clusters import NamesText
from corefscore.formats.memory import Partition
from corefscore.formats.shapes import is_span


def corpus_beside(side: str, value: object, other: Corpus, reading: Reading) -> Corpus:
    """Make a corpus from entities in memory, so that it can be scored with another corpus.

    Parameters
    ----------
    side : str
        The side that is in memory: `key` or `response`.
    value : object
        The entities of one document, or of several documents by order or by name. The mentions are spans in the other
        corpus, or names if the other corpus has names.
    other : Corpus
        The other side.
    reading : Reading
        The meaning of the ends of spans, and whether the outer level contains documents.

    Raises
    ------
    InputError
        If the documents do not correspond, if a mention is not a span, or if the ends of spans have no known meaning.

    Examples
    --------
    >>> from corefscore.formats.pairs import read_pair
    >>> from corefscore.formats.reading import read
    >>> key = read("examples/key.conll")
    >>> key.mentions == corpus_beside("response", key.clusters, key, Reading(spans="inclusive")).mentions
    True
    """
    in_names = any(origin.unit == NAME for origin in other.origins)
    given = given_side(side, value, reading.documents, of_spans=not in_names)
    if side != "key":
        given = without_empty_entities(given)
    convention = find_convention(reading.spans) if reading.spans else None
    builder = CorpusBuilder(side)
    documents = []
    for (name, origin), partition in zip(_named(given, other), given.partitions, strict=True):
        entities = partition_of(side, name, partition)
        if in_names:
            documents.append(_document_of_names(builder, name, entities))
        else:
            documents.append(_document_of_spans(builder, name, origin, entities, convention))
    return spanned_corpus(builder, documents)


def _named(given: GivenSide, other: Corpus) -> Iterator[tuple[str, Origin | None]]:
    """Yield the name of each document, and what is known about it on the other side."""
    if given.names is not None:
        for name in given.names:
            yield name, other.origins[other.number[name]] if name in other.number else None
        return
    if len(given.partitions) != len(other):
        message = f"documents without names: {len(given.partitions):,} here, but {len(other):,} on the other side"
        raise fail(given.name, 0, f"{message}; give one for each, in the same order, or a dictionary with their names")
    yield from zip(other.names, other.origins, strict=True)


def _document_of_names(builder: CorpusBuilder, name: str, entities: Partition) -> SpannedDocument:
    number: dict[str, int] = {}
    try:
        written = [json.dumps(mention, sort_keys=True) for mention in entities.mentions]
    except TypeError:
        raise fail(builder.source.name, 0, f"document {name!r}: mentions are not JSON values; give texts") from None
    index = ints([number.setdefault(each, len(number)) for each in written])
    origin = Origin(name, builder.source, 1, NamesText([*number]), unit=NAME)
    return SpannedDocument(
        origin,
        index,
        index,
        *_entities(entities),
        inclusive=True,
        notes=_nonreferring(entities),
        relations=entities.relations,
    )


def _document_of_spans(
    builder: CorpusBuilder, name: str, origin: Origin | None, entities: Partition, convention: Convention | None
) -> SpannedDocument:
    source = builder.source.name
    parts = [_parts(source, name, mention) for mention in entities.mentions]
    notes = []
    for row, each in enumerate(parts):
        if len(each) > 1:
            notes.append(("shape", row, _inclusive(source, name, each, convention)))
    unit = convention.unit if convention else origin.unit if origin else "token"
    text = None if origin is None or origin.text is None else without_empty_nodes(origin.text)
    sentences = None if text is None else text.sentences
    return SpannedDocument(
        Origin(name, builder.source, 1, unit=unit),
        ints([each[0][0] for each in parts]),
        ints([each[-1][1] for each in parts]),
        *_entities(entities),
        convention.inclusive if convention else None,
        None if sentences is None else sum(map(len, sentences)),
        sentence_starts(sentences) if sentences is not None and origin is not None and origin.divided else None,
        [*(note for note in notes if len(note[2]) > 1), *_nonreferring(entities)],
        entities.relations,
    )


def _nonreferring(entities: Partition) -> list[tuple[str, int, Note]]:
    return [("referring", row, False) for row in entities.nonreferring]


def _entities(entities: Partition) -> tuple[Ints, Sequence[object], Ints]:
    """Return the entity of each mention, the labels of the entities, and line 0 for each mention."""
    entity = np.repeat(numbers(len(entities.sizes)), ints(entities.sizes))
    return entity, entities.labels or range(len(entities.sizes)), np.zeros_like(entity)


def _parts(source: str, name: str, mention: Hashable) -> Parts:
    """Return the parts of a mention as they were given."""
    parts = (mention,) if is_span(mention) else mention
    if not isinstance(parts, tuple) or not all(map(is_span, parts)):
        message = f"document {name!r}: {shortened(mention)!r} is not a span"
        raise fail(source, 0, f"{message}; give pairs of numbers that count as in the other side")
    if any(not -LARGEST <= number <= LARGEST for part in parts for number in part):
        raise fail(source, 0, f"document {name!r}: {shortened(mention)} is too large; correct it")
    return parts


def _inclusive(source: str, name: str, parts: Parts, convention: Convention | None) -> Parts:
    """Return the parts, each from its first to its last token."""
    if convention is None:
        message = f"document {name!r}: {parts} has several parts, and the meaning of their ends is not known"
        raise fail(source, 0, f"{message}; state it with spans=inclusive or spans=exclusive")
    last = 0 if convention.inclusive else 1
    wrong = [part for part in parts if part[1] - last < part[0]]
    if wrong:
        raise InputError([Problem(source, 0, f"document {name!r}: part {part} is empty; correct it") for part in wrong])
    return joined_parts((start, end - last) for start, end in parts)
