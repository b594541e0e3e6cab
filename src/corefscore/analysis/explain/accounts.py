"""What each metric counts in a document, written the way a person would work it out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

from corefscore.analysis.explain.case import Case, Group, Tables, values
from corefscore.analysis.explain.explanation import Account, Parts, Rate, Sum, Term, number
from corefscore.core.arrays import Ints
from corefscore.core.tables import Column, Table
from corefscore.metrics.base import Count, Ratio, RatioMetric, pairs
from corefscore.metrics.blanc import BETWEEN
from corefscore.metrics.ceafe import likeness
from corefscore.metrics.ceafm import shared_mentions
from corefscore.metrics.pairwise import PAIRWISE

LINKS_SHOWN = 120


@dataclass(frozen=True)
class View:
    """A document seen from the side whose mentions are looked for: the key for recall, the response for precision."""

    tables: Tables
    name: str
    ratio: Ratio
    groups: list[Group]
    entity: Ints

    @classmethod
    def both(cls, tables: Tables, metric: RatioMetric) -> tuple[View, View]:
        case, cells = tables.case, tables.counted
        return (
            cls(tables, "Recall", metric.recall, case.key, cells.key),
            cls(tables, "Precision", metric.precision, case.response, cells.response),
        )

    @property
    def is_recall(self) -> bool:
        return self.name == "Recall"

    def size(self, entity: int) -> int:
        return len(self.groups[entity].members)

    @cached_property
    def parts(self) -> list[list[list[int]]]:
        """The parts into which the other side cuts each entity; a mention that it lacks is a part of its own."""
        cut: list[list[list[int]]] = [[] for _ in self.groups]
        cells, case = self.tables.counted, self.tables.case
        places = zip(self.entity.tolist(), cells.key.tolist(), cells.response.tolist(), strict=True)
        for entity, key, response in places:
            cut[entity].append(case.shared(key, response))
        for group, parts in zip(self.groups, cut, strict=True):
            found = {member for part in parts for member in part}
            parts += [[member] for member in group.members if member not in found]
        return cut

    @cached_property
    def credits(self) -> list[Fraction]:
        """What each cell adds to the numerator."""
        return values(self.ratio.numerator.cell, self.tables.counted)

    @cached_property
    def credit_of_entities(self) -> list[Fraction]:
        """What the cells of each entity add to the numerator."""
        totals = [Fraction(0)] * len(self.groups)
        for entity, value in zip(self.entity.tolist(), self.credits, strict=True):
            totals[entity] += value
        return totals

    @cached_property
    def weights(self) -> list[Fraction]:
        """What each entity adds to the denominator."""
        count = self.ratio.denominator
        sides = ((count.key, self.tables.keys), (count.response, self.tables.responses))
        return [value for term, side in sides for value in values(term, side)]

    def by_cell(self, text: Callable[[int, int, int], str]) -> Sum:
        """A term for each cell, written from what it shares, the size of its entity, and that of the other side's."""
        case, cells = self.tables.case, self.tables.counted
        terms = []
        for place, value in enumerate(self.credits):
            key, response = int(cells.key[place]), int(cells.response[place])
            sizes = [len(case.key[key].members), len(case.response[response].members)]
            own, other = sizes if self.is_recall else sizes[::-1]
            name = f"{case.key[key].name} {case.response[response].name}"
            terms.append(Term(name, text(int(cells.shared[place]), own, other), value))
        return Sum(tuple(terms))

    def by_entity(self, found: Iterable[Fraction], text: Callable[[int], str]) -> Sum:
        """A term for each entity."""
        return Sum(tuple(Term(self.groups[n].name, text(n), value) for n, value in enumerate(found)))


class Shape(NamedTuple):
    """How people write down a metric: its two sums, from either side, and what to look at before."""

    numerator: Callable[[View], Sum]
    denominator: Callable[[View], Sum]
    tables: Callable[[tuple[View, View]], list[tuple[str, Table]]]


def account(case: Case, metric: RatioMetric, only: str | None = None, title: str = "") -> Account:
    """The rates of a metric, or one of them only, and how they come about."""
    tables = Tables(case, metric)
    views = View.both(tables, metric)
    shape = SHAPES.get(metric.name, TOTALS)
    rates = (Rate(view.name, shape.numerator(view), shape.denominator(view)) for view in views)
    return Account(
        title=title,
        rates=tuple(rate for rate in rates if only in (None, rate.name)),
        tables=tuple(shape.tables(views)),
    )


def sizes(view: View) -> Sum:
    return view.by_entity(view.weights, lambda entity: str(view.size(entity)))


