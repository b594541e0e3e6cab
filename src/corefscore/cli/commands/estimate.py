"""corefscore estimate"""

from __future__ import annotations

import click

from corefscore.cli import options
from corefscore.cli.command import INPUT, as_command, option
from corefscore.cli.output import emit
from corefscore.cli.parameters import InputPath
from corefscore.cli.tables import Keywords, side_columns

SAMPLINGS = {
    "uniform": "each entity was as likely to be sampled  [default]",
    "size": "in proportion to its mentions, as when mentions are drawn",
    "COLUMN": "a column of SAMPLE has weights, the inverse of the probability",
}
TABLES = "examples/records/sample.csv examples/records/response.csv"
EXAMPLES = {
    "Entities were drawn alike": f"corefscore estimate {TABLES} --mention record_id --entity cluster_id",
    "Records were drawn, and their entities labelled": f"corefscore estimate {TABLES} --sampling size -f json",
}


@as_command(EXAMPLES)
@click.argument("sample", type=InputPath())
@click.argument("response", type=InputPath())
@option(
    "--sampling",
    group=INPUT,
    default="uniform",
    metavar="SAMPLING",
    meanings=SAMPLINGS,
    help="How entities came into the sample.",
)
@side_columns
@options.MAX_BYTES
@options.output
def command(
    sample: str,
    response: str,
    sampling: str,
    columns: Keywords,
    max_bytes: int | None,
    form: str,
    target: str | None,
) -> None:
    """Estimate the scores of the whole RESPONSE from a SAMPLE of labelled entities.

    SAMPLE has all mentions of some entities of the truth. RESPONSE is the whole response, not only its part for the
    sample: a plain score of the sample alone would be misleading, because it does not see what the response mixes in.
    """
    from corefscore.engines.estimate import estimate

    found = estimate(sample, response, sampling=sampling, max_bytes=max_bytes, **columns)
    emit(found, form, target)
