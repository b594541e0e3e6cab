"""Reading many files, in this process or in several, with the same outcome."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from corefscore.corpus import Corpus
from corefscore.formats.files import Progress
from corefscore.problems import InputError, InputWarning, Problem, fail, warn

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
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    chunk = -(-len(paths) // (jobs * CHUNKS_FOR_EACH))
    try:
        # Each process gets what it needs to read once, as that may be a whole key.
        with ProcessPoolExecutor(jobs, initializer=_keep, initargs=(read,)) as pool:
            for path, (outcome, told) in zip(paths, pool.map(_attempt_elsewhere, paths, chunksize=chunk), strict=True):
                for problem in told:
                    warn(*problem)
                if progress is not None and os.path.exists(path):
                    progress(os.path.getsize(path))
                yield outcome
    except BrokenProcessPool:
        raise fail("reading", 0, "a process was stopped from outside; is there enough memory? Try fewer jobs") from None


_KEPT: list[Reader] = []
"""How a process of its own reads."""


def _keep(read: Reader) -> None:
    end_in_silence()
    _KEPT[:] = [read]


def end_in_silence() -> None:
    """Let a process of its own end at once when somebody stops the program, which says so itself."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _attempt_elsewhere(path: str) -> tuple[Read | InputError, list[Problem]]:
    """The outcome, and the warnings to be repeated where somebody sees them."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", InputWarning)
        outcome = _attempt(_KEPT[0], path, None)
    return outcome, [each.message.problem for each in told if isinstance(each.message, InputWarning)]
