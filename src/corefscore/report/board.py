"""The leaderboard: a page with a sortable table of systems, and a link to the report of each system."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

from corefscore.comparison.standings import Standings
from corefscore.comparison.systems import Comparison, first_problem
from corefscore.core.escaping import printable
from corefscore.core.problems import fail
from corefscore.core.replacing import all_or_nothing, make_directory, write_text
from corefscore.core.tables import Column, Figure, Table
from corefscore.report.page import asset

TITLE = "Leaderboard"
LONGEST = 80
UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")

Report = Callable[[Comparison, str], str]
"""A function that returns the report of a system of a track, as HTML."""

Links = Mapping[tuple[str, str], str]
"""The address of the report of each system, by its track and its name."""


def write_board(path: str | Path, standings: Standings, report: Report | None = None, title: str = TITLE) -> Path:
    """Write a leaderboard, and the report of each system in a folder next to it. After an error, nothing is written.

    Parameters
    ----------
    path : str or Path
        The page to write.
    standings : Standings
        The systems, in one or several tracks.
    report : callable, optional
        A function that returns the report of a system of a track, as HTML. Without it, systems have no link.
    title : str
        The title of the page.

    Returns
    -------
    Path
        The folder of the reports.

    Raises
    ------
    InputError
        If a file cannot be written.
    """
    page = Path(path)
    folder = page.with_name(f"{page.stem}-reports")
    names = report_names(standings.tracks) if report else {}
    with all_or_nothing():
        if report:
            try:
                make_directory(folder)
            except OSError as error:
                raise fail(str(folder), 0, f"cannot be made ({error.strerror or error})") from None
            for track in standings.tracks:
                for system in track:
                    write_text(folder / names[track.title, system], report(track, system))
        links = {each: f"{quote(folder.name)}/{quote(name)}" for each, name in names.items()}
        write_text(page, board_page(standings, links, title))
    return folder


def report_names(tracks: Sequence[Comparison]) -> dict[tuple[str, str], str]:
    """Return a file name for the report of each system, with ASCII letters only.

    If two names differ only in other letters, a number is added.
    """
    found: dict[tuple[str, str], str] = {}
    taken: set[str] = set()
    for track in tracks:
        for system in track:
            plain = UNSAFE.sub("-", f"{track.title}-{system}" if track.title else system).strip(".-")[:LONGEST]
            name, number = plain or "system", 1
            while name.lower() in taken:
                number += 1
                name = f"{plain or 'system'}-{number}"
            taken.add(name.lower())
            found[track.title, system] = f"{name}.html"
    return found


def board_page(standings: Standings, links: Links, title: str = TITLE) -> str:
    """Return the page as HTML: one file that loads nothing, with links to the reports."""
    sections = "\n".join(_section(standings, track, links) for track in standings.tracks)
    further = "\n".join(f"<section>{_further(table)}</section>" for table in standings.tables()[1:])
    parts = {
        "title": html.escape(printable(title)),
        "style": "\n".join(asset(name) for name in ("colours.css", "board.css")),
        "tables": f"{sections}\n{further}",
        "script": asset("board.js"),
    }
    pieces = asset("board.html").split("%%")
    return "".join(parts[piece] if number % 2 else piece for number, piece in enumerate(pieces))


def _section(standings: Standings, track: Comparison, links: Links) -> str:
    """Return the table of a track, with its legend."""
    table = track.table(standings.by, standings.layout, problems=False)
    metric = track.title_of(track.metric(standings.by))
    caption = html.escape(printable(f"{track.title or 'Systems'}, ranked by {metric} F1"))
    rows = [
        _row(rank, table.columns, row, links.get((track.title, str(row[0])))) for rank, row in enumerate(table.rows, 1)
    ]
    rows += [_failed_row(name, first_problem(error), len(table.columns)) for name, error in track.failed.items()]
    heads = [_head("Rank", "number", "ascending"), *_heads(table)]
    notes = "".join(f"<p>{html.escape(printable(line))}</p>" for line in table.below)
    return (
        f'<section><div class="scroll" tabindex="0" role="region" aria-label="{caption}">'
        f'<table class="board"><caption>{caption}</caption>'
        f"<thead><tr>{''.join(heads)}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>{notes}</section>"
    )


def _heads(table: Table) -> Iterator[str]:
    for column, title in zip(table.columns, table.titles, strict=True):
        yield _head(title, "text" if column.kind == "word" else "number")


def _head(title: str, kind: str, order: str = "none") -> str:
    button = f'<button type="button">{html.escape(printable(title))}</button>'
    return f'<th scope="col" class="{kind}" aria-sort="{order}">{button}</th>'


def _row(rank: int, columns: Sequence[Column], row: Sequence[object], link: str | None) -> str:
    name = html.escape(printable(str(row[0])))
    shown = f'<a href="{html.escape(link)}">{name}</a>' if link else name
    figures = [_cell(column, value) for column, value in zip(columns[1:], row[1:], strict=True)]
    system = f'<th scope="row" class="text">{shown}</th>'
    return f'<tr><td class="number" data-value="{rank}">{rank}</td>{system}{"".join(figures)}</tr>'


def _failed_row(name: str, problem: str, columns: int) -> str:
    """Return the row of a system that could not be scored. It has no rank and no figures."""
    system, why = (html.escape(printable(text)) for text in (name, f"not scored: {problem}"))
    cell = f'<td class="problem" colspan="{columns - 1}">{why}</td>'
    return f'<tr class="failed"><td class="number"></td><th scope="row" class="text">{system}</th>{cell}</tr>'


def _cell(column: Column, value: object) -> str:
    if isinstance(value, Figure):
        text = column.show(Figure(value.value))
        marks = f"<sup>{html.escape(value.marks.strip())}</sup>" if value.marks.strip() else ""
        figure = f"<strong>{text}</strong>" if value.best else text
        interval = f"<small>[{', '.join(map(column.show, value.interval))}]</small>" if value.interval else ""
        return f'<td class="number" data-value="{value.value!r}">{figure}{marks}{interval}</td>'
    kind = "text" if column.kind == "word" else "number"
    return f'<td class="{kind}">{html.escape(column.show(value))}</td>'


def _further(table: Table) -> str:
    """Return a further table as HTML, such as that of groups of documents."""
    return f'<div class="scroll" tabindex="0" role="region" aria-label="Further figures">{table.to_html()}</div>'
