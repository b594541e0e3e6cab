"""Counts of documents, the scores they add up to, and how to write them down."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from corefscore.comparison.defaults import LEVEL, RESAMPLES, SEED
from corefscore.core.arrays import Bools, Floats, Ints
from corefscore.core.corpus import Corpus
from corefscore.core.settings import Settings
from corefscore.core.tables import Column, Figure, Table
from corefscore.matching.matched import Matched
from corefscore.metrics.average import Average
from corefscore.metrics.base import COUNTS, RATES, Metric, ratio_rates
from corefscore.metrics.mentions import MENTIONS
from corefscore.metrics.registry import ALIASES, AnyMetric, counted, find_metrics

if TYPE_CHECKING:
    from corefscore.analysis.entities import EntityTable
    from corefscore.analysis.errors.errors import Errors
    from corefscore.analysis.explain.explanation import Explanation
    from corefscore.comparison.intervals import Intervals
    from corefscore.report.view import DocumentView

UNDEFINED = math.nan
RATE_TITLES = ("Recall", "Precision", "F1")


class Score(NamedTuple):
    """Recall, precision and F1 between 0 and 1, with the counts they come from.

    An average of metrics has an F1 only. BLANC has its counts in `families`, one for each kind of link.
    """

    recall: float
    precision: float
    f1: float
    recall_numerator: float = UNDEFINED
    recall_denominator: float = UNDEFINED
    precision_numerator: float = UNDEFINED
    precision_denominator: float = UNDEFINED
    families: Mapping[str, Score] = {}

    def to_dict(self) -> dict[str, object]:
        figures: dict[str, float] = {name: getattr(self, name) for name in RATES}
        figures |= {name: _whole(getattr(self, name)) for name in COUNTS}
        defined: dict[str, object] = {name: value for name, value in figures.items() if not math.isnan(value)}
        return defined | {name: family.to_dict() for name, family in self.families.items()}


def _whole(count: float) -> float:
    return int(count) if count.is_integer() else count


@dataclass(frozen=True, eq=False)
class Counts:
    """For each metric a row of numbers for each document. Whatever comes later is arithmetic on them.

    `sources` has the file of each document of the key, where all of them are known.
    """

    documents: tuple[str, ...]
    rows: Mapping[str, Floats]
    sources: tuple[str, ...] = ()

    @classmethod
    def joined(cls, documents: Sequence[str], parts: Sequence[Counts]) -> Counts:
        """The rows of several parts one below the other, under the names given."""
        rows = {name: np.vstack([part.rows[name] for part in parts]) for name in parts[0].rows}
        return cls(tuple(documents), rows)

    @cached_property
    def total(self) -> dict[str, Floats]:
        """The sums over documents, exactly rounded, so that they do not depend on the order of documents."""
        return {name: np.array([math.fsum(column) for column in rows.T.tolist()]) for name, rows in self.rows.items()}


class Side(NamedTuple):
    """What the key or the response consists of."""

    name: str
    documents: int = 0
    mentions: int = 0
    entities: int = 0
    singletons: int = 0

    @classmethod
    def of(cls, corpus: Corpus) -> Side:
        return cls.of_sizes(corpus.source_name, len(corpus), corpus.entity_sizes)

    @classmethod
    def of_sizes(cls, name: str, documents: int, sizes: Ints) -> Side:
        """A side whose entities have these sizes."""
        return cls(name, documents, int(sizes.sum()), len(sizes), int(np.count_nonzero(sizes == 1)))

    def plus(self, other: Side) -> Side:
        return Side(
            self.name,
            self.documents + other.documents,
            self.mentions + other.mentions,
            self.entities + other.entities,
            self.singletons + other.singletons,
        )

    def __str__(self) -> str:
        parts = (
            _number(self.documents, "document", "documents"),
            _number(self.mentions, "mention", "mentions"),
            _number(self.entities, "entity", "entities"),
            _number(self.singletons, "singleton", "singletons"),
        )
        return f"{self.name}: {', '.join(parts)}"

    def to_dict(self) -> dict[str, object]:
        return self._asdict()


def counted_metrics(metrics: Iterable[AnyMetric]) -> list[Metric]:
    """The metrics whose counts a result keeps; mentions are always among them, for the sizes of documents."""
    return counted([MENTIONS, *metrics])


def _number(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"


class Scores(Mapping[str, Score]):
    """A score for each metric, by name."""

    def __init__(self, scores: Mapping[str, Score]) -> None:
        self._scores = scores

    def __getitem__(self, name: str) -> Score:
        return self._scores[ALIASES.get(name, name)]

    def __iter__(self) -> Iterator[str]:
        return iter(self._scores)

    def __len__(self) -> int:
        return len(self._scores)

    def to_dict(self) -> dict[str, object]:
        return {name: score.to_dict() for name, score in self.items()}


def score_rows(metric: Metric, rows: Floats) -> list[Score]:
    """The score that each row of counts makes."""
    rates = metric.rates(rows).tolist()
    if len(metric.families) == 1:
        return [Score(*rate, *counts) for rate, counts in zip(rates, rows.tolist(), strict=True)]
    families = [
        [Score(*rate, *counts) for rate, counts in zip(ratio_rates(part).tolist(), part.tolist(), strict=True)]
        for part in (rows[:, columns] for columns in metric.families.values())
    ]
    names = list(metric.families)
    return [
        Score(recall, precision, f1, families=dict(zip(names, parts, strict=True)))
        for (recall, precision, f1), *parts in zip(rates, *families, strict=True)
    ]


def all_scores(metrics: Sequence[AnyMetric], rows: Mapping[str, Floats]) -> dict[str, list[Score]]:
    """For each metric, averages included, the scores that the rows make."""
    counted_scores = {metric.name: score_rows(metric, rows[metric.name]) for metric in counted(metrics)}
    return {
        metric.name: _means(metric, counted_scores) if isinstance(metric, Average) else counted_scores[metric.name]
        for metric in metrics
    }


def _means(metric: Average, scores: Mapping[str, Sequence[Score]]) -> list[Score]:
    parts = zip(*(scores[name] for name in metric.of), strict=True)
    return [Score(UNDEFINED, UNDEFINED, math.fsum(score.f1 for score in part) / len(part)) for part in parts]


class DocumentScores(Mapping[str, Scores]):
    """The scores of each document, by its name."""

    def __init__(self, metrics: Sequence[AnyMetric], counts: Counts) -> None:
        self._scores = all_scores(metrics, counts.rows)
        self._number = {name: number for number, name in enumerate(counts.documents)}

    def __getitem__(self, name: str) -> Scores:
        number = self._number[name]
        return Scores({metric: scores[number] for metric, scores in self._scores.items()})

    def __iter__(self) -> Iterator[str]:
        return iter(self._number)

    def __len__(self) -> int:
        return len(self._number)


class Result(Scores):
    """The scores of a corpus and, in `documents`, of each of its documents.

    >>> import corefscore
    >>> key = [["a", "b", "c"], ["d", "e", "f", "g"]]
    >>> result = corefscore.score(key, [["a", "b"], ["c", "d"], ["f", "g", "h", "i"]])
    >>> round(result["conll"].f1, 4), result["muc"].recall_numerator
    (0.4582, 2.0)
    """

    def __init__(
        self,
        metrics: Sequence[AnyMetric],
        counts: Counts,
        settings: Settings,
        key: Side,
        response: Side,
        matched: Matched | None = None,
        intervals: Intervals | None = None,
    ) -> None:
        totals = {name: total[np.newaxis] for name, total in counts.total.items()}
        super().__init__({name: scores[0] for name, scores in all_scores(metrics, totals).items()})
        self.metrics = tuple(metrics)
        self.counts = counts
        self.settings = settings
        self.key = key
        self.response = response
        self.matched = matched
        self.intervals = intervals

    @property
    def signature(self) -> str:
        """How the figures were obtained, in one line."""
        signature = self.settings.signature(len(self.counts.documents))
        return f"{signature}|{self.intervals.signature}" if self.intervals else signature

    def with_intervals(self, level: float = LEVEL, resamples: int = RESAMPLES, seed: int = SEED) -> Result:
        """The same result with confidence intervals, found by the bootstrap over documents."""
        from corefscore.comparison.intervals import bootstrap
        from corefscore.comparison.resampling import Measures, check_enough

        check_enough(self.response.name, len(self.counts.documents), "confidence intervals")
        measures = Measures.of(self.metrics)
        intervals = bootstrap(measures, measures.stack(self.counts.rows), level, resamples, seed)
        return Result(self.metrics, self.counts, self.settings, self.key, self.response, self.matched, intervals)

    @cached_property
    def documents(self) -> DocumentScores:
        return DocumentScores(self.metrics, self.counts)

    @cached_property
    def entities(self) -> EntityTable:
        """One entity after the other; see docs/entities.md."""
        from corefscore.analysis.entities import EntityTable

        if self.matched is None:
            raise ValueError("this result has counts only; score files, clusters or corpora for its entities")
        return EntityTable.of(self.matched)

    @cached_property
    def macro(self) -> dict[str, Score]:
        """Means over documents; a document whose recall (say) is 0 / 0 has no part in the mean recall."""
        return macro_scores(self.metrics, self.counts.rows)

    @cached_property
    def errors(self) -> Errors:
        """What went wrong, a row for each error."""
        from corefscore.analysis.errors.errors import Errors

        return Errors.of(self._mentions())

    def show(self, document: str) -> DocumentView:
        """One document with its mentions, entities and errors: a notebook shows it as a page, `print` as text."""
        from corefscore.report.view import DocumentView

        return DocumentView.of(self._mentions(), document)

    def _mentions(self) -> Matched:
        if self.matched is None:
            raise ValueError("this result has no mentions (it was added up or unpickled); score the files again")
        return self.matched

    def __reduce__(self) -> tuple[object, ...]:
        """What is sent to another process: the figures, without the mentions they come from."""
        names = [metric.name for metric in self.metrics]
        return _restored, (names, self.counts, self.settings, self.key, self.response, self.intervals)

    def to_dict(self) -> dict[str, object]:
        found: dict[str, object] = {
            "signature": self.signature,
            "settings": self.settings.to_dict(),
            "key": self.key.to_dict(),
            "response": self.response.to_dict(),
            **({"intervals": self.intervals.to_dict()} if self.intervals else {}),
            "metrics": super().to_dict(),
            "macro": {name: score.to_dict() for name, score in self.macro.items()},
            "documents": {name: scores.to_dict() for name, scores in self.documents.items()},
        }
        return found

    def to_json(self, indent: int | None = 2) -> str:
        import json

        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False)

    def table(self, macro: bool = False) -> Table:
        """A row for each metric; with `macro` also the means over documents."""
        titles = [*RATE_TITLES, *(f"Macro {title}" for title in RATE_TITLES)]
        keys = [*RATES, *(f"macro_{rate}" for rate in RATES)]
        rows: list[list[object]] = []
        for metric in self.metrics:
            means = [getattr(self.macro[metric.name], rate) for rate in RATES] if macro else []
            rows.append([metric.title, *(self.figure(metric.name, rate) for rate in RATES), *means])
        rates = [Column(title, key, "percent") for title, key in zip(titles, keys, strict=True)]
        columns = [Column("Metric", "metric"), *rates[: 6 if macro else 3]]
        return Table(columns, rows, self._head, foot=self._foot)

    def figure(self, metric: str, rate: str = "f1") -> Figure:
        """A rate with its interval, where there is one."""
        bounds = self.intervals.bounds[metric].get(rate) if self.intervals else None
        return Figure(getattr(self[metric], rate), bounds)

    @property
    def _foot(self) -> tuple[str, ...]:
        return (self.intervals.legend, self.signature) if self.intervals else (self.signature,)

    @property
    def _head(self) -> tuple[str, str]:
        return f"Key       {self.key}", f"Response  {self.response}"

    def document_table(self) -> Table:
        """A row for each document: its mentions on both sides, and the F1 of each metric."""
        columns = [
            Column("Document", "document"),
            Column("Key", "key", "count"),
            Column("Response", "response", "count"),
            *(Column(metric.title, metric.name, "percent") for metric in self.metrics),
        ]
        weights = self.counts.rows[MENTIONS.name][:, [1, 3]]
        sizes = (weights.astype(int) if self.settings.weights == "none" else weights.round(2)).tolist()
        rows = [
            [name, *size, *(score.f1 for score in scores.values())]
            for (name, scores), size in zip(self.documents.items(), sizes, strict=True)
        ]
        return Table(columns, rows, self._head, foot=(self.signature,))

    def records(self, by_document: bool = False) -> Table:
        """All figures, a row for each metric (and document); BLANC has a row for each kind of link, too."""
        columns = [Column(name, name) for name in ("document", "metric", *RATES, *COUNTS)]
        parts: Iterable[tuple[str, Scores]] = self.documents.items() if by_document else [("", self)]
        rows: list[list[Any]] = [
            [document, name, *score[: len(RATES) + len(COUNTS)]]
            for document, scores in parts
            for metric, main in scores.items()
            for name, score in ((metric, main), *((f"{metric}.{part}", each) for part, each in main.families.items()))
        ]
        if self.intervals and not by_document:
            columns += [Column(f"{rate}_{end}", f"{rate}_{end}") for rate in RATES for end in ("low", "high")]
            rows = [[*row, *self.intervals.ends(row[1])] for row in rows]
        first = 0 if by_document else 1
        return Table(columns[first:], [row[first:] for row in rows])

    def explain(self, metric: str, document: str | None = None) -> Explanation:
        """How a metric counts a document, step by step; the name may be left out if there is but one document.

        >>> import corefscore
        >>> result = corefscore.score([["a", "b", "c"]], [["a", "b", "d"]])
        >>> print(result.explain("b3").to_text().splitlines()[-2])
        Precision  = (2²/3) / 3 = (4/3) / 3 = 4/9 ≈ 0.4444
        """
        from corefscore.analysis.explain.explain import document_number, explain

        if self.matched is None:
            raise ValueError(
                "there are no mentions to explain: they were labels, or streamed, or left behind by pickle"
            )
        number = document_number(self.matched, document, self.settings)
        return explain(self.matched, number, find_metrics([metric], self.settings.blanc)[0])

    def to_text(self) -> str:
        return self.table().to_text()

    def to_markdown(self) -> str:
        return self.table().to_markdown()

    def to_latex(self) -> str:
        return self.table().to_latex()

    def to_csv(self) -> str:
        return self.records().to_csv()

    def _repr_html_(self) -> str:
        return self.table().to_html()

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        scores = ", ".join(f"{name} {100 * score.f1:.2f}" for name, score in self.items())
        return f"<Result {scores}>"


def macro_scores(metrics: Iterable[AnyMetric], rows: Mapping[str, Floats]) -> dict[str, Score]:
    """Means over rows of counts, each of which counts alike; a rate that is 0 / 0 has no part in its mean."""
    listed = list(metrics)
    means = {part.name: [_macro(part, rows[part.name])] for part in counted(listed)}
    return {
        metric.name: (_means(metric, means) if isinstance(metric, Average) else means[metric.name])[0]
        for metric in listed
    }


def _macro(metric: Metric, rows: Floats) -> Score:
    rates, defined = metric.rates(rows), defined_rates(metric, rows)
    recall, precision, f1 = (_mean(rates[defined[:, place], place]) for place in range(len(RATES)))
    return Score(recall, precision, f1)


def defined_rates(metric: Metric, rows: Floats) -> Bools:
    """Of each row, whether its recall, precision and F1 are more than 0 / 0."""
    recall, precision = (
        sum(rows[:, columns][:, place] for columns in metric.families.values()) > 0 for place in (1, 3)
    )
    return np.column_stack([recall, precision, recall | precision])


def _mean(values: Floats) -> float:
    return math.fsum(values.tolist()) / len(values) if len(values) else 0.0


def _restored(
    names: list[str], counts: Counts, settings: Settings, key: Side, response: Side, intervals: Intervals | None
) -> Result:
    return Result(find_metrics(names, settings.blanc), counts, settings, key, response, None, intervals)
