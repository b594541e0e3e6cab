"""Options for tables of ids, and functions that score the tables of a command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import click

from corefscore.cli import options
from corefscore.cli.command import TABLES, option
from corefscore.cli.options import Decorator, Function, Scoring, together
from corefscore.cli.output import counted
from corefscore.cli.parameters import OutputPath, split_names
from corefscore.engines.policies import APPLY, ENGINES, SUFFIXES, UNLABELLED
from corefscore.formats.base import USUAL

if TYPE_CHECKING:
    from corefscore.result import Result

MENTION = "mention"


def column(name: str, text: str) -> Decorator:
    """Return an option that names a column of a table."""
    return option(f"--{name}", group=TABLES, metavar="COLUMN", help=text)


SIDES: dict[str, Decorator] = {
    "mention": column("mention", "Use this column as the mention, or several columns with commas between them."),
    "entity": column("entity", "Use this column as the entity."),
    "key_mention": column("key-mention", "Like --mention, but only for the key."),
    "response_mention": column("response-mention", "Like --mention, but only for the response."),
    "key_entity": column("key-entity", "Like --entity, but only for the key."),
    "response_entity": column("response-entity", "Like --entity, but only for the response."),
}


Keywords: TypeAlias = "dict[str, Any]"
"""The options that were given, as keywords of the functions for tables."""


def keywords(**given: Any) -> Keywords:
    """Return the options that were given. A mention may have several columns."""
    return {
        name: split_names([value]) if name.endswith(MENTION) else value
        for name, value in given.items()
        if value is not None and value is not False
    }


def single_columns(**given: Any) -> Keywords:
    """Return the given names of columns. Each value must be one column."""
    return {name: value for name, value in given.items() if value is not None}


def pair_columns(with_score: bool) -> Decorator:
    """Return the options for the columns of a key and of a table of pairs."""
    named: dict[str, Decorator] = {
        "mention": column("mention", "Use this column of KEY as the record."),
        "entity": column("entity", "Use this column of KEY as the entity."),
        "left": column("left", "Use this column of PAIRS as the first record.  [default: left]"),
        "right": column("right", "Use this column of PAIRS as the second record.  [default: right]"),
    }
    if with_score:
        named["score"] = column("score", "Use this column of PAIRS as the score.  [default: score]")
    return together("columns", single_columns, named)


def side_columns(function: Function) -> Function:
    """Add the options for the columns of key and response."""
    return together("columns", keywords, SIDES)(function)


def table_options(function: Function) -> Function:
    """Add all options for tables of ids."""

    def make(document_column: str | None, **given: Any) -> Keywords:
        return keywords(document=document_column, **given)

    further: dict[str, Decorator] = {
        "document_column": column("document-column", "Use this column as the document or block, if there are several."),
        "engine": option(
            "--engine",
            group=TABLES,
            type=click.Choice(tuple(ENGINES)),
            metavar="ENGINE",
            meanings=ENGINES,
            help="Choose where tables are counted.",
        ),
        "memory": option("--memory", group=TABLES, metavar="SIZE", help="Limit the memory of DuckDB, such as 4GB."),
        "temp": option(
            "--temp",
            group=TABLES,
            type=OutputPath(),
            metavar="DIR",
            help="Use this existing directory for temporary files.",
        ),
        "master": option(
            "--master", group=TABLES, metavar="URL", help="Set the master of a Spark session, such as local[2]."
        ),
        "unique": options.flag("--unique", group=TABLES, text="Do not check whether a mention is twice on a side."),
        "unlabelled": option(
            "--unlabelled",
            group=TABLES,
            type=click.Choice(tuple(UNLABELLED)),
            metavar="CHOICE",
            meanings=UNLABELLED,
            help="Choose what to do with rows without an entity.",
        ),
    }
    return together("tables", make, {**SIDES, **further})(function)


def are_tables(key: str, response: str, tables: Keywords) -> bool:
    """Return whether two inputs are tables of ids, by the options or because they have no columns of spans."""
    if tables:
        return True
    if not (key.endswith(SUFFIXES) and response.endswith(SUFFIXES)):
        return False
    from corefscore.engines.sources import is_table_of_ids

    return is_table_of_ids(key) and is_table_of_ids(response)


def scored_tables(key: str, response: str, metrics: list[str] | None, tables: Keywords, scoring: Scoring) -> Result:
    """Return the result of two tables, with a progress bar."""
    from corefscore.engines.score_tables import STEPS, score_tables

    _refuse_other_options(scoring)
    given: dict[str, Any] = {name: value for name, value in scoring.policies.items() if name in APPLY}
    with counted("counting", STEPS) as step:
        return score_tables(
            key,
            response,
            metrics,
            **tables,
            profile=scoring.profile,
            settings=scoring.signature,
            max_bytes=scoring.reading.max_bytes,
            step=step,
            **given,
        )


def _refuse_other_options(scoring: Scoring) -> None:
    """Raise a usage error if an option for texts is given."""
    policies = [name for name, value in scoring.policies.items() if value is not None and name not in APPLY]
    about_texts = scoring.reading._replace(max_bytes=None)._asdict()
    reading = [name for name, value in about_texts.items() if value != getattr(USUAL, name)]
    other = [*policies, *reading, *(["topics"] if scoring.topics else [])]
    if other:
        flag = f"--{other[0].replace('_', '-')}"
        raise click.UsageError(f"{flag} is an option for texts, but the input files are tables of ids; leave it out")
