"""corefscore study rankings"""

from __future__ import annotations

from functools import partial

import click

from corefscore.cli import options
from corefscore.cli.command import as_command, refuse
from corefscore.cli.inputs import systems_of
from corefscore.cli.options import Scoring
from corefscore.cli.output import emit, save_picture
from corefscore.cli.parameters import InputPath, MetricNames

EXAMPLES = {
    "Compare three metrics on published results": "corefscore study rankings -m muc,b3,ceafe",
    "Write the scores of your own systems to a table": (
        "corefscore compare examples/key.conll ours=examples/response.conll best=examples/key.conll -f csv"
        " -o systems.csv"
    ),
    "Then compare the metrics on this table": "corefscore study rankings systems.csv --plot rankings.svg",
}


@as_command(EXAMPLES)
@click.argument("results", nargs=-1, metavar="[RESULTS.csv | KEY RESPONSE...]", type=InputPath(named=True))
@partial(options.metrics, kind=MetricNames(or_columns=True))
@options.output
@options.picture("Also draw a heat map")
@options.scoring
def command(
    results: tuple[str, ...],
    metrics: list[str] | None,
    form: str,
    target: str | None,
    plot: str | None,
    scoring: Scoring,
) -> None:
    """Measure how far metrics agree on the order of systems, by Kendall's τ.

    τ is 1 if two metrics put all systems in the same order, and -1 if the orders are opposite. The systems are the rows
    of RESULTS.csv, which has a column for each metric (`corefscore compare -f csv` writes such a table; with a column
    `track`, there is a matrix for each track). Or they are the responses to a key. Without arguments, they are the 53
    systems of the CoNLL-2011 and CoNLL-2012 shared tasks.
    """
    from corefscore.studies import rank_correlation

    if len(results) > 1:
        found = rank_correlation.of_responses(results[0], systems_of(results[1:]), metrics, **scoring.keywords())
    else:
        refuse(
            (
                scoring.is_given,
                "policies change how responses are scored, but a table has its scores already; leave out the policies",
            )
        )
        found = rank_correlation.of_table(results[0], metrics) if results else rank_correlation.published(metrics)
    emit(found, form, target)
    save_picture(found.figure, plot)
