"""The table of entities: what was found of each, how well by each metric, and what went wrong.

A key entity is compared with the response entity that the best one-to-one alignment of CEAF-e gives it, if any. Scores
are of these two alone, as in Holen (2013): the B³ of a pair is the part of each entity that the other has, and its
BLANC counts links inside the entities only.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence, Sized
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, TypedDict

import numpy as np
import numpy.typing as npt

from corefscore.analysis.categories import CATEGORIES, SpanPairs, SpanTest, categorize, find_overlap
from corefscore.analysis.sizes import SIZES, counts_by_size, rates_by_size, size_classes, sized_metrics
from corefscore.core.arrays import Array, Bools, Floats, Ints, numbers, order_by
from corefscore.core.corpus import Corpus
from corefscore.core.export import Exportable
from corefscore.core.problems import check_choice
from corefscore.core.tables import Column, Table
from corefscore.matching.documents import document_number
from corefscore.matching.duplicates import documents_with_repeats, repeats
from corefscore.matching.matched import Matched, Pairs
from corefscore.matching.same_tokens import on_same_tokens, overlapping_pairs
from corefscore.metrics.base import RATES, CountedMetric, harmonic
from corefscore.metrics.ceafe import likeness
from corefscore.metrics.overlap import Cells, Overlap
from corefscore.metrics.registry import METRICS

NONE = -1
WITHOUT = "none"
"""The name for the category of response entities that are aligned to none, where a name is needed."""
SHOWN_LETTERS = 60
BETWEEN = " | "
COUNTED = ("size", "response_size", "shared", "missing", "spurious", "merged", "overlapping")
COUNT_TITLES = ("Key size", "Resp. size", "Shared", "Missing", "Spurious", "Merged", "Overlap")


def pair_metrics() -> list[CountedMetric]:
    """The metrics that score one key entity and the response entity aligned to it."""
    return [metric for metric in METRICS.values() if isinstance(metric, CountedMetric) and metric.pair is not None]


class MergedMention(TypedDict):
    """A mention of a response entity, and the other key entity that has it."""

    mention: str
    entity: str


class OverlappingMentions(TypedDict):
    """A key mention and a response mention that overlap without being the same."""

    key: str
    response: str


class EntityRecord(TypedDict):
    """Everything about one entity; None where there is no key entity, no response entity, or no category."""

    document: str
    key: str | None
    response: str | None
    size: int
    response_size: int
    shared: int
    category: str | None
    scores: dict[str, dict[str, float]]
    mentions: list[str]
    response_mentions: list[str]
    missing: list[str]
    spurious: list[str]
    merged: list[MergedMention]
    overlapping: list[OverlappingMentions]


class EntityRows(NamedTuple):
    """A row for each key entity, and for each response entity that is aligned to none; -1 where there is none.

    `scores` has the axes entity, metric, and rate (recall, precision, F1).
    """

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

    def take(self, rows: Ints | Bools) -> EntityRows:
        """Some of the rows."""
        columns: Sequence[Array] = self
        return EntityRows(*(column[rows] for column in columns))


@dataclass(frozen=True, eq=False)
class EntityTable(Exportable):
    """The entities of a scored corpus. Filters and orders give another such table.

    Parameters
    ----------
    matched : Matched
        The mentions of both sides.
    overlap : Overlap
        The table of shared mentions.
    pairs : Pairs
        Mentions of aligned entities that overlap without being the same.
    rows : EntityRows
        The columns of the table.
    how : str
        The name of the test that says which mentions overlap.
    signature : str
        How the figures were obtained.

    Examples
    --------
    >>> import corefscore
    >>> entities = corefscore.score([["a", "b", "c"], ["d"]], [["a", "b"], ["c", "d"]]).entities
    >>> [(record["mentions"], record["category"]) for record in entities.records()]
    [(['a', 'b', 'c'], '2a'), (['d'], '3')]
    >>> len(entities.where(categories=["3"]))
    1
    """

    matched: Matched
    overlap: Overlap
    pairs: Pairs
    rows: EntityRows
    how: str
    signature: str = ""

    def __repr__(self) -> str:
        return f"<EntityTable of {len(self):,} entities>"

    @classmethod
    def of(cls, matched: Matched, overlap: str | SpanTest = "token") -> EntityTable:
        """All entities of both sides.

        Parameters
        ----------
        matched : Matched
            The mentions of both sides. A mention in several entities, as the policy `reference` leaves them, counts in
            the first.
        overlap : str or callable
            When two mentions overlap enough for category 2b: one of `OVERLAPS`, or a function of `SpanPairs`.

        Raises
        ------
        ValueError
            If there is no such overlap.
        InputError
            If heads are to be compared that are not known.
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
        """Some of the entities.

        Parameters
        ----------
        categories : collection of str, optional
            The categories wanted; `none` is for response entities that are aligned to none.
        min_size : int, optional
            The least number of mentions, on either side.
        documents : collection of str, optional
            Names of documents, or parts of names.

        Raises
        ------
        ValueError
            If there is no such category or document.
        """
        kept = np.ones(len(self), dtype=bool)
        if categories is not None:
            for name in categories:
                check_choice("category", name, [*CATEGORIES, WITHOUT])
            kept &= np.isin(self.rows.category, ["" if name == WITHOUT else name for name in categories])
        if min_size is not None:
            kept &= np.maximum(self.rows.size, self.rows.response_size) >= min_size
        if documents is not None:
            kept &= np.isin(self.rows.document, [document_number(self.matched.key, name) for name in documents])
        return replace(self, rows=self.rows.take(kept))

    def sorted_by(self, column: str, reverse: bool = False) -> EntityTable:
        """The entities in the order of a column.

        Parameters
        ----------
        column : str
            `document`, `category`, a count such as `size`, or a metric, whose F1 decides.
        reverse : bool
            Whether the greatest comes first.

        Raises
        ------
        ValueError
            If there is no such column.
        """
        metrics = [metric.name for metric in pair_metrics()]
        check_choice("column", column, ("document", "category", *COUNTED, *metrics))
        values = self.rows.scores[:, metrics.index(column), -1] if column in metrics else getattr(self.rows, column)
        ranks = np.unique(values, return_inverse=True)[1].astype(np.int64)
        return replace(self, rows=self.rows.take(order_by(ranks.max(initial=0) - ranks if reverse else ranks)))

    def table(self) -> Table:
        """For people: counts, the F1 of each metric, and the first mentions of the entity."""
        columns = [
            Column("Document", "document"),
            Column("Key", "key"),
            Column("Response", "response"),
            Column("Cat.", "category"),
            *(Column(title, key, "count") for title, key in zip(COUNT_TITLES, COUNTED, strict=True)),
            *(Column(metric.title, metric.name, "percent") for metric in pair_metrics()),
            Column("Merged from", "merged_from"),
            Column("Mentions", "mentions"),
        ]
        rows = [_shown(record) for record in self.records()]
        return Table(columns, rows, foot=[*self._notes(), *([self.signature] if self.signature else [])])

    def _notes(self) -> list[str]:
        kinds = [f"{name} {CATEGORIES[name]}: {count:,}" for name, count, _ in self._category_sizes() if count]
        alone = int((self.rows.key == NONE).sum())
        return [
            ", ".join([*kinds, f"response entities aligned to none: {alone:,}"]),
            f"scores are F1 of a key entity and the response entity aligned to it (CEAF-e); overlap: {self.how}",
        ]

    def records(self) -> list[EntityRecord]:
        """Everything about each entity."""
        details = _Details(self)
        return [details.record(row) for row in range(len(self))]

    def to_dict(self) -> dict[str, object]:
        return self.summary().to_dict() | {"entities": self.records()}

    def summary(self) -> EntitySummary:
        """How many entities are in each category, and scores by size."""
        return EntitySummary(self)

    def full_table(self) -> Table:
        """A row for each entity with all scores; mentions are separated by bars."""
        names = ("document", "key", "response", "category", "size", "response_size", "shared")
        rates = [(metric.name, rate) for metric in pair_metrics() for rate in RATES]
        texts = ("mentions", "response_mentions", "missing", "spurious", "merged", "merged_from", "overlapping")
        titles = (*names, *(f"{metric}_{rate}" for metric, rate in rates), *texts)
        rows = []
        for record in self.records():
            listed = [record["mentions"], record["response_mentions"], record["missing"], record["spurious"]]
            listed += [[part["mention"] for part in record["merged"]], [part["entity"] for part in record["merged"]]]
            listed.append([f"{part['key']} ~ {part['response']}" for part in record["overlapping"]])
            values = dict(record)
            scores = (record["scores"][metric][rate] for metric, rate in rates)
            rows.append([*(values[name] for name in names), *scores, *map(BETWEEN.join, listed)])
        return Table([Column(title, title) for title in titles], rows)

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
        found = self._category_sizes()
        entities, mentions = max(sum(n for _, n, _ in found), 1), max(sum(m for _, _, m in found), 1)
        rows = [[name, CATEGORIES[name], n, n / entities, m, m / mentions] for name, n, m in found]
        return Table(columns, rows)

    def _category_sizes(self) -> list[tuple[str, int, int]]:
        """The entities and the mentions of each category."""
        rows = self.rows
        masks = ((name, rows.category == name) for name in CATEGORIES)
        return [(name, int(mask.sum()), int(rows.size[mask].sum())) for name, mask in masks]

    def by_size(self) -> Table:
        """Scores by size: recall by the size of key entities, precision by the size of response entities.

        The sums over all sizes are those of the corpus.
        """
        metrics = sized_metrics()
        columns = [
            Column("Mentions", "size"),
            Column("Key", "key_entities", "count"),
            Column("Response", "response_entities", "count"),
            *(
                Column(f"{metric.title} {letter}", f"{metric.name}_{rate}", "percent")
                for metric in metrics
                for letter, rate in (("R", "recall"), ("P", "precision"))
            ),
        ]
        sides = ((self.overlap.keys, self.rows.key), (self.overlap.responses, self.rows.response))
        classes = [size_classes(side.mentions, entities[entities != NONE]) for side, entities in sides]
        counts = [np.bincount(size, minlength=len(SIZES) + 1) for size in classes]
        rates = [rate for metric in metrics for rate in rates_by_size(counts_by_size(self.overlap, metric, *classes))]
        rows = [
            [size.title, *(int(count[index]) for count in counts), *(float(rate[index]) for rate in rates)]
            for index, size in enumerate(SIZES)
        ]
        return Table(columns, rows)


