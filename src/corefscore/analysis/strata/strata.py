"""Divides a result into strata: kinds of anaphors, types of entities, sizes of entities, or distances of links."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

import numpy as np

from corefscore.analysis.sizes import SIZES, size_classes, sized_metrics
from corefscore.analysis.strata.anaphor_kinds import anaphors_by_kind
from corefscore.analysis.strata.distances import by_sentences, by_tokens
from corefscore.analysis.strata.entity_types import by_entity_type
from corefscore.analysis.strata.stratum import Stratum, StratumCounts, by_class
from corefscore.core.export import Exportable
from corefscore.core.problems import check_choice
from corefscore.core.tables import Column, Table
from corefscore.matching.matched import Matched
from corefscore.metrics.b3 import B3
from corefscore.metrics.base import COUNTS, RATES, Metric, RatioMetric
from corefscore.metrics.lea import LEA
from corefscore.metrics.mentions import MENTIONS
from corefscore.metrics.overlap import Overlap
from corefscore.result import RATE_TITLES, Counts, DocumentScores, Result, Scores

Division: TypeAlias = Callable[[Matched, Sequence[RatioMetric]], Iterable[StratumCounts]]
"""A function that divides a result, and yields the counts of its strata."""


def _by_size(matched: Matched, metrics: Sequence[RatioMetric]) -> Iterator[StratumCounts]:
    overlap = Overlap.of(matched)
    classes = [size_classes(entities.mentions) for entities in (overlap.keys, overlap.responses)]
    return by_class(overlap, metrics, [size.title for size in SIZES], *classes)


BY: Mapping[str, Division] = {
    "anaphor-kind": lambda matched, _: anaphors_by_kind(matched),
    "entity-type": lambda matched, _: by_entity_type(matched),
    "size": _by_size,
    "distance": lambda matched, _: by_tokens(matched),
    "sentence-distance": lambda matched, _: by_sentences(matched),
}
"""The ways to divide a result into strata. `DIVISIONS` explains them."""


def stratified(result: Result, by: str, metrics: Iterable[str] | None = None) -> Result:
    """Return the result of each stratum: a result whose metrics are strata.

    Parameters
    ----------
    result : Result
        A result with mentions.
    by : str
        One of `BY`.
    metrics : iterable of str, optional
        The metrics that are divided by size. Metrics that are not sums over entities are left out.

    Returns
    -------
    Result
        A result with a metric for each stratum.

    Raises
    ------
    InputError
        If the mentions lack what is needed, such as types or positions.
    ValueError
        If there is no such way to divide a result, if the result has no mentions, or if it has weights.

    Examples
    --------
    >>> import corefscore
    >>> result = corefscore.score([["a", "b"], ["c"]], [["a", "b"], ["d"]])
    >>> stratified(result, "size")["b3.2"].recall
    1.0
    """
    check_choice("division", by, BY)
    if result.settings.weights != "none":
        raise ValueError("strata are not defined for mentions with weights; leave out the weights (--weights)")
    matched = result.mentions()
    found = [*BY[by](matched, _sums(metrics))]
    rows = {each.stratum.name: each.rows for each in found}
    counts = Counts(
        result.counts.documents, {MENTIONS.name: result.counts.rows[MENTIONS.name], **rows}, result.counts.sources
    )
    return Result([each.stratum for each in found], counts, result.settings, result.key, result.response, matched)


def _sums(names: Iterable[str] | None) -> list[RatioMetric]:
    """Return those of the given metrics that can be divided by the size of entities."""
    wanted = None if names is None else {*names}
    chosen = [metric for metric in sized_metrics() if wanted is not None and metric.name in wanted]
    return chosen or [B3, LEA]


def with_strata(result: Result, strata: Iterable[Metric]) -> Result:
    """Return a result of strata with further, empty strata, so that results of several systems can be compared."""
    listed = list(strata)
    none = np.zeros((len(result.counts), len(COUNTS)))
    rows = {MENTIONS.name: result.counts.rows[MENTIONS.name]}
    rows |= {each.name: result.counts.rows.get(each.name, none) for each in listed}
    counts = Counts(result.counts.documents, rows, result.counts.sources)
    return Result(listed, counts, result.settings, result.key, result.response, result.matched)


class Strata(Exportable):
    """A result, and the scores of its strata.

    Parameters
    ----------
    whole : Result
        The result. If it has intervals, the strata have intervals too.
    by : str
        One of `BY`.
    metrics : iterable of str, optional
        The metrics that are divided by size.

    Examples
    --------
    >>> import corefscore
    >>> strata = Strata(corefscore.score([["Ann", "she", "her"]], [["Ann", "she"]]), "anaphor-kind")
    >>> strata.to_dict()["strata"]["pronoun"]["anaphors"]["recall"]
    0.5
    """

    def __init__(self, whole: Result, by: str, metrics: Iterable[str] | None = None) -> None:
        self.whole = whole
        self.by = by
        found = stratified(whole, by, metrics)
        self.result = found.with_intervals(whole.intervals.level) if whole.intervals else found

    def __repr__(self) -> str:
        return f"<Strata by {self.by}: {len(self.strata)} of {len(self.whole.counts):,} documents>"

    @cached_property
    def strata(self) -> list[Stratum]:
        """The strata, in their order."""
        return [metric for metric in self.result.metrics if isinstance(metric, Stratum)]

    def table(self) -> Table:
        """Return a row for each stratum. The counts are the denominators of recall and precision.

        Returns
        -------
        Table
            A table for readers, with recall, precision and F1.
        """
        columns = [
            Column("Part", "part"),
            Column("Of", "metric"),
            Column("Key", "key", "number", 0),
            Column("Response", "response", "number", 0),
            *(Column(title, rate, "percent") for title, rate in zip(RATE_TITLES, RATES, strict=True)),
        ]
        rows = []
        for each in self.strata:
            score = self.result[each.name]
            sizes = [score.recall_denominator, score.precision_denominator]
            title = each.title.removesuffix(f" {each.part}")
            rows.append([each.part, title, *sizes, *(self.result.figure(each.name, rate) for rate in RATES)])
        whole = self.result.table()
        return Table(columns, rows, whole.head, foot=whole.foot, signatures=whole.signatures)

    def full_table(self) -> Table:
        """Return all figures: a row for each stratum.

        Returns
        -------
        Table
            Figures are not rounded.
        """
        return self.result.full_table()

    def to_dict(self) -> dict[str, object]:
        """Return the result, its strata, and the strata of each document.

        Returns
        -------
        dict of str to object
            The dictionary of the result, with further keys for the strata.
        """
        documents = DocumentScores(self.result.metrics, self.result.counts)
        intervals = {"strata_intervals": self.result.intervals.to_dict()} if self.result.intervals else {}
        return self.whole.to_dict() | {
            "by": self.by,
            "strata": self._nested(self.result),
            **intervals,
            "strata_documents": {name: self._nested(scores) for name, scores in documents.items()},
        }

    def _nested(self, scores: Scores) -> dict[str, dict[str, object]]:
        """Return the figures by stratum, then by metric."""
        found: dict[str, dict[str, object]] = {each.part: {} for each in self.strata}
        for each in self.strata:
            found[each.part][each.measure] = scores[each.name].to_dict()
        return found
