"""The base classes of metrics: four sums over the overlap table for each document, and two ratios of these sums.

A metric declares what it can do. So a new metric needs one file, and one line in `registry.py`. In formulas, K and R
are the sets of key entities and of response entities, k and r are entities, `|k|` is the number of mentions of k, and
`|k ∩ r|` is the number of mentions that k and r share. Sums are over all k in K, or over all pairs (k, r) that share a
mention.
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
"""What each row of a table adds to a sum: plain arithmetic on its columns (integers, floats or fractions)."""

PairRates: TypeAlias = Callable[[Overlap, Cells], tuple[Floats, Floats]]
"""The recall and the precision of each pair of aligned entities."""

OwnPairs: TypeAlias = Callable[[Overlap], Cells]
"""The pairs of entities that a metric aligns by a similarity of its own."""

RepeatCounts: TypeAlias = "Callable[[RepeatedMentions], list[float]]"
"""The counts of a document with repeated mentions, as the reference scorer v8.01 counts them."""

RATES = ("recall", "precision", "f1")
COUNTS = ("recall_numerator", "recall_denominator", "precision_numerator", "precision_denominator")
ONE_FAMILY: Mapping[str, slice] = {"": slice(0, len(COUNTS))}


class Split(NamedTuple):
    """How a metric counts split antecedents. Two split antecedents are compared as two sets of entities.

    Parameters
    ----------
    by : RatioMetric, optional
        The metric that compares split antecedents; None for the metric itself.
    f1 : bool
        If True, two aligned split antecedents count with their F1. If False, they count with their recall for recall,
        and with their precision for precision.
    """

    by: RatioMetric | None = None
    f1: bool = False


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Metric:
    """A metric: its names, its formula, its references, and what it can do.

    Parameters
    ----------
    name : str
        The name on the command line, in Python and in JSON.
    title : str
        The name in tables.
    description : str
        What the metric measures, in one line.
    formula : str
        The formula of recall. The formula of precision is the same with key and response exchanged, unless the text
        gives it too.
    cite : tuple of str
        The papers that define the metric, as keys of `citations.py`.
    aliases : tuple of str
        Other names of the metric.
    weighted : bool
        Whether the metric is defined for mentions with weights.
    pair : callable, optional
        The recall and the precision of a key entity and the response entity aligned to it. The table of entities shows
        the metrics that have this function.
    own_pairs : callable, optional
        The alignment of entities by the metric's own similarity. It is needed if the overlap table alone is not enough.
    carriers : float
        An upper limit of the degrees of freedom of intervals. It is for metrics in which a document counts with the
        square of its length, so that a few documents make up most of the sums.
    repeats : callable, optional
        How the reference scorer counts a document with repeated mentions, if that scorer has the metric.
    needs_text : bool
        Whether the metric needs the words of mentions. Such a metric cannot score tables of ids.
    is_distance : bool
        Whether smaller figures are better, and figures may be above 1.
    of : tuple of str
        The names of the metrics that are averaged, if the metric is an average.
    symmetric : bool
        Whether its F1 stays the same if key and response are exchanged. This assumes that mentions match exactly.
    split : Split, optional
        How the metric counts the split antecedents of plural entities. Without it, the metric ignores them.
    of_relations : bool
        Whether the metric is about relations or non-referring mentions, and not about entities and their mentions.
    shows_families : bool
        Whether tables and pages show the scores of its families, because people report them by themselves.
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
        """The names of the metrics that are counted for this one: its own name, or the metrics that it averages."""
        return self.of or (self.name,)

    def under(self, settings: Settings) -> Self:
        """Return the metric under the given settings. Only metrics that have a policy change.

        Parameters
        ----------
        settings : Settings
            The policies.

        Returns
        -------
        Metric
            The metric itself, or a metric of the same name that follows the policies.
        """
        return self


