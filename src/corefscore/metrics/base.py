"""What a metric is: four sums over the overlap table for each document, and two ratios of them.

A metric declares what it can do, so that a new one is one file and one line in `registry.py`. In formulas, K and R are
the sets of key entities and of response entities, k and r are entities, |k| is the number of mentions of k, and |k ∩ r|
the number of mentions that k and r share. Sums are over all k in K, or over all pairs (k, r) that share a mention.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from corefscore.core.arrays import Floats, Numeric
from corefscore.core.settings import Settings
from corefscore.metrics.overlap import Cells, Documents, Entities, Overlap

if TYPE_CHECKING:
    from typing_extensions import Self

    from corefscore.metrics.repeats import RepeatedMentions

CellTerm: TypeAlias = Callable[[Cells], Numeric]
EntityTerm: TypeAlias = Callable[[Entities], Numeric]
DocumentTerm: TypeAlias = Callable[[Documents], Numeric]
"""What each row of a table adds to a sum: plain arithmetic on its columns, be they integers, floats or fractions."""

PairRates: TypeAlias = Callable[[Overlap, Cells], tuple[Floats, Floats]]
"""Recall and precision of each pair of aligned entities."""

OwnPairs: TypeAlias = Callable[[Overlap], Cells]
"""The pairs of entities that a metric aligns by a similarity of its own."""

RepeatCounts: TypeAlias = "Callable[[RepeatedMentions], list[float]]"
"""The counts of a document in which a mention occurs twice on a side, as the reference scorer v8.01 counts them."""

RATES = ("recall", "precision", "f1")
COUNTS = ("recall_numerator", "recall_denominator", "precision_numerator", "precision_denominator")
ONE_FAMILY: Mapping[str, slice] = {"": slice(0, len(COUNTS))}


class Split(NamedTuple):
    """How a metric counts split antecedents, which are compared as two sets of entities.

    Parameters
    ----------
    by : RatioMetric, optional
        The metric that compares them; None for the metric itself.
    f1 : bool
        Whether two that are aligned count with their F1; otherwise with their recall for recall, and with their
        precision for precision.
    """

    by: RatioMetric | None = None
    f1: bool = False


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Metric:
    """A figure for a response, and what is declared of it.

    Parameters
    ----------
    name : str
        The name on the command line, in Python and in JSON.
    title : str
        The name in tables for people.
    description : str
        What it measures, in one line.
    formula : str
        The formula of recall. That of precision is the same with key and response exchanged, unless it is given too.
    cite : tuple of str
        Keys of `citations.py`: where it was defined.
    aliases : tuple of str
        Other names that people use for it.
    weighted : bool
        Whether it is defined for mentions with weights.
    pair : callable, optional
        Recall and precision of a key entity and the response entity aligned to it. The table of entities shows the
        metrics that have it.
    own_pairs : callable, optional
        The alignment of entities by the metric's own similarity, if the overlap table alone cannot show it.
    carriers : float
        About how many documents carry the sums of a corpus, however many it has, if documents count with the square of
        their length; its intervals have so many degrees of freedom at most.
    repeats : callable, optional
        How the reference scorer counts a document with repeated mentions, if that scorer has the metric.
    needs_text : bool
        Whether it looks at the words of mentions. It has no figures for tables of ids.
    is_distance : bool
        Whether less is better, and the figure may be above 1.
    of : tuple of str
        The names of the metrics that it is the mean of, if it is a mean.
    symmetric : bool
        Whether its F1 stays the same if key and response are exchanged, where mentions match exactly.
    split : Split, optional
        How it counts the split antecedents of plural entities; without it, it does not see them.
    of_relations : bool
        Whether it is about relations or non-referring mentions, and not about entities and their mentions.
    shows_families : bool
        Whether its families are scores that people report by themselves, so that tables and pages show them.
    """

    name: str
    title: str
    description: str
    formula: str = ""
    cite: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    weighted: bool = False
    pair: PairRates | None = None
    own_pairs: OwnPairs | None = None
    carriers: float = math.inf
    repeats: RepeatCounts | None = None
    needs_text: bool = False
    is_distance: bool = False
    of: tuple[str, ...] = ()
    symmetric: bool = False
    split: Split | None = None
    of_relations: bool = False
    shows_families: bool = False

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}: {self.title}>"

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of the metrics that are counted for this one: its own, or those that it is the mean of."""
        return self.of or (self.name,)

    def under(self, settings: Settings) -> Self:
        """The metric under some settings; only metrics with a policy of their own change."""
        return self


