"""Checks whether results can be compared: they need the same metrics, settings and documents."""

from __future__ import annotations

from collections.abc import Mapping

from corefscore.core.problems import InputError, Problem
from corefscore.result import Result


def check_comparable(results: Mapping[str, Result]) -> None:
    """Raise an error if results differ in their documents, metrics or settings.

    Raises
    ------
    InputError
        If a result differs from the first. The error has a problem for each such result.
    """
    first, *others = results
    problems = [problem for name in others if (problem := _difference(results, name, first)) is not None]
    if problems:
        raise InputError(problems)


def not_comparable(results: Mapping[str, Result]) -> dict[str, InputError]:
    """Return the results that cannot be compared with the one that has the most documents, and the reasons."""
    if not results:
        return {}
    most = max(results, key=lambda name: len(results[name].counts))
    found = {name: _difference(results, name, most) for name in results}
    return {name: InputError([problem]) for name, problem in found.items() if problem is not None}


def _difference(results: Mapping[str, Result], name: str, first: str) -> Problem | None:
    """Return how a result differs from another one."""
    result, reference = results[name], results[first]
    if [metric.name for metric in result.metrics] != [metric.name for metric in reference.metrics]:
        return Problem(name, 0, f"was scored with other metrics than {first}; use the same metrics for all systems")
    if result.settings != reference.settings:
        return Problem(name, 0, f"was scored with other settings than {first}; use the same settings for all systems")
    if result.counts.documents != reference.counts.documents:
        return _other_documents(name, result, first, reference)
    return None


def _other_documents(name: str, result: Result, first: str, reference: Result) -> Problem:
    ours, theirs = set(result.counts.documents), set(reference.counts.documents)
    odd = min(ours ^ theirs, default="")
    detail = f"({odd!r} only in {name if odd in ours else first})" if odd else "(in another order)"
    message = f"was scored on {len(ours):,} documents, but {first} on {len(theirs):,} {detail}"
    return Problem(name, 0, f"{message}; use the same documents, for example with missing=empty (--missing)")
