"""Clusters in memory: lists of lists of any hashable mentions."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from itertools import chain, repeat
from typing import Any, TypeAlias

import numpy as np

from corefscore.columns import Ints, ints
from corefscore.columns import numbers as row_numbers
from corefscore.corpus import Corpus, Memory, Origin
from corefscore.problems import fail

Clusters: TypeAlias = Iterable[Collection[Hashable]]

KEY, RESPONSE = Memory("key"), Memory("response")
UNSEEN = -1


class MentionText:
    """A text whose words are the mentions of both sides."""

    def __init__(self, key: list[Any], response: list[Any]) -> None:
        self._mentions = (key, response)

    @property
    def sentences(self) -> list[list[str]]:
        return [[str(mention) for mention in chain(*self._mentions)]]

    def line_of(self, token: int) -> int:
        return 0


class ClusterColumns:
    """Collects documents given as clusters; a mention becomes the same number in key and response."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._mentions: list[tuple[list[Any], list[Any]]] = []
        self._numbers: tuple[list[int], list[int]] = ([], [])
        self._sizes: tuple[list[int], list[int]] = ([], [])
        self._clusters: tuple[list[int], list[int]] = ([], [])

    def __len__(self) -> int:
        """How many mentions were collected."""
        return len(self._numbers[0]) + len(self._numbers[1])

    def add(self, name: str, key: Clusters, response: Clusters, with_repeats: bool = True) -> bool:
        """Add a document; False, and nothing added, if a side repeats a mention although that is not wanted."""
        key_sizes, key_mentions = _flat(name, KEY, key)
        response_sizes, response_mentions = _flat(name, RESPONSE, response)
        try:
            numbers = _numbers(key_mentions, response_mentions)
        except TypeError:  # lists, as JSON has them, cannot be looked up
            key_mentions, response_mentions = (
                _hashable(name, KEY, key_mentions),
                _hashable(name, RESPONSE, response_mentions),
            )
            numbers = _numbers(key_mentions, response_mentions)
        if numbers is None:
            if not with_repeats:
                return False
            numbers = _numbers_of_repeated(key_mentions, response_mentions)
        self.names.append(name)
        self._mentions.append((key_mentions, response_mentions))
        for side, sizes in enumerate((key_sizes, response_sizes)):
            self._numbers[side].extend(numbers[side])
            self._sizes[side].extend(sizes)
            self._clusters[side].append(len(sizes))
        return True

    def corpora(self) -> tuple[Corpus, Corpus]:
        """What was collected, as key and response."""
        return self._corpus(0, KEY), self._corpus(1, RESPONSE)

    def _corpus(self, side: int, source: Memory) -> Corpus:
        clusters, sizes = ints(self._clusters[side]), ints(self._sizes[side])
        cluster_document = np.repeat(row_numbers(len(clusters)), clusters)
        entity = np.repeat(row_numbers(len(sizes)), sizes)
        document = cluster_document[entity]
        number = ints(self._numbers[side])
        unseen = np.flatnonzero(number == UNSEEN)
        if unseen.size:
            before = ints([len(key) for key, _ in self._mentions])
            number[unseen] = before[document[unseen]] + _place_in(document)[unseen]
        labels = _place_in(cluster_document)
        origins = [
            Origin(name, source, text=MentionText(*mentions))
            for name, mentions in zip(self.names, self._mentions, strict=True)
        ]
        return Corpus.build(origins, document, number, number, entity, labels)


def _place_in(group: Ints) -> Ints:
    """The place of each row in its group; groups are numbered in order."""
    counts = np.bincount(group)
    return row_numbers(len(group)) - np.repeat(np.cumsum(counts) - counts, counts)


def _flat(name: str, side: Memory, clusters: Clusters) -> tuple[list[int], list[Any]]:
    """The sizes of the clusters, and their mentions one after the other."""
    listed = list(clusters)
    try:
        sizes = [*map(len, listed)]
    except TypeError:
        listed = [_listed(name, side, cluster) for cluster in listed]
        sizes = [*map(len, listed)]
    if any(isinstance(cluster, (str, bytes)) for cluster in listed):
        raise fail(side.name, 0, f"document {name!r}: a cluster is a text; give a list or set of mentions")
    if 0 in sizes:
        raise fail(side.name, 0, f"document {name!r}: cluster {sizes.index(0)} is empty; leave it out")
    return sizes, [*chain.from_iterable(listed)]


def _listed(name: str, side: Memory, cluster: Any) -> list[Any]:
    try:
        return list(cluster)
    except TypeError:
        message = f"document {name!r}: {cluster!r} is no cluster; give a list or set of mentions"
        raise fail(side.name, 0, message) from None


def _numbers(key: list[Any], response: list[Any]) -> tuple[Iterable[int], Iterable[int]] | None:
    """A number for each mention: its place in the key, or `UNSEEN` in the response if the key lacks it.

    None if a mention is repeated.
    """
    number = dict(zip(key, range(len(key)), strict=True))
    if len(number) < len(key) or len(set(response)) < len(response):
        return None
    return range(len(key)), map(number.get, response, repeat(UNSEEN))


def _numbers_of_repeated(key: list[Any], response: list[Any]) -> tuple[Iterable[int], Iterable[int]]:
    """The same for mentions of which some are repeated: the first place of each."""
    first: dict[Any, int] = {}
    for place, mention in enumerate(chain(key, response)):
        first.setdefault(mention, place)
    return map(first.__getitem__, key), map(first.__getitem__, response)


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
