"""Turn documents that are clusters in memory into columns."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterator, Sequence
from itertools import chain, count
from typing import Any, NamedTuple, overload

import numpy as np

from corefscore._native.load import native
from corefscore.core.arrays import Ints, ranges
from corefscore.core.arrays import numbers as row_numbers
from corefscore.core.corpus import Corpus, Memory, Origin, Origins
from corefscore.core.problems import warn
from corefscore.core.relations import Relations, joined_relations

KEY, RESPONSE = Memory("key"), Memory("response")
PLAIN_COLLECTIONS = {list, tuple, set, frozenset}


class Collected(NamedTuple):
    """The mentions of one side, one document after the other: as they were given, and as columns.

    It creates no object for each document. With fewer objects, the garbage collector of Python runs less often.

    Parameters
    ----------
    mentions : list
        The mentions as they were given.
    numbers : bytearray
        The number of each mention in its document, as 64-bit integers.
    sizes : array of int
        The size of each cluster.
    clusters : array of int
        The number of clusters of each document.
    ends : array of int
        The number of mentions up to the end of each document.
    """

    mentions: list[Hashable]
    numbers: bytearray
    sizes: array[int]
    clusters: array[int]
    ends: array[int]

    @classmethod
    def empty(cls) -> Collected:
        """Return an empty collection."""
        return cls([], bytearray(), array("q"), array("q"), array("q"))

    def add(self, mentions: list[Hashable], numbers: bytes, sizes: list[int]) -> None:
        """Add a document."""
        self.mentions.extend(mentions)
        self.numbers.extend(numbers)
        self.sizes.extend(sizes)
        self.clusters.append(len(sizes))
        self.ends.append(len(self.mentions))

    def of_document(self, document: int) -> list[Hashable]:
        """Return the mentions of a document by its number."""
        return self.mentions[self.ends[document - 1] if document else 0 : self.ends[document]]


class MentionText(NamedTuple):
    """A text whose words are the mentions of both sides. The key comes first, unless `order` is given."""

    key: Collected
    response: Collected
    document: int
    order: Sequence[int] | None = None

    @property
    def sentences(self) -> list[list[str]]:
        """All mentions of the document, in one sentence."""
        return [[*map(str, self.mention_values)]]

    @property
    def mention_values(self) -> list[Hashable]:
        """All mentions of the document, as they were given."""
        given = [*self.key.of_document(self.document), *self.response.of_document(self.document)]
        return given if self.order is None else [given[index] for index in self.order]

    def reordered(self, order: Sequence[int]) -> MentionText:
        """Return the text with its mentions in another order."""
        return self._replace(order=order if self.order is None else [self.order[index] for index in order])

    def line_of(self, token: int) -> int:
        """Return 0, because there is no file."""
        return 0


def is_loose(text: object) -> bool:
    """Return whether the words of a text are mentions from memory, and not a real text."""
    return isinstance(text, MentionText) or bool(getattr(text, "is_loose", False))


class ClusterOrigins(Origins):
    """All that is known about documents from clusters. An origin is made only when it is needed."""

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


class Partition(NamedTuple):
    """The entities of one document: the size of each entity, and all mentions in order.

    Entities may have names. A document with relations also has `relations`, which use the numbers of mentions and
    entities here, and the rows of its non-referring mentions.
    """

    sizes: list[int]
    mentions: list[Hashable]
    labels: Sequence[str] | None = None
    relations: Relations | None = None
    nonreferring: Sequence[int] = ()


class NumberedPair(NamedTuple):
    """Both sides of a document, with a number for each mention. Equal mentions have the same number.

    The number is the index of the first equal mention, counted over the key and then over the response. Numbers are the
    bytes of 64-bit integers. `repeats` is True if a side has a mention twice. `doubts` are warnings, each with the name
    of the side.
    """

    key: Partition
    response: Partition
    key_numbers: bytes
    response_numbers: bytes
    repeats: bool
    doubts: tuple[tuple[str, str], ...] = ()


class ClusterColumns:
    """Collects documents that are given as clusters, as columns.

    Each mention becomes a number. Equal mentions of key and response get the same number.

    Examples
    --------
    >>> columns = ClusterColumns()
    >>> columns.add("story", numbered(Partition([2], ["Ann", "she"]), Partition([2], ["Ann", "her"])))
    >>> key, response = columns.corpora()
    >>> key.start.tolist(), response.start.tolist()
    ([0, 1], [0, 3])
    """

    def __init__(self) -> None:
        self.names: list[str] = []
        self._key = Collected.empty()
        self._response = Collected.empty()
        self._related: dict[str, list[_Related]] = {KEY.name: [], RESPONSE.name: []}
        self._doubts: dict[str, str] = {}

    def __len__(self) -> int:
        """Return the number of mentions of both sides."""
        return len(self._key.mentions) + len(self._response.mentions)

    @staticmethod
    def quick_pair(key: object, response: object, documents: bool | None) -> NumberedPair | None:
        """Number both sides if they are clearly one document of texts or spans. Otherwise return None."""
        return numbered_quickly(key, response) if documents is not True else None

    def add(self, name: str, pair: NumberedPair) -> None:
        """Add a document."""
        for source, side, own in ((KEY, self._key, pair.key), (RESPONSE, self._response, pair.response)):
            if own.labels is not None:
                before = _Related(len(side.mentions), len(side.sizes), len(self.names), own)
                self._related[source.name].append(before)
        for doubted, doubt in pair.doubts:
            self._doubts.setdefault(doubted, doubt)
        self.names.append(name)
        self._key.add(pair.key.mentions, pair.key_numbers, pair.key.sizes)
        self._response.add(pair.response.mentions, pair.response_numbers, pair.response.sizes)

    def corpora(self) -> tuple[Corpus, Corpus]:
        """Return key and response with all documents that were added. Each doubt about a side gives one warning."""
        for side, doubt in self._doubts.items():
            warn(side, 0, doubt)
        return self._corpus(KEY, self._key), self._corpus(RESPONSE, self._response)

    def _corpus(self, source: Memory, side: Collected) -> Corpus:
        number, sizes, clusters, ends = (np.frombuffer(bytes(column), np.int64) for column in side[1:])
        document = np.repeat(row_numbers(len(ends)), np.diff(ends, prepend=0))
        labels = ranges(np.zeros_like(clusters), clusters)
        columns: dict[str, Any] = {
            "origins": ClusterOrigins(self.names, source, self._key, self._response),
            "document": document,
            "start": number,
            "end": number,
            "entity": np.repeat(row_numbers(len(sizes)), sizes),
        }
        if self._related[source.name]:
            return _with_relations(columns, labels, self._related[source.name])
        return Corpus.build(**columns, labels=labels)


class _Related(NamedTuple):
    """A document with relations, and how many mentions, entities and documents come before it."""

    mentions: int
    entities: int
    documents: int
    partition: Partition


def _with_relations(columns: dict[str, Any], labels: Ints, related: Sequence[_Related]) -> Corpus:
    """Return a corpus in which some documents have relations."""
    from corefscore.formats.related import check_elements

    names = labels.astype(object)
    refers = np.ones(len(columns["document"]), dtype=bool)
    relations = []
    for before in related:
        own = before.partition
        names[before.entities : before.entities + len(own.sizes)] = own.labels
        refers[[before.mentions + row for row in own.nonreferring]] = False
        if own.relations is not None:
            relations.append(own.relations.shifted(before.mentions, before.entities, before.documents))
    corpus = Corpus.build(
        **columns,
        labels=names,
        extra={} if refers.all() else {"referring": refers},
        relations=joined_relations(relations) if relations else None,
    )
    check_elements(corpus)
    return corpus


def numbered_quickly(key: object, response: object) -> NumberedPair | None:
    """Number both sides of one document if its mentions are clearly texts or pairs of numbers. Otherwise return None.

    >>> numbered_quickly([[(0, 1)]], [[(0, 1)], [(3, 3)]]).response.sizes
    [1, 1]
    """
    ours, theirs = _flat(key), _flat(response)
    if ours is None or theirs is None:
        return None
    spans = None if native is None else native.number_spans(ours.mentions, theirs.mentions)
    if spans is not None:
        return NumberedPair(ours, theirs, *spans)
    kinds = {*map(type, ours.mentions), *map(type, theirs.mentions)}
    return NumberedPair(ours, theirs, *python_numbers(ours.mentions, theirs.mentions)) if kinds == {str} else None


def _flat(clusters: Any) -> Partition | None:
    """Return the mentions of a list of plain collections that are not empty; None for anything else."""
    if type(clusters) not in (list, tuple) or not PLAIN_COLLECTIONS.issuperset(map(type, clusters)):
        return None
    sizes = [*map(len, clusters)]
    return None if 0 in sizes else Partition(sizes, [*chain.from_iterable(clusters)])


def numbered(key: Partition, response: Partition) -> NumberedPair:
    """Number both sides of a document, with mentions of any kind."""
    spans = None if native is None else native.number_spans(key.mentions, response.mentions)
    return NumberedPair(key, response, *(spans or python_numbers(key.mentions, response.mentions)))


def python_numbers(key: Sequence[Hashable], response: Sequence[Hashable]) -> tuple[bytes, bytes, bool]:
    """Number the mentions of both sides without the native code. Also return whether a side has repeats."""
    number = dict(zip(key, range(len(key)), strict=True))
    own: Sequence[int] = range(len(key))
    if len(number) < len(key):
        number = dict(zip(reversed(key), reversed(own), strict=True))
        own = [*map(number.__getitem__, key)]
    others = [*map(number.setdefault, response, count(len(key)))]
    repeats = len(set(own)) < len(own) or len(set(others)) < len(others)
    return array("q", own).tobytes(), array("q", others).tobytes(), repeats
