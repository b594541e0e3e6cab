"""The data of the front page: scores, costs of errors, documents, and the entities with the highest costs."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import permutations
from typing import TypedDict

import numpy as np

from corefscore.analysis.errors.prices import prices
from corefscore.analysis.verdicts import RIGHT
from corefscore.comparison.resampling import FEW
from corefscore.comparison.significance import Significance
from corefscore.comparison.systems import Comparison
from corefscore.core.arrays import Floats, Ints
from corefscore.core.problems import InputError
from corefscore.metrics.base import RATES
from corefscore.metrics.mentions import MENTIONS
from corefscore.report.document_data import SystemDocuments
from corefscore.report.names import document_titles, excerpt
from corefscore.result import Result, Score, scores_of_rows

COSTLY = 10
CONSIDERED = 25
"""The number of mentions of an entity that may be used as its name."""
BY_CLARITY = (0, 1, 3, 4, 2)
"""The rank of each type of mention as the name of its entity: names first, pronouns last."""


class MentionCounts(TypedDict):
    """The numbers of mentions, of found mentions, and of found mentions in the right entity."""

    key: int
    response: int
    shared: int
    right: int


class CostlyEntity(TypedDict):
    """An entity, by its index in the key or the response of its document, and its cost."""

    document: int
    side: str
    entity: int
    text: str
    size: int
    right: int
    cost: float


class EntityDifference(TypedDict):
    """A key entity, and its cost for each system."""

    document: int
    entity: int
    text: str
    size: int
    costs: list[float]


class SystemSummary(TypedDict):
    """The figures of a system: scores, errors by kind and type, and the price of each kind of error."""

    name: str
    about: str
    signature: str
    short_signature: str
    scores: list[list[float | None]]
    families: list[dict[str, list[float | None]]]
    intervals: list[list[float] | None]
    marks: list[str]
    p: list[float | None]
    counts: MentionCounts
    errors: list[list[int]]
    prices: list[tuple[str, int, list[float | None]]]
    entities: list[CostlyEntity]


class DocumentSummary(TypedDict):
    """The size of a document, its F1 by system and metric, and whether its text is on the page."""

    name: str
    title: str
    mentions: int
    scores: list[list[float | None] | None]
    here: bool


class Summary:
    """The data of the front page for several systems.

    Parameters
    ----------
    results : mapping of str to Result
        The results, by the names of the systems, scored against the same key.
    systems : sequence of SystemDocuments
        The documents of the systems.
    """

    def __init__(self, results: Mapping[str, Result], systems: Sequence[SystemDocuments]) -> None:
        self.results = results
        self._systems = systems
        self.names = list(dict.fromkeys(name for result in results.values() for name in result.counts.documents))
        self._number = {name: number for number, name in enumerate(self.names)}

    @cached_property
    def tests(self) -> Significance | None:
        """Tests against the first system; None if there is nothing to test, or if there are few documents."""
        if len(self.results) < 2 or len(self.names) < FEW:
            return None
        try:
            comparison = Comparison({name: each.without_mentions() for name, each in self.results.items()})
            return comparison.with_tests().tests
        except InputError:  # systems with other documents or other policies cannot be tested
            return None

    def systems(self) -> list[SystemSummary]:
        """Return the figures of each system."""
        return [self._system(*each) for each in zip(self.results.items(), self._systems, strict=True)]

    def _system(self, named: tuple[str, Result], documents: SystemDocuments) -> SystemSummary:
        name, result = named
        metrics = [metric.name for metric in result.metrics]
        found = _priced(result)
        tests = self.tests
        return {
            "name": name,
            "about": str(result.response),
            "signature": result.signature,
            "short_signature": result.short_signature,
            "scores": [_rates(result[metric]) for metric in metrics],
            "families": [
                {part: _rates(score) for part, score in result[metric.name].families.items() if metric.shows_families}
                for metric in result.metrics
            ],
            "intervals": [_f1_interval(result, metric) for metric in metrics],
            "marks": [tests.mark(name, metric) if tests else "" for metric in metrics],
            "p": [
                figure(tests.corrected[name][each]) if tests and name in tests.corrected else None for each in metrics
            ],
            "counts": _mention_counts(documents),
            "errors": result.errors.by_type(),
            "prices": [
                (kind, errors, [figure(repaired.get(metric, result[metric]).f1) for metric in metrics])
                for kind, errors, repaired in found
            ],
            "entities": self._costly(documents),
        }

    def documents(self, here: Collection[int]) -> list[DocumentSummary]:
        """Return the documents of the page, with the F1 of each metric and system."""
        results = list(self.results.values())
        scores = [scores_of_rows(result.metrics, result.counts.rows) for result in results]
        rows = [{name: row for row, name in enumerate(result.counts.documents)} for result in results]
        sizes = [result.counts.rows[MENTIONS.name][:, 1].astype(int).tolist() for result in results]

        def figures(system: int, name: str) -> list[float | None] | None:
            row = rows[system].get(name)
            return None if row is None else [figure(each[row].f1) for each in scores[system].values()]

        return [
            {
                "name": name,
                "title": title,
                "mentions": max(size[row[name]] for size, row in zip(sizes, rows, strict=True) if name in row),
                "scores": [figures(system, name) for system in range(len(results))],
                "here": number in here,
            }
            for number, (name, title) in enumerate(zip(self.names, document_titles(self.names), strict=True))
        ]

    def _costly(self, system: SystemDocuments) -> list[CostlyEntity]:
        """Return the entities with the highest costs."""
        costs = system.costs
        both = np.concatenate([costs.key, costs.response])
        found = [int(row) for row in _largest(both, COSTLY) if both[row] > 0]
        return [self._entity(system, row, float(both[row])) for row in found]

    def _entity(self, system: SystemDocuments, row: int, cost: float) -> CostlyEntity:
        side = int(row >= len(system.costs.key))
        entity = row - side * len(system.costs.key)
        columns = system.sides[side]
        document = int(columns.corpus.entity_documents[entity])
        verdicts = (system.verdicts.key, system.verdicts.response)[side]
        rows = columns.members(entity)
        return {
            "document": self._number[columns.corpus.names[document]],
            "side": ("key", "response")[side],
            "entity": int(columns.index[entity]),
            "text": _name_of(system, side, rows),
            "size": len(rows),
            "right": int((verdicts[rows] == RIGHT).sum()),
            "cost": cost,
        }

    def differences(self) -> list[EntityDifference]:
        """Return the key entities in which two systems differ most, for each pair of systems."""
        systems = self._systems
        if len(systems) < 2 or not _same_entities(systems):
            return []
        costs = np.array([system.costs.key for system in systems])
        rows: set[int] = set()
        for one, other in permutations(range(len(systems)), 2):
            gain = costs[other] - costs[one]
            rows |= {int(row) for row in _largest(gain, COSTLY) if gain[row] > 0}
        columns = systems[0].sides[0]
        documents = columns.corpus.entity_documents
        return [
            {
                "document": self._number[columns.corpus.names[int(documents[row])]],
                "entity": int(columns.index[row]),
                "text": _name_of(systems[0], 0, columns.members(row)),
                "size": len(columns.members(row)),
                "costs": costs[:, row].tolist(),
            }
            for row in sorted(rows)
        ]


def figure(value: float) -> float | None:
    """Return a figure for JSON in full precision; None if it is not defined."""
    return None if math.isnan(value) else float(value)


def _rates(score: Score) -> list[float | None]:
    return [figure(getattr(score, rate)) for rate in RATES]


def _priced(result: Result) -> list[tuple[str, int, Mapping[str, Score]]]:
    """Return each kind of error, the number of its errors, and the scores after its repair.

    The first row has the scores before any repair. Repairs of entities do not change scores of relations.
    """
    if all(metric.of_relations for metric in result.metrics):
        return [("", 0, result)]
    found = prices(result)
    steps = ((kind, found.errors.get(kind, 0), repaired) for kind, repaired in found.progressive.items())
    return [("", 0, found.before), *steps]


def _f1_interval(result: Result, metric: str) -> list[float] | None:
    interval = result.figure(metric).interval
    return None if interval is None else list(interval)


def _mention_counts(system: SystemDocuments) -> MentionCounts:
    matched = system.matched
    return {
        "key": matched.key.mentions,
        "response": matched.response.mentions,
        "shared": int((matched.key_row >= 0).sum()),
        "right": int((system.verdicts.response == RIGHT).sum()),
    }


def _largest(values: Floats, number: int) -> Iterable[int]:
    """Return the rows of the largest values. Equal values keep their order."""
    rows: list[int] = np.argsort(-values, kind="stable")[:number].tolist()
    return rows


def _same_entities(systems: Sequence[SystemDocuments]) -> bool:
    """Return whether the entities of the key are the same for all systems."""
    first = systems[0].matched.key
    return all(
        system.matched.key.names == first.names and np.array_equal(system.matched.key.entity_sizes, first.entity_sizes)
        for system in systems
    )


def _name_of(system: SystemDocuments, side: int, rows: Ints) -> str:
    """Return a mention as the name of an entity: a name, or else the first mention that is not a pronoun."""
    columns = system.sides[side]
    best = min(rows[:CONSIDERED].tolist(), key=lambda row: BY_CLARITY[columns.type[row]])
    words = system.errors.mentions.texts[int(columns.corpus.entity_documents[columns.corpus.entity[best]])]
    start, end = int(columns.corpus.start[best]), int(columns.corpus.end[best])
    return f"[{start}–{end}]" if words is None else excerpt(words.tokens[start : end + 1])
