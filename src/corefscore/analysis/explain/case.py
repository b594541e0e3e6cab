"""One document as clusters of mentions, rewritten where a variant needs it, and its table in exact fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, TypeVar

import numpy as np

from corefscore.analysis.explain.explanation import Partitions, ShownEntity, ShownMembers, ShownMention, shortened
from corefscore.core.arrays import Ints, Numeric, ints, numbers
from corefscore.core.views import Document
from corefscore.matching.matched import Matched
from corefscore.metrics.base import Count, RatioMetric
from corefscore.metrics.overlap import Cells, Documents, Entities, Overlap
from corefscore.metrics.variants import (
    Step,
    discard_spurious,
    discard_twinless_singletons,
    put_missing_into_response,
    put_spurious_into_key,
)

AnyTable = TypeVar("AnyTable", Cells, Entities, Documents)


class Cluster(NamedTuple):
    """An entity: its name in the explanation, its name in the file, and the numbers of its mentions."""

    name: str
    label: str
    members: tuple[int, ...]


class Case:
    """The document that is explained.

    Parameters
    ----------
    texts : mapping of int to str
        The text of each mention, by its number; mentions that match have the same number.
    key, response : sequence of Cluster
        The entities of both sides.
    """

    def __init__(self, texts: Mapping[int, str], key: Sequence[Cluster], response: Sequence[Cluster]) -> None:
        self.texts = texts
        self.key, self.response = list(key), list(response)

    @classmethod
    def of(cls, matched: Matched, document: int) -> Case:
        """One document of the corpora, by its number."""
        key, response = matched.key.view(document), matched.response.view(document)
        key_ids = numbers(key.rows.stop - key.rows.start)
        key_row = matched.key_row[response.rows]
        response_ids = np.where(key_row >= 0, key_row - key.rows.start, len(key_ids) + numbers(len(key_row)))
        spans = _texts(response, response_ids) | _texts(key, key_ids)
        return cls(_unique_texts(spans), _clusters("K", key, key_ids), _clusters("R", response, response_ids))

    def rewritten(self, steps: Iterable[Step]) -> Case:
        """The document as some steps of a variant rewrite it."""
        case = self
        for step in steps:
            case = REWRITINGS[step](case)
        return case

    def with_sides(self, key: Sequence[Cluster], response: Sequence[Cluster]) -> Case:
        """The same mentions in other clusters."""
        return Case(self.texts, key, response)

    @cached_property
    def key_members(self) -> set[int]:
        """The mentions of the key."""
        return {member for cluster in self.key for member in cluster.members}

    @cached_property
    def response_members(self) -> set[int]:
        """The mentions of the response."""
        return {member for cluster in self.response for member in cluster.members}

    @property
    def missing(self) -> list[int]:
        """The mentions that only the key has."""
        return sorted(self.key_members - self.response_members)

    @property
    def spurious(self) -> list[int]:
        """The mentions that only the response has."""
        return sorted(self.response_members - self.key_members)

    @cached_property
    def overlap(self) -> Overlap:
        """The table that metrics read."""
        key_of, response_of = (
            {member: number for number, cluster in enumerate(side) for member in cluster.members}
            for side in (self.key, self.response)
        )
        shared = sorted(key_of.keys() & response_of.keys())
        sizes = [ints([len(cluster.members) for cluster in side]) for side in (self.key, self.response)]
        return Overlap.from_pairs(
            np.zeros_like(sizes[0]),
            sizes[0],
            np.zeros_like(sizes[1]),
            sizes[1],
            ints([key_of[member] for member in shared]),
            ints([response_of[member] for member in shared]),
            1,
        )

    def shared(self, key: int, response: int) -> list[int]:
        """The mentions that a key entity and a response entity share."""
        members = set(self.response[response].members)
        return [member for member in self.key[key].members if member in members]

    def shown(self, members: Iterable[int]) -> ShownMembers:
        """Some mentions, for a cell of a table."""
        return ShownMembers(self.texts[member] for member in members)

    def partitions(self) -> Partitions:
        """The entities of both sides, for people."""
        return Partitions(
            tuple(self._entity(cluster, self.response_members) for cluster in self.key),
            tuple(self._entity(cluster, self.key_members) for cluster in self.response),
        )

    def _entity(self, cluster: Cluster, others: set[int]) -> ShownEntity:
        mentions = (ShownMention(self.texts[member], member in others) for member in cluster.members)
        return ShownEntity(cluster.name, cluster.label, tuple(mentions))


def _texts(document: Document, ids: Ints) -> dict[int, tuple[str, int]]:
    return {
        each: (shortened(mention.text), mention.start)
        for each, mention in zip(ids.tolist(), document.mentions, strict=True)
    }


def _unique_texts(spans: Mapping[int, tuple[str, int]]) -> dict[int, str]:
    """The texts of mentions; where two have the same text, the number of the first token is added."""
    times = Counter(text for text, _ in spans.values())
    return {each: text if times[text] == 1 else f"{text}@{start}" for each, (text, start) in spans.items()}


def _clusters(letter: str, document: Document, ids: Ints) -> list[Cluster]:
    first = document.rows.start
    return [
        Cluster(f"{letter}{number}", entity.label, tuple(int(ids[mention.row - first]) for mention in entity.mentions))
        for number, entity in enumerate(document.entities, start=1)
    ]


def _without(clusters: Sequence[Cluster], members: set[int]) -> list[Cluster]:
    kept = (cluster._replace(members=tuple(m for m in cluster.members if m not in members)) for cluster in clusters)
    return [cluster for cluster in kept if cluster.members]


def _with_singletons(clusters: Sequence[Cluster], letter: str, members: Sequence[int]) -> list[Cluster]:
    last = max((int(cluster.name[1:]) for cluster in clusters), default=0)
    return [*clusters, *(Cluster(f"{letter}{last + number}", "", (m,)) for number, m in enumerate(members, start=1))]


REWRITINGS: Mapping[Step, Callable[[Case], Case]] = {
    discard_twinless_singletons: lambda case: case.with_sides(
        case.key,
        [cluster for cluster in case.response if len(cluster.members) > 1 or cluster.members[0] in case.key_members],
    ),
    put_missing_into_response: lambda case: case.with_sides(
        case.key, _with_singletons(case.response, "R", case.missing)
    ),
    put_spurious_into_key: lambda case: case.with_sides(_with_singletons(case.key, "K", case.spurious), case.response),
    discard_spurious: lambda case: case.with_sides(case.key, _without(case.response, set(case.spurious))),
}


def _exact(values: Numeric) -> Numeric:
    """A column of numbers as fractions."""
    exact = np.empty(len(values), dtype=object)
    exact[:] = [Fraction(int(value)) for value in values]
    return exact


class ExactTables:
    """The tables of a document in exact fractions: entities, all cells, the cells that count, and the document."""

    def __init__(self, case: Case, metric: RatioMetric) -> None:
        self.case = case
        overlap = case.overlap
        self.keys, self.responses = (
            Entities(side.document, _exact(side.size), _exact(side.shared))
            for side in (overlap.keys, overlap.responses)
        )
        self.all, self.counted = (self._cells(cells) for cells in (overlap.cells, metric.cells(overlap)))
        self.documents = Documents(*map(_exact, overlap.documents))

    def _cells(self, cells: Cells) -> Cells:
        return Cells(self.keys, self.responses, cells.key, cells.response, _exact(cells.shared))

    def total(self, count: Count) -> Fraction:
        """The sum of all terms of a count."""
        terms = [
            *values(count.cell, self.counted),
            *values(count.key, self.keys),
            *values(count.response, self.responses),
            *values(count.document, self.documents),
        ]
        return sum(terms, Fraction(0))


def values(term: Callable[[AnyTable], Numeric] | None, table: AnyTable) -> list[Fraction]:
    """The value of a metric's term for each row of a table."""
    if term is None:
        return []
    found = np.broadcast_to(term(table), len(table.shared))
    return [Fraction(value) for value in found.tolist()]
