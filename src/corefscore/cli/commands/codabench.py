"""corefscore codabench"""

from __future__ import annotations

import click

from corefscore.cli import options
from corefscore.cli.command import OUTPUT, as_command
from corefscore.cli.options import Scoring
from corefscore.cli.output import emit
from corefscore.cli.parameters import InputPath
from corefscore.integrations.codabench import score_submission

EXAMPLES = {
    "Run the scoring program of a competition": "corefscore codabench examples/codabench/trial output",
    "Do the same for a secret key, with the settings of CoNLL-2012": (
        "corefscore codabench examples/codabench/trial output --private --profile conll2012"
    ),
}


@as_command(EXAMPLES)
@click.argument("source", metavar="INPUT", type=InputPath())
@click.argument("target", metavar="OUTPUT")
@options.metrics
@options.flag("--private", group=OUTPUT, text="Show only scores on the page, without any text or entity of the key.")
@options.scoring
def command(source: str, target: str, metrics: list[str] | None, private: bool, scoring: Scoring) -> None:
    """Score a submission to a competition on Codabench. It is the scoring program for organisers.

    The key is in INPUT/ref, and the submission is in INPUT/res. The command writes two files to OUTPUT: scores.json,
    one flat object with all rates between 0 and 1, and detailed_results.html, the page of `corefscore report`. If the
    submission has errors, the page lists them, there is no scores.json, and the exit status is 1. The page shows the
    key, unless --private is given. docs/how-to/shared-tasks.md has a complete example of a competition.
    """
    emit(score_submission(source, target, metrics, private=private, **scoring.keywords()), "table", None)
