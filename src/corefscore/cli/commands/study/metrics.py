"""corefscore study metrics"""

from __future__ import annotations

import click

from corefscore.cli import options
from corefscore.cli.command import INPUT, as_command, option
from corefscore.cli.commands.study.group import Sweeping, chosen_metrics, sweeping
from corefscore.cli.inputs import matched, matched_with_itself
from corefscore.cli.options import Scoring
from corefscore.cli.output import counted, emit, save_picture
from corefscore.cli.parameters import InputPath
from corefscore.studies import doses

EXAMPLES = {
    "Make errors in a copy of the key": "corefscore study metrics examples/key.conll --draws 2",
    "Make errors in a response": (
        "corefscore study metrics examples/key.conll --in examples/response.conll --draws 2 -m b3,lea"
    ),
    "Write the figures of all draws as CSV": "corefscore study metrics examples/key.conll --draws 2 -f csv",
}


@as_command(EXAMPLES)
@click.argument("key", type=InputPath())
@option(
    "--in",
    "response",
    group=INPUT,
    type=InputPath(),
    metavar="RESPONSE",
    help="Make the errors in this response instead of in a copy of the key.",
)
@options.metrics
@sweeping
@options.scoring
def command(
    key: str,
    response: str | None,
    metrics: list[str] | None,
    sweeping: Sweeping,
    form: str,
    target: str | None,
    plot: str | None,
    scoring: Scoring,
) -> None:
    """Make a growing share of errors in a copy of KEY, and score it against KEY.

    The kinds of errors are missing mentions, spurious mentions, spurious singletons, shifted boundaries, split entities
    and merged entities. The table has the F1 of each metric for growing shares of errors, and says whether it falls.
    CSV and JSON have a row for each draw.
    """
    chosen = chosen_metrics(metrics, doses.METRICS, scoring)
    mentions = matched_with_itself(key, scoring) if response is None else matched(key, response, scoring)
    with counted("scoring", doses.pieces(sweeping.steps, sweeping.draws)) as advance:
        sweep = doses.study(mentions.key, mentions.response, chosen, scoring.settings(), *sweeping, advance)
    emit(sweep, form, target)
    save_picture(sweep.small_multiples, plot)
