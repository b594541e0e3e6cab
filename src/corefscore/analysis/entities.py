"""One entity after the other: what was found of it, how well by each metric, and what went wrong.

A key entity is compared with the response entity that CEAF-e's best one-to-one alignment gives it, if any. Scores are
of these two alone, as Holen (2013) has them: the B³ of a pair is the part of each entity's mentions that the other has,
and its BLANC knows links inside the entities only.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from corefscore.analysis.categories import CATEGORIES, Alike, SpanPairs, categorize, find_overlap
from corefscore.core.arrays import Bools, Floats, Ints, numbers, order_by, sum_by
from corefscore.core.corpus import Corpus
from corefscore.core.tables import Column, Table
from corefscore.matching.correspondence import Pairs, touching
from corefscore.matching.duplicates import documents_with_repeats, repeats
from corefscore.matching.matched import Matched
from corefscore.matching.same_tokens import on_same_tokens
from corefscore.metrics.b3 import B3
from corefscore.metrics.base import Metric, RatioMetric, divide, harmonic, links, tree
from corefscore.metrics.blanc import BLANC
from corefscore.metrics.ceafe import CEAFE, likeness
from corefscore.metrics.ceafm import CEAFM
from corefscore.metrics.information import INFORMATION
from corefscore.metrics.lea import LEA
from corefscore.metrics.mentions import MENTIONS
from corefscore.metrics.muc import MUC
from corefscore.metrics.overlap import Cells, Overlap
from corefscore.metrics.pairwise import PAIRWISE

PAIR_METRICS: tuple[Metric, ...] = (MUC, B3, CEAFE, CEAFM, BLANC, INFORMATION)
RATES = ("recall", "precision", "f1")
SIZES = (("1", 1, 1), ("2", 2, 2), ("3 to 5", 3, 5), ("6 to 10", 6, 10), ("more", 11, None))
BY_SIZE: tuple[RatioMetric, ...] = (MENTIONS, MUC, B3, CEAFM, CEAFE, PAIRWISE, LEA)
NONE = -1
WITHOUT = "none"
"""What response entities that are aligned to none have for a category, where a name is needed."""
SHOWN_CHOICES = 20
SHOWN_LETTERS = 60
BETWEEN = " | "
COUNTED = ("size", "response_size", "shared", "missing", "spurious", "merged", "overlapping")


class Rows(NamedTuple):
    """A row for each key entity, and for each response entity that is aligned to none; -1 where there is none."""

    document: Ints
    key: Ints
    response: Ints
    size: Ints
    response_size: Ints
    shared: Ints
    missing: Ints
    spurious: Ints
    merged: Ints
    overlapping: Ints
    category: npt.NDArray[np.str_]
    scores: Floats
    """Entity × metric × (recall, precision, F1)."""

    def take(self, rows: Ints | Bools) -> Rows:
        columns: Iterable[Any] = self
        return Rows(*(column[rows] for column in columns))


@dataclass(frozen=True, eq=False)
class EntityTable:
    """The entities of a scored corpus. Filters and orders give another such table."""

    matched: Matched
    overlap: Overlap
    pairs: Pairs
    rows: Rows
    how: str

    @classmethod
    def of(cls, matched: Matched, overlap: str | Alike = "token") -> EntityTable:
        """All entities; `overlap` says when two mentions overlap enough for category 2b.

        Of a mention in several entities (which the policy `reference` leaves there) the first counts.
        """
        if documents_with_repeats(matched.key, matched.response):
            matched = matched.take(*(np.flatnonzero(~repeats(side)) for side in (matched.key, matched.response)))
        matched = on_same_tokens(matched)
        table = Overlap.of(matched)
        aligned = table.aligned(likeness)
        pairs = _overlapping(matched, aligned, find_overlap(overlap))
        rows = _rows(matched, table, aligned, pairs)
        return cls(matched, table, pairs, rows, overlap if isinstance(overlap, str) else "function")

    def __len__(self) -> int:
        return len(self.rows.document)

    def where(
        self,
        categories: Collection[str] | None = None,
        min_size: int | None = None,
        documents: Collection[str] | None = None,
    ) -> EntityTable:
        """Some entities only: of some categories, of so many mentions at least (on either side), of some documents."""
        kept = np.ones(len(self), dtype=bool)
        if categories is not None:
            _check("category", categories, [*CATEGORIES, WITHOUT])
            kept &= np.isin(self.rows.category, ["" if name == WITHOUT else name for name in categories])
        if min_size is not None:
            kept &= np.maximum(self.rows.size, self.rows.response_size) >= min_size
        if documents is not None:
            number = self.matched.key.number
            _check("document", documents, list(number))
            kept &= np.isin(self.rows.document, [number[name] for name in documents])
        return replace(self, rows=self.rows.take(kept))

    def sorted_by(self, column: str, reverse: bool = False) -> EntityTable:
        """The entities in the order of a column: document, category, a count, or the F1 of a metric."""
        metrics = [metric.name for metric in PAIR_METRICS]
        names = ("document", "category", *COUNTED, *metrics)
        _check("column", [column], names)
        values = self.rows.scores[:, metrics.index(column), -1] if column in metrics else getattr(self.rows, column)
        ranks = np.unique(values, return_inverse=True)[1].astype(np.int64)
        return replace(self, rows=self.rows.take(order_by(ranks.max(initial=0) - ranks if reverse else ranks)))

    def table(self, signature: str | None = None) -> Table:
        """For people: counts, the F1 of each metric, and the first mentions of the entity."""
        titles = ("Key size", "Resp. size", "Shared", "Missing", "Spurious", "Merged", "Overlap")
        columns = [
            Column("Document", "document"),
            Column("Key", "key"),
            Column("Response", "response"),
            Column("Cat.", "category"),
            *(Column(title, key, "count") for title, key in zip(titles, COUNTED, strict=True)),
            *(Column(metric.title, metric.name, "percent") for metric in PAIR_METRICS),
            Column("Merged from", "merged_from"),
            Column("Mentions", "mentions"),
        ]
        rows: list[list[object]] = []
        for record in self.records():
            named = list(dict.fromkeys(part["entity"] for part in record["merged"]))
            rows.append(
                [
                    *(record[name] for name in ("document", "key", "response", "category", "size", "response_size")),
                    record["shared"],
                    *(len(record[name]) for name in COUNTED[3:]),
                    *(record["scores"][metric.name]["f1"] for metric in PAIR_METRICS),
                    _short(" ".join(named), SHOWN_LETTERS // 3),
                    _short(", ".join(record["mentions"] or record["response_mentions"]), SHOWN_LETTERS),
                ]
            )
        return Table(columns, rows, foot=[*self._notes(), *([signature] if signature else [])])

    def _notes(self) -> list[str]:
        kinds = [f"{name} {CATEGORIES[name]}: {count:,}" for name, count, *_ in self._category_rows() if count]
        alone = int((self.rows.key == NONE).sum())
        return [
            ", ".join([*kinds, f"response entities aligned to none: {alone:,}"]),
            f"scores are F1 of a key entity and the response entity aligned to it (CEAF-e); overlap: {self.how}",
        ]

    def records(self) -> list[dict[str, Any]]:
        """Everything about each entity, for machines."""
        words = _Details(self)
        return [words.record(place) for place in range(len(self))]

    def to_dict(self, with_entities: bool = True) -> dict[str, Any]:
        found: dict[str, Any] = {
            "alignment": "ceafe",
            "overlap": self.how,
            "summary": {"categories": _listed(self.by_category()), "sizes": _listed(self.by_size())},
        }
        return found | {"entities": self.records()} if with_entities else found

    def to_json(self, indent: int | None = 2) -> str:
        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False)

    def to_csv(self) -> str:
        """A row for each entity with all scores; mentions are separated by bars."""
        names = ("document", "key", "response", "category", "size", "response_size", "shared")
        rates = [(metric.name, rate) for metric in PAIR_METRICS for rate in RATES]
        texts = ("mentions", "response_mentions", "missing", "spurious")
        columns = [
            *names,
            *(f"{metric}_{rate}" for metric, rate in rates),
            *texts,
            "merged",
            "merged_from",
            "overlapping",
        ]
        rows = [
            [
                *(record[name] for name in names),
                *(record["scores"][metric][rate] for metric, rate in rates),
                *(BETWEEN.join(record[name]) for name in texts),
                BETWEEN.join(part["mention"] for part in record["merged"]),
                BETWEEN.join(part["entity"] for part in record["merged"]),
                BETWEEN.join(f"{part['key']} ~ {part['response']}" for part in record["overlapping"]),
            ]
            for record in self.records()
        ]
        return Table([Column(name, name) for name in columns], rows).to_csv()

    def by_category(self) -> Table:
        """How many entities, and mentions of entities, are in each category."""
        columns = [
            Column("Cat.", "category"),
            Column("Meaning", "meaning"),
            Column("Entities", "entities", "count"),
            Column("%", "entities_part", "percent"),
            Column("Mentions", "mentions", "count"),
            Column("%", "mentions_part", "percent"),
        ]
        found = self._category_rows()
        entities, mentions = (max(sum(counts), 1) for counts in list(zip(*found, strict=True))[1:])
        rows = [[name, CATEGORIES[name], n, n / entities, m, m / mentions] for name, n, m in found]
        return Table(columns, rows)

    def _category_rows(self) -> list[tuple[str, int, int]]:
        rows = self.rows
        places = ((name, rows.category == name) for name in CATEGORIES)
        return [(name, int(place.sum()), int(rows.size[place].sum())) for name, place in places]

    def by_size(self) -> Table:
        """What entities of each size contribute: recall by the size of key entities, precision by that of response
        entities. The sums over all sizes are those of the corpus."""
        columns = [
            Column("Mentions", "size"),
            Column("Key", "key_entities", "count"),
            Column("Response", "response_entities", "count"),
            *(
                Column(f"{metric.title} {letter}", f"{metric.name}_{rate}", "percent")
                for metric in BY_SIZE
                for letter, rate in (("R", "recall"), ("P", "precision"))
            ),
        ]
        sides = [_sized(side.mentions, rows) for side, rows in zip(*self._sides(), strict=True)]
        counts = [np.bincount(size, minlength=len(SIZES) + 1) for size in sides]
        rates = [column for metric in BY_SIZE for column in _rates_by_size(metric, self.overlap, *sides)]
        rows = [
            [title, *(int(count[place]) for count in counts), *(float(rate[place]) for rate in rates)]
            for place, (title, *_) in enumerate(SIZES)
        ]
        return Table(columns, rows)

    def _sides(self) -> tuple[tuple[Any, Any], tuple[Ints, Ints]]:
        chosen = (self.rows.key[self.rows.key >= 0], self.rows.response[self.rows.response >= 0])
        return (self.overlap.keys, self.overlap.responses), chosen


def _check(what: str, given: Collection[str], known: Sequence[str]) -> None:
    unknown = [name for name in given if name not in known]
    if unknown:
        choices = ", ".join(known[:SHOWN_CHOICES]) + (", ..." if len(known) > SHOWN_CHOICES else "")
        raise ValueError(f"there is no {what} {unknown[0]!r}; choose from {choices}")


def _listed(table: Table) -> list[dict[str, object]]:
    keys = [column.key for column in table.columns]
    return [
        {key: None if _is_undefined(value) else value for key, value in zip(keys, row, strict=True)}
        for row in table.rows
    ]


def _is_undefined(value: object) -> bool:
    return isinstance(value, float) and math.isnan(value)


def _short(text: str, letters: int) -> str:
    return text if len(text) <= letters else f"{text[: letters - 1].rstrip()}…"


def _sized(mentions: Ints, chosen: Ints) -> Ints:
    """The place in `SIZES` of each entity that is chosen; one more for those that are not."""
    firsts = [first for _, first, _ in SIZES]
    place = np.full(len(mentions), len(SIZES), dtype=np.int64)
    place[chosen] = np.searchsorted(firsts, mentions[chosen], side="right") - 1
    return place


def _rates_by_size(metric: RatioMetric, overlap: Overlap, key_size: Ints, response_size: Ints) -> list[Floats]:
    cells = overlap.cells if metric.align is None else overlap.aligned(metric.align)
    rates = []
    for ratio, entities, term, size, of_cell in (
        (metric.recall, overlap.keys, metric.recall.denominator.key, key_size, cells.key),
        (metric.precision, overlap.responses, metric.precision.denominator.response, response_size, cells.response),
    ):
        assert ratio.numerator.cell is not None
        assert term is not None
        groups = len(SIZES) + 1
        found = sum_by(size[of_cell], ratio.numerator.cell(cells), groups)
        of_all = sum_by(size, term(entities), groups)
        rates.append(np.where(of_all == 0, np.nan, divide(found, of_all)))
    return rates


def _overlapping(matched: Matched, aligned: Cells, alike: Alike) -> Pairs:
    """Pairs of mentions of aligned entities that overlap, neither of them being shared by these entities."""
    key, response = matched.key, matched.response
    partner = np.full(len(key.labels), NONE, dtype=np.int64)
    partner[aligned.key] = aligned.response
    paired = np.flatnonzero(matched.twin >= 0)
    together = partner[key.entity[matched.twin[paired]]] == response.entity[paired]
    key_open, response_open = partner[key.entity] != NONE, np.isin(response.entity, aligned.response)
    key_open[matched.twin[paired[together]]] = False
    response_open[paired[together]] = False
    rows = np.flatnonzero(key_open), np.flatnonzero(response_open)
    near = touching(key.take(rows[0]), response.take(rows[1]))
    pairs = Pairs(rows[0][near.key], rows[1][near.response])
    pairs = pairs.take(partner[key.entity[pairs.key]] == response.entity[pairs.response])
    return pairs.take(np.asarray(alike(SpanPairs.of(key, response, pairs)), dtype=bool))


def _rows(matched: Matched, overlap: Overlap, aligned: Cells, pairs: Pairs) -> Rows:
    keys, responses = overlap.keys, overlap.responses
    alone = np.setdiff1d(numbers(len(responses.document)), aligned.response)
    key = np.concatenate([numbers(len(keys.document)), np.full(len(alone), NONE)])
    partner = np.full(len(keys.document), NONE, dtype=np.int64)
    partner[aligned.key] = aligned.response
    response = np.concatenate([partner, alone])
    size, response_size = _column(keys.mentions, key), _column(responses.mentions, response)
    shared = np.zeros(len(key), dtype=np.int64)
    shared[aligned.key] = aligned.shared_mentions
    merged = _column(responses.shared_mentions, response) - shared
    lacking = np.unique(pairs.key)
    overlapping = _column(np.bincount(matched.key.entity[lacking], minlength=len(keys.document)), key)
    category = categorize(size, response_size, shared, merged, overlapping).astype("<U2")
    category[key == NONE] = ""
    document = np.where(key == NONE, _column(responses.document, response), _column(keys.document, key))
    rows = Rows(
        document,
        key,
        response,
        size,
        response_size,
        shared,
        size - shared,
        response_size - shared - merged,
        merged,
        overlapping,
        category,
        _scores(overlap, aligned, len(key)),
    )
    return rows.take(order_by(document))


def _column(values: Any, rows: Ints) -> Ints:
    """The values of some entities, and 0 where there is no entity."""
    with_zero: Ints = np.append(values, 0)[rows]
    return with_zero


def _scores(overlap: Overlap, aligned: Cells, rows: int) -> Floats:
    """Recall, precision and F1 of aligned entities, for each of `PAIR_METRICS`; key entities are the first rows."""
    c = aligned
    mutual = likeness(c)
    recall = [
        divide(tree(c.shared, c.shared_mentions), tree(c.key_size, c.key_mentions)),
        c.shared / c.key_size,
        mutual,
        c.shared / c.key_size,
        divide(links(c.shared, c.shared_mentions), links(c.key_size, c.key_mentions)),
    ]
    precision = [
        divide(tree(c.shared, c.shared_mentions), tree(c.response_size, c.response_mentions)),
        c.shared / c.response_size,
        mutual,
        c.shared / c.response_size,
        divide(links(c.shared, c.shared_mentions), links(c.response_size, c.response_mentions)),
    ]
    for column, side in zip((recall, precision), _information(overlap, aligned), strict=True):
        column.append(side)
    both = [np.column_stack(column) for column in (recall, precision)]
    scores = np.zeros((rows, len(PAIR_METRICS), len(RATES)))
    scores[c.key] = np.stack([*both, harmonic(*both)], axis=-1)
    return scores


def _information(overlap: Overlap, aligned: Cells) -> tuple[Floats, Floats]:
    """What aligned entities have in common by the metric `information`, of all that each has."""
    found = INFORMATION.found(overlap)
    width = len(overlap.responses.document)
    place = np.searchsorted(found.key * width + found.response, aligned.key * width + aligned.response)
    recall = found.key_side.found[place] / found.key_side.links[aligned.key]
    precision = found.response_side.found[place] / found.response_side.links[aligned.response]
    return np.minimum(recall, 1), np.minimum(precision, 1)


class _Details:
    """The words of entities, looked up when they are asked for."""

    def __init__(self, table: EntityTable) -> None:
        self._table = table
        matched = table.matched
        self._key, self._response = matched.key, matched.response
        self._twin_of_key = np.full(matched.key.mentions, NONE, dtype=np.int64)
        paired = np.flatnonzero(matched.twin >= 0)
        self._twin_of_key[matched.twin[paired]] = paired
        self._members = [_members(side) for side in (self._key, self._response)]
        self._overlapping: dict[int, list[tuple[int, int]]] = {}
        for one, other in zip(table.pairs.key.tolist(), table.pairs.response.tolist(), strict=True):
            self._overlapping.setdefault(int(self._key.entity[one]), []).append((one, other))

    @cached_property
    def _texts(self) -> list[list[str]]:
        return [
            [mention.text for document in side for mention in document.mentions] for side in (self._key, self._response)
        ]

    def record(self, place: int) -> dict[str, Any]:
        rows = self._table.rows
        key, response = int(rows.key[place]), int(rows.response[place])
        mine, theirs = (self._rows_of(side, entity) for side, entity in enumerate((key, response)))
        twins = [int(self._table.matched.twin[row]) for row in theirs]
        owners = [NONE if twin < 0 else int(self._key.entity[twin]) for twin in twins]
        key_texts, response_texts = self._texts
        return {
            "document": self._key.names[int(rows.document[place])],
            "key": None if key == NONE else self._key.label(key),
            "response": None if response == NONE else self._response.label(response),
            "size": int(rows.size[place]),
            "response_size": int(rows.response_size[place]),
            "shared": int(rows.shared[place]),
            "category": str(rows.category[place]) or None,
            "scores": {
                metric.name: dict(zip(RATES, figures, strict=True))
                for metric, figures in zip(PAIR_METRICS, rows.scores[place].tolist(), strict=True)
            },
            "mentions": [key_texts[row] for row in mine],
            "response_mentions": [response_texts[row] for row in theirs],
            "missing": [key_texts[row] for row in mine if self._owner_of(row) != response or response == NONE],
            "spurious": [response_texts[row] for row, owner in zip(theirs, owners, strict=True) if owner == NONE],
            "merged": [
                {"mention": response_texts[row], "entity": self._key.label(owner)}
                for row, owner in zip(theirs, owners, strict=True)
                if owner not in (NONE, key)
            ],
            "overlapping": [
                {"key": key_texts[one], "response": response_texts[other]}
                for one, other in self._overlapping.get(key, ())
            ],
        }

    def _owner_of(self, key_row: int) -> int:
        """The response entity that a key mention is in."""
        twin = int(self._twin_of_key[key_row])
        return NONE if twin == NONE else int(self._response.entity[twin])

    def _rows_of(self, side: int, entity: int) -> Sequence[int]:
        if entity == NONE:
            return ()
        order, bounds = self._members[side]
        rows: list[int] = order[bounds[entity] : bounds[entity + 1]].tolist()
        return rows


def _members(corpus: Corpus) -> tuple[Ints, Ints]:
    """The mentions of all entities, one entity after the other, and where each begins."""
    return order_by(corpus.entity), np.concatenate([[0], np.cumsum(corpus.entity_sizes)])
