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
    "Score with all variants for predicted mentions": (
        "corefscore study twinless examples/key.conll examples/response.conll --draws 2"
    ),
    "Score with two metrics, and draw a picture": (
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
    """Measure how far response mentions that the key lacks change each metric.

    RESPONSE is scored against KEY with 0 %, 10 % ... 100 % of these mentions, drawn at random. This shows which metrics
    change if only the mention tagger changes. The study follows Figures 1 and 2 of Cai and Strube (2010), for B³, CEAF
    and their variants. CSV and JSON have a row for each draw.
    """
    chosen = chosen_metrics(metrics, twinless.METRICS, scoring)
    mentions = matched(key, response, scoring)
    with counted("scoring", twinless.pieces(sweeping.steps, sweeping.draws)) as advance:
        sweep = twinless.study(mentions, chosen, scoring.settings(), *sweeping, advance)
    emit(sweep, form, target)
    save_picture(lambda: twinless.draw(sweep), plot)