class CountedMetric(Metric, ABC):
    """A metric that counts each document, and turns sums of counts into recall, precision and F1."""

    @property
    def families(self) -> Mapping[str, slice]:
        """The named groups of four counts that the metric consists of."""
        return ONE_FAMILY

    @property
    def optional(self) -> frozenset[str]:
        """The groups that are left out where there is nothing in them, but in others."""
        return frozenset()

    def known_families(self, counts: Floats) -> Mapping[str, slice]:
        """The groups that there are figures for, as some counts show."""
        empty = {name for name in self.optional if not counts[..., self.families[name]].any()}
        if not empty or not counts.any():
            return self.families
        return {name: columns for name, columns in self.families.items() if name not in empty}

    @property
    def is_sum(self) -> bool:
        """Whether its counts are sums over the rows of the table, so that changed rows alone change them."""
        return False

    @abstractmethod
    def count(self, overlap: Overlap) -> Floats:
        """Count each document.

        Parameters
        ----------
        overlap : Overlap
            The table of shared mentions.

        Returns
        -------
        array of float
            A row of counts for each document; rows can be added up.
        """

    def rates(self, counts: Floats) -> Floats:
        """Recall, precision and F1.

        Parameters
        ----------
        counts : array of float
            Counts, or sums of counts, along the last axis.

        Returns
        -------
        array of float
            The three rates along the last axis.
        """
        return ratio_rates(counts)


class Count(NamedTuple):
    """One number for each document: the sum over its cells, its key entities, its response entities, and itself.

    Parameters
    ----------
    cell, key, response, document : callable, optional
        What each cell, each entity of a side, and the document add to the sum.
    """

    cell: CellTerm | None = None
    key: EntityTerm | None = None
    response: EntityTerm | None = None
    document: DocumentTerm | None = None

    def of(self, overlap: Overlap, cells: Cells) -> Floats:
        """The number for each document, over some of its cells; what is whole is rounded once, at the end."""
        if overlap.has_many_pairs:
            return np.asarray(
                sum(self._parts(overlap, cells, exact=True), start=np.zeros(overlap.document_count, dtype=object)),
                dtype=np.float64,
            )
        return sum(self._parts(overlap, cells, exact=False), start=np.zeros(overlap.document_count))

    def _parts(self, overlap: Overlap, cells: Cells, exact: bool) -> Iterator[Numeric]:
        documents = overlap.document_count
        if self.cell is not None:
            yield cells.total(self.cell(cells), documents, exact)
        for term, entities in ((self.key, overlap.keys), (self.response, overlap.responses)):
            if term is not None:
                yield entities.total(term(entities), documents, exact)
        if self.document is not None:
            yield self.document(overlap.exact_documents if exact else overlap.documents)


class Ratio(NamedTuple):
    """A numerator and a denominator."""

    numerator: Count
    denominator: Count


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class RatioMetric(CountedMetric):
    """A metric whose recall and precision are each one ratio of sums.

    Parameters
    ----------
    recall, precision : Ratio
        The sums.
    align : callable, optional
        A similarity of entities. If it is given, only the cells of the best one-to-one alignment count.
    empty : float
        What recall or precision is where its denominator is 0.

    Examples
    --------
    The share of entities of the other side that are exactly right:

    >>> import corefscore
    >>> from corefscore.metrics.overlap import Overlap
    >>> def equal(c):
    ...     return (c.shared == c.key_size) & (c.shared == c.response_size)
    >>> exact = RatioMetric(
    ...     name="exact",
    ...     title="Exact",
    ...     description="entities that are exactly right",
    ...     formula="|K ∩ R| / |K|",
    ...     recall=Ratio(Count(cell=equal), Count(key=lambda _: 1)),
    ...     precision=Ratio(Count(cell=equal), Count(response=lambda _: 1)),
    ... )
    >>> matched = corefscore.score([["a", "b"], ["c"]], [["a", "b"], ["c", "d"]]).matched
    >>> exact.rates(exact.count(Overlap.of(matched))).tolist()
    [[0.5, 0.5, 0.5]]
    """

    recall: Ratio
    precision: Ratio
    align: CellTerm | None = None
    empty: float = 0.0

    def rates(self, counts: Floats) -> Floats:
        return ratio_rates(counts, self.empty)

    def count(self, overlap: Overlap) -> Floats:
        recall, precision = self.tables(overlap)
        return np.column_stack([*self.sums(recall, self.recall), *self.sums(precision, self.precision)])

    def tables(self, overlap: Overlap) -> tuple[Overlap, Overlap]:
        """The tables for recall and for precision, which are others where plural entities have split antecedents."""
        if self.split is None or overlap.split_antecedents is None:
            return overlap, overlap
        return overlap.split_antecedents.credited(self, self.split)

    def sums(self, overlap: Overlap, ratio: Ratio) -> list[Floats]:
        """The numerators and the denominators of one of the two ratios."""
        cells = self.cells(overlap)
        return [ratio.numerator.of(overlap, cells), ratio.denominator.of(overlap, cells)]

    def cells(self, overlap: Overlap) -> Cells:
        """The cells that count."""
        return overlap.cells if self.align is None else overlap.aligned(self.align)

    @property
    def is_sum(self) -> bool:
        return self.align is None

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


