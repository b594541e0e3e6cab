"""Clusters in memory: lists of lists of any hashable mentions."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from itertools import chain, count
from typing import NamedTuple, TypeAlias, overload

import numpy as np

from corefscore._native.load import native
from corefscore.core.arrays import numbers as row_numbers
from corefscore.core.arrays import ranges
from corefscore.core.corpus import Corpus, Memory, Origin, Origins
from corefscore.core.problems import fail

Clusters: TypeAlias = Iterable[Collection[Hashable]]
"""Clusters of one document: lists, tuples or sets of mentions."""

KEY, RESPONSE = Memory("key"), Memory("response")
PLAIN_COLLECTIONS = {list, tuple, set, frozenset}


class Collected(NamedTuple):
    """The mentions of one side, one document after the other, as they were given and as columns.

    There are no objects for each document: with fewer objects, Python searches for garbage less often.

    Parameters
    ----------
    mentions : list
        The mentions as they were given.
    numbers : bytearray
        The number of each mention in its document, as wide integers.
    sizes : array of int
        The size of each cluster.
    clusters, lengths : array of int
        How many clusters and how many mentions each document has.
    """

    mentions: list[Hashable]
    numbers: bytearray
    sizes: array[int]
    clusters: array[int]
    lengths: array[int]

    @classmethod
    def empty(cls) -> Collected:
        """No document."""
        return cls([], bytearray(), array("q"), array("q"), array("q"))

    def add(self, mentions: list[Hashable], numbers: bytes, sizes: list[int]) -> None:
        """Add a document."""
        self.mentions.extend(mentions)
        self.numbers.extend(numbers)
        self.sizes.extend(sizes)
        self.clusters.append(len(sizes))
        self.lengths.append(len(mentions))

    def of_document(self, document: int) -> list[Hashable]:
        """The mentions of a document, by its number."""
        begin = sum(self.lengths[:document])
        return self.mentions[begin : begin + self.lengths[document]]


class MentionText(NamedTuple):
    """A text whose words are the mentions of both sides, first those of the key."""

    key: Collected
    response: Collected
    document: int

    @property
    def sentences(self) -> list[list[str]]:
        """All mentions of the document, in one sentence."""
        return [[str(mention) for side in (self.key, self.response) for mention in side.of_document(self.document)]]

    def line_of(self, token: int) -> int:
        """0, because there is no file."""
        return 0


class ClusterOrigins(Origins):
    """What is known of documents that were given as clusters. An origin is made when it is asked for."""

    def __init__(self, names: list[str], source: Memory, key: Collected, response: Collected) -> None:
        self._names = names
        self._source = source
        self._sides = (key, response)

    def __len__(self) -> int:
        return len(self._names)

    @overload
    def __getitem__(self, index: int) -> Origin: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Origin]: ...
    def __getitem__(self, index: int | slice) -> Origin | Sequence[Origin]:
        numbers = range(len(self))[index]
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
    """Collects documents that are given as clusters, as columns.

    A mention of key and response becomes a number, the same one in both.

    Examples
    --------
    >>> columns = ClusterColumns()
    >>> columns.add("story", [["Ann", "she"]], [["Ann", "her"]])
    True
    >>> key, response = columns.corpora()
    >>> key.start.tolist(), response.start.tolist()
    ([0, 1], [0, 3])
    """

    def __init__(self) -> None:
        self.names: list[str] = []
        self._key = Collected.empty()
        self._response = Collected.empty()

    def __len__(self) -> int:
        """The number of mentions of both sides."""
        return len(self._key.mentions) + len(self._response.mentions)

    def add(self, name: str, key: Clusters, response: Clusters, with_repeats: bool = True) -> bool:
        """Add a document.

        Parameters
        ----------
        name : str
            The name of the document.
        key, response : iterable of collections
            The clusters of both sides.
        with_repeats : bool
            Whether a side may have a mention twice.

        Returns
        -------
        bool
            Whether the document was added. It is not if a side has a mention twice although it may not.

        Raises
        ------
        InputError
            If a cluster is empty or not a collection, or if a mention is not hashable.
        """
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
        """Key and response, with all documents that were added."""
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
            labels=ranges(np.zeros_like(clusters), clusters),
        )


def _flat(name: str, side: Memory, clusters: Clusters) -> tuple[list[int], list[Hashable]]:
    """The size of each cluster, and all mentions in their order."""
    listed = clusters if isinstance(clusters, list) else list(clusters)
    if not PLAIN_COLLECTIONS.issuperset(map(type, listed)):
        listed = [_listed(name, side, cluster) for cluster in listed]
    sizes = [*map(len, listed)]
    if 0 in sizes:
        raise fail(side.name, 0, f"document {name!r}: cluster {sizes.index(0)} is empty; remove it")
    return sizes, [*chain.from_iterable(listed)]


def _listed(name: str, side: Memory, cluster: Iterable[Hashable]) -> Collection[Hashable]:
    """The mentions of a cluster that is any other collection."""
    if isinstance(cluster, (str, bytes)):
        raise fail(side.name, 0, f"document {name!r}: a cluster is a text; give a list or set of mentions")
    try:
        return list(cluster)
    except TypeError:
        message = f"document {name!r}: {cluster!r} is not a cluster; give a list or set of mentions"
        raise fail(side.name, 0, message) from None


def _numbers(key: list[Hashable], response: list[Hashable]) -> tuple[bytes, bytes, bool]:
    """A number for each mention of key and response, and whether a side has a mention twice.

    The number is the index of the first equal mention among those of the key and, after them, of the response. Numbers
    are the bytes of wide integers.
    """
    numbers = None if native is None else native.number_spans(key, response)
    return python_numbers(key, response) if numbers is None else numbers


def python_numbers(key: Sequence[Hashable], response: Sequence[Hashable]) -> tuple[bytes, bytes, bool]:
    """The same for mentions of any kind, and without the native code."""
    number = dict(zip(key, range(len(key)), strict=True))
    own: Sequence[int] = range(len(key))
    if len(number) < len(key):
        number = dict(zip(reversed(key), reversed(own), strict=True))
        own = [*map(number.__getitem__, key)]
    others = [*map(number.setdefault, response, count(len(key)))]
    repeats = len(set(own)) < len(own) or len(set(others)) < len(others)
    return array("q", own).tobytes(), array("q", others).tobytes(), repeats


def _hashable(name: str, side: Memory, mentions: list[Hashable]) -> list[Hashable]:
    """The mentions with tuples instead of lists."""
    converted = [_as_tuple(mention) for mention in mentions]
    for mention in converted:
        try:
            hash(mention)
        except TypeError:
            message = f"document {name!r}: {mention!r} cannot be a mention; give texts, numbers or tuples"
            raise fail(side.name, 0, message) from None
    return converted


def _as_tuple(value: Hashable) -> Hashable:
    return tuple(map(_as_tuple, value)) if isinstance(value, (list, tuple)) else value