def how_many(view: View) -> Sum:
    side = "key" if view.is_recall else "response"
    return Sum((Term(f"entities of the {side}", str(len(view.weights)), sum(view.weights, Fraction(0))),))


def links_needed(view: View) -> Sum:
    return view.by_entity(view.weights, lambda entity: f"({view.size(entity)} - 1)")


def links_found(view: View) -> Sum:
    return view.by_entity(view.credit_of_entities, lambda entity: f"({view.size(entity)} - {len(view.parts[entity])})")


def shared(view: View) -> Sum:
    return view.by_cell(lambda n, own, other: str(n))


def squares(view: View) -> Sum:
    return view.by_cell(lambda n, own, other: f"{n}²/{own}")


def likenesses(view: View) -> Sum:
    def text(n: int, own: int, other: int) -> str:
        key, response = (own, other) if view.is_recall else (other, own)
        return f"2×{n}/({key}+{response})"

    return view.by_cell(text)


def pairs_shared(view: View) -> Sum:
    return view.by_cell(lambda n, own, other: str(_pairs(n)))


def pairs_within(view: View) -> Sum:
    return view.by_entity(view.weights, lambda entity: str(_pairs(view.size(entity))))


def links_resolved(view: View) -> Sum:
    return view.by_entity(view.credit_of_entities, lambda entity: f"{view.size(entity)}×{_resolved(view, entity)}")


def _resolved(view: View, entity: int) -> str:
    """The links of an entity that are resolved, of all it has; a singleton has one, to itself."""
    if view.size(entity) == 1:
        return f"{view.credit_of_entities[entity]}/1"
    found = sum(_pairs(len(part)) for part in view.parts[entity])
    return f"{found}/{_pairs(view.size(entity))}"


def _pairs(size: int) -> int:
    return int(pairs(size))


def parts_table(views: tuple[View, View]) -> list[tuple[str, Table]]:
    return [_parts(view, f"The {own} entities, cut by the {other}") for view, own, other in _named(views)]


def _named(views: tuple[View, View]) -> list[tuple[View, str, str]]:
    return [(views[0], "key", "response"), (views[1], "response", "key")]


def _parts(view: View, title: str) -> tuple[str, Table]:
    case = view.tables.case
    columns = [
        Column("Entity", "entity"),
        Column("Parts", "parts"),
        Column("Mentions", "size", "count"),
        Column("Number of parts", "number_of_parts", "count"),
    ]
    cuts = [(group, view.parts[n]) for n, group in enumerate(view.groups)]
    rows = [[group.name, Parts(map(case.shown, parts)), len(group.members), len(parts)] for group, parts in cuts]
    return title, Table(columns, rows)


def cell_table(views: tuple[View, View]) -> list[tuple[str, Table]]:
    recall, precision = views
    tables = recall.tables
    columns = [*CELL, Column("Recall credit", "recall_credit"), Column("Precision credit", "precision_credit")]
    earned = zip(recall.credits, precision.credits, strict=True)
    rows = [[*cell, number(ours), number(theirs)] for cell, (ours, theirs) in zip(_cells(tables), earned, strict=True)]
    return [("Entities that share mentions", Table(columns, rows))]


CELL = [
    Column("Key", "key"),
    Column("Response", "response"),
    Column("Shared mentions", "mentions"),
    Column("Shared", "shared", "count"),
    Column("Of key", "key_size", "count"),
    Column("Of response", "response_size", "count"),
]


def _cells(tables: Tables) -> list[list[object]]:
    case, cells = tables.case, tables.all
    rows: list[list[object]] = []
    for k, r in zip(cells.key.tolist(), cells.response.tolist(), strict=True):
        key, response, found = case.key[k], case.response[r], case.shared(k, r)
        sizes = (len(found), len(key.members), len(response.members))
        rows.append([key.name, response.name, case.shown(found), *sizes])
    return rows


def alignment_table(similarity: Callable[[Any], Any]) -> Callable[[tuple[View, View]], list[tuple[str, Table]]]:
    def tables_of(views: tuple[View, View]) -> list[tuple[str, Table]]:
        tables = views[0].tables
        chosen = set(zip(tables.counted.key.tolist(), tables.counted.response.tolist(), strict=True))
        everywhere = zip(tables.all.key.tolist(), tables.all.response.tolist(), strict=True)
        marks = ["yes" if cell in chosen else "" for cell in everywhere]
        columns = [*CELL, Column("Similarity", "similarity"), Column("Aligned", "aligned")]
        found = zip(_cells(tables), values(similarity, tables.all), marks, strict=True)
        rows = [[*cell, number(value), mark] for cell, value, mark in found]
        return [("Similarity of entities, and the best one-to-one alignment", Table(columns, rows))]

    return tables_of


