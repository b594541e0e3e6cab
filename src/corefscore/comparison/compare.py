"""Scoring several systems against one key, in as many processes as are asked for."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

from corefscore.analysis.sizes import counts_by_size, sized_metric
from corefscore.comparison.systems import Comparison, CountsBySize
from corefscore.core.arrays import Floats
from corefscore.core.corpus import Corpus
from corefscore.core.parallel import in_processes
from corefscore.core.problems import InputError, InputWarning, Problem, all_of
from corefscore.formats.base import KEY_SIDE, RESPONSE_SIDE, Reading
from corefscore.formats.files import STANDARD_INPUT
from corefscore.formats.pairs import Input, is_paths, read_side
from corefscore.metrics.overlap import Overlap
from corefscore.result import Result
from corefscore.scoring import score

Step = Callable[[], None]


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
    **options: Any,
) -> Comparison:
    """Score several responses, given by the names of their systems, against a key that is read once.

    The figures are the same for any number of `jobs` (processes). `size_metric` also counts that metric by the size of
    entities; `step` is called when a system has been scored. All other options are those of `score`.

    >>> key = {"1": [["a", "b", "c"]], "2": [["d", "e"]]}
    >>> systems = {"all": key, "some": {"1": [["a", "b"]], "2": [["d", "e"]]}}
    >>> compare(key, systems, metrics=["muc"]).ranked()
    ['all', 'some']
    """
    reading = Reading(**{name: options[name] for name in Reading._fields if name in options})
    once = read_side(key, reading.of(KEY_SIDE)) if is_paths(key) else key
    names = None if metrics is None else list(metrics)
    work = partial(_score_one, once, names, options, size_metric)
    inputs = [
        read_side(each, reading.of(RESPONSE_SIDE, once if isinstance(once, Corpus) else None))
        if each == STANDARD_INPUT
        else each
        for each in responses.values()
    ]
    outcomes = dict(zip(responses, _outcomes(work, inputs, jobs, step), strict=True))
    errors = [outcome.error for outcome in outcomes.values() if outcome.error]
    for problem in dict.fromkeys(problem for outcome in outcomes.values() for problem in outcome.warnings):
        warnings.warn(InputWarning(problem), stacklevel=2)
    if errors:
        raise all_of(errors)
    results = {name: outcome.result for name, outcome in outcomes.items() if outcome.result}
    by_size = {name: outcome.by_size for name, outcome in outcomes.items() if outcome.by_size is not None}
    sizes = CountsBySize(size_metric, by_size) if size_metric else None
    return Comparison(results, title, once if isinstance(once, Corpus) else None, sizes)


def _outcomes(work: Callable[[Any], Outcome], inputs: Sequence[Any], jobs: int, step: Step | None) -> Iterator[Outcome]:
    """The outcome of each input, in their order."""
    if jobs < 1:
        raise ValueError(f"jobs is a number of processes, at least 1, not {jobs}")
    if min(jobs, len(inputs)) == 1:
        yield from _counted(map(work, inputs), step)
        return
    # Fresh processes work alike on every system, and beside the thread of a progress bar.
    yield from _counted(in_processes(work, inputs, min(jobs, len(inputs)), "spawn"), step)


def _counted(outcomes: Iterable[Outcome], step: Step | None) -> Iterator[Outcome]:
    for outcome in outcomes:
        if step is not None:
            step()
        yield outcome


def _score_one(
    key: Any,
    metrics: list[str] | None,
    options: dict[str, Any],
    size_metric: str | None,
    response: Any,
) -> Outcome:
    """Score one system; of the result only the figures are kept, not the mentions."""
    with _collected_problems() as problems:
        try:
            result = score(key, response, metrics, **options)
        except InputError as error:
            return Outcome(None, None, error, problems)
    return Outcome(result.without_mentions(), _by_size(result, size_metric), None, problems)


@contextmanager
def _collected_problems() -> Iterator[list[Problem]]:
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
    if metric is None or result.matched is None:
        return None
    return counts_by_size(Overlap.of(result.matched), sized_metric(metric))
