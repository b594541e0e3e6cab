"""corefscore validate"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from corefscore.cli import options, output

if TYPE_CHECKING:
    from corefscore.table import Table
    from corefscore.validation import Validation


@click.command("validate", short_help="Say what is wrong with files, and what is in them.")
@click.argument("sources", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--format", "given", type=click.Choice(options.FORMATS), help="Format of the files. [default: as they look]"
)
@click.option("-f", "--output-format", "form", type=click.Choice(output.FORMATS), default="table", show_default=True)
@options.choices
def command(
    sources: tuple[str, ...],
    given: str | None,
    form: str,
    spans: str | None,
    clusters: str | None,
    column: int | None,
    encoding: str | None,
) -> None:
    """Check each FILE (or directory) and list all problems; the exit status is 1 if there are any.

    For sound files, print what is in them: documents, tokens, mentions, entities and so on.
    """
    from corefscore.formats.format import Reading
    from corefscore.validation import validate

    reading = Reading(column, spans, clusters)
    found = [validate(source, reading, encoding, given) for source in sources]
    if form == "json":
        output.write(json.dumps([each.to_dict() for each in found], ensure_ascii=False, indent=2), None)
    else:
        _tell(found)
        if any(each.statistics for each in found):
            output.show(_table(found), form, None)
    if not all(each.sound for each in found):
        raise click.exceptions.Exit(1)


def _tell(found: list[Validation]) -> None:
    for each in found:
        for problem in each.warnings:
            click.echo(f"{problem.place}: warning: {problem.message}", err=True)
        for problem in each.problems:
            click.echo(str(problem), err=True)
        if each.total > len(each.problems):
            more = each.total - len(each.problems)
            click.echo(f"{each.source}: {more:,} more problems ({each.total:,} in all)", err=True)


def _table(found: list[Validation]) -> Table:
    """A column for each sound source, a row for each number that any of them has."""
    from corefscore.census import TITLES
    from corefscore.table import Column, Table

    sound = [(each.source, each.statistics._asdict()) for each in found if each.statistics]
    columns = [Column("", "statistic"), *(Column(source, source, "count") for source, _ in sound)]
    rows = [
        [title, *(numbers[name] for _, numbers in sound)]
        for name, title in TITLES.items()
        if any(numbers[name] is not None for _, numbers in sound)
    ]
    return Table(columns, rows)
