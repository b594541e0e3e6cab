"""The table of entities: what was found of each, how well by each metric, and what went wrong.

A key entity is compared with the response entity that the best one-to-one alignment of CEAF-e gives it, if any. Scores
are of these two alone, as in Holen (2013): the B³ of a pair is the part of each entity that the other has, and its
BLANC counts links inside the entities only. `information` also knows mentions that are right in part, so its score is
of the two entities that its own similarity aligns.
"""

from __future__ import annotations

from collections.abc import Collection, Sized
from dataclasses import dataclass, replace

import numpy as np

from corefscore.analysis.categories import CATEGORIES, SpanTest, find_overlap
from corefscore.analysis.costs import EntityCosts
from corefscore.analysis.entity_records import EntityDetails, EntityRecord
from corefscore.analysis.entity_rows import (
    NONE,
    Alignment,
    EntityRows,
    alignments,
    entity_rows,
    overlapping_mentions,
    pair_metrics,
)
from corefscore.analysis.sizes import SIZES, counts_by_size, rates_by_size, size_classes, sized_metrics
from corefscore.core.arrays import Floats, order_by
from corefscore.core.export import Exportable
from corefscore.core.problems import check_choice
from corefscore.core.tables import Column, Table
from corefscore.matching.documents import document_number
from corefscore.matching.duplicates import documents_with_repeats, repeats
from corefscore.matching.matched import Matched, Pairs
from corefscore.matching.same_tokens import on_same_tokens
from corefscore.metrics.base import RATES
from corefscore.metrics.overlap import Overlap
from corefscore.metrics.registry import METRICS, metric_name

