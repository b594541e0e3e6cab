"""A progress bar for work that takes longer than a second."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from threading import Event

PATIENCE = 1.0
TICK = 0.1


@contextmanager
def watched(*paths: str) -> Iterator[Callable[[int], None] | None]:
    """A function to call with the number of bytes just read; None where no terminal shows a bar."""
    with _shown("reading", lambda: _size(paths), in_bytes=True) as advance:
        yield advance


@contextmanager
def stepped(what: str, steps: int) -> Iterator[Callable[[], None] | None]:
    """A function to call at the end of each step; None where no terminal shows a bar."""
    with _shown(what, lambda: steps, in_bytes=False) as advance:
        yield None if advance is None else lambda: advance(1)


@contextmanager
def _shown(what: str, total: Callable[[], int | None], in_bytes: bool) -> Iterator[Callable[[int], None] | None]:
    if not sys.stderr.isatty():
        yield None
        return
    from threading import Event, Thread

    done, finished = [0], Event()

    def advance(count: int) -> None:
        done[0] += count

    bar = Thread(target=_show, args=(what, done, total(), in_bytes, finished), daemon=True)
    bar.start()
    try:
        yield advance
    finally:
        finished.set()
        bar.join()


@contextmanager
def counted(what: str, total: int) -> Iterator[Callable[[], None]]:
    """A function to call after each of so many pieces of work; a terminal shows how many are done."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda: progress.advance(task)


def _size(paths: tuple[str, ...]) -> int | None:
    """How many bytes will be read; None where it cannot be told before."""
    files: list[str] = []
    for path in paths:
        below = [os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names]
        files += below or [path]
    if any(file.endswith(".gz") for file in files) or not all(map(os.path.exists, files)):
        return None
    return sum(map(os.path.getsize, files)) or None


def _show(what: str, done: list[int], total: int | None, in_bytes: bool, finished: Event) -> None:
    if finished.wait(PATIENCE):
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    count = DownloadColumn() if in_bytes else MofNCompleteColumn()
    columns = (TextColumn(what), BarColumn(), count, TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=total)
        while not finished.wait(TICK):
            progress.update(task, completed=done[0])
