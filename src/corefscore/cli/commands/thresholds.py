"""corefscore thresholds"""

from __future__ import annotations

import click

from corefscore.cli import options
from corefscore.cli.command import METRICS, as_command, option
from corefscore.cli.output import emit, save_picture
from corefscore.cli.parameters import InputPath, MetricName
from corefscore.cli.table_options import Keywords, pair_columns

TABLES = "examples/records/key.csv examples/records/pairs.csv"
EXAMPLES = {
    "Show the scores at every threshold": f"corefscore thresholds {TABLES}",
    "Find the best threshold by B³, as JSON": f"corefscore thresholds {TABLES} -m pairwise,b3 --best b3 -f json",
}


@as_command(EXAMPLES)
@click.argument("key", type=InputPath())
@click.argument("pairs", type=InputPath())
@option("--best", group=METRICS, type=MetricName(), metavar="METRIC", help="Choose the best threshold by this metric.")
@options.metrics
@pair_columns(with_score=True)
@options.MAX_BYTES
@options.picture("Draw the curve")
@options.output
def command(
    key: str,
    pairs: str,
    best: str | None,
    metrics: list[str] | None,
    columns: Keywords,
    max_bytes: int | None,
    plot: str | None,
    form: str,
    target: str | None,
) -> None:
    """Score the clusters of scored PAIRS of records against KEY, at every threshold.

    At a threshold, two records are in one entity if pairs with at least this score connect them. The table has a row
    for each threshold, and the last line names the best threshold.
    """
    from corefscore.engines.thresholds import thresholds

    found = thresholds(key, pairs, metrics, best=best, max_bytes=max_bytes, **columns)
    save_picture(found.plot, plot)
    emit(found, form, target)
