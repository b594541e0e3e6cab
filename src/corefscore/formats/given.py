"""Pair the documents of key and response that are in memory."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from corefscore.core.problems import InputError, fail, shortened, warn
from corefscore.formats.foreign_values import CONTAINERS, Plain, plain
from corefscore.formats.kinds_of_mentions import check_kinds, doubt_of
from corefscore.formats.memory import KEY, RESPONSE, NumberedPair, Partition, numbered
from corefscore.formats.relation_fields import CLUSTERS, FieldReader, has_relations, unknown_key
from corefscore.formats.shapes import Nesting, are_documents, is_container, mention_of, nesting_of


class GivenDocument(NamedTuple):
    """A document that is on at least one side.

    Parameters
    ----------
    name : str or None
        The name; None if it has none.
    key, response : Plain
        The entities; None if only the other side has the document.
    """

    name: str | None
    key: Plain
    response: Plain

    def numbered(self, shown: str) -> NumberedPair:
        """Number the mentions of both sides. A missing side has no mentions. `shown` is the name in messages."""
        sides = ((KEY.name, self.key), (RESPONSE.name, self.response))
        ours, theirs = (partition_of(side, shown, [] if value is None else value) for side, value in sides)
        check_kinds(shown, ours.mentions, theirs.mentions)
        doubts = ((side.name, doubt_of(each.mentions)) for side, each in ((KEY, ours), (RESPONSE, theirs)))
        return numbered(ours, theirs)._replace(doubts=tuple((side, doubt) for side, doubt in doubts if doubt))


class GivenSide(NamedTuple):
    """The documents of one side: their names (None if they have none) and their entities."""

    name: str
    names: Sequence[str] | None
    partitions: Sequence[Plain]


def given_documents(key: object, response: object, documents: bool | None = None) -> list[GivenDocument]:
    """Pair the documents of two nested values.

    Parameters
    ----------
    key, response : object
        The entities of one document, or of several documents; see `corefscore.score`.
    documents : bool, optional
        Whether the outer level contains documents. Needed only if the nesting does not show it.

    Returns
    -------
    list of GivenDocument
        The documents of the key in order, then those that only the response has.

    Raises
    ------
    InputError
        If the meaning of the values is not clear, or if the two sides do not correspond.

    Examples
    --------
    >>> document, = given_documents({"e1": ["Ann", "she"]}, [["Ann"], ["she"]])
    >>> document.numbered("story").response.sizes
    [1, 1]
    """
    ours, theirs = (_nesting(side.name, value) for side, value in ((KEY, key), (RESPONSE, response)))
    several = _are_documents((ours, theirs), documents)
    predicted = without_empty_entities(_side(theirs, several))
    return [GivenDocument(*each) for each in _pairs(_side(ours, several), predicted)]


def given_side(side: str, value: object, documents: bool | None = None, of_spans: bool = False) -> GivenSide:
    """Return the documents of a side in memory whose other side is a corpus. With `of_spans`, mentions are spans."""
    nesting = _nesting(side, value)
    nesting = nesting._replace(given=of_spans or nesting.given)
    return _side(nesting, _are_documents((nesting, nesting), documents))


def _are_documents(sides: tuple[Nesting, Nesting], documents: bool | None) -> bool:
    """Return whether the outer level contains documents: as stated, by documents with relations, or by nesting."""
    known = {several: side for side in sides if (several := _of_related(side.value)) is not None}
    if documents is not None:
        known[documents] = known.get(documents, sides[0])
    if len(known) > 1:
        message = f"a mapping with the key {CLUSTERS!r} is one document"
        raise fail(sides[0].side, 0, f"{message}; give one document on both sides, or several documents on both sides")
    return next(iter(known)) if known else are_documents(*sides)


def _of_related(value: Plain) -> bool | None:
    """Return True if a value contains documents with relations, False if it is one, None if there are none."""
    if has_relations(value):
        return False
    return True if any(map(has_relations, _entities(value))) else None


def _nesting(side: str, value: object) -> Nesting:
    converted = plain(side, value)
    if type(converted) not in CONTAINERS:
        message = f"{shortened(repr(value))} cannot be scored"
        raise TypeError(f"{message}; give paths, a corpus, a data frame, entities, or entities by document")
    return nesting_of(side, converted)


def _side(nesting: Nesting, several: bool) -> GivenSide:
    value = nesting.value
    if not several:
        return GivenSide(nesting.side, None, [value])
    if isinstance(value, dict):
        return GivenSide(nesting.side, [*value], [*value.values()])
    return GivenSide(nesting.side, None, [*value])  # type: ignore[misc]


def _pairs(key: GivenSide, response: GivenSide) -> Iterator[tuple[str | None, Plain, Plain]]:
    """Yield the name of each document and its two sides; None for a side that does not have it."""
    if key.names is None and response.names is None:
        if len(key.partitions) != len(response.partitions):
            message = f"there are {len(response.partitions):,} documents, but the key has {len(key.partitions):,}"
            raise fail(response.name, 0, f"{message}; give lists of the same documents, or name them in a dictionary")
        yield from ((None, *pair) for pair in zip(key.partitions, response.partitions, strict=True))
        return
    if key.names is None or response.names is None:
        named, other = (key, response) if response.names is None else (response, key)
        message = f"its documents have no names, but the documents of the {named.name} have names"
        raise fail(other.name, 0, f"{message}; give lists for both sides, or dictionaries for both sides")
    ours, theirs = (dict(zip(side.names or (), side.partitions, strict=True)) for side in (key, response))
    for name in dict.fromkeys([*ours, *theirs]):
        yield name, ours.get(name), theirs.get(name)


def without_empty_entities(side: GivenSide) -> GivenSide:
    """Return the documents without empty entities. A warning counts these entities."""
    dropped = sum(_is_empty(entity) for partition in side.partitions for entity in _entities(partition))
    if not dropped:
        return side
    what = "1 empty entity is" if dropped == 1 else f"{dropped:,} empty entities are"
    warn(side.name, 0, f"{what} dropped; an entity needs at least one mention")
    return side._replace(partitions=[*map(_without_empty, side.partitions)])


def _without_empty(partition: Plain) -> Plain:
    if has_relations(partition):
        clusters = zip(_labels(partition[CLUSTERS]), _entities(partition), strict=True)
        return {**partition, CLUSTERS: {label: each for label, each in clusters if not _is_empty(each)}}
    if isinstance(partition, dict):
        return {name: entity for name, entity in partition.items() if not _is_empty(entity)}
    return [each for each in _entities(partition) if not _is_empty(each)]


def _labels(clusters: Plain) -> list[str]:
    """Return the names of the entities of a document with relations. Entities without names get numbers."""
    if isinstance(clusters, dict):
        return [*clusters]
    return [str(number) for number, _ in enumerate(_entities(clusters))]


def _is_empty(entity: Plain) -> bool:
    return is_container(entity) and not entity


def _entities(partition: Plain) -> Iterable[Plain]:
    if isinstance(partition, dict):
        return _entities(partition[CLUSTERS]) if has_relations(partition) else partition.values()
    return partition if is_container(partition) else ()  # type: ignore[return-value]


def partition_of(side: str, name: str, value: Plain) -> Partition:
    """Return the entities of one document."""
    if not is_container(value):
        raise _fail(side, name, f"{shortened(value)!r} is not a list of entities; give a list of lists of mentions")
    sizes: list[int] = []
    mentions: list[Hashable] = []
    for number, entity in enumerate(_entities(value)):
        if not is_container(entity) or isinstance(entity, dict):
            raise _fail(side, name, f"{shortened(entity)!r} is not a cluster; give a list or set of mentions")
        if not entity:
            raise _fail(side, name, f"cluster {number} is empty; remove it")
        members = [mention_of(side, mention) for mention in entity]  # type: ignore[union-attr]
        sizes.append(len(members))
        mentions += members
    if has_relations(value):
        return _related(side, name, value, Partition(sizes, mentions))
    return Partition(sizes, mentions, [*map(str, value)] if isinstance(value, dict) else None)


def _related(side: str, name: str, value: dict[str, Any], partition: Partition) -> Partition:
    """Return the entities of a document with relations."""
    fault = unknown_key(value)
    if fault:
        raise _fail(side, name, fault)
    labels = _labels(value[CLUSTERS])
    entity = [number for number, size in enumerate(partition.sizes) for _ in range(size)]

    def known_as(mention: Plain) -> Hashable:
        return mention_of(side, mention)

    found = FieldReader(side, 0, name, side, partition.mentions, labels, entity, known_as).read(value)
    return partition._replace(labels=labels, relations=found.relations, nonreferring=found.nonreferring)


def _fail(side: str, name: str, message: str) -> InputError:
    return fail(side, 0, f"document {name!r}: {message}")
