"""Accounts of what each metric counts in a document, in the steps of a calculation by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import NamedTuple, TypeAlias

from corefscore.analysis.explain.case import LARGEST_DENOMINATOR, Case, Cluster, ExactTables, values
from corefscore.analysis.explain.explanation import Account, Rate, ShownMembers, ShownParts, Sum, Summand, number
from corefscore.core.arrays import Ints
from corefscore.core.tables import Column, Table
from corefscore.metrics.base import CellTerm, Count, Ratio, RatioMetric, pairs
from corefscore.metrics.blanc import BETWEEN
from corefscore.metrics.ceafe import likeness
from corefscore.metrics.ceafm import shared_mentions
from corefscore.metrics.pairwise import PAIRWISE

LINKS_SHOWN = 120

TitledTables: TypeAlias = list[tuple[str, Table]]


class Shared(NamedTuple):
    """What two entities share: mentions, and the credit of their split antecedents."""

    mentions: int
    credit: Fraction

    def __str__(self) -> str:
        return f"({self.mentions}+{self.credit})" if self.credit else str(self.mentions)

    @property
    def pairs(self) -> Fraction:
        """The number of links between the shared mentions."""
        return _pairs(self.mentions) + self.mentions * self.credit


@dataclass(frozen=True)
class Perspective:
    """A document as seen from one side: from the key for recall, from the response for precision.

    Parameters
    ----------
    tables : ExactTables
        The tables of the document.
    name : str
        `Recall` or `Precision`.
    ratio : Ratio
        The sums of the metric for this rate.
    clusters : list of Cluster
        The entities of this side.
    entity : array of int
        The entity of this side in each cell that counts.
    """

    tables: ExactTables
    name: str
    ratio: Ratio
    clusters: list[Cluster]
    entity: Ints

    @classmethod
    def both(cls, case: Case, metric: RatioMetric) -> BothSides:
        """Return the document as seen from the key, and as seen from the response."""
        recall, precision = ExactTables.both(case, metric)
        return (
            cls(recall, "Recall", metric.recall, case.key, recall.counted.key),
            cls(precision, "Precision", metric.precision, case.response, precision.counted.response),
        )

    @property
    def is_recall(self) -> bool:
        """Whether the side is the key."""
        return self.name == "Recall"

    def size(self, entity: int) -> int:
        """Return the number of mentions of an entity, with its split antecedent if the metric counts it."""
        return self.tables.size(self.clusters[entity])

    @cached_property
    def split(self) -> list[Fraction]:
        """The credit of the split antecedent of each entity, from the cells in which mentions are shared."""
        cells = self.tables.counted
        found = [Fraction(0)] * len(self.clusters)
        if cells.credit is not None:
            for entity, shared, credit in zip(self.entity.tolist(), cells.shared, cells.credit, strict=True):
                found[entity] += credit if shared else 0
        return found

    @cached_property
    def parts(self) -> list[list[list[int]]]:
        """The parts into which the other side divides each entity. A mention that it lacks is a part by itself."""
        cut: list[list[list[int]]] = [[] for _ in self.clusters]
        cells, case = self.tables.counted, self.tables.case
        rows = zip(self.entity.tolist(), cells.key.tolist(), cells.response.tolist(), strict=True)
        for entity, key, response in rows:
            cut[entity] += [shared] if (shared := case.shared(key, response)) else []
        for cluster, parts in zip(self.clusters, cut, strict=True):
            found = {member for part in parts for member in part}
            parts += [[member] for member in cluster.members if member not in found]
        return cut

    @cached_property
    def credits(self) -> list[Fraction]:
        """What each cell adds to the numerator."""
        return values(self.ratio.numerator.cell, self.tables.counted)

    @cached_property
    def credit_of_entities(self) -> list[Fraction]:
        """What the cells of each entity add to the numerator."""
        totals = [Fraction(0)] * len(self.clusters)
        for entity, value in zip(self.entity.tolist(), self.credits, strict=True):
            totals[entity] += value
        return totals

    @cached_property
    def weights(self) -> list[Fraction]:
        """What each entity adds to the denominator."""
        count = self.ratio.denominator
        return [*values(count.key, self.tables.keys), *values(count.response, self.tables.responses)]

    def by_cell(self, text: Callable[[Shared, int, int], str]) -> Sum:
        """Return a summand for each cell. `text` takes the shared mentions and the sizes of the two entities."""
        case, cells = self.tables.case, self.tables.counted
        terms = []
        for row, value in enumerate(self.credits):
            key, response = case.key[int(cells.key[row])], case.response[int(cells.response[row])]
            own, other = (key, response) if self.is_recall else (response, key)
            credit = Fraction(0) if cells.credit is None else cells.credit[row]
            shown = text(Shared(int(cells.shared[row]), credit), self.tables.size(own), self.tables.size(other))
            terms.append(Summand(f"{key.name} {response.name}", shown, value))
        return Sum(tuple(terms))

    def by_entity(self, found: Iterable[Fraction], text: Callable[[int], str]) -> Sum:
        """Return a summand for each entity."""
        return Sum(tuple(Summand(self.clusters[n].name, text(n), value) for n, value in enumerate(found)))


BothSides: TypeAlias = tuple[Perspective, Perspective]


class Notation(NamedTuple):
    """The notation of a metric: its numerator and denominator, and the tables that show what is counted."""

    numerator: Callable[[Perspective], Sum]
    denominator: Callable[[Perspective], Sum]
    tables: Callable[[BothSides], TitledTables]


def account(case: Case, metric: RatioMetric, only: str | None = None, title: str = "") -> Account:
    """Return an account of how the rates of a metric are computed.

    Parameters
    ----------
    case : Case
        The document.
    metric : RatioMetric
        The metric.
    only : str, optional
        `Recall` or `Precision`, to explain only one of them.
    title : str
        The title of the account.

    Returns
    -------
    Account
        The rates, and the tables of what is counted.
    """
    sides = Perspective.both(case, metric)
    notation = NOTATIONS.get(metric.name, TOTALS)
    rates = (Rate(side.name, notation.numerator(side), notation.denominator(side)) for side in sides)
    return Account(
        title=title,
        rates=tuple(rate for rate in rates if only in (None, rate.name)),
        tables=(*notation.tables(sides), *_antecedent_tables(case, metric)),
    )


def _sizes(side: Perspective) -> Sum:
    return side.by_entity(side.weights, lambda entity: str(side.size(entity)))


def _number_of_entities(side: Perspective) -> Sum:
    name = f"entities of the {'key' if side.is_recall else 'response'}"
    return Sum((Summand(name, str(len(side.weights)), sum(side.weights, Fraction(0))),))


def _links_needed(side: Perspective) -> Sum:
    return side.by_entity(side.weights, lambda entity: f"({side.size(entity)} - 1)")


def _links_found(side: Perspective) -> Sum:
    def text(entity: int) -> str:
        split = f" + {side.split[entity]}" if side.split[entity] else ""
        return f"({side.size(entity)} - {_number_of_parts(side, entity)}{split})"

    return side.by_entity(side.credit_of_entities, text)


def _number_of_parts(side: Perspective, entity: int) -> int:
    """Return the number of parts of an entity. Its split antecedent is a part by itself."""
    return len(side.parts[entity]) + bool(side.clusters[entity].antecedent)


def _shared(side: Perspective) -> Sum:
    return side.by_cell(lambda n, own, other: str(n))


def _squares(side: Perspective) -> Sum:
    return side.by_cell(lambda n, own, other: f"{n}²/{own}")


def _likenesses(side: Perspective) -> Sum:
    def text(n: Shared, own: int, other: int) -> str:
        key, response = (own, other) if side.is_recall else (other, own)
        return f"2×{n}/({key}+{response})"

    return side.by_cell(text)


def _pairs_shared(side: Perspective) -> Sum:
    return side.by_cell(lambda n, own, other: str(n.pairs))


def _pairs_within(side: Perspective) -> Sum:
    return side.by_entity(side.weights, lambda entity: str(_pairs(side.size(entity))))


def _links_resolved(side: Perspective) -> Sum:
    return side.by_entity(side.credit_of_entities, lambda entity: f"{side.size(entity)}×{_resolved(side, entity)}")


def _resolved(side: Perspective, entity: int) -> str:
    """Return the resolved links of an entity, divided by all its links. A singleton has one link, to itself."""
    if side.size(entity) == 1:
        return f"{side.credit_of_entities[entity]}/1"
    pairs_found = sum(_pairs(len(part)) for part in side.parts[entity]) + _pairs_with_split(side, entity)
    found = str(pairs_found) if pairs_found.denominator == 1 else f"({pairs_found})"
    return f"{found}/{_pairs(side.size(entity))}"


def _pairs_with_split(side: Perspective, entity: int) -> Fraction:
    """Return the number of resolved links between an entity and its split antecedent."""
    cells = side.tables.counted
    if cells.credit is None:
        return Fraction(0)
    return sum((cells.shared * cells.credit)[side.entity == entity], Fraction(0))


def _pairs(size: int) -> int:
    return int(pairs(size))


def _titled(sides: BothSides) -> list[tuple[Perspective, str]]:
    """Return each side, and a title for the table of its entities."""
    key, response = sides
    return [(key, "The key entities, cut by the response"), (response, "The response entities, cut by the key")]


def _part_tables(sides: BothSides) -> TitledTables:
    columns = [
        Column("Entity", "entity"),
        Column("Parts", "parts"),
        Column("Mentions", "size", "count"),
        Column("Number of parts", "number_of_parts", "count"),
    ]
    tables = []
    for side, title in _titled(sides):
        rows = [
            [cluster.name, _shown_parts(side, entity), cluster.size, _number_of_parts(side, entity)]
            for entity, cluster in enumerate(side.clusters)
        ]
        tables.append((title, Table(columns, rows)))
    return tables


def _shown_parts(side: Perspective, entity: int) -> ShownParts:
    antecedent = side.clusters[entity].antecedent
    split = [ShownMembers([antecedent])] if antecedent else []
    return ShownParts([*split, *map(side.tables.case.shown, side.parts[entity])])


CELL = [
    Column("Key", "key"),
    Column("Response", "response"),
    Column("Shared mentions", "mentions"),
    Column("Shared", "shared", "count"),
    Column("Of key", "key_size", "count"),
    Column("Of response", "response_size", "count"),
]


def _cell_table(sides: BothSides) -> TitledTables:
    recall, precision = sides
    columns = [*CELL, Column("Recall credit", "recall_credit"), Column("Precision credit", "precision_credit")]
    found = zip(_cells(recall.tables), recall.credits, precision.credits, strict=True)
    rows = [[*cell, number(ours), number(theirs)] for cell, ours, theirs in found]
    return [("Entities that share mentions", Table(columns, rows))]


def _cells(tables: ExactTables) -> list[list[object]]:
    """Return a row for each cell, under the columns `CELL`."""
    case, cells = tables.case, tables.all
    rows: list[list[object]] = []
    for k, r in zip(cells.key.tolist(), cells.response.tolist(), strict=True):
        key, response, found = case.key[k], case.response[r], case.shared(k, r)
        rows.append([key.name, response.name, case.shown(found), len(found), tables.size(key), tables.size(response)])
    return rows


def _antecedent_tables(case: Case, metric: RatioMetric) -> TitledTables:
    """Return the aligned split antecedents, with their recall, precision and F1."""
    if case.split is None or metric.split is None:
        return []
    credit = case.split.credit(metric.split.by or metric)
    aligned = {}
    for pair, rates in zip(credit.pair.tolist(), credit.rates.tolist(), strict=True):
        key, response = case.split.pair_key[pair], case.split.pair_response[pair]
        aligned[int(case.split.key.entity[key])] = int(case.split.response.entity[response]), rates
    rows: list[list[object]] = []
    for number_of, cluster in enumerate(case.key):
        if cluster.antecedent:
            other, rates = aligned.get(number_of, (-1, [0.0, 0.0, 0.0]))
            theirs = case.response[other] if other >= 0 else Cluster("", "", ())
            rows.append([cluster.name, cluster.antecedent, theirs.name, theirs.antecedent, *map(_rate, rates)])
    found = {other for other, _ in aligned.values()}
    rows += [
        ["", "", cluster.name, cluster.antecedent, *map(_rate, (0.0, 0.0, 0.0))]
        for number_of, cluster in enumerate(case.response)
        if cluster.antecedent and number_of not in found
    ]
    return [("Split antecedents, aligned one to one", Table(ANTECEDENTS, rows))]


ANTECEDENTS = [
    Column("Key", "key"),
    Column("Its antecedent", "key_antecedent"),
    Column("Response", "response"),
    Column("Its antecedent", "response_antecedent"),
    Column("Recall", "recall"),
    Column("Precision", "precision"),
    Column("F1", "f1"),
]


def _rate(value: float) -> str:
    return number(Fraction(value).limit_denominator(LARGEST_DENOMINATOR))


def _alignment_table(similarity: CellTerm) -> Callable[[BothSides], TitledTables]:
    def tables_of(sides: BothSides) -> TitledTables:
        tables = sides[0].tables
        aligned = set(zip(tables.counted.key.tolist(), tables.counted.response.tolist(), strict=True))
        every = zip(tables.all.key.tolist(), tables.all.response.tolist(), strict=True)
        marks = ["yes" if cell in aligned else "" for cell in every]
        columns = [*CELL, Column("Similarity", "similarity"), Column("Aligned", "aligned")]
        found = zip(_cells(tables), values(similarity, tables.all), marks, strict=True)
        rows = [[*cell, number(value), mark] for cell, value, mark in found]
        return [("Similarity of entities, and the best one-to-one alignment", Table(columns, rows))]

    return tables_of


def _resolved_tables(sides: BothSides) -> TitledTables:
    columns = [
        Column("Entity", "entity"),
        Column("Parts", "parts"),
        Column("Importance", "importance", "count"),
        Column("Resolved links", "resolved"),
        Column("Contribution", "contribution"),
    ]
    tables = []
    for side, title in _titled(sides):
        rows = [
            [cluster.name, _shown_parts(side, n), side.size(n), _resolved(side, n), number(side.credit_of_entities[n])]
            for n, cluster in enumerate(side.clusters)
        ]
        tables.append((title, Table(columns, rows)))
    return tables


def _mention_table(sides: BothSides) -> TitledTables:
    case = sides[0].tables.case
    both = sorted(case.key_members & case.response_members)
    sets = [("both sides", both), ("the key alone", case.missing), ("the response alone", case.spurious)]
    columns = [Column("Found in", "in"), Column("Number", "number", "count"), Column("Mentions", "mentions")]
    return [("Mentions", Table(columns, [[name, len(found), case.shown(found)] for name, found in sets]))]


NOTATIONS = {
    "mentions": Notation(_shared, _sizes, _mention_table),
    "muc": Notation(_links_found, _links_needed, _part_tables),
    "b3": Notation(_squares, _sizes, _cell_table),
    "ceafm": Notation(_shared, _sizes, _alignment_table(shared_mentions)),
    "ceafe": Notation(_likenesses, _number_of_entities, _alignment_table(likeness)),
    "lea": Notation(_links_resolved, _sizes, _resolved_tables),
    "pairwise": Notation(_pairs_shared, _pairs_within, _cell_table),
}
TOTALS = Notation(
    lambda side: _as_one(side.tables, side.ratio.numerator),
    lambda side: _as_one(side.tables, side.ratio.denominator),
    _cell_table,
)
"""The notation of metrics that have no notation of their own."""


def link_accounts(case: Case) -> tuple[Account, Account]:
    """Return the accounts of BLANC: pairs of mentions in one entity, and pairs of mentions in two entities."""
    within = [_within(side) for side in (case.key, case.response)]
    between = [_between(side) for side in (case.key, case.response)]
    return (
        _link_account(case, PAIRWISE, "Coreference links", "C", within),
        _link_account(case, BETWEEN, "Non-coreference links", "N", between),
    )


class LinkSet(NamedTuple):
    """The links of one side: their number, and a function that lists them."""

    size: int
    listed: Callable[[], Iterable[tuple[int, int]]]


def _within(clusters: list[Cluster]) -> LinkSet:
    size = sum(_pairs(cluster.size) for cluster in clusters)
    return LinkSet(size, lambda: (pair for cluster in clusters for pair in combinations(cluster.members, 2)))


def _between(clusters: list[Cluster]) -> LinkSet:
    members = sum(cluster.size for cluster in clusters)
    return LinkSet(
        _pairs(members) - _within(clusters).size,
        lambda: ((a, b) for one, other in combinations(clusters, 2) for a in one.members for b in other.members),
    )


def _link_account(case: Case, metric: RatioMetric, title: str, letter: str, sides: list[LinkSet]) -> Account:
    ratios = zip(
        ("Recall", "Precision"), ExactTables.both(case, metric), (metric.recall, metric.precision), strict=True
    )
    rates = tuple(
        Rate(name, _as_one(tables, ratio.numerator), _as_one(tables, ratio.denominator))
        for name, tables, ratio in ratios
    )
    recall, precision = (rate.value for rate in rates)
    notes = () if case.split else _link_notes(case, letter, sides)
    return Account(title, rates, tuple(_antecedent_tables(case, metric)), notes, f1=exact_f1(recall, precision))


def exact_f1(recall: Fraction, precision: Fraction) -> Fraction:
    """Return the harmonic mean of two fractions."""
    return 2 * recall * precision / (recall + precision) if recall + precision else Fraction(0)


def _as_one(tables: ExactTables, count: Count) -> Sum:
    total = tables.total(count)
    return Sum((Summand("document", number(total), total),))


def _link_notes(case: Case, letter: str, sides: list[LinkSet]) -> tuple[str, ...]:
    if any(side.size > LINKS_SHOWN for side in sides):
        counts = zip(("key", "response"), sides, strict=True)
        return tuple(f"{letter}({name}) has {side.size:,} links, too many to list" for name, side in counts)
    key, response = (list(map(_in_order, side.listed())) for side in sides)
    in_response = set(response)
    common = [link for link in key if link in in_response]
    sets = ((f"{letter}(key)", key), (f"{letter}(response)", response), ("in both", common))
    return tuple(f"{name} = {{{', '.join(_link(case, link) for link in links)}}}" for name, links in sets)


def _in_order(link: tuple[int, int]) -> tuple[int, int]:
    return (min(link), max(link))


def _link(case: Case, link: tuple[int, int]) -> str:
    texts = [case.texts[member] for member in link]
    return ("" if all(len(text) == 1 for text in texts) else "–").join(texts)