def check_rates(metrics: Iterable[Metric]) -> None:
    """Raise ValueError if a metric has one figure alone, where recall, precision and F1 are needed."""
    lacking = [metric.name for metric in metrics if isinstance(metric, ValueMetric)]
    if lacking:
        raise ValueError(f"no F1 is defined for {', '.join(lacking)}; leave out such metrics here")


def check_f1(metrics: Iterable[Metric]) -> None:
    """Raise ValueError if a metric has one figure alone that is no F1."""
    check_rates(metric for metric in metrics if not (isinstance(metric, ValueMetric) and metric.is_f1))


def by_cell(recall: CellTerm, precision: CellTerm) -> PairRates:
    """Rates of a pair of entities that follow from its cell."""
    return lambda overlap, cells: (recall(cells), precision(cells))


class ValueMetric(CountedMetric):
    """A metric with one figure, which is neither recall nor precision: an index of agreement, or a distance.

    The figure stands where F1 stands for other metrics. Like these, it comes from four counts for each document, of
    which the second and the fourth are 0 only where there is nothing to compare.
    """

    @property
    def is_f1(self) -> bool:
        """Whether the figure is an F1 without recall and precision, so that it can be shown beside other F1."""
        return False

    @property
    def further(self) -> Mapping[str, slice]:
        """The columns of a numerator and a denominator for each further figure that belongs to this one."""
        return {}

    @abstractmethod
    def value(self, counts: Floats) -> Floats:
        """The figure, from counts, or sums of counts, along the last axis."""

    def rates(self, counts: Floats) -> Floats:
        value = self.value(counts)
        undefined = np.full_like(value, np.nan)
        return np.stack([undefined, undefined, value], axis=-1)


def ratio_rates(counts: Floats, empty: float = 0.0) -> Floats:
    """Recall, precision and F1 from the four counts along the last axis; `empty` where a denominator is 0.

    >>> ratio_rates(np.array([2.0, 5.0, 2.0, 4.0])).round(4).tolist()
    [0.4, 0.5, 0.4444]
    """
    recall = divide(counts[..., 0], counts[..., 1], empty)
    precision = divide(counts[..., 2], counts[..., 3], empty)
    return np.stack([recall, precision, harmonic(recall, precision)], axis=-1)


def divide(numerator: Numeric, denominator: Numeric, empty: float = 0.0) -> Floats:
    """A ratio, `empty` where the denominator is 0."""
    safe = np.where(denominator == 0, 1, denominator)
    return np.where(denominator == 0, empty, numerator / safe)


def harmonic(recall: Floats, precision: Floats) -> Floats:
    """F1: the harmonic mean of recall and precision."""
    return divide(2 * precision * recall, precision + recall)


def pairs(size: Numeric) -> Numeric:
    """The number of pairs of mentions, n(n − 1)/2."""
    return links(size, size)


def links(size: Numeric, mentions: Numeric) -> Numeric:
    """The weight of all links between some mentions that weigh `size` together; without weights, their number.

    A link weighs the mean of its two mentions, so each mention adds half of its weight to each of its links.
    """
    twice = size * (mentions - 1)
    is_whole = getattr(twice, "dtype", None) == np.int64
    return twice // 2 if is_whole else twice / 2


def shared_links(row: Cells | Entities | Documents) -> Numeric:
    """The weight of all links between shared mentions.

    A split antecedent weighs as much as it is right, and a link to it the product of its two ends: a sum over pairs,
    ((Σ w)² − Σ w²) / 2.
    """
    if row.credit is None:
        return links(row.shared, row.shared_mentions)
    return ((row.shared + row.credit) ** 2 - row.shared - row.credit_squares) / 2


def tree(size: Numeric, mentions: Numeric) -> Numeric:
    """The weight of the n − 1 links that connect n mentions, each as heavy as their links are on average."""
    return (mentions - 1) * (size / mentions)
