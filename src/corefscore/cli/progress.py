"""A progress bar for work that takes longer than a second, where standard error is a terminal."""

from __future__ import annotations

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
def counted(what: str, steps: int) -> Iterator[Callable[[], None]]:
    """A function to call at the end of each step."""
    with _shown(what, lambda: steps, in_bytes=False) as advance:
        yield (lambda: None) if advance is None else (lambda: advance(1))


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


def _size(paths: tuple[str, ...]) -> int | None:
    """How many bytes will be read; None where nobody knows before."""
    from pathlib import Path

    files = [
        file
        for path in map(Path, paths)
        for file in (path.rglob("*") if path.is_dir() else [path])
        if not file.is_dir()
    ]
    if any(file.suffix == ".gz" for file in files) or not all(file.exists() for file in files):
        return None
    return sum(file.stat().st_size for file in files) or None


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
