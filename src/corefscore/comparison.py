"""Several systems scored against one key, and what is known of their differences."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np

from corefscore.columns import Floats
from corefscore.corpus import Corpus
from corefscore.formats import read
from corefscore.formats.files import STANDARD_INPUT
from corefscore.intervals import LEVEL
from corefscore.metrics import ALIASES, AnyMetric
from corefscore.metrics.mentions import MENTIONS
from corefscore.problems import InputError, InputWarning, Problem, all_of
from corefscore.rankings import kendall
from corefscore.resampling import RESAMPLES, SEED, Measures, check_enough
from corefscore.result import Result
from corefscore.scoring import Input, is_paths, score
from corefscore.significance import Significance
from corefscore.sizes import counts_by_size

Step = Callable[[], None]


class Sizes(NamedTuple):
    """The counts of a metric by the size of entities, for each system."""

    metric: str
    counts: Mapping[str, Floats]


class Comparison(Mapping[str, Result]):
    """Results of several systems on the same documents, by the names of the systems; `title` names the track."""

    def __init__(
        self,
        results: Mapping[str, Result],
        title: str = "",
        key: Corpus | None = None,
        sizes: Sizes | None = None,
    ) -> None:
        if not results:
            raise ValueError("there is no system to compare")
        _check_comparable(results)
        self._results = dict(results)
        self.title = title
        self.key = key
        self.sizes = sizes

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
    def metrics(self) -> tuple[AnyMetric, ...]:
        return self._first.metrics

    @property
    def documents(self) -> tuple[str, ...]:
        return self._first.counts.documents

    @property
    def signature(self) -> str:
        return self._first.signature

    @cached_property
    def measures(self) -> Measures:
        return Measures.of(self.metrics)

    @cached_property
    def counts(self) -> dict[str, Floats]:
        """The counts of all metrics for each system, a row for each document."""
        return {name: self.measures.stack(result.counts.rows) for name, result in self.items()}

    @property
    def f1(self) -> Floats:
        """F1 of each system (rows) by each metric (columns)."""
        return np.array([[score.f1 for score in result.values()] for result in self.values()])

    @property
    def tau(self) -> Floats:
        """Kendall's τ between the metrics, over the systems."""
        return kendall(self.f1)

    def metric(self, name: str | None) -> str:
        """The metric of a name; without one the average, or else the last metric."""
        names = [metric.name for metric in self.metrics]
        if name is None:
            return "conll" if "conll" in names else names[-1]
        known = ALIASES.get(name, name)
        if known not in names:
            raise ValueError(f"{name!r} is not among the metrics; choose from {', '.join(names)}")
        return known

    def title_of(self, metric: str) -> str:
        return next(each.title for each in self.metrics if each.name == metric)

    def system(self, name: str | None) -> str:
        """The system of a name; without one the first."""
        if name is not None and name not in self:
            raise ValueError(f"there is no system {name!r}; choose from {', '.join(self)}")
        return next(iter(self)) if name is None else name

    def ranked(self, by: str | None = None) -> list[str]:
        """The systems, best first by one metric."""
        metric = self.metric(by)
        return sorted(self, key=lambda name: -self[name][metric].f1)

    def with_intervals(self, level: float = LEVEL, resamples: int = RESAMPLES, seed: int = SEED) -> Comparison:
        """The same comparison with confidence intervals for each system."""
        check_enough(self._first.key.name, len(self.documents), "confidence intervals")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", InputWarning)
            results = {name: result.with_intervals(level, resamples, seed) for name, result in self.items()}
        return Comparison(results, self.title, self.key, self.sizes)

    def tests(
        self, baseline: str | None = None, test: str = "randomisation", resamples: int = RESAMPLES, seed: int = SEED
    ) -> Significance:
        """Test all other systems against a baseline, which is the first one if none is named."""
        check_enough(self._first.key.name, len(self.documents), "tests of significance")
        return Significance.of(test, self.measures, self.counts, self.system(baseline), resamples, seed)

    def document_f1(self, system: str, metric: str) -> Floats:
        """The F1 of each document."""
        place = [each.name for each in self.metrics].index(metric)
        return self.measures.f1(self.counts[system])[:, place]

    @cached_property
    def key_mentions(self) -> Floats:
        """How many mentions the key has in each document."""
        return self._first.counts.rows[MENTIONS.name][:, 1]


def _check_comparable(results: Mapping[str, Result]) -> None:
    """Raise unless all results are of the same documents, metrics and settings."""
    (first, reference), *others = results.items()
    problems = []
    for name, result in others:
        if [metric.name for metric in result.metrics] != [metric.name for metric in reference.metrics]:
            problems.append(Problem(name, 0, f"was scored with other metrics than {first}; score both alike"))
        elif result.settings != reference.settings:
            problems.append(Problem(name, 0, f"was scored with other settings than {first}; score both alike"))
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


