"""corefscore estimate"""

from __future__ import annotations

import click

from corefscore.cli import options
from corefscore.cli.command import INPUT, as_command, option
from corefscore.cli.output import emit
from corefscore.cli.parameters import InputPath
from corefscore.cli.table_options import Keywords, side_columns

SAMPLINGS = {
    "uniform": "every entity had the same probability to be sampled  [default]",
    "size": "the probability is proportional to the number of mentions, as if mentions were sampled",
    "COLUMN": "this column of SAMPLE has weights, the inverse of the probability",
}
TABLES = "examples/records/sample.csv examples/records/response.csv"
EXAMPLES = {
    "All entities had the same probability": f"corefscore estimate {TABLES} --mention record_id --entity cluster_id",
    "Records were sampled, and their entities were labelled": f"corefscore estimate {TABLES} --sampling size -f json",
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
    help="Choose how entities were sampled.",
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
    """Estimate the scores of RESPONSE from a SAMPLE of labelled entities.

    SAMPLE is a table with all mentions of the sampled entities. RESPONSE is the complete response, not only its part
    for the sample. (A plain score on the sample alone would be too high, because it does not see other mentions that
    the response puts into these entities.) The table has estimates with standard errors.
    """
    from corefscore.engines.estimate import estimate

    found = estimate(sample, response, sampling=sampling, max_bytes=max_bytes, **columns)
    emit(found, form, target)
