"""The table of entities: what was found of each entity, its scores by each metric, and its errors.

Each key entity is compared with the response entity that is aligned to it by the best one-to-one alignment of CEAF-e,
if there is one. A score looks at these two entities only, as in Holen (2013). The B³ of a pair is the share of each
entity that the other entity has. The BLANC of a pair counts only links inside the two entities. `information` also
gives credit for mentions that are partly right, so it aligns entities by its own similarity.
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
from corefscore.metrics.registry import METRICS
from corefscore.metrics.selection import column_name, metric_name

WITHOUT = "none"
"""The name of the category of response entities that are not aligned, where a name is needed."""
SHOWN_LETTERS = 60
BETWEEN = " | "
COUNTED = ("size", "response_size", "shared", "missing", "spurious", "merged", "overlapping")
COUNT_TITLES = ("Key size", "Resp. size", "Shared", "Missing", "Spurious", "Merged", "Overlap")


@dataclass(frozen=True, eq=False)
class EntityTable(Exportable):
    """The entities of a scored corpus. Methods that filter or sort return a new table.

    Parameters
    ----------
    matched : Matched
        The mentions of both sides.
    overlap : Overlap
        The table of shared mentions.
    pairs : Pairs
        Mentions of aligned entities that overlap but are not the same.
    rows : EntityRows
        The columns of the table.
    alignment : Alignment
        The alignment of key entities and response entities.
    how : str
        The name of the test that decides which mentions overlap.
    signature : str
        The signature of the settings.
    costs : EntityCosts, optional
        The cost of each entity: how much F1 would rise if only this entity were repaired; see `with_costs`.
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
        """Return all entities of both sides.

        Parameters
        ----------
        matched : Matched
            The mentions of both sides. A mention may be in several entities (with `duplicates=reference`). Then it
            counts in the first one.
        overlap : str or callable
            The test that decides whether two mentions overlap enough for category 2b: one of `OVERLAPS`, or a function
            of `SpanPairs`.
        align : str, optional
            The metric whose similarity aligns all entities: `ceafe` or `information`. By default, CEAF-e aligns
            entities, except that `information` aligns entities for its own scores.

        Returns
        -------
        EntityTable
            A row for each key entity, and for each response entity that is not aligned.

        Raises
        ------
        ValueError
            If there is no such overlap or alignment.
        InputError
            If the overlap needs heads, and heads are not known.
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
        """Return the entities that meet all given conditions.

        Parameters
        ----------
        categories : collection of str, optional
            The categories to keep; `none` stands for response entities that are not aligned.
        min_size : int, optional
            The smallest number of mentions. It is enough if the key entity or the response entity has as many.
        documents : collection of str, optional
            Names of documents, or parts of names.

        Returns
        -------
        EntityTable
            The table with these entities.

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
        """Return the entities with their costs, the highest cost first.

        Parameters
        ----------
        metric : str
            The name of the metric. The cost of an entity is how much the F1 of this metric would rise if only this
            entity were repaired. A perfect entity costs 0.

        Returns
        -------
        EntityTable
            The table with costs.

        Raises
        ------
        ValueError
            If costs are not defined for the metric.

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
        """The cost of the entity of each row; NaN without `with_costs`."""
        if self.costs is None:
            return np.full(len(self), np.nan)
        of_key, of_response = (np.append(column, 0.0) for column in (self.costs.key, self.costs.response))
        return np.where(self.rows.key == NONE, of_response[self.rows.response], of_key[self.rows.key])

    def sorted_by(self, column: str, reverse: bool = False) -> EntityTable:
        """Return the entities sorted by a column.

        Parameters
        ----------
        column : str
            `document`, `category`, a count such as `size`, or a metric (entities are sorted by its F1).
        reverse : bool
            Whether the greatest value comes first.

        Returns
        -------
        EntityTable
            The sorted table.

        Raises
        ------
        ValueError
            If there is no such column.
        """
        column = column_name(column)
        metrics = [metric.name for metric in pair_metrics()]
        check_choice("column", column, ("document", "category", *COUNTED, *metrics))
        values = self.rows.scores[:, metrics.index(column), -1] if column in metrics else getattr(self.rows, column)
        ranks = np.unique(values, return_inverse=True)[1].astype(np.int64)
        return replace(self, rows=self.rows.take(order_by(ranks.max(initial=0) - ranks if reverse else ranks)))

    def table(self) -> Table:
        """Return a table for readers: counts, the F1 of each metric, and the first mentions of each entity.

        Returns
        -------
        Table
            A row for each entity. With costs, the first column has the costs.
        """
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
            ", ".join([*kinds, f"response entities that are not aligned: {alone:,}"]),
            f"scores are F1 of a key entity and the response entity aligned to it ({self._alignment_note()}); overlap:"
            f" {self.how}",
            *([] if self.costs is None else [self._cost_note()]),
        ]

    def _cost_note(self) -> str:
        title = METRICS[self.cost_metric].title
        return f"cost: points by which the F1 of {title} would rise if only this entity were repaired"

    def _alignment_note(self) -> str:
        titles = {metric.name: metric.title for metric in pair_metrics()}
        own = "".join(f"; {titles[name]} by its own similarity" for name in self.alignment.own)
        return titles[self.alignment.name] + own

    def records(self) -> list[EntityRecord]:
        """Return a record with all details of each entity.

        Returns
        -------
        list of EntityRecord
            The records, in the order of the rows.
        """
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
        """Return the number of entities in each category, and the scores by size.

        Returns
        -------
        EntitySummary
            A result with both tables.
        """
        return EntitySummary(self)

    def full_table(self) -> Table:
        """Return a row for each entity with all scores. Mentions are separated by vertical bars.

        Returns
        -------
        Table
            Figures are not rounded, and texts are not cut off.
        """
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
        """Return the numbers of entities and of their mentions in each category.

        Returns
        -------
        Table
            A row for each category, with numbers and shares.
        """
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
        """Return the numbers of entities and of mentions of each category."""
        rows = self.rows
        masks = ((name, rows.category == name) for name in CATEGORIES)
        return [(name, int(mask.sum()), int(rows.size[mask].sum())) for name, mask in masks]

    def by_size(self) -> Table:
        """Return scores by size: recall by the size of key entities, precision by the size of response entities.

        The counts of all sizes add up to the counts of the corpus.

        Returns
        -------
        Table
            A row for each class of sizes.
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
    """The number of entities in each category, and the scores by size."""

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
    """Return a record as a row of the table for readers."""
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