class CountedMetric(Metric, ABC):
    """A metric that counts each document, and turns sums of counts into recall, precision and F1."""

    @property
    def families(self) -> Mapping[str, slice]:
        """The named groups of four counts that the metric consists of."""
        return ONE_FAMILY

    @property
    def optional(self) -> frozenset[str]:
        """The groups that are left out where they are empty and other groups are not."""
        return frozenset()

    def known_families(self, counts: Floats) -> Mapping[str, slice]:
        """Return the groups that have figures, according to the given counts."""
        empty = {name for name in self.optional if not counts[..., self.families[name]].any()}
        if not empty or not counts.any():
            return self.families
        return {name: columns for name, columns in self.families.items() if name not in empty}

    @property
    def is_sum(self) -> bool:
        """Whether the counts are sums over the rows of the table. Then only changed rows need to be counted again."""
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
        """Return recall, precision and F1.

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
    """One number for each document: a sum over its cells, its key entities, its response entities, and the document.

    Parameters
    ----------
    cell, key, response, document : callable, optional
        What each cell, each key entity, each response entity, and the document itself add to the sum.
    """

    cell: CellTerm | None = None
    key: EntityTerm | None = None
    response: EntityTerm | None = None
    document: DocumentTerm | None = None

    def of(self, overlap: Overlap, cells: Cells) -> Floats:
        """Return the number for each document, over the given cells. The sum is rounded once, at the end."""
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
        The sums of recall and of precision.
    align : callable, optional
        A similarity of entities. If it is given, only the cells of the best one-to-one alignment count.
    empty : float
        The value of recall or precision where its denominator is 0.

    Examples
    --------
    The share of entities that the other side has with exactly the same mentions:

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
        """Return the tables for recall and for precision. They differ if plural entities have split antecedents."""
        if self.split is None or overlap.split_antecedents is None:
            return overlap, overlap
        return overlap.split_antecedents.credited(self, self.split)

    def sums(self, overlap: Overlap, ratio: Ratio) -> list[Floats]:
        """Return the numerators and the denominators of one of the two ratios."""
        cells = self.cells(overlap)
        return [ratio.numerator.of(overlap, cells), ratio.denominator.of(overlap, cells)]

    def cells(self, overlap: Overlap) -> Cells:
        """Return the cells that count."""
        return overlap.cells if self.align is None else overlap.aligned(self.align)

    @property
    def is_sum(self) -> bool:
        return self.align is None

    @property
    def is_sum_over_entities(self) -> bool:
        """Whether recall is a sum over key entities only, and precision a sum over response entities only."""
        return (self.recall.numerator, self.precision.numerator) == (
            Count(cell=self.recall.numerator.cell),
            Count(cell=self.precision.numerator.cell),
        ) and (self.recall.denominator, self.precision.denominator) == (
            Count(key=self.recall.denominator.key),
            Count(response=self.precision.denominator.response),
        )


def check_rates(metrics: Iterable[Metric]) -> None:
    """Raise ValueError if a metric has no recall, precision and F1, but one figure only."""
    lacking = [metric.name for metric in metrics if isinstance(metric, ValueMetric)]
    if lacking:
        raise ValueError(f"no F1 is defined for {', '.join(lacking)}; leave out such metrics here")


def check_f1(metrics: Iterable[Metric]) -> None:
    """Raise ValueError if a metric has one figure only, and this figure is not an F1."""
    check_rates(metric for metric in metrics if not (isinstance(metric, ValueMetric) and metric.is_f1))


def by_cell(recall: CellTerm, precision: CellTerm) -> PairRates:
    """Return a function that computes the rates of a pair of entities from its cell."""
    return lambda overlap, cells: (recall(cells), precision(cells))


class ValueMetric(CountedMetric):
    """A metric with one figure that is neither recall nor precision: an index of agreement, or a distance.

    The figure is shown in the place of F1. It comes from four counts for each document, as for other metrics. The
    second and the fourth count are 0 only if there is nothing to compare.
    """

    @property
    def is_f1(self) -> bool:
        """Whether the figure is an F1 without recall and precision. Such a figure can be compared with other F1."""
        return False

    @property
    def further(self) -> Mapping[str, slice]:
        """The columns of the numerator and the denominator of each further figure of this metric."""
        return {}

    @abstractmethod
    def value(self, counts: Floats) -> Floats:
        """Return the figure, computed from counts or sums of counts along the last axis."""

    def rates(self, counts: Floats) -> Floats:
        value = self.value(counts)
        undefined = np.full_like(value, np.nan)
        return np.stack([undefined, undefined, value], axis=-1)


def ratio_rates(counts: Floats, empty: float = 0.0) -> Floats:
    """Return recall, precision and F1 from the four counts along the last axis; `empty` if a denominator is 0.

    >>> ratio_rates(np.array([2.0, 5.0, 2.0, 4.0])).round(4).tolist()
    [0.4, 0.5, 0.4444]
    """
    recall = divide(counts[..., 0], counts[..., 1], empty)
    precision = divide(counts[..., 2], counts[..., 3], empty)
    return np.stack([recall, precision, harmonic(recall, precision)], axis=-1)


def divide(numerator: Numeric, denominator: Numeric, empty: float = 0.0) -> Floats:
    """Return the ratio, or `empty` where the denominator is 0."""
    safe = np.where(denominator == 0, 1, denominator)
    return np.where(denominator == 0, empty, numerator / safe)


def harmonic(recall: Floats, precision: Floats) -> Floats:
    """Return F1, the harmonic mean of recall and precision."""
    return divide(2 * precision * recall, precision + recall)


def pairs(size: Numeric) -> Numeric:
    """Return the number of pairs of mentions, n(n − 1)/2."""
    return links(size, size)


def links(size: Numeric, mentions: Numeric) -> Numeric:
    """Return the weight of all links between `mentions` mentions with the total weight `size`.

    The weight of a link is the mean weight of its two mentions. So each mention adds half of its weight to each of its
    links. Without weights, the result is the number of links.
    """
    twice = size * (mentions - 1)
    is_whole = getattr(twice, "dtype", None) == np.int64
    return twice // 2 if is_whole else twice / 2


def shared_links(row: Cells | Entities | Documents) -> Numeric:
    """Return the weight of all links between shared mentions.

    The weight of a split antecedent is its credit. The weight of a link to it is the product of the weights of its two
    ends. The sum over all pairs is ((Σ w)² − Σ w²) / 2.
    """
    if row.credit is None:
        return links(row.shared, row.shared_mentions)
    return ((row.shared + row.credit) ** 2 - row.shared - row.credit_squares) / 2


def tree(size: Numeric, mentions: Numeric) -> Numeric:
    """Return the weight of the n − 1 links that connect n mentions; each has the mean weight of all their links."""
    return (mentions - 1) * (size / mentions)
