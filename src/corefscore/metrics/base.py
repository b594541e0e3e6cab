"""What a metric is: four sums over the overlap table, for each document, and two ratios of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np

from corefscore.core.arrays import Floats, sum_by
from corefscore.metrics.overlap import Cells, Overlap

Term: TypeAlias = Callable[[Any], Any]
"""Plain arithmetic on the columns of a table."""

RATES = ("recall", "precision", "f1")
COUNTS = ("recall_numerator", "recall_denominator", "precision_numerator", "precision_denominator")


class Metric(Protocol):
    """A metric counts each document, and turns sums of counts into recall, precision and F1."""

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def description(self) -> str: ...

    @property
    def cite(self) -> tuple[str, ...]: ...

    @property
    def families(self) -> Mapping[str, slice]:
        """The named groups of four counts it consists of."""
        ...

    def count(self, overlap: Overlap) -> Floats:
        """A row of counts for each document."""
        ...

    def rates(self, counts: Floats) -> Floats:
        """Recall, precision and F1 along the last axis, from (sums of) counts along the last axis."""
        ...


class Count(NamedTuple):
    """One number for a document: the sum of what its cells, its entities and the document itself contribute."""

    cell: Term | None = None
    key: Term | None = None
    response: Term | None = None
    document: Term | None = None

    def of(self, overlap: Overlap, cells: Cells) -> Floats:
        total = np.zeros(overlap.count)
        for term, table in ((self.cell, cells), (self.key, overlap.keys), (self.response, overlap.responses)):
            if term is not None:
                total += sum_by(table.document, term(table), overlap.count)
        if self.document is not None:
            total += self.document(overlap.documents)
        return total


class Ratio(NamedTuple):
    numerator: Count
    denominator: Count


@dataclass(frozen=True, eq=False)
class RatioMetric:
    """A metric whose recall and precision are each one ratio.

    With `align`, cells are only those of the best one-to-one alignment by that similarity.
    """

    name: str
    title: str
    description: str
    cite: tuple[str, ...]
    recall: Ratio
    precision: Ratio
    align: Term | None = None

    @property
    def families(self) -> Mapping[str, slice]:
        return {"": slice(0, len(COUNTS))}

    def count(self, overlap: Overlap) -> Floats:
        return np.column_stack([*self.sums(overlap, self.recall), *self.sums(overlap, self.precision)])

    def sums(self, overlap: Overlap, ratio: Ratio) -> list[Floats]:
        """Numerator and denominator of one of the two ratios."""
        cells = self.cells(overlap)
        return [ratio.numerator.of(overlap, cells), ratio.denominator.of(overlap, cells)]

    def cells(self, overlap: Overlap) -> Cells:
        """The cells that count."""
        return overlap.cells if self.align is None else overlap.aligned(self.align)

    def rates(self, counts: Floats) -> Floats:
        return ratio_rates(counts)


def ratio_rates(counts: Floats) -> Floats:
    """Recall, precision and F1 from the four counts along the last axis; 0 where a denominator is 0.

    >>> ratio_rates(np.array([2.0, 5.0, 2.0, 4.0])).round(4).tolist()
    [0.4, 0.5, 0.4444]
    """
    recall = divide(counts[..., 0], counts[..., 1])
    precision = divide(counts[..., 2], counts[..., 3])
    return np.stack([recall, precision, harmonic(recall, precision)], axis=-1)


def divide(numerator: Any, denominator: Any) -> Floats:
    safe = np.where(denominator == 0, 1, denominator)
    return np.where(denominator == 0, 0.0, numerator / safe)


def harmonic(recall: Floats, precision: Floats) -> Floats:
    return divide(2 * precision * recall, precision + recall)


def pairs(size: Any) -> Any:
    """The number of pairs among so many."""
    return size * (size - 1) / 2


def links(size: Any, mentions: Any) -> Any:
    """The weight of all links among some mentions that weigh `size` together; without weights, their number.

    A link weighs the mean of its two mentions, so each mention brings half of its weight to each of its links.
    """
    return size * (mentions - 1) / 2


def tree(size: Any, mentions: Any) -> Any:
    """The weight of as many links as hold some mentions together, each as heavy as their links are on average."""
    return (mentions - 1) * (size / mentions)