def resolved_table(views: tuple[View, View]) -> list[tuple[str, Table]]:
    columns = [
        Column("Entity", "entity"),
        Column("Parts", "parts"),
        Column("Importance", "importance", "count"),
        Column("Resolved links", "resolved"),
        Column("Contribution", "contribution"),
    ]
    tables = []
    for view, own, other in _named(views):
        case, totals = view.tables.case, view.credit_of_entities
        rows = [
            [group.name, Parts(map(case.shown, view.parts[n])), view.size(n), _resolved(view, n), number(totals[n])]
            for n, group in enumerate(view.groups)
        ]
        tables.append((f"The {own} entities, cut by the {other}", Table(columns, rows)))
    return tables


def mention_table(views: tuple[View, View]) -> list[tuple[str, Table]]:
    case = views[0].tables.case
    both = sorted(case.key_members & case.response_members)
    sets = [("both sides", both), ("the key alone", case.missing), ("the response alone", case.spurious)]
    columns = [Column("Found in", "in"), Column("Number", "number", "count"), Column("Mentions", "mentions")]
    return [("Mentions", Table(columns, [[name, len(found), case.shown(found)] for name, found in sets]))]


SHAPES = {
    "mentions": Shape(shared, sizes, mention_table),
    "muc": Shape(links_found, links_needed, parts_table),
    "b3": Shape(squares, sizes, cell_table),
    "ceafm": Shape(shared, sizes, alignment_table(shared_mentions)),
    "ceafe": Shape(likenesses, how_many, alignment_table(likeness)),
    "lea": Shape(links_resolved, sizes, resolved_table),
    "pairwise": Shape(pairs_shared, pairs_within, cell_table),
}


# For a metric that nobody has written a shape for.
TOTALS = Shape(
    lambda view: _as_one(view.tables, view.ratio.numerator),
    lambda view: _as_one(view.tables, view.ratio.denominator),
    cell_table,
)


def link_accounts(case: Case) -> tuple[Account, Account]:
    """Pairs of mentions in one entity, and pairs of mentions in two."""
    within = [_within(side) for side in (case.key, case.response)]
    between = [_between(side) for side in (case.key, case.response)]
    return (
        _links(case, PAIRWISE, "Coreference links", "C", within),
        _links(case, BETWEEN, "Non-coreference links", "N", between),
    )


class Links(NamedTuple):
    """Links of one side: how many, and a way to list them."""

    size: int
    listed: Callable[[], Iterable[tuple[int, int]]]


def _within(groups: list[Group]) -> Links:
    size = sum(_pairs(len(group.members)) for group in groups)
    return Links(size, lambda: (pair for group in groups for pair in combinations(group.members, 2)))


def _between(groups: list[Group]) -> Links:
    members = sum(len(group.members) for group in groups)
    return Links(
        _pairs(members) - _within(groups).size,
        lambda: ((a, b) for one, other in combinations(groups, 2) for a in one.members for b in other.members),
    )


def _links(case: Case, metric: RatioMetric, title: str, letter: str, sides: list[Links]) -> Account:
    tables = Tables(case, metric)

    def rate(name: str, ratio: Ratio) -> Rate:
        sums = (_as_one(tables, count) for count in ratio)
        return Rate(name, *sums)

    rates = (rate("Recall", metric.recall), rate("Precision", metric.precision))
    recall, precision = (each.value for each in rates)
    return Account(title, rates, notes=_link_notes(case, letter, sides), f1=harmonic(recall, precision))


def harmonic(recall: Fraction, precision: Fraction) -> Fraction:
    return 2 * recall * precision / (recall + precision) if recall + precision else Fraction(0)


def _as_one(tables: Tables, count: Count) -> Sum:
    total = tables.total(count)
    return Sum((Term("document", number(total), total),))


def _link_notes(case: Case, letter: str, sides: list[Links]) -> tuple[str, ...]:
    if any(side.size > LINKS_SHOWN for side in sides):
        counts = zip(("key", "response"), sides, strict=True)
        return tuple(f"{letter}({name}) has {side.size:,} links, too many to list" for name, side in counts)
    key, response = (list(map(_in_order, side.listed())) for side in sides)
    common = [link for link in key if link in set(response)]
    sets = ((f"{letter}(key)", key), (f"{letter}(response)", response), ("in both", common))
    return tuple(f"{name} = {{{', '.join(_link(case, link) for link in links)}}}" for name, links in sets)


def _in_order(link: tuple[int, int]) -> tuple[int, int]:
    return (min(link), max(link))


def _link(case: Case, link: tuple[int, int]) -> str:
    texts = [case.texts[member] for member in link]
    return ("" if all(len(text) == 1 for text in texts) else "–").join(texts)
