"""Results of several systems on the same documents, with tests of their differences."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from corefscore.comparison.rankings import kendall, tau_table
from corefscore.comparison.resampling import StackedMetrics, check_enough, warn_of_windows
from corefscore.comparison.significance import Significance, warn_of_few_exchanges
from corefscore.core.arrays import Floats
from corefscore.core.corpus import Corpus
from corefscore.core.export import Exportable, abridged
from corefscore.core.problems import InputError, InputWarning, Problem
from corefscore.core.settings import LEVEL, RESAMPLES, SEED
from corefscore.core.tables import Column, Figure, Table
from corefscore.metrics.base import Metric, check_f1
from corefscore.metrics.mentions import MENTIONS
from corefscore.metrics.registry import metric_name
from corefscore.result import Result, main_figure

SYSTEM = Column("System", "system")


class CountsBySize(NamedTuple):
    """The counts of a metric by the size of entities, for each system."""

    metric: str
    counts: Mapping[str, Floats]


class Comparison(Exportable, Mapping[str, Result]):
    """Results of several systems on the same documents, by the names of the systems.

    Parameters
    ----------
    results : mapping of str to Result
        The results, by the names of the systems.
    title : str
        The name of the comparison, such as that of a track.
    key : Corpus, optional
        The key, if it is known.
    sizes : CountsBySize, optional
        Counts by the size of entities.
    tests : Significance, optional
        Tests against a baseline; see `with_tests`.

    Raises
    ------
    ValueError
        If there is no result.
    InputError
        If the results differ in their documents, metrics or settings.

    Examples
    --------
    >>> import corefscore
    >>> key = {"1": [["a", "b", "c"]], "2": [["d", "e"]]}
    >>> comparison = corefscore.compare(key, {"all": key, "none": {"1": [], "2": []}}, metrics=["b3"])
    >>> comparison["none"]["b3"].f1
    0.0
    """

    def __init__(
        self,
        results: Mapping[str, Result],
        title: str = "",
        key: Corpus | None = None,
        sizes: CountsBySize | None = None,
        tests: Significance | None = None,
    ) -> None:
        if not results:
            raise ValueError("there is no system to compare")
        _check_comparable(results)
        check_f1(next(iter(results.values())).metrics)
        self._results = dict(results)
        self.title = title
        self.key = key
        self.sizes = sizes
        self.tests = tests

    def __getitem__(self, name: str) -> Result:
        return self._results[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._results)

    def __len__(self) -> int:
        return len(self._results)

    @property
    def _first(self) -> Result:
        return next(iter(self.values()))

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The metrics of all results."""
        return self._first.metrics

    @property
    def documents(self) -> tuple[str, ...]:
        """The names of the documents of all results."""
        return self._first.counts.documents

    @property
    def signature(self) -> str:
        """How the figures, the intervals and the p-values were obtained, in one line."""
        parts = [self._first.signature, *([self.tests.signature] if self.tests else [])]
        return "|".join(dict.fromkeys("|".join(parts).split("|")))

    @cached_property
    def stacked(self) -> StackedMetrics:
        """The metrics, for computations over all of them at once."""
        return StackedMetrics(self.metrics)

    @cached_property
    def counts(self) -> dict[str, Floats]:
        """The counts of all metrics for each system, a row for each document."""
        return {name: self.stacked.stack(result.counts.rows) for name, result in self.items()}

    @property
    def f1(self) -> Floats:
        """The F1 of each system (rows) by each metric (columns)."""
        return np.array([[main_figure(score) for score in result.values()] for result in self.values()])

    @property
    def tau(self) -> Floats:
        """Kendall's τ between the metrics, over the systems."""
        return kendall(self.f1)

    def metric(self, name: str | None) -> str:
        """The name of the metric that is meant. Without a name it is the average or, if there is none, the last metric.

        Raises
        ------
        ValueError
            If the metric is not one of the comparison.
        """
        names = [metric.name for metric in self.metrics]
        if name is None:
            return "conll" if "conll" in names else names[-1]
        known = metric_name(name)
        if known not in names:
            raise ValueError(f"{name!r} is not among the metrics; choose from {', '.join(names)}")
        return known

    def title_of(self, metric: str) -> str:
        """The title of a metric."""
        return next(each.title for each in self.metrics if each.name == metric)

    def system(self, name: str | None) -> str:
        """The name of a system. Without a name it is the first.

        Raises
        ------
        ValueError
            If there is no such system.
        """
        if name is not None and name not in self:
            raise ValueError(f"there is no system {name!r}; choose from {', '.join(self)}")
        return next(iter(self)) if name is None else name

    def ranked(self, by: str | None = None) -> list[str]:
        """The names of the systems, the best one first, by the F1 of one metric."""
        metric = self.metric(by)
        return sorted(self, key=lambda name: -main_figure(self[name][metric]))

    def with_intervals(self, level: float = LEVEL, resamples: int = RESAMPLES, seed: int = SEED) -> Comparison:
        """The same comparison with confidence intervals for each system; see `Result.with_intervals`."""
        check_enough(self._first.key.name, len(self.documents), "confidence intervals")
        warn_of_windows(self._first.key.name, self._first.settings, "confidence intervals")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", InputWarning)
            results = {name: result.with_intervals(level, resamples, seed) for name, result in self.items()}
        return Comparison(results, self.title, self.key, self.sizes, self.tests)

    def with_tests(
        self, baseline: str | None = None, test: str = "randomisation", resamples: int = RESAMPLES, seed: int = SEED
    ) -> Comparison:
        """The same comparison with tests of significance.

        Parameters
        ----------
        baseline : str, optional
            The system that all others are compared with. Without it, it is the first.
        test : str
            `randomisation`, `bootstrap` or `t`.
        resamples, seed : int
            How many resamples are drawn, and the seed of the random numbers.

        Raises
        ------
        InputError
            If there is only one document.
        ValueError
            If there is no such system or test.
        """
        check_enough(self._first.key.name, len(self.documents), "tests of significance")
        warn_of_windows(self._first.key.name, self._first.settings, "tests of significance")
        warn_of_few_exchanges(self._first.key.name, test, len(self.documents))
        tests = Significance.of(test, self.stacked, self.counts, self.system(baseline), resamples, seed)
        return Comparison(self, self.title, self.key, self.sizes, tests)

    def document_f1(self, system: str, metric: str) -> Floats:
        """The F1 of each document."""
        column = [each.name for each in self.metrics].index(metric)
        return self.stacked.f1(self.counts[system])[:, column]

    @cached_property
    def key_mentions(self) -> Floats:
        """How many mentions the key has in each document."""
        return self._first.counts.rows[MENTIONS.name][:, 1]

    def table(self, by: str | None = None) -> Table:
        """A row for each system with the F1 of each metric, the best system first."""
        columns = [SYSTEM, *(Column(metric.title, metric.name, "percent") for metric in self.metrics)]
        names = self.ranked(by)
        figures = aligned([self._figures(name) for name in names])
        return Table(columns, [[name, *row] for name, row in zip(names, figures, strict=True)], foot=self._foot)

    def _figures(self, system: str) -> list[Figure]:
        """The F1 of a system by each metric, with intervals and marks."""
        result = self[system]
        return [
            result.figure(metric)._replace(
                marks=self._mark(system, metric), best=main_figure(result[metric]) == highest
            )
            for metric, highest in zip(result, self.f1.max(axis=0).tolist(), strict=True)
        ]

    def _mark(self, system: str, metric: str) -> str:
        return self.tests.mark(system, metric) if self.tests else ""

    @property
    def _foot(self) -> list[str]:
        intervals = self._first.intervals
        tested = self.tests.legend if self.tests else "significance is not tested"
        return [*([intervals.legend] if intervals else []), tested, self.signature]

    def to_dict(self, by: str | None = None) -> dict[str, object]:
        """Ranking, figures of each system, p-values, and the correlation of the metrics."""
        return {
            "signature": self.signature,
            "ranked_by": self.metric(by),
            "ranking": self.ranked(by),
            "systems": {name: _figures_of(result) for name, result in self.items()},
            **({"significance": self.tests.to_dict()} if self.tests else {}),
            "kendall_tau": tau_table(self.metrics, self.tau, len(self)).to_records(),
        }

    def full_table(self, by: str | None = None) -> Table:
        """A row for each system: F1, interval and p-values of each metric, not rounded."""
        entries = {name: self._entry(name) for name in self.ranked(by)}
        columns = [SYSTEM, *(Column(key, key) for key in next(iter(entries.values())))]
        return Table(columns, [[name, *entry.values()] for name, entry in entries.items()])

    def _entry(self, system: str) -> dict[str, object]:
        found: dict[str, object] = {}
        result, tests = self[system], self.tests
        for metric in result:
            figure = result.figure(metric)
            found[metric] = figure.value
            if result.intervals:
                found[f"{metric}_low"], found[f"{metric}_high"] = figure.interval or (math.nan, math.nan)
            if tests:
                found[f"{metric}_p"] = tests.p.get(system, {}).get(metric)
                found[f"{metric}_p_holm"] = tests.corrected.get(system, {}).get(metric)
        return found

    def __repr__(self) -> str:
        return f"<Comparison of {abridged(self)} on {len(self.documents):,} documents>"


