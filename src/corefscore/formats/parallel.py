"""Reading many files, in this process or in several, with the same outcome."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeAlias, TypeVar

from corefscore.corpus import Corpus
from corefscore.formats.files import Progress
from corefscore.problems import InputError, InputWarning, Problem, fail, warn

Read: TypeAlias = tuple[Corpus, str]
"""A corpus, and the name of its format."""

Reader: TypeAlias = Callable[[str, Progress | None], Read]

Outcome = TypeVar("Outcome")

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


def in_processes(
    work: Callable[[Any], Outcome], inputs: Sequence[Any], count: int, method: str | None = None, chunk: int = 1
) -> Generator[Outcome, None, None]:
    """The outcome of each input, in their order, by several processes, which end when nobody waits for them any more.

    Each process gets the work once, as that may hold a whole key.
    """
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children, get_context

    others = {*active_children()}
    pool = ProcessPoolExecutor(count, get_context(method), _keep, (work,))
    try:
        with _undisturbed():
            parts = [pool.submit(_do_kept, inputs[begin : begin + chunk]) for begin in range(0, len(inputs), chunk)]
        for part in parts:
            yield from part.result()
    except BaseException as error:
        for process in {*active_children()} - others:
            process.terminate()
        pool.shutdown(wait=False)
        if isinstance(error, BrokenProcessPool):
            raise fail("jobs", 0, "a process was stopped from outside; is there enough memory? Try fewer") from None
        raise
    pool.shutdown()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Processes that start here are not told when somebody stops the program, which ends them itself."""
    import signal

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_KEPT: list[Callable[[Any], Any]] = []
"""What a process of its own has to do for each input."""


def _keep(work: Callable[[Any], Any]) -> None:
    _KEPT[:] = [work]


def _do_kept(inputs: Sequence[Any]) -> list[Any]:
    return [_KEPT[0](each) for each in inputs]
