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
    "Published results, by some metrics": "corefscore study rankings -m muc,b3,ceafe",
    "Systems of your own, as a table": (
        "corefscore compare examples/key.conll ours=examples/response.conll best=examples/key.conll -f csv"
        " -o systems.csv"
    ),
    "(and then)": "corefscore study rankings systems.csv --plot rankings.svg",
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
    """Kendall's τ between metrics: 1 if two metrics put all systems in the same order, -1 if in the opposite.

    The systems are those of a table with a row for each system and a column for each metric (such as `corefscore
    compare -f csv` writes; a column `track` makes a matrix for each track); or the responses to a key; or, with no
    argument, the 53 systems of the CoNLL-2011 and CoNLL-2012 shared tasks.
    """
    from corefscore.studies import rank_correlation

    if len(results) > 1:
        found = rank_correlation.of_responses(results[0], systems_of(results[1:]), metrics, **scoring.keywords())
    else:
        refuse((scoring.is_given, "policies are for responses; a table of results has been scored already"))
        found = rank_correlation.of_table(results[0], metrics) if results else rank_correlation.published(metrics)
    emit(found, form, target)
    save_picture(found.figure, plot)
