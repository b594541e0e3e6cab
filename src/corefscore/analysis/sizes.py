"""Scores by the size of entities: recall over key entities of a size, precision over response entities of this size."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Floats, Ints, sum_by
from corefscore.metrics.base import RatioMetric, divide
from corefscore.metrics.overlap import Overlap
from corefscore.metrics.registry import METRICS
from corefscore.metrics.selection import find_metrics


class SizeRange(NamedTuple):
    """A range of entity sizes, both ends included."""

    title: str
    low: int
    high: float


SIZES = (
    SizeRange("1", 1, 1),
    SizeRange("2", 2, 2),
    SizeRange("3 to 5", 3, 5),
    SizeRange("6 to 10", 6, 10),
    SizeRange("more", 11, np.inf),
)


def sized_metrics() -> list[RatioMetric]:
    """Return the metrics that can be divided by size: their rates are sums over key and over response entities."""
    return [metric for metric in METRICS.values() if isinstance(metric, RatioMetric) and metric.is_sum_over_entities]


def sized_metric(name: str) -> RatioMetric:
    """Return the metric with the given name, if it can be divided by size.

    Raises
    ------
    ValueError
        If there is no such metric, or if it cannot be divided by size.
    """
    (metric,) = find_metrics([name])
    if isinstance(metric, RatioMetric) and metric.is_sum_over_entities:
        return metric
    names = ", ".join(each.name for each in sized_metrics())
    raise ValueError(f"the metric {metric.name} cannot be divided by size; choose from {names}")


def size_classes(mentions: Ints, chosen: Ints | None = None) -> Ints:
    """Return, for each entity, the index of its size in `SIZES`; `len(SIZES)` for entities that are not chosen."""
    index = np.searchsorted([size.low for size in SIZES], mentions, side="right") - 1
    if chosen is None:
        return index
    left_out = np.ones(len(mentions), dtype=bool)
    left_out[chosen] = False
    index[left_out] = len(SIZES)
    return index


def counts_by_size(
    overlap: Overlap, metric: RatioMetric, key_class: Ints | None = None, response_class: Ints | None = None
) -> Floats:
    """Return the four counts of a metric for each size. The counts of all sizes add up to those of the corpus.

    Parameters
    ----------
    overlap : Overlap
        The table of shared mentions.
    metric : RatioMetric
        One of `sized_metrics`.
    key_class, response_class : array, optional
        The size class of each entity, as `size_classes` returns it.

    Returns
    -------
    array of float
        A row for each of `SIZES`, with the four counts.

    Examples
    --------
    >>> import corefscore
    >>> matched = corefscore.score([["a", "b"], ["c"]], [["a", "b"], ["d"]]).matched
    >>> counts_by_size(Overlap.of(matched), sized_metric("b3"))[:2].tolist()
    [[0.0, 1.0, 0.0, 1.0], [2.0, 2.0, 2.0, 2.0]]
    """
    key_class = size_classes(overlap.keys.mentions) if key_class is None else key_class
    response_class = size_classes(overlap.responses.mentions) if response_class is None else response_class
    return counts_by_class(overlap, metric, key_class, response_class, len(SIZES) + 1)[: len(SIZES)]


def counts_by_class(
    overlap: Overlap, metric: RatioMetric, key_class: Ints, response_class: Ints, classes: int
) -> Floats:
    """Return the four counts of a metric for each class of entities.

    Recall is over key entities of the class, precision over response entities of the class.

    Parameters
    ----------
    overlap : Overlap
        The table of shared mentions.
    metric : RatioMetric
        One of `sized_metrics`.
    key_class, response_class : array of int
        The class of each entity, from 0.
    classes : int
        The number of classes.

    Returns
    -------
    array of float
        A row for each class, with the four counts.
    """
    cells = metric.cells(overlap)
    columns = []
    for ratio, entities, term, of_entity, of_cell in (
        (metric.recall, overlap.keys, metric.recall.denominator.key, key_class, cells.key),
        (metric.precision, overlap.responses, metric.precision.denominator.response, response_class, cells.response),
    ):
        assert ratio.numerator.cell is not None
        assert term is not None
        columns.append(sum_by(of_entity[of_cell], ratio.numerator.cell(cells), classes))
        columns.append(sum_by(of_entity, term(entities), classes))
    return np.column_stack(columns)


def rates_by_size(counts: Floats) -> tuple[Floats, Floats]:
    """Return recall and precision for each size; NaN for a size without entities."""
    recall, precision = (
        np.where(counts[:, below] == 0, np.nan, divide(counts[:, above], counts[:, below]))
        for above, below in ((0, 1), (2, 3))
    )
    return recall, precision
