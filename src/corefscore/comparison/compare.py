"""Scores several systems against one key, in one or several processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from corefscore.analysis.sizes import counts_by_size, sized_metric
from corefscore.comparison.comparable import not_comparable
from corefscore.comparison.systems import Comparison, CountsBySize
from corefscore.core.arrays import Floats
from corefscore.core.corpus import Corpus
from corefscore.core.parallel import in_processes
from corefscore.core.problems import InputError, Problem, all_of, collected_warnings, warn
from corefscore.formats.base import KEY_SIDE, RESPONSE_SIDE
from corefscore.formats.files import STANDARD_INPUT
from corefscore.formats.pairs import Input, is_paths, read_side
from corefscore.matching.keywords import ScoringOptions
from corefscore.metrics.overlap import Overlap
from corefscore.result import Result
from corefscore.scoring import given_as, reading_of, score, with_settings_read

if TYPE_CHECKING:
    from typing_extensions import Unpack

Step = Callable[[], None]


class SystemOutcome(NamedTuple):
    """The outcome of one system: a result or an error, and warnings. It may come from another process."""

    result: Result | None
    by_size: Floats | None
    error: InputError | None
    warnings: Sequence[Problem]


def compare(
    key: Input = None,
    responses: Mapping[str, Input] | None = None,
    metrics: Iterable[str] | None = None,
    *,
    gold: Input = None,
    predicted: Mapping[str, Input] | None = None,
    documents: bool | None = None,
    title: str = "",
    jobs: int = 1,
    size_metric: str | None = None,
    by: str | None = None,
    step: Step | None = None,
    keep_failed: bool = False,
    **options: Unpack[ScoringOptions],
) -> Comparison:
    """Score several responses against one key. The key is read once.

    Parameters
    ----------
    key : paths, Corpus, clusters, or clusters by document
        The key, as for `score`.
    responses : mapping of str to paths, Corpus, clusters, or clusters by document
        The responses, by the names of their systems.
    metrics : iterable of str, optional
        Names of metrics.
    gold, predicted : optional
        Other names for `key` and `responses`.
    documents : bool, optional
        Whether the outer level of values in memory holds documents or entities, as for `score`.
    title : str
        The name of the comparison, such as the name of a track.
    jobs : int
        The number of processes. It does not change the figures.
    size_metric : str, optional
        A metric that is also counted by the size of entities.
    by : str, optional
        A way to divide results into strata, such as `anaphor-kind`. Then strata are compared instead of metrics.
    step : callable, optional
        A function that is called each time a system has been scored.
    keep_failed : bool
        Whether to keep a response that cannot be scored in `Comparison.failed`, instead of raising an error.
    **options
        All other options of `score`.

    Returns
    -------
    Comparison
        A result for each system.

    Raises
    ------
    InputError
        If the key or a response cannot be scored; with `keep_failed`, if no response can. The error lists the problems
        of all systems.
    ValueError
        If a metric or a choice of a policy does not exist, or there is no response.

    Examples
    --------
    >>> key = {"1": [["a", "b", "c"]], "2": [["d", "e"]]}
    >>> systems = {"all": key, "some": {"1": [["a", "b"]], "2": [["d", "e"]]}}
    >>> comparison = compare(key, systems, metrics=["muc"])
    >>> comparison.ranked()
    ['all', 'some']
    >>> print(comparison.to_markdown().splitlines()[2])
    | all | **100.00** |
    """
    key = given_as("key", key, "gold", gold)
    responses = given_as("responses", responses, "predicted", predicted)
    if not isinstance(responses, Mapping):
        raise TypeError("responses must be a dictionary: the response of each system, by the name of the system")
    options = with_settings_read(options)
    reading = reading_of(options)
    once = read_side(key, reading.of(KEY_SIDE)) if is_paths(key) else key
    corpus = once if isinstance(once, Corpus) else None
    names = [metrics] if isinstance(metrics, str) else None if metrics is None else list(metrics)
    work = partial(_score_one, once, names, documents, options, size_metric, by)
    inputs = [
        read_side(each, reading.of(RESPONSE_SIDE, corpus)) if isinstance(each, str) and each == STANDARD_INPUT else each
        for each in responses.values()
    ]
    outcomes = dict(zip(responses, _outcomes(work, inputs, jobs, step), strict=True))
    for problem in dict.fromkeys(problem for outcome in outcomes.values() for problem in outcome.warnings):
        warn(*problem)
    results = {name: outcome.result for name, outcome in outcomes.items() if outcome.result}
    failed = {name: outcome.error for name, outcome in outcomes.items() if outcome.error}
    if keep_failed:
        failed |= not_comparable(results)
    if failed and (not keep_failed or len(failed) == len(outcomes)):
        raise _once(failed.values())
    results = {name: result for name, result in results.items() if name not in failed}
    if by is not None:
        results = _with_same_strata(results)
    by_size = {name: outcomes[name].by_size for name in results}
    counts = {name: rows for name, rows in by_size.items() if rows is not None}
    sizes = CountsBySize(size_metric, counts) if size_metric else None
    return Comparison(results, title, corpus, sizes, failed={name: failed[name] for name in outcomes if name in failed})


def _once(errors: Iterable[InputError]) -> InputError:
    """Return several errors as one. A problem of the key is in all errors; it is listed once."""
    error = all_of(errors)
    problems = dict.fromkeys(error.problems)
    return InputError(problems, error.total - len(error.problems) + len(problems))


def _outcomes(
    work: Callable[[Input], SystemOutcome], inputs: Sequence[Input], jobs: int, step: Step | None
) -> Iterator[SystemOutcome]:
    """Yield the outcome of each input, in the order of the inputs."""
    if jobs < 1:
        raise ValueError(f"jobs must be a number of processes, at least 1, not {jobs}")
    processes = min(jobs, len(inputs))
    # New processes behave in the same way on every operating system, and do not inherit a thread of a progress bar.
    outcomes = in_processes(work, inputs, processes, "spawn") if processes > 1 else map(work, inputs)
    for outcome in outcomes:
        if step is not None:
            step()
        yield outcome


def _score_one(
    key: Input,
    metrics: list[str] | None,
    documents: bool | None,
    options: ScoringOptions,
    size_metric: str | None,
    by: str | None,
    response: Input,
) -> SystemOutcome:
    """Score one system. The outcome has figures, but no mentions."""
    with collected_warnings() as problems:
        try:
            result = score(key, response, metrics, documents=documents, **options)
            by_size = _by_size(result, size_metric)
            result = result if by is None else _stratified(result, by, metrics)
        except InputError as error:
            return SystemOutcome(None, None, error, problems)
    return SystemOutcome(result.without_mentions(), by_size, None, problems)


def _stratified(result: Result, by: str, metrics: list[str] | None) -> Result:
    from corefscore.analysis.strata.strata import stratified

    return stratified(result, by, metrics)


def _with_same_strata(results: Mapping[str, Result]) -> dict[str, Result]:
    """Return all results with the strata that any of them has, such as types of entities."""
    from corefscore.analysis.strata.strata import with_strata

    strata = {each.name: each for result in results.values() for each in result.metrics}
    return {name: with_strata(result, strata.values()) for name, result in results.items()}


def _by_size(result: Result, metric: str | None) -> Floats | None:
    if metric is None or result.matched is None:
        return None
    return counts_by_size(Overlap.of(result.matched), sized_metric(metric))
