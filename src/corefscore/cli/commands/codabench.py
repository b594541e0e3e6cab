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
    "The scoring program of a competition": "corefscore codabench examples/codabench/trial output",
    "The same for a key that is secret, as in the CoNLL shared tasks": (
        "corefscore codabench examples/codabench/trial output --private --profile conll2012"
    ),
}


@as_command(EXAMPLES)
@click.argument("source", metavar="INPUT", type=InputPath())
@click.argument("target", metavar="OUTPUT")
@options.metrics
@options.flag("--private", group=OUTPUT, text="No text and no entity of the key on the page, only scores.")
@options.scoring
def command(source: str, target: str, metrics: list[str] | None, private: bool, scoring: Scoring) -> None:
    """Score a submission to Codabench: the key is in INPUT/ref, the submission in INPUT/res.

    OUTPUT gets scores.json, one flat object with all rates between 0 and 1, and detailed_results.html, the page of
    `corefscore report`. If the submission is at fault, the page says why, there is no scores.json, and the exit status
    is 1. The page shows the key, unless --private is given. See docs/how-to/shared-tasks.md.
    """
    emit(score_submission(source, target, metrics, private=private, **scoring.keywords()), "table", None)
