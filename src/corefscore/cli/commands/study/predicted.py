"""corefscore study predicted"""

from __future__ import annotations

import click

from corefscore.cli import options
from corefscore.cli.command import as_command
from corefscore.cli.inputs import systems_of
from corefscore.cli.options import Scoring
from corefscore.cli.output import emit
from corefscore.cli.parameters import InputPath

EXAMPLES = {
    "Score two systems": (
        "corefscore study predicted examples/key.conll ours=examples/response.conll best=examples/key.conll"
    ),
    "Write all figures as JSON for a program": (
        "corefscore study predicted examples/key.conll ours=examples/response.conll best=examples/key.conll -f json"
    ),
}


@as_command(EXAMPLES)
@click.argument("key", metavar="KEY", type=InputPath())
@click.argument("responses", metavar="RESPONSE...", nargs=-1, required=True, type=InputPath(named=True))
@options.output
@options.scoring
def command(key: str, responses: tuple[str, ...], form: str, target: str | None, scoring: Scoring) -> None:
    """Score systems with predicted mentions, as in Tables 7 to 11 of Cai and Strube (2010).

    The tables have the mentions, matches, coverage and accuracy of each RESPONSE to KEY, and recall, precision and F1
    of MUC and of the variants of B³ and CEAF. A figure is bold if it is significantly higher than in every other system
    (paired t-test, 0.05).
    """
    from corefscore.comparison.compare import compare
    from corefscore.studies.predicted import METRICS, PredictedMentions

    comparison = compare(key, systems_of(responses), ["mentions", *METRICS], **scoring.keywords())
    emit(PredictedMentions(comparison), form, target)
