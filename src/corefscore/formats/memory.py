"""Clusters in memory: lists of lists of any hashable mentions."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from itertools import chain, count
from typing import Any, NamedTuple, TypeAlias, overload

import numpy as np

from corefscore._native.load import native
from corefscore.core.arrays import Ints
from corefscore.core.arrays import numbers as row_numbers
from corefscore.core.corpus import Corpus, Memory, Origin, Origins
from corefscore.core.problems import fail

Clusters: TypeAlias = Iterable[Collection[Hashable]]

KEY, RESPONSE = Memory("key"), Memory("response")
USUAL = {list, tuple, set, frozenset}


class Collected(NamedTuple):
    """The mentions of one side, document after document, as they were given and as columns.

    There are no objects for each document: the fewer there are, the less often Python looks for garbage.
    """

    mentions: list[Any]
    numbers: bytearray
    sizes: array[int]
    clusters: array[int]
    lengths: array[int]

    @classmethod
    def nothing(cls) -> Collected:
        return cls([], bytearray(), array("q"), array("q"), array("q"))

    def add(self, mentions: list[Any], numbers: bytes, sizes: list[int]) -> None:
        self.mentions.extend(mentions)
        self.numbers.extend(numbers)
        self.sizes.extend(sizes)
        self.clusters.append(len(sizes))
        self.lengths.append(len(mentions))

    def of_document(self, document: int) -> list[Any]:
        begin = sum(self.lengths[:document])
        return self.mentions[begin : begin + self.lengths[document]]


class MentionText(NamedTuple):
    """A text whose words are the mentions of both sides."""

    key: Collected
    response: Collected
    document: int

    @property
    def sentences(self) -> list[list[str]]:
        return [[str(mention) for side in (self.key, self.response) for mention in side.of_document(self.document)]]

    def line_of(self, token: int) -> int:
        return 0


class ClusterOrigins(Origins):
    """What is known of documents given as clusters, told when somebody asks."""

    def __init__(self, names: list[str], source: Memory, key: Collected, response: Collected) -> None:
        self._names = names
        self._source = source
        self._sides = (key, response)

    def __len__(self) -> int:
        return len(self._names)

    @overload
    def __getitem__(self, place: int) -> Origin: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Origin]: ...
    def __getitem__(self, place: int | slice) -> Origin | Sequence[Origin]:
        numbers = range(len(self))[place]
        return self._origin(numbers) if isinstance(numbers, int) else [*map(self._origin, numbers)]

    def __iter__(self) -> Iterator[Origin]:
        return map(self._origin, range(len(self)))

    def _origin(self, number: int) -> Origin:
        return Origin(self._names[number], self._source, text=MentionText(*self._sides, number))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._names)

    @property
    def files(self) -> tuple[str, ...]:
        return (self._source.name,) * len(self)

    @property
    def have_empty_nodes(self) -> bool:
        return False


class ClusterColumns:
    """Collects documents given as clusters; a mention becomes the same number in key and response."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._key = Collected.nothing()
        self._response = Collected.nothing()

    def __len__(self) -> int:
        """How many mentions were collected."""
        return len(self._key.mentions) + len(self._response.mentions)

    def add(self, name: str, key: Clusters, response: Clusters, with_repeats: bool = True) -> bool:
        """Add a document; False, and nothing added, if a side repeats a mention although that is not wanted."""
        key_sizes, key_mentions = _flat(name, KEY, key)
        response_sizes, response_mentions = _flat(name, RESPONSE, response)
        try:
            numbers = _numbers(key_mentions, response_mentions)
        except TypeError:  # lists, as JSON has them, cannot be looked up
            key_mentions = _hashable(name, KEY, key_mentions)
            response_mentions = _hashable(name, RESPONSE, response_mentions)
            numbers = _numbers(key_mentions, response_mentions)
        key_numbers, response_numbers, repeats = numbers
        if repeats and not with_repeats:
            return False
        self.names.append(name)
        self._key.add(key_mentions, key_numbers, key_sizes)
        self._response.add(response_mentions, response_numbers, response_sizes)
        return True

    def corpora(self) -> tuple[Corpus, Corpus]:
        """What was collected, as key and response."""
        return self._corpus(KEY, self._key), self._corpus(RESPONSE, self._response)

    def _corpus(self, source: Memory, side: Collected) -> Corpus:
        number, sizes, clusters, lengths = (np.frombuffer(bytes(column), np.int64) for column in side[1:])
        document = np.repeat(row_numbers(len(lengths)), lengths)
        return Corpus.build(
            origins=ClusterOrigins(self.names, source, self._key, self._response),
            document=document,
            start=number,
            end=number,
            entity=np.repeat(row_numbers(len(sizes)), sizes),
            labels=_place_in(np.repeat(row_numbers(len(clusters)), clusters)),
        )


def _place_in(group: Ints) -> Ints:
    """The place of each row in its group; groups are numbered in order."""
    counts = np.bincount(group)
    return row_numbers(len(group)) - np.repeat(np.cumsum(counts) - counts, counts)


def _flat(name: str, side: Memory, clusters: Clusters) -> tuple[list[int], list[Any]]:
    """The sizes of the clusters, and their mentions one after the other."""
    listed = clusters if isinstance(clusters, list) else list(clusters)
    if not USUAL.issuperset(map(type, listed)):
        listed = [_listed(name, side, cluster) for cluster in listed]
    sizes = [*map(len, listed)]
    if 0 in sizes:
        raise fail(side.name, 0, f"document {name!r}: cluster {sizes.index(0)} is empty; leave it out")
    return sizes, [*chain.from_iterable(listed)]


def _listed(name: str, side: Memory, cluster: Any) -> Collection[Any]:
    if isinstance(cluster, (str, bytes)):
        raise fail(side.name, 0, f"document {name!r}: a cluster is a text; give a list or set of mentions")
    try:
        return list(cluster)
    except TypeError:
        message = f"document {name!r}: {cluster!r} is no cluster; give a list or set of mentions"
        raise fail(side.name, 0, message) from None


def _numbers(key: list[Any], response: list[Any]) -> tuple[bytes, bytes, bool]:
    """A number for each mention: its first place among those of the key and, after them, of the response.

    They are wide integers as bytes, with whether a side has a mention twice.
    """
    numbers = None if native is None else native.number_spans(key, response)
    return python_numbers(key, response) if numbers is None else numbers


def python_numbers(key: list[Any], response: list[Any]) -> tuple[bytes, bytes, bool]:
    """The same for mentions of any kind, and without the native code."""
    number = dict(zip(key, range(len(key)), strict=True))
    own: Sequence[int] = range(len(key))
    if len(number) < len(key):
        number = dict(zip(reversed(key), reversed(own), strict=True))
        own = [*map(number.__getitem__, key)]
    others = [*map(number.setdefault, response, count(len(key)))]
    repeats = len(set(own)) < len(own) or len(set(others)) < len(others)
    return array("q", own).tobytes(), array("q", others).tobytes(), repeats


def _hashable(name: str, side: Memory, mentions: list[Any]) -> list[Any]:
    converted = [_as_tuple(mention) for mention in mentions]
    for mention in converted:
        try:
            hash(mention)
        except TypeError:
            message = f"document {name!r}: {mention!r} cannot be a mention; give texts, numbers or tuples"
            raise fail(side.name, 0, message) from None
    return converted


def _as_tuple(value: Any) -> Any:
    return tuple(map(_as_tuple, value)) if isinstance(value, (list, tuple)) else value
