"""Work in several processes."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from corefscore.core.problems import fail

Outcome = TypeVar("Outcome")


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
