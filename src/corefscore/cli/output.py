"""Writes results to a stream or a file, and shows a progress bar if standard error is a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TextIO

from corefscore.cli.parameters import STANDARD_STREAM
from corefscore.core.escaping import printable, printable_lines

if TYPE_CHECKING:
    from threading import Event

    from matplotlib.figure import Figure
    from rich.table import Table as RichTable

    from corefscore.core.export import Exportable
    from corefscore.core.tables import Table


PATIENCE = 1.0
TICK = 0.1


def emit(
    result: Exportable,
    form: str,
    target: str | None,
    draw: Callable[[Exportable], None] | None = None,
    signature: bool = False,
) -> None:
    """Print a result, or write it to a file.

    Parameters
    ----------
    result : Exportable
        The result.
    form : str
        One of the formats of `core.export.FORMATS`.
    target : str or None
        The file; None or `-` for standard output.
    draw : callable, optional
        A function that draws the result on a terminal. By default, its tables are drawn.
    signature : bool
        Whether tables have the long form of the signature.
    """
    if signature and form != "json":
        from corefscore.core.export import SpelledOut

        result = SpelledOut(result)
    if form == "table" and target in (None, STANDARD_STREAM) and sys.stdout.isatty():
        (draw or draw_tables)(result)
    else:
        write(result.to_format(form), target)


def write(text: str, target: str | None) -> None:
    """Print a text, or write it to a file."""
    if target is None or target == STANDARD_STREAM:
        echo_as_it_is(text)
        return
    from corefscore.core.replacing import write_text

    write_text(target, f"{text}\n")


def save_picture(draw: Callable[[], Figure], path: str | None) -> None:
    """Draw a picture to a file, if a path is given."""
    if path is not None:
        from corefscore.core.plots import save

        save(draw(), path)


def echo(text: str = "") -> None:
    """Print a text without control characters."""
    echo_as_it_is(printable_lines(text))


def echo_as_it_is(text: str) -> None:
    """Print a text as it is. It must not contain control characters from files, but may contain colours."""
    sys.stdout.write(f"{text}\n")


def notify(text: str) -> None:
    """Print a text without control characters on standard error, after all output so far."""
    with suppress(OSError):
        sys.stdout.flush()
    try:
        sys.stderr.write(f"{printable_lines(text)}\n")
        sys.stderr.flush()
    except OSError:  # nobody reads the output
        discard(sys.stderr)


def discard(stream: TextIO) -> None:
    """Discard the buffered text of a stream that cannot be written, so that Python does not try again at exit."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def draw_tables(result: Exportable) -> None:
    """Draw the tables of a result on the terminal, with a blank line between them."""
    for number, table in enumerate(result.tables()):
        if number:
            echo()
        draw_table(table)


def draw_table(table: Table) -> None:
    """Draw a table on the terminal. A table that is too wide is printed as text, so that no figure is cut."""
    from rich.console import Console
    from rich.text import Text

    console = Console()
    if sum(table.widths()) + 3 * len(table.columns) > console.width:
        echo(table.to_text(console.width))
        return
    for line in table.head:
        console.print(Text(printable(line)))
    console.print(rich_table(table))
    for line in (*table.foot, *table.signature_lines(console.width)):
        console.print(Text(printable(line), style="dim"))


def rich_table(table: Table) -> RichTable:
    """Return a table in the form of the library rich."""
    from rich import box
    from rich.markup import escape
    from rich.table import Table as RichTable
    from rich.text import Text

    grid = RichTable(box=box.SIMPLE_HEAD, pad_edge=False)
    widths = table.widths()
    # Figures are padded here, because rich strips the spaces after them, and marks of different widths need these.
    for title, column, width in zip(map(printable, table.titles), table.columns, widths, strict=True):
        grid.add_column(Text(title if column.kind == "word" else title.rjust(width)), no_wrap=True)
    rows = [
        [
            Text.from_markup(markup if column.kind == "word" else " " * (width - len(plain)) + markup)
            for column, width, plain, markup in zip(table.columns, widths, plain_row, markup_row, strict=True)
        ]
        for plain_row, markup_row in zip(table.cells(), table.cells(escape, "[bold]{}[/bold]".format), strict=True)
    ]
    for title, section in table.by_section(rows):
        if title:
            grid.add_section()
            grid.add_row(Text(printable(title), style="italic"))
        for row in section:
            grid.add_row(*row)
    return grid


@contextmanager
def watched(*paths: str) -> Iterator[Callable[[int], None] | None]:
    """Provide a function to call with the number of bytes just read; None if no terminal shows a progress bar."""
    with _shown("reading", lambda: _size(paths), in_bytes=True) as advance:
        yield advance


@contextmanager
def counted(what: str, steps: int) -> Iterator[Callable[[], None]]:
    """Provide a function to call at the end of each step."""
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
    """Return the number of bytes to read; None if it is not known in advance."""
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
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_interactive) as progress:
        task = progress.add_task(what, total=total)
        while not finished.wait(TICK):
            progress.update(task, completed=done[0])
