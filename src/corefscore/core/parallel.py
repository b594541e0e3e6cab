"""Run work in several processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from corefscore.core.problems import fail

if TYPE_CHECKING:
    from concurrent.futures import Future

PROCESSES_PER_CORE = 2
LEAST_CAP = 8

Task = TypeVar("Task")
Outcome = TypeVar("Outcome")


def in_processes(
    work: Callable[[Task], Outcome], tasks: Sequence[Task], count: int, method: str | None = None, chunk: int = 1
) -> Generator[Outcome, None, None]:
    """Do the same work for many inputs, in several processes.

    Each process gets `work` once, because it may contain a whole key. The processes end when the generator is closed.

    Parameters
    ----------
    work : callable
        A function of one task that can be sent to another process.
    tasks : sequence
        The inputs of the function.
    count : int
        How many processes to start. There are never more processes than tasks, nor many more than cores.
    method : str, optional
        How processes are started; see `multiprocessing.get_context`.
    chunk : int
        How many tasks a process gets at a time.

    Yields
    ------
    object
        The outcome of each task, in the order of the tasks.

    Raises
    ------
    InputError
        If something outside this program stops a process.
    """
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children, get_context

    others = {*active_children()}
    pool = ProcessPoolExecutor(_useful(count, -(-len(tasks) // chunk)), get_context(method), _keep, (work,))
    parts: list[Future[list[Outcome]]]
    try:
        with _without_interrupts():
            parts = [pool.submit(_do_kept, tasks[begin : begin + chunk]) for begin in range(0, len(tasks), chunk)]
        for part in parts:
            yield from part.result()
    except BaseException as error:
        for process in {*active_children()} - others:
            process.terminate()
        pool.shutdown(wait=False)
        if isinstance(error, BrokenProcessPool):
            message = "the system stopped a process, perhaps because memory was short; use fewer jobs"
            raise fail("jobs", 0, message) from None
        raise
    pool.shutdown()


def _useful(count: int, tasks: int) -> int:
    """Return how many processes to start. More processes than that would only use memory."""
    return max(1, min(count, tasks, max(LEAST_CAP, PROCESSES_PER_CORE * (os.cpu_count() or 1))))


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Start processes that ignore Ctrl-C. Only this process receives it, and then ends them."""
    import signal

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_KEPT: list[Callable[..., Any]] = []
"""In a worker process: the function to run for each task."""


def _keep(work: Callable[..., object]) -> None:
    import signal
    from threading import Thread

    _KEPT[:] = [work]
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # the parent process may have its own handler
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when its parent has ended, for any reason; then nobody waits for it."""
    import signal
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        signal.raise_signal(signal.SIGTERM)


def _do_kept(tasks: Sequence[Task]) -> list[Outcome]:
    return [_KEPT[0](task) for task in tasks]
