"""corefscore blocking"""

from __future__ import annotations

import click

from corefscore.cli import options
from corefscore.cli.command import as_command
from corefscore.cli.output import emit
from corefscore.cli.parameters import InputPath
from corefscore.cli.table_options import Keywords, pair_columns

TABLES = "examples/records/key.csv examples/records/pairs.csv"
EXAMPLES = {
    "Count the true pairs among the candidates": f"corefscore blocking {TABLES}",
    "Write the same as JSON for a program": f"corefscore blocking {TABLES} --left left --right right -f json",
}


@as_command(EXAMPLES)
@click.argument("key", type=InputPath())
@click.argument("pairs", type=InputPath())
@pair_columns(with_score=False)
@options.MAX_BYTES
@options.output
def command(key: str, pairs: str, columns: Keywords, max_bytes: int | None, form: str, target: str | None) -> None:
    """Count the true pairs of KEY among candidate PAIRS of records.

    The table has pairs completeness (the share of true pairs that are candidates) and the reduction ratio (the share of
    all possible pairs that are no candidates). It shows how good the blocking of an entity resolution system is.
    """
    from corefscore.engines.blocking import blocking

    emit(blocking(key, pairs, max_bytes=max_bytes, **columns), form, target)
