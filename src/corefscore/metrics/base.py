"""What a metric is: four sums over the overlap table, for each document, and two ratios of them.

A metric declares what it can do, so that a new one is one file and one line in `registry.py`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from corefscore.core.arrays import Floats, Numeric, sum_by
from corefscore.core.settings import Settings
from corefscore.metrics.overlap import Cells, Overlap
from corefscore.metrics.repeats import RepeatedMentions

if TYPE_CHECKING:
    from typing_extensions import Self

Term: TypeAlias = Callable[[Any], Numeric]
"""Plain arithmetic on the columns of a table; it runs on integers, floats and fractions alike."""

PairRates: TypeAlias = Callable[[Overlap, Cells], tuple[Floats, Floats]]
"""Recall and precision of pairs of aligned entities, a pair for each cell."""

RepeatCounts: TypeAlias = Callable[[RepeatedMentions], list[float]]
"""The counts of a document in which a mention occurs twice on a side, as the reference scorer v8.01 has them."""

RATES = ("recall", "precision", "f1")
COUNTS = ("recall_numerator", "recall_denominator", "precision_numerator", "precision_denominator")
ONE_FAMILY: Mapping[str, slice] = {"": slice(0, len(COUNTS))}


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Metric:
    """A figure that a response can get, and what is declared of it.

    Parameters
    ----------
    name : str
        The name on the command line, in Python and in JSON.
    title : str
        The name in tables for people.
    description : str
        What it measures, in one line.
    formula : str
        Recall; the formula of precision is the same with key and response exchanged, unless it says so.
    cite : tuple of str
        Keys of `citations.py`: where it was defined.
    aliases : tuple of str
        Other names that people use for it.
    """

    name: str
    title: str
    description: str
    formula: str = ""
    cite: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}: {self.title}>"

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of the metrics that are counted for this one: its own, or those of which it is the mean."""
        return (self.name,)

    def under(self, settings: Settings) -> Self:
        """The metric under some settings; only metrics with a policy of their own change."""
        return self


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class CountedMetric(Metric, ABC):
    """A metric that counts each document, and turns sums of counts into recall, precision and F1.

    Parameters
    ----------
    weighted : bool
        Whether it is defined for mentions with weights.
    pair : callable, optional
        How it scores one key entity and the response entity aligned to it; the table of entities shows these metrics.
    repeats : callable, optional
        How the reference scorer counts a document with repeated mentions, if that scorer has the metric.
    """

    weighted: bool = False
    pair: PairRates | None = None
    repeats: RepeatCounts | None = None

    @property
    def families(self) -> Mapping[str, slice]:
        """The named groups of four counts that the metric consists of."""
        return ONE_FAMILY

    @abstractmethod
    def count(self, overlap: Overlap) -> Floats:
        """A row of counts for each document."""

    def rates(self, counts: Floats) -> Floats:
        """Recall, precision and F1 along the last axis, from (sums of) counts along the last axis."""
        return ratio_rates(counts)


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
    """A numerator and a denominator."""

    numerator: Count
    denominator: Count


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class RatioMetric(CountedMetric):
    """A metric whose recall and precision are each one ratio of sums.

    Parameters
    ----------
    recall, precision : Ratio
        What is summed.
    align : callable, optional
        A similarity of entities. If it is given, only the cells of the best one-to-one alignment count.
    """

    recall: Ratio
    precision: Ratio
    align: Term | None = None

    def count(self, overlap: Overlap) -> Floats:
        return np.column_stack([*self.sums(overlap, self.recall), *self.sums(overlap, self.precision)])

    def sums(self, overlap: Overlap, ratio: Ratio) -> list[Floats]:
        """Numerator and denominator of one of the two ratios."""
        cells = self.cells(overlap)
        return [ratio.numerator.of(overlap, cells), ratio.denominator.of(overlap, cells)]

    def cells(self, overlap: Overlap) -> Cells:
        """The cells that count."""
        return overlap.cells if self.align is None else overlap.aligned(self.align)

    @property
    def is_sum_over_entities(self) -> bool:
        """Whether recall is a sum over key entities and precision one over response entities, and nothing else."""
        return (self.recall.numerator, self.precision.numerator) == (
            Count(cell=self.recall.numerator.cell),
            Count(cell=self.precision.numerator.cell),
        ) and (self.recall.denominator, self.precision.denominator) == (
            Count(key=self.recall.denominator.key),
            Count(response=self.precision.denominator.response),
        )


def by_cell(recall: Term, precision: Term) -> PairRates:
    """Rates of a pair of entities that follow from their cell alone."""
    return lambda overlap, cells: (recall(cells), precision(cells))


def ratio_rates(counts: Floats) -> Floats:
    """Recall, precision and F1 from the four counts along the last axis; 0 where a denominator is 0.

    >>> ratio_rates(np.array([2.0, 5.0, 2.0, 4.0])).round(4).tolist()
    [0.4, 0.5, 0.4444]
    """
    recall = divide(counts[..., 0], counts[..., 1])
    precision = divide(counts[..., 2], counts[..., 3])
    return np.stack([recall, precision, harmonic(recall, precision)], axis=-1)


def divide(numerator: Numeric, denominator: Numeric) -> Floats:
    """A ratio, 0 where the denominator is 0."""
    safe = np.where(denominator == 0, 1, denominator)
    return np.where(denominator == 0, 0.0, numerator / safe)


def harmonic(recall: Floats, precision: Floats) -> Floats:
    """F1: the harmonic mean of recall and precision."""
    return divide(2 * precision * recall, precision + recall)


def pairs(size: Numeric) -> Numeric:
    """The number of pairs among so many mentions."""
    return size * (size - 1) / 2


def links(size: Numeric, mentions: Numeric) -> Numeric:
    """The weight of all links among some mentions that weigh `size` together; without weights, their number.

    A link weighs the mean of its two mentions, so each mention brings half of its weight to each of its links.
    """
    return size * (mentions - 1) / 2


def tree(size: Numeric, mentions: Numeric) -> Numeric:
    """The weight of as many links as hold some mentions together, each as heavy as their links are on average."""
    return (mentions - 1) * (size / mentions)