def aligned(rows: Sequence[Sequence[Figure]]) -> list[list[Figure]]:
    """Figures with marks that are as wide as the widest of their column, so that the figures are aligned."""
    widths = [max(len(figure.marks) for figure in column) for column in zip(*rows, strict=True)]
    return [
        [figure._replace(marks=figure.marks.ljust(width)) for figure, width in zip(row, widths, strict=True)]
        for row in rows
    ]


def _figures_of(result: Result) -> dict[str, object]:
    """The figures of one system. The settings are those of all systems, and documents have no figures here."""
    figures = result.to_dict(by_document=False)
    return {name: value for name, value in figures.items() if name not in ("signature", "settings")}


def _check_comparable(results: Mapping[str, Result]) -> None:
    """Raise an error if results differ in their documents, metrics or settings."""
    (first, reference), *others = results.items()
    problems = []
    for name, result in others:
        if [metric.name for metric in result.metrics] != [metric.name for metric in reference.metrics]:
            problems.append(Problem(name, 0, f"was scored with other metrics than {first}; use the same ones"))
        elif result.settings != reference.settings:
            problems.append(Problem(name, 0, f"was scored with other settings than {first}; use the same ones"))
        elif result.counts.documents != reference.counts.documents:
            problems.append(_other_documents(name, result, first, reference))
    if problems:
        raise InputError(problems)


def _other_documents(name: str, result: Result, first: str, reference: Result) -> Problem:
    ours, theirs = set(result.counts.documents), set(reference.counts.documents)
    odd = min(ours ^ theirs, default="")
    detail = f"({odd!r} only in {name if odd in ours else first})" if odd else "(in another order)"
    message = f"is scored on {len(ours):,} documents, {first} on {len(theirs):,} {detail}"
    return Problem(name, 0, f"{message}; compare on the same documents, such as with missing=empty (--missing)")