class Outcome(NamedTuple):
    """What comes back from scoring one system, perhaps from another process."""

    result: Result | None
    by_size: Floats | None
    error: InputError | None
    warnings: Sequence[Problem]


def compare(
    key: Input,
    responses: Mapping[str, Input],
    metrics: Iterable[str] | None = None,
    *,
    title: str = "",
    jobs: int = 1,
    size_metric: str | None = None,
    step: Step | None = None,
    column: int | None = None,
    encoding: str | None = None,
    **policies: str | None,
) -> Comparison:
    """Score several responses, given by the names of their systems, against a key that is read once.

    The figures are the same for any number of `jobs` (processes). `size_metric` also counts that metric by the size of
    entities; `step` is called when a system has been scored. The rest is as for `score`.

    >>> key = {"1": [["a", "b", "c"]], "2": [["d", "e"]]}
    >>> systems = {"all": key, "some": {"1": [["a", "b"]], "2": [["d", "e"]]}}
    >>> compare(key, systems, metrics=["muc"]).ranked()
    ['all', 'some']
    """
    once: Any = _read(key, column, encoding) if is_paths(key) else key
    names = None if metrics is None else list(metrics)
    work = partial(_score_one, once, names, column, encoding, policies, size_metric)
    inputs = [_read(each, column, encoding) if each == STANDARD_INPUT else each for each in responses.values()]
    outcomes = dict(zip(responses, _outcomes(work, inputs, jobs, step), strict=True))
    errors = [outcome.error for outcome in outcomes.values() if outcome.error]
    for problem in dict.fromkeys(problem for outcome in outcomes.values() for problem in outcome.warnings):
        warnings.warn(InputWarning(problem), stacklevel=2)
    if errors:
        raise all_of(errors)
    results = {name: outcome.result for name, outcome in outcomes.items() if outcome.result}
    by_size = {name: outcome.by_size for name, outcome in outcomes.items() if outcome.by_size is not None}
    sizes = Sizes(size_metric, by_size) if size_metric else None
    return Comparison(results, title, once if isinstance(once, Corpus) else None, sizes)


def _read(paths: Any, column: int | None, encoding: str | None) -> Corpus:
    return read(paths, column, encoding)


def _outcomes(work: Callable[[Any], Outcome], inputs: Sequence[Any], jobs: int, step: Step | None) -> Iterator[Outcome]:
    """The outcome of each input, in their order."""
    if jobs < 1:
        raise ValueError(f"jobs is a number of processes, at least 1, not {jobs}")
    if min(jobs, len(inputs)) == 1:
        yield from _told(map(work, inputs), step)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # Fresh processes work alike on every system, and beside the thread of a progress bar; each gets the key once.
    with ProcessPoolExecutor(min(jobs, len(inputs)), get_context("spawn"), _keep, (work,)) as pool:
        yield from _told(pool.map(_do_kept, inputs), step)


_KEPT: list[Callable[[Any], Outcome]] = []
"""What a process of its own has to do for each input."""


def _keep(work: Callable[[Any], Outcome]) -> None:
    _KEPT[:] = [work]


def _do_kept(response: Any) -> Outcome:
    return _KEPT[0](response)


def _told(outcomes: Iterable[Outcome], step: Step | None) -> Iterator[Outcome]:
    for outcome in outcomes:
        if step is not None:
            step()
        yield outcome


def _score_one(
    key: Any,
    metrics: list[str] | None,
    column: int | None,
    encoding: str | None,
    policies: dict[str, str | None],
    size_metric: str | None,
    response: Any,
) -> Outcome:
    """Score one system; of the result only the figures are kept, not the mentions."""
    policy: Any = policies
    with _problems_told() as problems:
        try:
            result = score(key, response, metrics, column=column, encoding=encoding, **policy)
        except InputError as error:
            return Outcome(None, None, error, problems)
    figures = Result(result.metrics, result.counts, result.settings, result.key, result.response)
    return Outcome(figures, _by_size(result, size_metric), None, problems)


@contextmanager
def _problems_told() -> Iterator[list[Problem]]:
    """What is warned of meanwhile, as a list that can be sent to another process; other warnings go their way."""
    problems: list[Problem] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", InputWarning)
        yield problems
    for each in caught:
        if isinstance(each.message, InputWarning):
            problems.append(each.message.problem)
        else:
            warnings.warn(each.message, stacklevel=2)


def _by_size(result: Result, metric: str | None) -> Floats | None:
    return counts_by_size(result.matched, metric) if metric and result.matched else None
