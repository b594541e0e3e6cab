"""corefscore blocking"""

from __future__ import annotations

import click

from corefscore.cli import options
from corefscore.cli.command import as_command
from corefscore.cli.output import emit
from corefscore.cli.parameters import InputPath
from corefscore.cli.tables import Keywords, pair_columns

TABLES = "examples/records/key.csv examples/records/pairs.csv"
EXAMPLES = {
    "How many true pairs are candidates": f"corefscore blocking {TABLES}",
    "The same for a program": f"corefscore blocking {TABLES} --left left --right right -f json",
}


@as_command(EXAMPLES)
@click.argument("key", type=InputPath())
@click.argument("pairs", type=InputPath())
@pair_columns(with_score=False)
@options.MAX_BYTES
@options.output
def command(key: str, pairs: str, columns: Keywords, max_bytes: int | None, form: str, target: str | None) -> None:
    """Count the true pairs of KEY among candidate PAIRS of records: pairs completeness and reduction ratio."""
    from corefscore.engines.blocking import blocking

    emit(blocking(key, pairs, max_bytes=max_bytes, **columns), form, target)
