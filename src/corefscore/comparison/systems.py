"""The results of several systems on the same documents, with tests of their differences."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from corefscore.comparison.comparable import check_comparable
from corefscore.comparison.layouts import F1, LAYOUTS, RATES, SYSTEM, Cell, cells_of
from corefscore.comparison.pair_tests import PairTests
from corefscore.comparison.rankings import kendall, tau_table
from corefscore.comparison.resampling import StackedMetrics, check_enough, warn_of_windows
from corefscore.comparison.significance import Significance, warn_of_few_exchanges
from corefscore.core.arrays import Floats
from corefscore.core.corpus import Corpus
from corefscore.core.export import Exportable, abridged
from corefscore.core.problems import InputError, InputWarning, check_choice, more_problems
from corefscore.core.settings import LEVEL, RESAMPLES, SEED, short_signature
from corefscore.core.tables import Column, Figure, Table
from corefscore.metrics.base import Metric, check_f1
from corefscore.metrics.mentions import MENTIONS
from corefscore.metrics.selection import metric_name
from corefscore.result import Result, main_figure

GROUP, PROBLEM = Column("Group", "group"), Column("Problem", "problem")


class CountsBySize(NamedTuple):
    """The counts of a metric by the size of entities, for each system."""

    metric: str
    counts: Mapping[str, Floats]


class Comparison(Exportable, Mapping[str, Result]):
    """The results of several systems on the same documents, by the names of the systems.

    Parameters
    ----------
    results : mapping of str to Result
        The results, by the names of the systems.
    title : str
        The name of the comparison, such as the name of a track.
    key : Corpus, optional
        The key, if it is known.
    sizes : CountsBySize, optional
        Counts by the size of entities.
    tests : Significance, optional
        Tests against a baseline; see `with_tests`.
    failed : mapping of str to InputError
        The systems that could not be scored, with their errors.
    pairs : PairTests, optional
        Tests of all pairs of systems; see `with_pairs`.

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
        failed: Mapping[str, InputError] | None = None,
        pairs: PairTests | None = None,
    ) -> None:
        if not results:
            raise ValueError("there is no system to compare; give the response of at least one system")
        check_comparable(results)
        check_f1(next(iter(results.values())).metrics)
        self._results = dict(results)
        self.title = title
        self.key = key
        self.sizes = sizes
        self.tests = tests
        self.failed = dict(failed or {})
        self.pairs = pairs

    def _with(
        self,
        results: Mapping[str, Result] | None = None,
        tests: Significance | None = None,
        pairs: PairTests | None = None,
    ) -> Comparison:
        """Return the same comparison with other results or tests."""
        return Comparison(
            results or self, self.title, self.key, self.sizes, tests or self.tests, self.failed, pairs or self.pairs
        )

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
        """The signature of the settings, of the intervals and of the p-values, in one line."""
        tests = (each for each in (self.tests, self.pairs) if each is not None)
        parts = [self._first.signature, *(each.signature for each in tests)]
        return "|".join(dict.fromkeys("|".join(parts).split("|")))

    @property
    def short_signature(self) -> str:
        """How the figures were obtained, for a footnote; see `Result.short_signature`."""
        return short_signature(self.signature)

    @cached_property
    def stacked(self) -> StackedMetrics:
        """The metrics, in a form for computations on all of them at once."""
        return StackedMetrics(self.metrics)

    @cached_property
    def counts(self) -> dict[str, Floats]:
        """The counts of all metrics for each system, with a row for each document."""
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
        """Return the name of a metric. For None, it is the average or, if there is none, the last metric.

        Parameters
        ----------
        name : str or None
            The name of the metric or an alias, or None.

        Returns
        -------
        str
            The name of the metric.

        Raises
        ------
        ValueError
            If the comparison does not have the metric.
        """
        names = [metric.name for metric in self.metrics]
        if name is None:
            return "conll" if "conll" in names else names[-1]
        known = metric_name(name)
        if known not in names:
            raise ValueError(f"{name!r} is not among the metrics; choose from {', '.join(names)}")
        return known

    def title_of(self, metric: str) -> str:
        """Return the title of a metric.

        Parameters
        ----------
        metric : str
            The name of a metric of the comparison, or an alias.

        Returns
        -------
        str
            The title, such as `B³`.

        Raises
        ------
        ValueError
            If the comparison does not have the metric.
        """
        name = self.metric(metric)
        return next(each.title for each in self.metrics if each.name == name)

    def system(self, name: str | None) -> str:
        """Return the name of a system. For None, it is the first system.

        Parameters
        ----------
        name : str or None
            The name of the system, or None.

        Returns
        -------
        str
            The name of the system.

        Raises
        ------
        ValueError
            If there is no such system.
        """
        if name is not None and name not in self:
            raise ValueError(f"there is no system {name!r}; choose from {', '.join(self)}")
        return next(iter(self)) if name is None else name

    def ranked(self, by: str | None = None) -> list[str]:
        """Return the names of the systems, the best one first, by the F1 of one metric.

        Parameters
        ----------
        by : str, optional
            The metric that ranks the systems. By default, it is the average or, if there is none, the last metric.

        Returns
        -------
        list of str
            The names. Systems with the same F1 keep their order.

        Raises
        ------
        ValueError
            If the comparison does not have the metric.
        """
        metric = self.metric(by)
        return sorted(self, key=lambda name: -main_figure(self[name][metric]))

    def with_intervals(self, level: float = LEVEL, resamples: int = RESAMPLES, seed: int = SEED) -> Comparison:
        """Return the same comparison with confidence intervals for each system; see `Result.with_intervals`.

        Parameters
        ----------
        level : float
            The share of intervals that should contain the true value.
        resamples, seed : int
            Not used, because the jackknife draws no samples. Earlier versions used them.

        Returns
        -------
        Comparison
            The comparison with intervals.

        Raises
        ------
        InputError
            If there is only one document.
        ValueError
            If the level is not between 0 and 1.
        """
        check_enough(self._first.key.name, len(self.documents), "confidence intervals")
        warn_of_windows(self._first.key.name, self._first.settings, "confidence intervals")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", InputWarning)
            results = {name: result.with_intervals(level, resamples, seed) for name, result in self.items()}
        return self._with(results)

    def with_tests(
        self, baseline: str | None = None, test: str = "randomisation", resamples: int = RESAMPLES, seed: int = SEED
    ) -> Comparison:
        """Return the same comparison with tests of significance.

        Parameters
        ----------
        baseline : str, optional
            The system with which all others are compared. By default it is the first.
        test : str
            `randomisation`, `bootstrap` or `t`.
        resamples, seed : int
            The number of resamples, and the seed of the random numbers.

        Returns
        -------
        Comparison
            The comparison with tests.

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
        return self._with(tests=tests)

    def with_pairs(
        self, by: str | None = None, test: str = "randomisation", resamples: int = RESAMPLES, seed: int = SEED
    ) -> Comparison:
        """Return the same comparison with tests of all pairs of systems by one metric, and groups of equal systems.

        Parameters
        ----------
        by : str, optional
            The metric. By default it is the metric of the ranking.
        test : str
            `randomisation`, `bootstrap` or `t`.
        resamples, seed : int
            The number of resamples, and the seed of the random numbers.

        Returns
        -------
        Comparison
            The comparison with tests.

        Raises
        ------
        InputError
            If there is only one document.
        ValueError
            If there is no such metric or test, or if there are more than 200 systems.

        Examples
        --------
        >>> import corefscore
        >>> key = {str(number): [["a", "b", "c"]] for number in range(40)}
        >>> systems = {"one": key, "two": key, "three": key | {str(number): [["a", "b"]] for number in range(30)}}
        >>> corefscore.compare(key, systems, ["muc"]).with_pairs().pairs.letters
        {'one': 'a', 'two': 'a', 'three': 'b'}
        """
        check_enough(self._first.key.name, len(self.documents), "tests of significance")
        warn_of_few_exchanges(self._first.key.name, test, len(self.documents))
        metric = self.metric(by)
        stacked = StackedMetrics([each for each in self.metrics if each.name == metric])
        counts = {name: stacked.stack(self[name].counts.rows) for name in self.ranked(metric)}
        return self._with(pairs=PairTests.of(test, stacked, counts, resamples, seed))

    def document_f1(self, system: str, metric: str) -> Floats:
        """Return the F1 of each document.

        Parameters
        ----------
        system : str
            The name of the system.
        metric : str
            The name of the metric or an alias.

        Returns
        -------
        array of float
            The F1 between 0 and 1, in the order of `documents`.

        Raises
        ------
        KeyError
            If there is no such system.
        ValueError
            If the comparison does not have the metric.
        """
        column = [each.name for each in self.metrics].index(self.metric(metric))
        return self.stacked.f1(self.counts[system])[:, column]

    @cached_property
    def key_mentions(self) -> Floats:
        """The number of key mentions in each document."""
        return self._first.counts.rows[MENTIONS.name][:, 1]

    def table(
        self, by: str | None = None, layout: str = F1, letters: bool | None = None, problems: bool | None = None
    ) -> Table:
        """Return a row for each system, the best system first. Systems that could not be scored come last.

        Parameters
        ----------
        by : str, optional
            The metric that ranks the systems.
        layout : str
            The figures to show: `f1`, `rates` (recall, precision and F1), or `paper` (the usual figures of papers).
        letters, problems : bool, optional
            Whether to show the columns for groups of systems, and for the problems of systems that could not be scored.
            By default, a column is shown if it has values.

        Returns
        -------
        Table
            The table.

        Raises
        ------
        ValueError
            If the comparison does not have the metric, or if the layout is `paper` and one of its metrics is missing.
        """
        cells = cells_of(self.metrics, layout)
        letters = self.pairs is not None if letters is None else letters
        problems = bool(self.failed) if problems is None else problems
        names = self.ranked(by)
        groups = self.pairs.letters if self.pairs else {}
        highest = [max(cell.value(result) for result in self.values()) for cell in cells]
        scored = [
            [name, *([groups.get(name)] if letters else []), *self._figures(name, cells, highest)] for name in names
        ]
        blank: list[object] = [None] * (len(cells) + letters)
        failed = [[name, *blank, first_problem(error)] for name, error in self.failed.items() if problems]
        return Table(
            [SYSTEM, *([GROUP] if letters else []), *(cell.column for cell in cells), *([PROBLEM] if problems else [])],
            [*aligned([[*row, *([None] if problems else [])] for row in scored]), *failed],
            foot=self._foot,
            over=["", *([""] if letters else []), *(cell.over for cell in cells), *([""] if problems else [])],
            signatures=[(self.title, self.signature)],
        )

    def _figures(self, system: str, cells: Sequence[Cell], highest: Sequence[float]) -> list[Figure]:
        """Return the figures of a system, with intervals and marks."""
        result = self[system]
        return [
            self._figure(system, cell)._replace(best=cell.value(result) == high)
            for cell, high in zip(cells, highest, strict=True)
        ]

    def _figure(self, system: str, cell: Cell) -> Figure:
        """Return a figure of a system. The families of a metric have no intervals and no tests."""
        if cell.family:
            return Figure(cell.value(self[system]))
        figure = self[system].figure(cell.metric, cell.rate)
        return figure._replace(marks=self._mark(system, cell.metric)) if cell.rate == "f1" else figure

    def _mark(self, system: str, metric: str) -> str:
        return self.tests.mark(system, metric) if self.tests else ""

    @property
    def _foot(self) -> list[str]:
        intervals = self._first.intervals
        tested = [each.legend for each in (self.tests, self.pairs) if each] or ["significance is not tested"]
        return [*([intervals.legend] if intervals else []), *tested]

    def to_dict(self, by: str | None = None) -> dict[str, object]:
        """Return the ranking, the figures of each system, failed systems, p-values, and correlations of metrics.

        Parameters
        ----------
        by : str, optional
            The metric that ranks the systems. By default, it is the average or, if there is none, the last metric.

        Returns
        -------
        dict of str to object
            All figures in the structure of the JSON output.

        Raises
        ------
        ValueError
            If the comparison does not have the metric.
        """
        return {
            "signature": self.signature,
            "ranked_by": self.metric(by),
            "ranking": self.ranked(by),
            "systems": {name: _figures_of(result) for name, result in self.items()},
            "failed": {name: [str(problem) for problem in error.problems] for name, error in self.failed.items()},
            **({"significance": self.tests.to_dict()} if self.tests else {}),
            **({"pairs": self.pairs.to_dict()} if self.pairs else {}),
            "kendall_tau": tau_table(self.metrics, self.tau, len(self)).to_records(),
        }

    def full_table(self, by: str | None = None, layout: str = F1) -> Table:
        """Return a row for each system with exact figures, intervals and p-values. Failed systems come last.

        Parameters
        ----------
        by : str, optional
            The metric that ranks the systems. By default, it is the average or, if there is none, the last metric.
        layout : str
            The figures of each system: `rates` gives recall, precision and F1. `f1` and `paper` give F1 only.

        Returns
        -------
        Table
            Figures are not rounded.

        Raises
        ------
        ValueError
            If the comparison does not have the metric, or if there is no such layout.
        """
        check_choice("layout", layout, LAYOUTS)
        entries = {name: self._entry(name, layout) for name in self.ranked(by)}
        entries |= {name: {PROBLEM.key: first_problem(error)} for name, error in self.failed.items()}
        keys = dict.fromkeys(key for entry in entries.values() for key in entry)
        columns = [SYSTEM, *(Column(key, key) for key in keys)]
        return Table(columns, [[name, *map(entry.get, keys)] for name, entry in entries.items()])

    def _entry(self, system: str, layout: str) -> dict[str, object]:
        found: dict[str, object] = {GROUP.key: self.pairs.letters[system]} if self.pairs else {}
        for cell in cells_of(self.metrics, layout if layout == RATES else F1):
            if cell.rate == "f1" and not cell.family:
                found |= self._rate(system, cell.metric)
            else:
                found[cell.column.key] = cell.value(self[system])
        return found

    def _rate(self, system: str, metric: str) -> dict[str, object]:
        """Return the F1 of a metric, with its interval and p-values."""
        result, tests = self[system], self.tests
        figure = result.figure(metric)
        found: dict[str, object] = {metric: figure.value}
        if result.intervals:
            found[f"{metric}_low"], found[f"{metric}_high"] = figure.interval or (math.nan, math.nan)
        if tests:
            found[f"{metric}_p"] = tests.p.get(system, {}).get(metric)
            found[f"{metric}_p_holm"] = tests.corrected.get(system, {}).get(metric)
        return found

    def __repr__(self) -> str:
        return f"<Comparison of {abridged(self)} on {len(self.documents):,} documents>"


def first_problem(error: InputError) -> str:
    """Return the problems of a system in one line: the first problem, and the number of further problems."""
    more = f" (and {more_problems(error.total - 1)})" if error.total > 1 else ""
    return f"{error.problems[0]}{more}"


def aligned(rows: Sequence[Sequence[object]]) -> list[list[object]]:
    """Return rows in which all marks of a column have the same width, so that the figures are aligned."""
    widths = [
        max((len(cell.marks) for cell in column if isinstance(cell, Figure)), default=0)
        for column in zip(*rows, strict=True)
    ]
    return [
        [
            cell._replace(marks=cell.marks.ljust(width)) if isinstance(cell, Figure) else cell
            for cell, width in zip(row, widths, strict=True)
        ]
        for row in rows
    ]


def _figures_of(result: Result) -> dict[str, object]:
    """Return the figures of one system, without settings (all systems have the same) and without documents."""
    figures = result.to_dict(by_document=False)
    return {name: value for name, value in figures.items() if name not in ("signature", "settings")}
