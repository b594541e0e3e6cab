"""Options for tables of ids, and the tables that are named on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import click

from corefscore.cli import options
from corefscore.cli.command import TABLES, option
from corefscore.cli.options import Decorator, Function, Scoring, together
from corefscore.cli.output import counted
from corefscore.cli.parameters import OutputPath, split_names
from corefscore.engines.policies import APPLY, AUTO, ENGINES, SUFFIXES, UNLABELLED

if TYPE_CHECKING:
    from corefscore.result import Result

MENTION, ENTITY = "mention", "entity"


def column(name: str, text: str) -> Decorator:
    """A column of a table."""
    return option(f"--{name}", group=TABLES, metavar="COLUMN", help=text)


SIDES: dict[str, Decorator] = {
    "mention": column("mention", "Column of the mention, or several with commas between them."),
    "entity": column("entity", "Column of the entity."),
    "key_mention": column("key-mention", "The same as --mention, for the key alone."),
    "response_mention": column("response-mention", "The same as --mention, for the response alone."),
    "key_entity": column("key-entity", "The same as --entity, for the key alone."),
    "response_entity": column("response-entity", "The same as --entity, for the response alone."),
}


class SideColumns(NamedTuple):
    """The columns of both sides that were named."""

    mention: str | None
    entity: str | None
    key_mention: str | None
    response_mention: str | None
    key_entity: str | None
    response_entity: str | None

    def keywords(self) -> dict[str, Any]:
        """What functions for tables take: the columns that were named."""
        given = {name: value for name, value in self._asdict().items() if value is not None}
        return {name: split_names([value]) if name.endswith(MENTION) else value for name, value in given.items()}


class TableOptions(NamedTuple):
    """How to read and score tables of ids."""

    columns: SideColumns
    document_column: str | None
    engine: str | None
    memory: str | None
    temp: str | None
    master: str | None
    unique: bool
    unlabelled: str | None

    @property
    def is_given(self) -> bool:
        """Whether any of these options was given."""
        return any((*self.columns, *self[1:]))


class PairColumns(NamedTuple):
    """The columns of a key and of a table of pairs that were named."""

    mention: str | None
    entity: str | None
    left: str | None
    right: str | None
    score: str | None = None

    def keywords(self) -> dict[str, str]:
        """What functions for pairs take: the columns that were named."""
        return {name: value for name, value in self._asdict().items() if value is not None}


def pair_columns(with_score: bool) -> Decorator:
    """The columns of a key and of a table of pairs."""
    named: dict[str, Decorator] = {
        "mention": column("mention", "Column of the record in KEY."),
        "entity": column("entity", "Column of the entity in KEY."),
        "left": column("left", "Column of one record of a pair.  [default: left]"),
        "right": column("right", "Column of the other record.  [default: right]"),
    }
    if with_score:
        named["score"] = column("score", "Column of the score of a pair.  [default: score]")
    return together("columns", PairColumns, named)


def side_columns(function: Function) -> Function:
    """The columns of key and response."""
    return together("columns", SideColumns, SIDES)(function)


def table_options(function: Function) -> Function:
    """All options for tables of ids."""

    def make(**given: Any) -> TableOptions:
        columns = SideColumns(**{name: given.pop(name) for name in SIDES})
        return TableOptions(columns, **given)

    further: dict[str, Decorator] = {
        "document_column": column("document-column", "Column of the document or block, if there are several."),
        "engine": option(
            "--engine",
            group=TABLES,
            type=click.Choice(tuple(ENGINES)),
            metavar="ENGINE",
            meanings=ENGINES,
            help="Where tables are counted.",
        ),
        "memory": option("--memory", group=TABLES, metavar="SIZE", help="Most memory for DuckDB, such as 4GB."),
        "temp": option("--temp", group=TABLES, type=OutputPath(), metavar="DIR", help="Directory for temporary files."),
        "master": option("--master", group=TABLES, metavar="URL", help="Master of a Spark session, such as local[2]."),
        "unique": options.flag("--unique", group=TABLES, text="Do not check that no mention is twice on a side."),
        "unlabelled": option(
            "--unlabelled",
            group=TABLES,
            type=click.Choice(tuple(UNLABELLED)),
            metavar="CHOICE",
            meanings=UNLABELLED,
        ),
    }
    return together("tables", make, {**SIDES, **further})(function)


def are_tables(key: str, response: str, tables: TableOptions) -> bool:
    """Whether two inputs are tables of ids: by the options, or because they have no columns of spans."""
    if tables.is_given:
        return True
    if not (key.endswith(SUFFIXES) and response.endswith(SUFFIXES)):
        return False
    from corefscore.engines.sources import is_table_of_ids

    return is_table_of_ids(key) and is_table_of_ids(response)


def scored_tables(key: str, response: str, metrics: list[str] | None, tables: TableOptions, scoring: Scoring) -> Result:
    """The result of two tables, with a progress bar."""
    from corefscore.engines.score_tables import score_tables
    from corefscore.engines.sql_plan import STEPS

    _refuse_other_options(scoring)
    given: dict[str, Any] = {name: value for name, value in scoring.policies.items() if name in APPLY}
    with counted("counting", STEPS) as step:
        return score_tables(
            key,
            response,
            metrics,
            **tables.columns.keywords(),
            document=tables.document_column,
            engine=tables.engine or AUTO,
            memory=tables.memory,
            temp=tables.temp,
            master=tables.master,
            unique=tables.unique,
            unlabelled=tables.unlabelled or "drop",
            profile=scoring.profile,
            step=step,
            **given,
        )


def _refuse_other_options(scoring: Scoring) -> None:
    """Raise a usage error if options are given that are about texts."""
    policies = [name for name, value in scoring.policies.items() if value is not None and name not in APPLY]
    reading = [name for name in scoring.keywords() if name in scoring.reading._fields and name != "progress"]
    other = [*policies, *reading]
    if other:
        flag = f"--{other[0].replace('_', '-')}"
        raise click.UsageError(f"{flag} is about texts, and these are tables of ids; leave it out")
