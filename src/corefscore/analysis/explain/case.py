"""One document as clusters of mentions, rewritten for variants of metrics, and its table in exact fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from corefscore.analysis.antecedents import antecedents
from corefscore.analysis.explain.explanation import Partitions, ShownEntity, ShownMembers, ShownMention, shortened
from corefscore.core.arrays import Ints, Numeric, ints, numbers
from corefscore.core.corpus import Corpus
from corefscore.core.views import Document
from corefscore.matching.matched import Matched
from corefscore.metrics.b3 import B3
from corefscore.metrics.base import Count, RatioMetric
from corefscore.metrics.overlap import Cells, Documents, Entities, Overlap
from corefscore.metrics.variants import (
    Step,
    discard_spurious,
    discard_twinless_singletons,
    put_missing_into_response,
    put_spurious_into_key,
)

if TYPE_CHECKING:
    from corefscore.metrics.split_antecedents import SplitAntecedents

LARGEST_DENOMINATOR = 10**6

AnyTable = TypeVar("AnyTable", Cells, Entities, Documents)


class Cluster(NamedTuple):
    """An entity: its name in the explanation, its name in the file, and the numbers of its mentions.

    A plural entity also has a split antecedent, such as ``<Ann + Bob>``, which counts in its size.
    """

    name: str
    label: str
    members: tuple[int, ...]
    antecedent: str = ""

    @property
    def size(self) -> int:
        """The number of mentions, plus one if the entity has a split antecedent."""
        return len(self.members) + bool(self.antecedent)


class Case:
    """The document that is explained.

    Parameters
    ----------
    texts : mapping of int to str
        The text of each mention, by its number; mentions that match have the same number.
    key, response : sequence of Cluster
        The entities of both sides.
    split : SplitAntecedents, optional
        The split antecedents of both sides, if there are any.
    """

    def __init__(
        self,
        texts: Mapping[int, str],
        key: Sequence[Cluster],
        response: Sequence[Cluster],
        split: SplitAntecedents | None = None,
    ) -> None:
        self.texts = texts
        self.key, self.response = list(key), list(response)
        self.split = split

    @classmethod
    def of(cls, matched: Matched, document: int) -> Case:
        """Return one document of the corpora, by its number."""
        key, response = matched.key.view(document), matched.response.view(document)
        key_ids = numbers(key.rows.stop - key.rows.start)
        key_row = matched.key_row[response.rows]
        response_ids = np.where(key_row >= 0, key_row - key.rows.start, len(key_ids) + numbers(len(key_row)))
        spans = _texts(response, response_ids) | _texts(key, key_ids)
        split = None if matched.whole is None else Overlap.of(_alone(matched, document)).split_antecedents
        names = antecedents(matched if split else replace(matched, whole=None), lambda mention: shortened(mention.text))
        return cls(
            _unique_texts(spans),
            _clusters("K", key, key_ids, names.key),
            _clusters("R", response, response_ids, names.response),
            split,
        )

    def rewritten(self, steps: Iterable[Step]) -> Case:
        """Return the document after the given steps of a variant."""
        case = self
        for step in steps:
            case = REWRITINGS[step](case)
        return case

    def with_sides(self, key: Sequence[Cluster], response: Sequence[Cluster]) -> Case:
        """Return the same mentions in other clusters."""
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
        """The overlap table from which metrics count."""
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

    def tables(self, metric: RatioMetric) -> tuple[Overlap, Overlap]:
        """Return the tables from which a metric counts recall and precision."""
        if self.split is None or metric.split is None:
            return self.overlap, self.overlap
        return self.split.credited(metric, metric.split)

    def shared(self, key: int, response: int) -> list[int]:
        """Return the mentions that a key entity and a response entity share."""
        members = set(self.response[response].members)
        return [member for member in self.key[key].members if member in members]

    def shown(self, members: Iterable[int]) -> ShownMembers:
        """Return the given mentions, for a cell of a table."""
        return ShownMembers(self.texts[member] for member in members)

    def partitions(self) -> Partitions:
        """Return the entities of both sides, for readers."""
        return Partitions(
            tuple(self._entity(cluster, self.response_members) for cluster in self.key),
            tuple(self._entity(cluster, self.key_members) for cluster in self.response),
        )

    def _entity(self, cluster: Cluster, others: set[int]) -> ShownEntity:
        mentions = [ShownMention(self.texts[member], member in others) for member in cluster.members]
        split = [ShownMention(cluster.antecedent, cluster.name in self._aligned)] if cluster.antecedent else []
        return ShownEntity(cluster.name, cluster.label, (*split, *mentions))

    @cached_property
    def _aligned(self) -> set[str]:
        """The plural entities whose split antecedent is aligned to one that shares something with it, by B³."""
        cells = self.tables(B3)[0].cells
        pairs = zip(cells.key.tolist(), cells.response.tolist(), cells.credit.tolist(), strict=True)
        return {name for k, r, credit in pairs if credit for name in (self.key[k].name, self.response[r].name)}


def _texts(document: Document, ids: Ints) -> dict[int, tuple[str, int]]:
    return {
        each: (shortened(mention.text), mention.start)
        for each, mention in zip(ids.tolist(), document.mentions, strict=True)
    }


def _unique_texts(spans: Mapping[int, tuple[str, int]]) -> dict[int, str]:
    """Return the texts of mentions. If two have the same text, the number of the first token is added."""
    times = Counter(text for text, _ in spans.values())
    return {each: text if times[text] == 1 else f"{text}@{start}" for each, (text, start) in spans.items()}


def _clusters(letter: str, document: Document, ids: Ints, antecedent: Mapping[int, str]) -> list[Cluster]:
    first = document.rows.start
    return [
        Cluster(
            f"{letter}{number}",
            entity.label,
            tuple(int(ids[mention.row - first]) for mention in entity.mentions),
            antecedent.get(entity.number, ""),
        )
        for number, entity in enumerate(document.entities, start=1)
    ]


def _alone(matched: Matched, document: int) -> Matched:
    """Return the mentions of one document, with entities numbered in the order of the text."""
    rows = (numbers(side.mentions)[side.document == document] for side in (matched.key, matched.response))
    taken = matched.take(*rows)
    return replace(taken, key=_in_order(taken.key), response=_in_order(taken.response))


def _in_order(corpus: Corpus) -> Corpus:
    first = np.zeros(len(corpus.labels), dtype=np.int64)
    first[corpus.entity[::-1]] = numbers(corpus.mentions)[::-1]
    order = np.argsort(first)
    number = np.empty_like(order)
    number[order] = numbers(len(order))
    return replace(corpus, entity=number[corpus.entity], labels=corpus.labels[order], relations=None)


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
    """Return a column as fractions. It has whole numbers, or credits with small denominators."""
    if values is None:
        return None
    exact = np.empty(len(values), dtype=object)
    exact[:] = [Fraction(float(value)).limit_denominator(LARGEST_DENOMINATOR) for value in values]
    return exact


class ExactTables:
    """The tables of a document in exact fractions: entities, all cells, the cells that count, and the document."""

    def __init__(self, case: Case, metric: RatioMetric, overlap: Overlap) -> None:
        self.case = case
        self.keys, self.responses = (
            Entities(side.document, _exact(side.size), _exact(side.shared), credit=_exact(side.credit))
            for side in (overlap.keys, overlap.responses)
        )
        self.all, self.counted = (self._cells(cells) for cells in (overlap.cells, metric.cells(overlap)))
        self.documents = self._documents(overlap)

    @classmethod
    def both(cls, case: Case, metric: RatioMetric) -> tuple[ExactTables, ExactTables]:
        """Return the tables for recall and for precision."""
        recall, precision = case.tables(metric)
        first = cls(case, metric, recall)
        return first, first if precision is recall else cls(case, metric, precision)

    def _cells(self, cells: Cells) -> Cells:
        shared, credit = _exact(cells.shared), _exact(cells.credit)
        return Cells(self.keys, self.responses, cells.key, cells.response, shared, credit=credit)

    def _documents(self, overlap: Overlap) -> Documents:
        """Return the sums over the document. Sums of credits are exact."""
        sizes = (_exact(np.array([column.sum()])) for column in overlap.documents[:6])
        if self.keys.credit is None:
            return Documents(*sizes)
        return Documents(*sizes, *(np.array([sum(each)]) for each in (self.keys.credit, self.keys.credit_squares)))

    def size(self, cluster: Cluster) -> int:
        """Return the size of an entity. Its split antecedent counts if the metric counts split antecedents."""
        return len(cluster.members) if self.keys.credit is None else cluster.size

    def total(self, count: Count) -> Fraction:
        """Return the sum of all terms of a count."""
        terms = [
            *values(count.cell, self.counted),
            *values(count.key, self.keys),
            *values(count.response, self.responses),
            *values(count.document, self.documents),
        ]
        return sum(terms, Fraction(0))


def values(term: Callable[[AnyTable], Numeric] | None, table: AnyTable) -> list[Fraction]:
    """Return the value of a metric's term for each row of a table."""
    if term is None:
        return []
    found = np.broadcast_to(term(table), len(table.shared))
    return [Fraction(value) for value in found.tolist()]
