"""Tables on a terminal, or wherever the output goes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from corefscore.cli.pages import echo
from corefscore.core.problems import fail
from corefscore.core.tables import Table, printable

if TYPE_CHECKING:
    from rich.table import Table as RichTable

FORMATS = ("table", "json", "csv", "markdown", "latex")


def write(text: str, output: str | None) -> None:
    """Print a text, or write it to a file."""
    if output is None:
        echo(text)
        return
    from pathlib import Path

    try:
        Path(output).write_text(text + "\n", encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise fail(output or "''", 0, f"cannot be written ({error.strerror})") from None


def show(table: Table, form: str, output: str | None) -> None:
    """A table in one of the formats for people."""
    if form == "table" and output is None and sys.stdout.isatty():
        show_on_terminal(table)
    else:
        render = {"table": table.to_text, "csv": table.to_csv, "markdown": table.to_markdown, "latex": table.to_latex}
        write(render[form](), output)


def show_all(tables: Sequence[Table], form: str, output: str | None) -> None:
    """Several tables, one below the other."""
    if form == "table" and output is None and sys.stdout.isatty():
        for table in tables:
            show_on_terminal(table)
        return
    render = {"table": Table.to_text, "markdown": Table.to_markdown, "latex": Table.to_latex}[form]
    write("\n\n".join(map(render, tables)), output)


def show_on_terminal(table: Table) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console()
    if sum(table.widths()) + 3 * len(table.columns) > console.width:  # rather wrapped lines than figures cut short
        echo(table.to_text())
        return
    for line in table.head:
        console.print(Text(printable(line)))
    console.print(rich_table(table))
    for line in table.foot:
        console.print(Text(line, style="dim"))


def rich_table(table: Table) -> RichTable:
    """A table as rich draws it."""
    from rich import box
    from rich.markup import escape
    from rich.table import Table as RichTable
    from rich.text import Text

    grid = RichTable(box=box.SIMPLE_HEAD, pad_edge=False)
    widths = table.widths()
    # Figures are padded here: rich would strip the blanks behind them, which keep marks of several widths in line.
    for column, width in zip(table.columns, widths, strict=True):
        grid.add_column(Text(column.title if column.kind == "word" else column.title.rjust(width)), no_wrap=True)
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
            grid.add_row(Text(title, style="italic"))
        for row in section:
            grid.add_row(*row)
    return grid
