"""corefscore study twinless"""

from __future__ import annotations

from corefscore.cli import options
from corefscore.cli.command import as_command
from corefscore.cli.commands.study.group import Sweeping, chosen_metrics, sweeping
from corefscore.cli.inputs import matched
from corefscore.cli.options import Scoring
from corefscore.cli.output import counted, emit, save_picture
from corefscore.studies import twinless

EXAMPLES = {
    "All variants for predicted mentions": (
        "corefscore study twinless examples/key.conll examples/response.conll --draws 2"
    ),
    "Two metrics, and a picture": (
        "corefscore study twinless examples/key.conll examples/response.conll -m b3,b3-sys --draws 2"
        " --plot twinless.svg"
    ),
}


@as_command(EXAMPLES)
@options.key_and_response
@options.metrics
@sweeping
@options.scoring
def command(
    key: str,
    response: str,
    metrics: list[str] | None,
    sweeping: Sweeping,
    form: str,
    target: str | None,
    plot: str | None,
    scoring: Scoring,
) -> None:
    """Score RESPONSE against KEY with 0 %, 10 % ... 100 % of the response mentions that the key lacks, drawn at random:
    which measures are moved by a mention tagger alone?

    After Figures 1 and 2 of Cai and Strube (2010), for B³, CEAF and their variants. CSV and JSON have a row for each
    draw.
    """
    chosen = chosen_metrics(metrics, twinless.METRICS, scoring)
    mentions = matched(key, response, scoring)
    with counted("scoring", twinless.pieces(sweeping.steps, sweeping.draws)) as advance:
        sweep = twinless.study(mentions, chosen, scoring.settings(), *sweeping, advance)
    emit(sweep, form, target)
    save_picture(lambda: twinless.draw(sweep), plot)
