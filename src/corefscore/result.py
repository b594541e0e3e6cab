"""The counts of documents, the scores computed from them, and the result that has both."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from corefscore.core.arrays import Floats, Ints
from corefscore.core.corpus import Corpus
from corefscore.core.export import INDENT, Exportable, JsonText, abridged, to_json
from corefscore.core.problems import check_choice
from corefscore.core.settings import LEVEL, RESAMPLES, SEED, UNWEIGHTED, Settings, short_signature
from corefscore.core.tables import Column, Figure, Table
from corefscore.matching.matched import Matched
from corefscore.metrics.average import Average
from corefscore.metrics.base import COUNTS, RATES, CountedMetric, Metric, ValueMetric, divide, ratio_rates
from corefscore.metrics.mentions import MENTIONS
from corefscore.metrics.selection import counted, find_metrics, metric_name

if TYPE_CHECKING:
    from corefscore.analysis.entities import EntityTable
    from corefscore.analysis.errors.error_table import Errors
    from corefscore.analysis.explain.explanation import Explanation
    from corefscore.comparison.intervals import Intervals
    from corefscore.metrics.macro import MacroRule, Means
    from corefscore.report.view import DocumentView

UNDEFINED = math.nan
RATE_TITLES = ("Recall", "Precision", "F1")
FIGURES = (*RATES, *COUNTS)
VALUE = Column("Value", "value", "number", decimals=4)
LARGEST_EXACT = 2.0**53

Figures: TypeAlias = "dict[str, list[float] | Figures]"
"""A column of figures for each name. Figures may have parts, which have their own columns."""


class Score(NamedTuple):
    """Recall, precision and F1 between 0 and 1, with the counts they come from.

    Parameters
    ----------
    recall, precision, f1 : float
        The rates. An average of metrics has an F1 only; its recall and precision are NaN.
    recall_numerator, recall_denominator, precision_numerator, precision_denominator : float
        The counts. Recall and precision are their ratios, or 0 if the denominator is 0.
    families : mapping of str to Score
        The parts of a metric, by name. BLANC, for example, has a part for each kind of link, and its counts are there.
        Most metrics have no parts.
    value : float
        The figure of a metric that has no recall and precision, such as the Rand index. The rates of such a metric are
        NaN.
    """

    recall: float
    precision: float
    f1: float
    recall_numerator: float = UNDEFINED
    recall_denominator: float = UNDEFINED
    precision_numerator: float = UNDEFINED
    precision_denominator: float = UNDEFINED
    families: Mapping[str, Score] = {}
    value: float = UNDEFINED

    def __repr__(self) -> str:
        if not math.isnan(self.value):
            return f"Score(value={self.value:.4g})"
        rates = {name: value for name in RATES if not math.isnan(value := getattr(self, name))}
        return f"Score({', '.join(f'{name}={value:.4g}' for name, value in rates.items())})"

    def to_dict(self) -> dict[str, object]:
        """Return the defined figures by name. Whole counts are integers.

        Returns
        -------
        dict of str to object
            The rates and counts, or the value. The parts of the metric follow, by their names.
        """
        if not math.isnan(self.value):
            return {"value": self.value, **{name: further.value for name, further in self.families.items()}}
        figures: dict[str, float] = {name: getattr(self, name) for name in RATES}
        figures |= {name: _whole(getattr(self, name)) for name in COUNTS}
        defined: dict[str, object] = {name: value for name, value in figures.items() if not math.isnan(value)}
        return defined | {name: family.to_dict() for name, family in self.families.items()}


def single(value: float) -> Score:
    """Return the score of a metric that has only one figure."""
    return Score(UNDEFINED, UNDEFINED, UNDEFINED, value=value)


def _whole(count: float) -> float:
    return int(count) if count.is_integer() else count


@dataclass(frozen=True, eq=False, repr=False)
class Counts:
    """A row of counts for each document and metric. All scores are computed from these counts.

    Parameters
    ----------
    documents : tuple of str
        The names of the documents.
    rows : mapping of str to array
        A matrix with a row for each document, for each counted metric.
    sources : tuple of str
        The file of each document of the key, if all files are known.

    Examples
    --------
    >>> import corefscore
    >>> counts = corefscore.score({"1": [["a", "b"]], "2": [["c", "d", "e"]]}, {"1": [["a", "b"]], "2": []}).counts
    >>> counts.rows["muc"].tolist()
    [[1.0, 1.0, 1.0, 1.0], [0.0, 2.0, 0.0, 0.0]]
    >>> counts.total["muc"].tolist()
    [1.0, 3.0, 1.0, 1.0]
    """

    documents: tuple[str, ...]
    rows: Mapping[str, Floats]
    sources: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Counts of {abridged(self.total)} for {len(self):,} documents>"

    def __len__(self) -> int:
        """Return the number of documents."""
        return len(self.documents)

    @property
    def has_documents(self) -> bool:
        """Whether there is a row for each document, and not only the sums."""
        return True

    @classmethod
    def from_figures(
        cls,
        metrics: Sequence[Metric],
        documents: Mapping[str, Mapping[str, object]],
        beside: Mapping[str, Sequence[Sequence[float]]],
    ) -> Counts:
        """Return the counts that are in the figures of documents.

        Parameters
        ----------
        metrics : sequence of Metric
            The metrics.
        documents : mapping of str to mapping
            The figures of each document, as `DocumentScores.to_dict` returns them.
        beside : mapping of str to rows
            The rows of metrics whose counts are not in these figures, as `Counts.beside_figures` returns them.

        Returns
        -------
        Counts
            The counts.

        Raises
        ------
        ValueError
            If figures of a metric are missing.
        """
        try:
            rows = {
                metric.name: np.array([_counts_of(metric, figures[metric.name]) for figures in documents.values()])
                for metric in counted(metrics)
                if metric.name not in beside
            }
            rows |= {name: np.array(row, dtype=np.float64) for name, row in beside.items()}
            width = {metric.name: len(COUNTS) * len(metric.families) for metric in counted_metrics(metrics)}
            shaped = {name: row.reshape(-1, width[name]) for name, row in rows.items()}
        except (KeyError, TypeError) as error:
            raise ValueError(f"a document lacks the count {error}; use the JSON that Result.to_json returned") from None
        return cls(tuple(documents), shaped)

    def beside_figures(self, metrics: Iterable[Metric]) -> dict[str, list[list[float]]]:
        """Return the rows of metrics whose counts are not in the figures of documents.

        These are metrics with one figure, and metrics that are counted only for an average.

        Parameters
        ----------
        metrics : iterable of Metric
            The metrics of the result.

        Returns
        -------
        dict of str to list
            The rows of each of these metrics, a row for each document.
        """
        shown = {metric.name for metric in metrics if not isinstance(metric, ValueMetric)}
        return {name: rows.tolist() for name, rows in self.rows.items() if name not in shown}

    def take(self, rows: Ints) -> Counts:
        """Return the counts of the documents in the given rows.

        Parameters
        ----------
        rows : array of int
            The rows of the documents to keep, in any order.

        Returns
        -------
        Counts
            The counts, in this order.
        """
        sources = tuple(self.sources[row] for row in rows) if self.sources else ()
        names = tuple(self.documents[row] for row in rows)
        return Counts(names, {name: column[rows] for name, column in self.rows.items()}, sources)

    @cached_property
    def total(self) -> dict[str, Floats]:
        """The sums over documents. Each exact sum is rounded once, so that the order of documents does not matter."""
        return {name: np.array([math.fsum(column) for column in rows.T.tolist()]) for name, rows in self.rows.items()}

    def scores(self, metrics: Sequence[Metric]) -> Scores:
        """Return the scores of all documents together.

        Parameters
        ----------
        metrics : sequence of Metric
            The metrics. All of them must have been counted.

        Returns
        -------
        Scores
            The score of each metric.
        """
        totals = {name: total[np.newaxis] for name, total in self.total.items()}
        return Scores({name: scores[0] for name, scores in scores_of_rows(metrics, totals).items()})


def _counts_of(metric: CountedMetric, figures: Any) -> list[float]:
    """Return the row of counts in the figures of one document."""
    if len(metric.families) == 1:
        return [float(figures[name]) for name in COUNTS]
    known = [name for name in metric.families if name not in metric.optional or name in figures]
    return [float(figures[part][name]) if part in known else 0.0 for part in metric.families for name in COUNTS]


class SummedCounts(Counts):
    """Counts whose sums are known already. Names of documents are computed on first use.

    Parameters
    ----------
    total : mapping of str to array
        The exact sums over documents, by metric.
    size : int
        The number of documents.
    names : sequence of (str or None)
        The name of each document, or None if it has no name. There may be further names, of documents that came later.
    rows : mapping of str to array, optional
        A row for each document; None if there are only sums.
    """

    def __init__(
        self,
        total: Mapping[str, Floats],
        size: int,
        names: Sequence[str | None] = (),
        rows: Mapping[str, Floats] | None = None,
    ) -> None:
        # This is the only way to set the fields of a frozen class.
        self.__dict__.update(total=dict(total), sources=(), _size=size, _names=names, _rows=rows)

    def __len__(self) -> int:
        return int(self.__dict__["_size"])

    @property
    def has_documents(self) -> bool:
        return self.__dict__["_rows"] is not None

    @cached_property
    def documents(self) -> tuple[str, ...]:
        """The names of the documents. Documents without a name are numbered."""
        self._check_documents()
        names = self.__dict__["_names"][: len(self)]
        given = {name for name in names if name is not None}
        unnamed = (str(number) if str(number) not in given else f"#{number}" for number in range(len(names)))
        return tuple(number if name is None else name for name, number in zip(names, unnamed, strict=True))

    @property
    def rows(self) -> Mapping[str, Floats]:
        """A matrix with a row for each document, for each counted metric."""
        self._check_documents()
        rows: Mapping[str, Floats] = self.__dict__["_rows"]
        return rows

    def _check_documents(self) -> None:
        if not self.has_documents:
            message = "this result has only sums, because its Scorer did not keep documents"
            raise ValueError(f"{message}; use Scorer(keep_documents=True)")

    def __reduce__(self) -> tuple[object, ...]:
        if self.has_documents:
            return Counts, (self.documents, self.rows)
        return SummedCounts, (self.total, len(self))


LONGEST_NAME = 60


class SideCounts(NamedTuple):
    """The size of one side, the key or the response: numbers of documents, mentions, entities and singletons."""

    name: str
    documents: int = 0
    mentions: int = 0
    entities: int = 0
    singletons: int = 0

    @classmethod
    def of(cls, corpus: Corpus) -> SideCounts:
        """Return the size of a corpus."""
        return cls.of_sizes(corpus.source_name, len(corpus), corpus.entity_sizes)

    @classmethod
    def of_sizes(cls, name: str, documents: int, sizes: Ints) -> SideCounts:
        """Return the size of a side, given the numbers of mentions of its entities."""
        return cls(name, documents, int(sizes.sum()), len(sizes), int(np.count_nonzero(sizes == 1)))

    def __repr__(self) -> str:
        return f"<SideCounts {self._replace(name=self.name[-LONGEST_NAME:])}>"

    def plus(self, other: SideCounts) -> SideCounts:
        """Return the sum of both sizes, with the name of the first."""
        return SideCounts(self.name, *(ours + theirs for ours, theirs in zip(self[1:], other[1:], strict=True)))

    def __str__(self) -> str:
        parts = (
            _number(self.documents, "document", "documents"),
            _number(self.mentions, "mention", "mentions"),
            _number(self.entities, "entity", "entities"),
            _number(self.singletons, "singleton", "singletons"),
        )
        return f"{self.name}: {', '.join(parts)}"


def side_sizes(counts: Mapping[str, Floats], settings: Settings) -> Ints | Floats:
    """Return the numbers of mentions of key and response along the last axis, or their weights with two decimals.

    Parameters
    ----------
    counts : mapping of str to array
        The counts of each metric along the last axis, of documents or of sums over documents.
    settings : Settings
        The policies. Only `weights` matters here.

    Returns
    -------
    array
        The numbers or weights of key and response along the last axis.
    """
    sizes = counts[MENTIONS.name][..., [1, 3]]
    return sizes.astype(np.int64) if settings.weights == UNWEIGHTED else sizes.round(2)


def counted_metrics(metrics: Iterable[Metric]) -> list[CountedMetric]:
    """Return the metrics whose counts a result keeps. `mentions` is always among them, for the sizes of documents."""
    return counted([MENTIONS, *metrics])


def _number(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"


def main_figure(score: Score) -> float:
    """Return the main figure of a score: its value if it has one, otherwise its F1."""
    return score.f1 if math.isnan(score.value) else score.value


def _shown(score: Score) -> str:
    return f"{100 * score.f1:.2f}" if math.isnan(score.value) else f"{score.value:.4g}"


class Scores(Mapping[str, Score]):
    """The score of each metric, by the name of the metric or by an alias.

    Examples
    --------
    >>> scores = Scores({"b3": Score(0.5, 1.0, 2 / 3)})
    >>> scores["B-cubed"]
    Score(recall=0.5, precision=1, f1=0.6667)
    """

    def __init__(self, scores: Mapping[str, Score]) -> None:
        self._scores = scores

    def __getitem__(self, name: str) -> Score:
        if name not in self._scores:
            try:
                name = metric_name(name)
            except ValueError:
                raise KeyError(name) from None
        return self._scores[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._scores)

    def __len__(self) -> int:
        return len(self._scores)

    def to_dict(self) -> dict[str, object]:
        """Return the figures of each metric.

        Returns
        -------
        dict of str to object
            A dictionary of figures for each metric, by its name.
        """
        return {name: score.to_dict() for name, score in self.items()}

    def flat(self, prefix: str = "") -> dict[str, float]:
        """Return all figures in one dictionary of floats, for loggers such as W&B, MLflow, Lightning and Trainer.

        Parameters
        ----------
        prefix : str
            The beginning of all names, such as ``dev/``.

        Returns
        -------
        dict of str to float
            The recall, precision and F1 of each metric, with names such as ``muc_recall``. An average has an F1 only. A
            metric with one figure has a value, such as ``rand_value``. No figure is NaN.

        Examples
        --------
        >>> import corefscore
        >>> corefscore.score([["a", "b"]], [["a", "b"]], metrics=["muc", "conll"]).flat("dev/")
        {'dev/muc_recall': 1.0, 'dev/muc_precision': 1.0, 'dev/muc_f1': 1.0, 'dev/conll_f1': 1.0}
        """
        figures = {
            f"{prefix}{name}_{figure}": float(getattr(score, figure))
            for name, score in self.items()
            for figure in (*RATES, "value")
        }
        return {name: value for name, value in figures.items() if not math.isnan(value)}

    def __repr__(self) -> str:
        scores = (f"{name} {_shown(score)}" for name, score in self.items())
        return f"<{type(self).__name__} {abridged(scores)}>"


def score_rows(metric: CountedMetric, rows: Floats) -> list[Score]:
    """Return the score of each row of counts."""
    rates = metric.rates(rows).tolist()
    if isinstance(metric, ValueMetric):
        further = _further_rows(metric, rows)
        return [
            single(value)._replace(families=families) for (_, _, value), families in zip(rates, further, strict=True)
        ]
    if len(metric.families) == 1:
        return [Score(*rate, *counts) for rate, counts in zip(rates, rows.tolist(), strict=True)]
    known = metric.known_families(rows)
    families = [
        [Score(*rate, *counts) for rate, counts in zip(ratio_rates(part).tolist(), part.tolist(), strict=True)]
        for part in (rows[:, columns] for columns in known.values())
    ]
    names = list(known)
    return [
        Score(recall, precision, f1, families=dict(zip(names, parts, strict=True)))
        for (recall, precision, f1), *parts in zip(rates, *families, strict=True)
    ]


def _further_rows(metric: ValueMetric, rows: Floats) -> list[dict[str, Score]]:
    """Return the further figures of a value metric, for each row."""
    columns = _further_columns(metric, rows)
    return [{name: single(column[row]) for name, column in columns.items()} for row in range(len(rows))]


def _further_columns(metric: ValueMetric, rows: Floats) -> dict[str, list[float]]:
    parts = {name: rows[:, columns] for name, columns in metric.further.items()}
    return {name: divide(part[:, 0], part[:, 1]).tolist() for name, part in parts.items()}


def scores_of_rows(metrics: Iterable[Metric], rows: Mapping[str, Floats]) -> dict[str, list[Score]]:
    """Return the scores of rows of counts, for each metric and each average of metrics."""
    listed = list(metrics)
    scores = {metric.name: score_rows(metric, rows[metric.name]) for metric in counted(listed)}
    return _with_averages(listed, scores)


def _with_averages(metrics: Iterable[Metric], scores: Mapping[str, list[Score]]) -> dict[str, list[Score]]:
    return {
        metric.name: _means(metric, scores) if isinstance(metric, Average) else scores[metric.name]
        for metric in metrics
    }


def _means(metric: Average, scores: Mapping[str, Sequence[Score]]) -> list[Score]:
    parts = zip(*(scores[name] for name in metric.of), strict=True)
    return [Score(UNDEFINED, UNDEFINED, math.fsum(score.f1 for score in part) / len(part)) for part in parts]


class DocumentScores(Mapping[str, Scores]):
    """The scores of each document, by its name."""

    def __init__(self, metrics: Sequence[Metric], counts: Counts) -> None:
        self._metrics = metrics
        self._counts = counts

    @cached_property
    def _scores(self) -> dict[str, list[Score]]:
        return scores_of_rows(self._metrics, self._counts.rows)

    @cached_property
    def _number(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self._counts.documents)}

    def __getitem__(self, name: str) -> Scores:
        number = self._number[name]
        return Scores({metric: scores[number] for metric, scores in self._scores.items()})

    def __iter__(self) -> Iterator[str]:
        return iter(self._number)

    def __len__(self) -> int:
        return len(self._number)

    def __repr__(self) -> str:
        return f"<DocumentScores of {len(self):,} documents>"

    def to_dict(self) -> dict[str, object]:
        """Return the figures of each document."""
        return dict(zip(self._counts.documents, _rows(self._figures()), strict=True))

    def json_texts(self) -> dict[str, JsonText]:
        """Return the figures of each document as JSON. It is written from columns, which is fast."""
        figures = self._figures()
        template = _template(figures)
        texts = (JsonText(template % row) for row in zip(*_leaves(figures), strict=True))
        return dict(zip(self._counts.documents, texts, strict=True))

    def _figures(self) -> Figures:
        """Return the same structure as `Scores.to_dict`, with a column over all documents for each figure."""
        found = {
            metric.name: _figure_columns(metric, self._counts.rows[metric.name]) for metric in counted(self._metrics)
        }
        return {
            metric.name: {"f1": _mean_f1(metric, found)} if isinstance(metric, Average) else found[metric.name]
            for metric in self._metrics
        }


def _figure_columns(metric: CountedMetric, rows: Floats) -> Figures:
    if isinstance(metric, ValueMetric):
        return {"value": metric.value(rows).tolist(), **_further_columns(metric, rows)}
    rates: Figures = dict(zip(RATES, metric.rates(rows).T.tolist(), strict=True))
    if len(metric.families) == 1:
        return rates | dict(zip(COUNTS, _count_columns(rows), strict=True))
    parts = {name: rows[:, columns] for name, columns in metric.known_families(rows).items()}
    return rates | {
        name: dict(zip(FIGURES, [*ratio_rates(part).T.tolist(), *_count_columns(part)], strict=True))
        for name, part in parts.items()
    }


def _count_columns(rows: Floats) -> Iterator[list[float]]:
    """Yield the columns of counts. Whole numbers are integers."""
    for column in rows.T:
        if (column == np.floor(column)).all() and (np.abs(column) < LARGEST_EXACT).all():
            yield column.astype(np.int64).tolist()
        else:
            yield [*map(_whole, column.tolist())]


def _mean_f1(metric: Average, found: Mapping[str, Figures]) -> list[float]:
    columns = [found[name]["f1"] for name in metric.of]
    return [math.fsum(f1s) / len(f1s) for f1s in zip(*columns, strict=True)]


def _rows(figures: Figures) -> list[dict[str, object]]:
    """Return a dictionary for each row of the columns."""
    columns = [_rows(column) if isinstance(column, dict) else column for column in figures.values()]
    return [dict(zip(figures, row, strict=True)) for row in zip(*columns, strict=True)]


def _template(figures: Figures) -> str:
    """Return the JSON of a row with `%r` for each figure. JSON and Python write numbers in the same way."""
    parts = {name: _template(column) if isinstance(column, dict) else "%r" for name, column in figures.items()}
    return "{" + ", ".join(f"{to_json(name).replace('%', '%%')}: {part}" for name, part in parts.items()) + "}"


def _leaves(figures: Figures) -> Iterator[list[float]]:
    """Yield the columns, in the order of the template."""
    for column in figures.values():
        yield from _leaves(column) if isinstance(column, dict) else [column]


class Result(Exportable, Scores):
    """The scores of a corpus, by the names of the metrics. `documents` has the scores of each document.

    Parameters
    ----------
    metrics : sequence of Metric
        The chosen metrics.
    counts : Counts
        The counts of each document.
    settings : Settings
        The policies.
    key, response : SideCounts
        The sizes of both sides.
    matched : Matched, optional
        The mentions of both sides. A result of a `Scorer`, of labels or of pickle has no mentions.
    intervals : Intervals, optional
        Confidence intervals; see `with_intervals`.

    Examples
    --------
    >>> import corefscore
    >>> key = [["a", "b", "c"], ["d", "e", "f", "g"]]
    >>> result = corefscore.score(key, [["a", "b"], ["c", "d"], ["f", "g", "h", "i"]])
    >>> round(result["conll"].f1, 4), result["muc"].recall_numerator
    (0.4582, 2.0)
    >>> result["mentions"]
    Score(recall=0.8571, precision=0.75, f1=0.8)
    """

    def __init__(
        self,
        metrics: Sequence[Metric],
        counts: Counts,
        settings: Settings,
        key: SideCounts,
        response: SideCounts,
        matched: Matched | None = None,
        intervals: Intervals | None = None,
    ) -> None:
        super().__init__(counts.scores(metrics))
        self.metrics = tuple(metrics)
        self.counts = counts
        self.settings = settings
        self.key = key
        self.response = response
        self.matched = matched
        self.intervals = intervals

    @property
    def signature(self) -> str:
        """The signature of the settings in one line: version, policies and number of documents."""
        signature = self.settings.signature(len(self.counts))
        return f"{signature}|{self.intervals.signature}" if self.intervals else signature

    @property
    def short_signature(self) -> str:
        """The short signature for a footnote: version, and policies that are not the default."""
        return short_signature(self.signature)

    def with_intervals(self, level: float = LEVEL, resamples: int = RESAMPLES, seed: int = SEED) -> Result:
        """Return the same result with confidence intervals, by the jackknife over documents.

        Parameters
        ----------
        level : float
            The share of intervals that should contain the true value.
        resamples, seed : int
            Not used, because the jackknife draws no samples. Earlier versions used them.

        Returns
        -------
        Result
            The same figures, with `intervals`.

        Raises
        ------
        InputError
            If there is only one document.
        ValueError
            If the level is not between 0 and 1.
        """
        from corefscore.comparison.intervals import jackknife
        from corefscore.comparison.resampling import StackedMetrics, check_enough, warn_of_windows

        check_enough(self.response.name, len(self.counts), "confidence intervals")
        warn_of_windows(self.response.name, self.settings, "confidence intervals")
        stacked = StackedMetrics(self.metrics)
        intervals = jackknife(stacked, stacked.stack(self.counts.rows), level)
        return Result(self.metrics, self.counts, self.settings, self.key, self.response, self.matched, intervals)

    def without_mentions(self) -> Result:
        """Return the same result without mentions. It needs little memory and can be sent to another process.

        Returns
        -------
        Result
            The same figures.
        """
        return Result(self.metrics, self.counts, self.settings, self.key, self.response, None, self.intervals)

    @cached_property
    def documents(self) -> DocumentScores:
        """The scores of each document, by its name."""
        return DocumentScores(self.metrics, self.counts)

    @cached_property
    def macro(self) -> dict[str, Score]:
        """The means over documents. A document in which a rate is 0 / 0 is left out of the mean of this rate."""
        return self._macro_scores(False)

    @cached_property
    def macro_all(self) -> dict[str, Score]:
        """The means over all documents. A rate of 0 / 0 counts as 0."""
        return self._macro_scores(True)

    def _macro_scores(self, zero: bool) -> dict[str, Score]:
        means = self._means(zero)
        return {metric.name: score_of_means(metric, means[metric.name]) for metric in self.metrics}

    def _means(self, zero: bool) -> dict[str, Means]:
        from corefscore.metrics.macro import macro_means

        return macro_means(self.metrics, self.counts.rows, zero)

    @cached_property
    def details(self) -> dict[str, object]:
        """The details of the metrics `bridging` and `nonreferring`, by relation and by kind of mention."""
        if self.matched is None or self.matched.whole is None:
            return {}
        from corefscore.metrics.relation_details import relation_details

        return relation_details(self.matched, [metric.name for metric in self.metrics])

    @cached_property
    def entities(self) -> EntityTable:
        """The table of entities, with a row for each entity: its scores and its errors; see docs/how-to/entities.md."""
        from corefscore.analysis.entities import EntityTable

        return replace(EntityTable.of(self.mentions()), signature=self.signature)

    @cached_property
    def errors(self) -> Errors:
        """The table of errors, with a row for each error of the response; see docs/how-to/errors.md."""
        from corefscore.analysis.errors.error_table import Errors

        return Errors.of(self.mentions())

    def show(self, document: str) -> DocumentView:
        """Return a view of one document with its mentions, entities and errors.

        A notebook shows the view as a page, and `print` shows it as text.

        Parameters
        ----------
        document : str
            The name of the document, or a part of it that no other name has.

        Returns
        -------
        DocumentView
            The view.

        Raises
        ------
        ValueError
            If no document or several documents have this name, or if the result has no mentions.
        """
        from corefscore.report.view import DocumentView

        return DocumentView.of(self.mentions(), document)

    def explain(self, metric: str, document: str | None = None) -> Explanation:
        """Explain how a metric scores a document, step by step.

        Parameters
        ----------
        metric : str
            The name of the metric.
        document : str, optional
            The name of the document, or a part of it that no other name has. It is needed if there are several
            documents.

        Returns
        -------
        Explanation
            The steps, with exact fractions.

        Raises
        ------
        ValueError
            If there is no such metric or document, or if the result has no mentions.

        Examples
        --------
        >>> import corefscore
        >>> result = corefscore.score([["a", "b", "c"]], [["a", "b", "d"]])
        >>> print(result.explain("b3").to_text().splitlines()[-2])
        Precision  = (2²/3) / 3 = (4/3) / 3 = 4/9 ≈ 0.4444
        """
        from corefscore.analysis.explain.explain import explain

        return explain(self.mentions(), document, find_metrics(metric, self.settings)[0], self.settings)

    def mentions(self) -> Matched:
        """Return the mentions of both sides, and the pairs of mentions that match.

        Returns
        -------
        Matched
            Key and response, with the matches between their mentions.

        Raises
        ------
        ValueError
            If the result has no mentions.
        """
        if self.matched is None:
            message = "this result has no mentions (it comes from labels, from a Scorer, or from pickle)"
            raise ValueError(f"{message}; score the files or clusters again")
        return self.matched

    def __reduce__(self) -> tuple[object, ...]:
        """Return the state for pickle: the figures without the mentions."""
        names = [metric.name for metric in self.metrics]
        return _restored, (names, self.counts, self.settings, self.key, self.response, self.intervals)

    def to_dict(self, by_document: bool = True) -> dict[str, object]:
        """Return signature, settings, sizes of both sides, scores, means over documents, and scores of documents.

        Parameters
        ----------
        by_document : bool
            Whether to add the scores of each document. A result that has only sums never has them.

        Returns
        -------
        dict of str to object
            All figures in the structure of the JSON output.
        """
        return {
            "signature": self.signature,
            "settings": self.settings.to_dict(),
            "key": self.key._asdict(),
            "response": self.response._asdict(),
            **({"intervals": self.intervals.to_dict()} if self.intervals else {}),
            "metrics": Scores.to_dict(self),
            **({"details": self.details} if self.details else {}),
            **(self._means_to_dict() if self.counts.has_documents else {}),
            **({"documents": self.documents.to_dict()} if by_document and self.counts.has_documents else {}),
            **self._counts_to_dict(),
        }

    def _counts_to_dict(self) -> dict[str, object]:
        """Return the counts that are not in the figures. `from_json` needs them."""
        beside = self.counts.beside_figures(self.metrics) if self.counts.has_documents else {}
        return {"counts": beside} if beside else {}

    def _means_to_dict(self) -> dict[str, object]:
        """Return the means over documents, and the number of documents of each mean."""
        return {
            "macro": Scores(self.macro).to_dict(),
            "macro_sd": self._deviations(False),
            "macro_all": Scores(self.macro_all).to_dict(),
            "macro_all_sd": self._deviations(True),
            "macro_documents": _in_shape(
                self.macro, {name: each.documents for name, each in self._means(False).items()}
            ),
        }

    def _deviations(self, zero: bool) -> dict[str, object]:
        """Return the sample standard deviations over documents, in the structure of the means; None if undefined."""
        deviations = {name: [*map(_known, each.deviations)] for name, each in self._means(zero).items()}
        return _in_shape(self.macro_all if zero else self.macro, deviations)

    @classmethod
    def from_json(cls, text: str | bytes) -> Result:
        """Read a result from JSON. The result has no mentions and no intervals.

        Parameters
        ----------
        text : str or bytes
            The output of `to_json`, or of ``corefscore score --format json``.

        Returns
        -------
        Result
            The result.

        Raises
        ------
        ValueError
            If the text is not the JSON of a result, if a metric does not exist here, or if the JSON has no counts of
            documents.

        Examples
        --------
        >>> import corefscore
        >>> result = corefscore.score([["a", "b"]], [["a", "b"]], metrics=["mentions", "muc"])
        >>> Result.from_json(result.to_json())["muc"] == result["muc"]
        True
        """
        import json

        try:
            found = json.loads(text)
            settings = Settings(**found["settings"]).stating(_stated(found["signature"]))
            key, response = (SideCounts(**found[side]) for side in ("key", "response"))
            documents, names, beside = found["documents"], [*found["metrics"]], dict(found.get("counts", {}))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            message = f"this is not the JSON of a result with its documents ({error})"
            raise ValueError(f"{message}; use the JSON that Result.to_json returned") from None
        metrics = find_metrics(names, settings)
        return cls(metrics, Counts.from_figures(metrics, documents, beside), settings, key, response)

    def to_json(self, indent: int | None = INDENT) -> str:
        """Return all figures as JSON, as `Exportable.to_json` does.

        Parameters
        ----------
        indent : int or None
            How many spaces indent the outer levels; None writes one line.

        Returns
        -------
        str
            JSON. A figure that is not defined is null.
        """
        if indent is None or not self.counts.has_documents:
            return super().to_json(indent)
        return to_json({**self.to_dict(by_document=False), "documents": self.documents.json_texts()}, indent)

    def table(self, macro: bool = False, macro_all: bool = False) -> Table:
        """Return a table with a row for each metric.

        With `macro` or `macro_all`, it also has means over documents, and the numbers of documents of these means.

        Parameters
        ----------
        macro : bool
            Whether to show means over documents in which a rate of 0 / 0 is left out.
        macro_all : bool
            Whether to show means over all documents, in which a rate of 0 / 0 counts as 0.

        Returns
        -------
        Table
            A table for readers.

        Raises
        ------
        ValueError
            If there are means to show, but the result has only sums.
        """
        rates = [Column(title, rate, "percent") for title, rate in zip(RATE_TITLES, RATES, strict=True)]
        rows: list[list[object]] = [
            [metric.title, *(self.figure(metric.name, rate) for rate in RATES)] for metric in self.metrics
        ]
        values = [VALUE]
        rules = _macro_rules(macro, macro_all) if macro or macro_all else []
        for key, zero, title, _ in rules:
            means = self._means(zero)
            rates += [
                Column(f"{title} {name}", f"{key}_{rate}", "percent")
                for name, rate in zip(RATE_TITLES, RATES, strict=True)
            ]
            rates += [
                Column(f"{short} SD", f"{key}_sd_{rate}", "percent") for short, rate in zip("RPF", RATES, strict=True)
            ]
            rates.append(Column("Documents", f"{key}_documents"))
            values.append(VALUE._replace(title=f"{title} value", key=f"{key}_value"))
            values.append(VALUE._replace(title="SD", key=f"{key}_sd_value"))
            for row, metric in zip(rows, self.metrics, strict=True):
                of_metric = means[metric.name]
                row += [*of_metric.rates, *of_metric.deviations, _counted_documents(of_metric)]
        if self._has_values:
            rates += values
            rows = [self._with_values(metric, row, rules) for metric, row in zip(self.metrics, rows, strict=True)]
        foot = [f"{rule.title}: {rule.meaning}" for rule in rules]
        columns = [Column("Metric", "metric"), *rates]
        return Table(columns, rows, self._head, foot=(*foot, *self.notes), signatures=[("", self.signature)])

    @property
    def _has_values(self) -> bool:
        return any(isinstance(metric, ValueMetric) for metric in self.metrics)

    def _with_values(self, metric: Metric, row: list[object], rules: Sequence[MacroRule]) -> list[object]:
        """Return a row of the table with further columns for the values of value metrics."""
        means = [self._means(rule.zero)[metric.name] for rule in rules]
        values = [self.figure(metric.name), *(each for m in means for each in (m.rates[-1], m.deviations[-1]))]
        if isinstance(metric, ValueMetric):
            return [row[0], *(None for _ in row[1:]), *values]
        return [*row, *(None for _ in values)]

    def figure(self, metric: str, rate: str = "f1") -> Figure:
        """Return a rate of a metric, with its interval if there is one.

        Parameters
        ----------
        metric : str
            The name of the metric or an alias.
        rate : str
            `recall`, `precision` or `f1`. If the metric has only one figure, `f1` gives this figure.

        Returns
        -------
        Figure
            The figure.

        Raises
        ------
        KeyError
            If the result does not have the metric.
        ValueError
            If there is no such metric or rate.
        """
        check_choice("rate", rate, RATES)
        name = metric if metric in self._scores else metric_name(metric)
        bounds = self.intervals.bounds[name].get(rate) if self.intervals else None
        return Figure(main_figure(self[name]) if rate == "f1" else getattr(self[name], rate), bounds)

    @property
    def notes(self) -> tuple[str, ...]:
        """The lines below a table, above the signature: the meaning of intervals."""
        return (self.intervals.legend, *self.intervals.notes) if self.intervals else ()

    @property
    def _head(self) -> tuple[str, str]:
        return f"Key       {self.key}", f"Response  {self.response}"

    def document_table(self) -> Table:
        """Return a row for each document: the numbers of mentions of both sides, and the F1 of each metric.

        Returns
        -------
        Table
            A table for readers.

        Raises
        ------
        ValueError
            If the result has only sums.
        """
        columns = [
            Column("Document", "document"),
            Column("Key", "key", "count"),
            Column("Response", "response", "count"),
            *(figure_column(metric) for metric in self.metrics),
        ]
        sizes = side_sizes(self.counts.rows, self.settings).tolist()
        rows = [
            [name, *size, *map(main_figure, scores.values())]
            for (name, scores), size in zip(self.documents.items(), sizes, strict=True)
        ]
        return Table(columns, rows, self._head, signatures=[("", self.signature)])

    def full_table(self, by_document: bool = False) -> Table:
        """Return all figures, with a row for each metric (and document). BLANC also has a row for each kind of link.

        Parameters
        ----------
        by_document : bool
            Whether to return a row for each document and metric, instead of a row for each metric.

        Returns
        -------
        Table
            Figures are not rounded.

        Raises
        ------
        ValueError
            If `by_document` is True, but the result has only sums.
        """
        parts: Iterable[tuple[str, Scores]] = self.documents.items() if by_document else [("", self)]
        figures = [*FIGURES, "value"] if self._has_values else FIGURES
        columns = [Column(name, name) for name in ("document", "metric", *figures)]
        rows = [
            [document, name, *(getattr(score, figure) for figure in figures)]
            for document, scores in parts
            for metric, main in scores.items()
            for name, score in ((metric, main), *((f"{metric}.{part}", each) for part, each in main.families.items()))
        ]
        if self.intervals and not by_document:
            columns += [Column(f"{rate}_{end}", f"{rate}_{end}") for rate in RATES for end in ("low", "high")]
            rows = [[*row, *self.intervals.ends(str(row[1]))] for row in rows]
        first = 0 if by_document else 1
        return Table(columns[first:], [row[first:] for row in rows])


def _in_shape(means: Mapping[str, Score], figures: Mapping[str, Sequence[object]]) -> dict[str, object]:
    """Figures for recall, precision and F1 under the keys that the means have; a single value has those of F1."""
    named = {name: dict(zip((*RATES, "value"), (*each, each[-1]), strict=True)) for name, each in figures.items()}
    return {name: {key: named[name][key] for key in score.to_dict()} for name, score in means.items()}


def _known(value: float) -> float | None:
    return None if math.isnan(value) else value


def _stated(signature: str) -> list[str]:
    """Return the parts of a signature that describe the files."""
    return [part for part in signature.split("|") if part in ("split:on", "nonreferring:drop")]


def score_of_means(metric: Metric, means: Means) -> Score:
    """Return the means of a metric as a score without counts."""
    return single(means.rates[-1]) if isinstance(metric, ValueMetric) else Score(*means.rates)


def _macro_rules(macro: bool, macro_all: bool) -> list[MacroRule]:
    """Return the chosen kinds of means over documents."""
    from corefscore.metrics.macro import MACRO_ALL_RULE, MACRO_RULE

    return [rule for rule, is_wanted in ((MACRO_RULE, macro), (MACRO_ALL_RULE, macro_all)) if is_wanted]


def _counted_documents(means: Means) -> str:
    """Return the numbers of documents for the means of recall, precision and F1; one number if all are equal."""
    numbers = [count for count, rate in zip(means.documents, means.rates, strict=True) if not math.isnan(rate)]
    return f"{numbers[0]:,}" if len(set(numbers)) == 1 else " ".join(f"{number:,}" for number in numbers)


def figure_column(metric: Metric) -> Column:
    """Return the column for the main figure of a metric in tables of documents."""
    if isinstance(metric, ValueMetric):
        return VALUE._replace(title=metric.title, key=metric.name)
    return Column(metric.title, metric.name, "percent")


def _restored(
    names: list[str],
    counts: Counts,
    settings: Settings,
    key: SideCounts,
    response: SideCounts,
    intervals: Intervals | None,
) -> Result:
    return Result(find_metrics(names, settings), counts, settings, key, response, None, intervals)