@dataclass(frozen=True, eq=False)
class EntitySummary(Exportable):
    """How many entities are in each category, and scores by size."""

    entities: EntityTable

    def __repr__(self) -> str:
        return f"<EntitySummary of {len(self.entities):,} entities>"

    def table(self) -> Table:
        return self.entities.by_category()

    def tables(self) -> list[Table]:
        signature = [self.entities.signature] if self.entities.signature else []
        return [self.entities.by_category(), replace(self.entities.by_size(), foot=signature)]

    def to_dict(self) -> dict[str, object]:
        found: dict[str, object] = {"signature": self.entities.signature} if self.entities.signature else {}
        tables = {"categories": self.entities.by_category(), "sizes": self.entities.by_size()}
        summary = {name: table.to_records() for name, table in tables.items()}
        return found | {"alignment": "ceafe", "overlap": self.entities.how, "summary": summary}


def _shown(record: EntityRecord) -> list[object]:
    """A record as a row of the table for people."""
    lists: tuple[Sized, ...] = (record["missing"], record["spurious"], record["merged"], record["overlapping"])
    merged_from = dict.fromkeys(part["entity"] for part in record["merged"])
    return [
        *(record["document"], record["key"], record["response"], record["category"]),
        *(record["size"], record["response_size"], record["shared"], *map(len, lists)),
        *(record["scores"][metric.name]["f1"] for metric in pair_metrics()),
        _shortened(" ".join(merged_from), SHOWN_LETTERS // 3),
        _shortened(", ".join(record["mentions"] or record["response_mentions"]), SHOWN_LETTERS),
    ]


def _shortened(text: str, letters: int) -> str:
    return text if len(text) <= letters else f"{text[: letters - 1].rstrip()}…"


def _partners(aligned: Cells, entities: int) -> Ints:
    """For each key entity the response entity aligned to it, or -1."""
    partner = np.full(entities, NONE, dtype=np.int64)
    partner[aligned.key] = aligned.response
    return partner


def _overlapping(matched: Matched, aligned: Cells, test: SpanTest) -> Pairs:
    """Pairs of mentions of aligned entities that overlap, neither of them being shared by these entities."""
    key, response = matched.key, matched.response
    partner = _partners(aligned, len(key.labels))
    together = matched.pairs.take(partner[key.entity[matched.pairs.key]] == response.entity[matched.pairs.response])
    key_open, response_open = partner[key.entity] != NONE, np.isin(response.entity, aligned.response)
    key_open[together.key] = False
    response_open[together.response] = False
    key_rows, response_rows = np.flatnonzero(key_open), np.flatnonzero(response_open)
    near = overlapping_pairs(key.take(key_rows), response.take(response_rows))
    pairs = Pairs(key_rows[near.key], response_rows[near.response])
    pairs = pairs.take(partner[key.entity[pairs.key]] == response.entity[pairs.response])
    return pairs.take(np.asarray(test(SpanPairs.of(key, response, pairs)), dtype=bool))


def _rows(matched: Matched, overlap: Overlap, aligned: Cells, pairs: Pairs) -> EntityRows:
    keys, responses = overlap.keys, overlap.responses
    alone = np.setdiff1d(numbers(len(responses.document)), aligned.response)
    key = np.concatenate([numbers(len(keys.document)), np.full(len(alone), NONE)])
    response = np.concatenate([_partners(aligned, len(keys.document)), alone])
    size, response_size = _or_zero(keys.mentions, key), _or_zero(responses.mentions, response)
    shared = np.zeros(len(key), dtype=np.int64)
    shared[aligned.key] = aligned.shared_mentions
    merged = _or_zero(responses.shared_mentions, response) - shared
    lacking = np.unique(pairs.key)
    overlapping = _or_zero(np.bincount(matched.key.entity[lacking], minlength=len(keys.document)), key)
    category = categorize(size, response_size, shared, merged, overlapping).astype("<U2")
    category[key == NONE] = ""
    document = np.where(key == NONE, _or_zero(responses.document, response), _or_zero(keys.document, key))
    rows = EntityRows(
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


def _or_zero(values: Ints, entities: Ints) -> Ints:
    """The values of some entities, and 0 where there is no entity."""
    found: Ints = np.append(values, 0)[entities]
    return found


def _scores(overlap: Overlap, aligned: Cells, rows: int) -> Floats:
    """Recall, precision and F1 of aligned entities, for each of `pair_metrics`; key entities are the first rows."""
    rates = [metric.pair(overlap, aligned) for metric in pair_metrics() if metric.pair is not None]
    recall, precision = (np.column_stack(column) for column in zip(*rates, strict=True))
    scores = np.zeros((rows, len(rates), len(RATES)))
    scores[aligned.key] = np.stack([recall, precision, harmonic(recall, precision)], axis=-1)
    return scores


class _Details:
    """The words of entities, which are read when they are asked for."""

    def __init__(self, table: EntityTable) -> None:
        self._table = table
        matched = table.matched
        self._key, self._response = matched.key, matched.response
        self._members = [_members(side) for side in (self._key, self._response)]
        self._overlapping: dict[int, list[tuple[int, int]]] = {}
        for one, other in zip(table.pairs.key.tolist(), table.pairs.response.tolist(), strict=True):
            self._overlapping.setdefault(int(self._key.entity[one]), []).append((one, other))

    @cached_property
    def _texts(self) -> list[list[str]]:
        return [
            [mention.text for document in side for mention in document.mentions] for side in (self._key, self._response)
        ]

    def record(self, row: int) -> EntityRecord:
        """Everything about the entity of one row."""
        rows = self._table.rows
        key, response = int(rows.key[row]), int(rows.response[row])
        mine, theirs = (self._rows_of(side, entity) for side, entity in enumerate((key, response)))
        owners = [self._key_entity_of(mention) for mention in theirs]
        key_texts, response_texts = self._texts
        return {
            "document": self._key.names[int(rows.document[row])],
            "key": None if key == NONE else self._key.label(key),
            "response": None if response == NONE else self._response.label(response),
            "size": int(rows.size[row]),
            "response_size": int(rows.response_size[row]),
            "shared": int(rows.shared[row]),
            "category": str(rows.category[row]) or None,
            "scores": {
                metric.name: dict(zip(RATES, figures, strict=True))
                for metric, figures in zip(pair_metrics(), rows.scores[row].tolist(), strict=True)
            },
            "mentions": [key_texts[mention] for mention in mine],
            "response_mentions": [response_texts[mention] for mention in theirs],
            "missing": [key_texts[m] for m in mine if response == NONE or self._response_entity_of(m) != response],
            "spurious": [response_texts[m] for m, owner in zip(theirs, owners, strict=True) if owner == NONE],
            "merged": [
                {"mention": response_texts[mention], "entity": self._key.label(owner)}
                for mention, owner in zip(theirs, owners, strict=True)
                if owner not in (NONE, key)
            ],
            "overlapping": [
                {"key": key_texts[one], "response": response_texts[other]}
                for one, other in self._overlapping.get(key, ())
            ],
        }

    def _response_entity_of(self, key_row: int) -> int:
        """The response entity that a key mention is in, or -1."""
        response_row = int(self._table.matched.response_row[key_row])
        return NONE if response_row < 0 else int(self._response.entity[response_row])

    def _key_entity_of(self, response_row: int) -> int:
        """The key entity that a response mention is in, or -1."""
        key_row = int(self._table.matched.key_row[response_row])
        return NONE if key_row < 0 else int(self._key.entity[key_row])

    def _rows_of(self, side: int, entity: int) -> Sequence[int]:
        if entity == NONE:
            return ()
        order, bounds = self._members[side]
        rows: list[int] = order[bounds[entity] : bounds[entity + 1]].tolist()
        return rows


def _members(corpus: Corpus) -> tuple[Ints, Ints]:
    """The mentions of all entities, entity by entity, and the index at which each entity begins."""
    return order_by(corpus.entity), np.concatenate([[0], np.cumsum(corpus.entity_sizes)])
