"""One document as groups of mentions, rewritten where a variant asks for it, and its table in exact fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from corefscore.analysis.explain.explanation import Members, Partitions, ShownEntity, ShownMention, shortened
from corefscore.core.arrays import Ints, ints, numbers
from corefscore.core.views import Document
from corefscore.matching.matched import Matched
from corefscore.metrics.base import Count, RatioMetric
from corefscore.metrics.overlap import Cells, Documents, Entities, Overlap
from corefscore.metrics.rewriting import (
    Step,
    discard_spurious,
    discard_twinless_singletons,
    put_missing_into_response,
    put_spurious_into_key,
)


class Group(NamedTuple):
    """An entity: its name here, its name in the file, and the numbers of its mentions."""

    name: str
    label: str
    members: tuple[int, ...]


class Case:
    """One document: a number for each mention, the same on both sides for matched ones, and the groups of both sides."""

    def __init__(self, texts: Mapping[int, str], key: Sequence[Group], response: Sequence[Group]) -> None:
        self.texts = texts
        self.key, self.response = list(key), list(response)

    @classmethod
    def of(cls, matched: Matched, document: int) -> Case:
        key, response = matched.key.view(document), matched.response.view(document)
        key_ids = numbers(key.rows.stop - key.rows.start)
        key_row = matched.key_row[response.rows]
        response_ids = np.where(key_row >= 0, key_row - key.rows.start, len(key_ids) + numbers(len(key_row)))
        spans = _texts(response, response_ids) | _texts(key, key_ids)
        return cls(_told_apart(spans), _groups("K", key, key_ids), _groups("R", response, response_ids))

    def rewritten(self, steps: Iterable[Step]) -> Case:
        case = self
        for step in steps:
            case = REWRITINGS[step](case)
        return case

    def with_sides(self, key: Sequence[Group], response: Sequence[Group]) -> Case:
        return Case(self.texts, key, response)

    @cached_property
    def key_members(self) -> set[int]:
        return {member for group in self.key for member in group.members}

    @cached_property
    def response_members(self) -> set[int]:
        return {member for group in self.response for member in group.members}

    @property
    def missing(self) -> list[int]:
        return sorted(self.key_members - self.response_members)

    @property
    def spurious(self) -> list[int]:
        return sorted(self.response_members - self.key_members)

    @cached_property
    def overlap(self) -> Overlap:
        """The table that metrics read."""
        key_of, response_of = (
            {member: place for place, group in enumerate(side) for member in group.members}
            for side in (self.key, self.response)
        )
        shared = sorted(key_of.keys() & response_of.keys())
        sizes = [ints([len(group.members) for group in side]) for side in (self.key, self.response)]
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
        members = set(self.response[response].members)
        return [member for member in self.key[key].members if member in members]

    def shown(self, members: Iterable[int]) -> Members:
        return Members(self.texts[member] for member in members)

    def partitions(self) -> Partitions:
        return Partitions(
            tuple(self._entity(group, self.response_members) for group in self.key),
            tuple(self._entity(group, self.key_members) for group in self.response),
        )

    def _entity(self, group: Group, others: set[int]) -> ShownEntity:
        mentions = (ShownMention(self.texts[member], member in others) for member in group.members)
        return ShownEntity(group.name, group.label, tuple(mentions))


def _texts(document: Document, ids: Ints) -> dict[int, tuple[str, int]]:
    return {
        each: (shortened(mention.text), mention.start)
        for each, mention in zip(ids.tolist(), document.mentions, strict=True)
    }


def _told_apart(spans: Mapping[int, tuple[str, int]]) -> dict[int, str]:
    """Texts of mentions, with the number of the first token where others have the same text."""
    times = Counter(text for text, _ in spans.values())
    return {each: text if times[text] == 1 else f"{text}@{start}" for each, (text, start) in spans.items()}


def _groups(letter: str, document: Document, ids: Ints) -> list[Group]:
    first = document.rows.start
    return [
        Group(f"{letter}{place}", entity.label, tuple(int(ids[mention.row - first]) for mention in entity.mentions))
        for place, entity in enumerate(document.entities, start=1)
    ]


def _without(groups: Sequence[Group], members: set[int]) -> list[Group]:
    kept = (group._replace(members=tuple(m for m in group.members if m not in members)) for group in groups)
    return [group for group in kept if group.members]


def _with_singletons(groups: Sequence[Group], letter: str, members: Sequence[int]) -> list[Group]:
    last = max((int(group.name[1:]) for group in groups), default=0)
    return [*groups, *(Group(f"{letter}{last + place}", "", (m,)) for place, m in enumerate(members, start=1))]


REWRITINGS: Mapping[Step, Callable[[Case], Case]] = {
    discard_twinless_singletons: lambda case: case.with_sides(
        case.key, [group for group in case.response if len(group.members) > 1 or group.members[0] in case.key_members]
    ),
    put_missing_into_response: lambda case: case.with_sides(
        case.key, _with_singletons(case.response, "R", case.missing)
    ),
    put_spurious_into_key: lambda case: case.with_sides(_with_singletons(case.key, "K", case.spurious), case.response),
    discard_spurious: lambda case: case.with_sides(case.key, _without(case.response, set(case.spurious))),
}


def _exact(values: Any) -> Any:
    exact = np.empty(len(values), dtype=object)
    exact[:] = [Fraction(int(value)) for value in values]
    return exact


class Tables:
    """The table of a case in exact fractions, with the cells that a metric counts."""

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
        """What all terms of a count add up to."""
        tables = (self.counted, self.keys, self.responses, self.documents)
        return sum(
            (value for term, table in zip(count, tables, strict=True) for value in values(term, table)), Fraction(0)
        )


def values(term: Callable[[Any], Any] | None, table: Any) -> list[Fraction]:
    """A metric's term, for each row of a table."""
    if term is None:
        return []
    found = np.broadcast_to(term(table), len(table.shared))
    return [Fraction(value) for value in found.tolist()]
