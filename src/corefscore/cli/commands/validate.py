"""corefscore validate"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from corefscore.cli import options, output
from corefscore.cli.pages import echo
from corefscore.cli.parser import Choice, Command, argument, option

if TYPE_CHECKING:
    from corefscore.analysis.validation import Validation
    from corefscore.core.tables import Table


@Command
@argument("sources", metavar="FILE...", nargs=-1, required=True)
@option("--format", "given", kind=Choice(options.FORMATS), text="Format of the files. [default: as they look]")
@option("-f", "--output-format", "form", kind=Choice(output.FORMATS), default="table", show_default=True)
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
    from corefscore.analysis.validation import validate
    from corefscore.formats.base import Reading

    reading = Reading(column, spans, clusters)
    found = [validate(source, reading, encoding, given) for source in sources]
    if form == "json":
        output.write(json.dumps([each.to_dict() for each in found], ensure_ascii=False, indent=2), None)
    else:
        _tell(found)
        if any(each.statistics for each in found):
            output.show(_table(found), form, None)
    if not all(each.sound for each in found):
        sys.exit(1)


def _tell(found: list[Validation]) -> None:
    for each in found:
        for problem in each.warnings:
            echo(f"{problem.place}: warning: {problem.message}", err=True)
        for problem in each.problems:
            echo(str(problem), err=True)
        if each.total > len(each.problems):
            more = each.total - len(each.problems)
            echo(f"{each.source}: {more:,} more problems ({each.total:,} in all)", err=True)


def _table(found: list[Validation]) -> Table:
    """A column for each sound source, a row for each number that any of them has."""
    from corefscore.analysis.census import TITLES
    from corefscore.core.tables import Column, Table

    sound = [(each.source, each.statistics._asdict()) for each in found if each.statistics]
    columns = [Column("", "statistic"), *(Column(source, source, "count") for source, _ in sound)]
    rows = [
        [title, *(numbers[name] for _, numbers in sound)]
        for name, title in TITLES.items()
        if any(numbers[name] is not None for _, numbers in sound)
    ]
    return Table(columns, rows)