WITHOUT = "none"
"""The name for the category of response entities that are aligned to none, where a name is needed."""
SHOWN_LETTERS = 60
BETWEEN = " | "
COUNTED = ("size", "response_size", "shared", "missing", "spurious", "merged", "overlapping")
COUNT_TITLES = ("Key size", "Resp. size", "Shared", "Missing", "Spurious", "Merged", "Overlap")


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
    alignment : Alignment
        Which entities belong together.
    how : str
        The name of the test that says which mentions overlap.
    signature : str
        How the figures were obtained.
    costs : EntityCosts, optional
        How much F1 would rise if one entity alone were repaired; see `with_costs`.
    cost_metric : str
        The metric of the costs.

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
    alignment: Alignment
    how: str
    signature: str = ""
    costs: EntityCosts | None = None
    cost_metric: str = ""

    def __repr__(self) -> str:
        return f"<EntityTable of {len(self):,} entities>"

    @classmethod
    def of(cls, matched: Matched, overlap: str | SpanTest = "token", align: str | None = None) -> EntityTable:
        """All entities of both sides.

        Parameters
        ----------
        matched : Matched
            The mentions of both sides. A mention in several entities, as the policy `reference` leaves them, counts in
            the first.
        overlap : str or callable
            When two mentions overlap enough for category 2b: one of `OVERLAPS`, or a function of `SpanPairs`.
        align : str, optional
            The metric by whose similarity all entities are aligned, `ceafe` or `information`. Without it the scores of
            `information` are of the entities that it aligns itself, and all else is aligned by CEAF-e.

        Raises
        ------
        ValueError
            If there is no such overlap or alignment.
        InputError
            If heads are to be compared that are not known.
        """
        if align is not None:
            check_choice("alignment", align, alignments())
        if documents_with_repeats(matched.key, matched.response):
            matched = matched.take(*(np.flatnonzero(~repeats(side)) for side in (matched.key, matched.response)))
        matched = on_same_tokens(matched)
        table = Overlap.of(matched)
        alignment = Alignment.of(table, align)
        pairs = overlapping_mentions(matched, alignment.cells, find_overlap(overlap))
        rows = entity_rows(matched, table, alignment, pairs)
        return cls(matched, table, pairs, rows, alignment, overlap if isinstance(overlap, str) else "function")

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

    def with_costs(self, metric: str) -> EntityTable:
        """The entities with what each costs, those that cost most first.

        Parameters
        ----------
        metric : str
            The metric. The cost of an entity is how much its F1 would rise if this entity alone were repaired; a
            perfect one costs 0.

        Raises
        ------
        ValueError
            If the metric has no such costs.

        Examples
        --------
        >>> import corefscore
        >>> entities = corefscore.score([["a", "b"], ["c", "d"]], [["a", "b"], ["c"], ["x"]]).entities.with_costs("b3")
        >>> [(record["mentions"], round(record["cost"], 3)) for record in entities.records()]
        [(['c', 'd'], 0.207), ([], 0.087), (['a', 'b'], 0.0)]
        """
        costed = replace(self, costs=EntityCosts.of(self.overlap, metric), cost_metric=metric_name(metric))
        return replace(costed, rows=self.rows.take(np.argsort(-costed.cost, kind="stable")))

    @property
    def cost(self) -> Floats:
        """What the entity of each row costs; NaN if that was not asked for."""
        if self.costs is None:
            return np.full(len(self), np.nan)
        of_key, of_response = (np.append(column, 0.0) for column in (self.costs.key, self.costs.response))
        return np.where(self.rows.key == NONE, of_response[self.rows.response], of_key[self.rows.key])

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
        costs = [] if self.costs is None else [Column("Cost", "cost", "percent")]
        columns = [
            *costs,
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
        return Table(columns, rows, foot=self._notes(), signatures=self.signatures)

    @property
    def signatures(self) -> list[tuple[str, str]]:
        """The signature as tables take it; none if it is not known."""
        return [("", self.signature)] if self.signature else []

    def _notes(self) -> list[str]:
        kinds = [f"{name} {CATEGORIES[name]}: {count:,}" for name, count, _ in self._category_sizes() if count]
        alone = int((self.rows.key == NONE).sum())
        return [
            ", ".join([*kinds, f"response entities aligned to none: {alone:,}"]),
            f"scores are F1 of a key entity and the response entity aligned to it ({self._alignment_note()}); overlap:"
            f" {self.how}",
            *([] if self.costs is None else [self._cost_note()]),
        ]

    def _cost_note(self) -> str:
        title = METRICS[self.cost_metric].title
        return f"cost: points of {title} F1 that the repair of this entity alone would bring"

    def _alignment_note(self) -> str:
        titles = {metric.name: metric.title for metric in pair_metrics()}
        own = "".join(f"; {titles[name]} by its own similarity" for name in self.alignment.own)
        return titles[self.alignment.name] + own

    def records(self) -> list[EntityRecord]:
        """Everything about each entity."""
        details = EntityDetails(self)
        records = [details.record(row) for row in range(len(self))]
        if self.costs is not None:
            for record, cost in zip(records, self.cost.tolist(), strict=True):
                record["cost"] = cost
        return records

    def to_dict(self) -> dict[str, object]:
        costs = {} if self.costs is None else {"cost_metric": self.cost_metric}
        return self.summary().to_dict() | costs | {"entities": self.records()}

    def summary(self) -> EntitySummary:
        """How many entities are in each category, and scores by size."""
        return EntitySummary(self)

    def full_table(self) -> Table:
        """A row for each entity with all scores; mentions are separated by bars."""
        names = ("document", "key", "response", "category", "size", "response_size", "shared")
        rates = [(metric.name, rate) for metric in pair_metrics() for rate in RATES]
        texts = ("mentions", "response_mentions", "missing", "spurious", "merged", "merged_from", "overlapping")
        costs = () if self.costs is None else ("cost",)
        titles = (*names, *costs, *(f"{metric}_{rate}" for metric, rate in rates), *texts)
        rows = []
        for record in self.records():
            listed = [record["mentions"], record["response_mentions"], record["missing"], record["spurious"]]
            listed += [[part["mention"] for part in record["merged"]], [part["entity"] for part in record["merged"]]]
            listed.append([f"{part['key']} ~ {part['response']}" for part in record["overlapping"]])
            values = dict(record)
            scores = (record["scores"][metric][rate] for metric, rate in rates)
            rows.append([*(values[name] for name in (*names, *costs)), *scores, *map(BETWEEN.join, listed)])
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
        return [self.entities.by_category(), replace(self.entities.by_size(), signatures=self.entities.signatures)]

    def to_dict(self) -> dict[str, object]:
        found: dict[str, object] = {"signature": self.entities.signature} if self.entities.signature else {}
        tables = {"categories": self.entities.by_category(), "sizes": self.entities.by_size()}
        summary = {name: table.to_records() for name, table in tables.items()}
        alignment = self.entities.alignment
        found |= {"alignment": alignment.name, "own_alignment": list(alignment.own)}
        return found | {"overlap": self.entities.how, "summary": summary}


def _shown(record: EntityRecord) -> list[object]:
    """A record as a row of the table for people."""
    lists: tuple[Sized, ...] = (record["missing"], record["spurious"], record["merged"], record["overlapping"])
    merged_from = dict.fromkeys(part["entity"] for part in record["merged"])
    return [
        *([record["cost"]] if "cost" in record else []),
        *(record["document"], record["key"], record["response"], record["category"]),
        *(record["size"], record["response_size"], record["shared"], *map(len, lists)),
        *(record["scores"][metric.name]["f1"] for metric in pair_metrics()),
        _fitted(" ".join(merged_from), SHOWN_LETTERS // 3),
        _fitted(", ".join(record["mentions"] or record["response_mentions"]), SHOWN_LETTERS),
    ]


def _fitted(text: str, letters: int) -> str:
    return text if len(text) <= letters else f"{text[: letters - 1].rstrip()}…"
