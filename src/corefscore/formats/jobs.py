"""Reading many files, in this process or in several, with the same outcome."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

from corefscore.core.corpus import Corpus
from corefscore.core.problems import InputError, InputWarning, Problem, warn
from corefscore.formats.files import Progress

Read: TypeAlias = tuple[Corpus, str]
"""A corpus, and the name of its format."""

Reader: TypeAlias = Callable[[str, Progress | None], Read]

CHUNKS_FOR_EACH = 8


def read_each(read: Reader, paths: Sequence[str], jobs: int, progress: Progress | None) -> Iterator[Read | InputError]:
    """The corpus of each file, or what is wrong with it, in the order of the files."""
    if min(jobs, len(paths)) > 1:
        return _in_processes(read, paths, jobs, progress)
    return (_attempt(read, path, progress) for path in paths)


def _attempt(read: Reader, path: str, progress: Progress | None) -> Read | InputError:
    try:
        return read(path, progress)
    except InputError as error:
        return error


def _in_processes(
    read: Reader, paths: Sequence[str], jobs: int, progress: Progress | None
) -> Iterator[Read | InputError]:
    from corefscore.core.parallel import in_processes

    chunk = -(-len(paths) // (jobs * CHUNKS_FOR_EACH))
    outcomes = in_processes(partial(_attempt_elsewhere, read), paths, jobs, chunk=chunk)
    for path, (outcome, told) in zip(paths, outcomes, strict=True):
        for problem in told:
            warn(*problem)
        if progress is not None and os.path.exists(path):
            progress(os.path.getsize(path))
        yield outcome


def _attempt_elsewhere(read: Reader, path: str) -> tuple[Read | InputError, list[Problem]]:
    """The outcome, and the warnings to be repeated where somebody sees them."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", InputWarning)
        outcome = _attempt(read, path, None)
    return outcome, [each.message.problem for each in told if isinstance(each.message, InputWarning)]
