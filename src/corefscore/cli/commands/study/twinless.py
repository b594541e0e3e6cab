"""corefscore study twinless"""

from __future__ import annotations

from typing import Any

from corefscore.cli import options
from corefscore.cli.commands.study import sweeping
from corefscore.cli.parser import Command
from corefscore.cli.progress import counted, watched

SHOWN = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)


@Command
@options.inputs
@options.metrics
@sweeping.options
@options.policies
def command(
    key: str,
    response: str,
    metrics: tuple[str, ...],
    steps: int,
    draws: int,
    seed: int,
    form: str,
    target: str | None,
    picture: str | None,
    reading: dict[str, Any],
    **policies: Any,
) -> None:
    """Score RESPONSE against KEY with 0 %, 10 % ... 100 % of the response mentions that the key lacks, drawn at random:
    which measures are moved by a mention tagger alone?

    After Figures 1 and 2 of Cai and Strube (2010), for B³, CEAF and their variants.
    """
    from corefscore.core.settings import Settings
    from corefscore.scoring import prepare, read_both
    from corefscore.studies import twinless

    sweeping.check_picture(picture)
    settings = Settings.of(**policies)
    chosen = sweeping.chosen_metrics(metrics, twinless.METRICS, settings)
    with watched(key, response) as progress:
        matched = prepare(*read_both(key, response, progress=progress, **reading), settings)
    with counted("scoring", twinless.pieces(steps, draws)) as advance:
        sweep = twinless.study(matched, chosen, settings, steps, draws, seed, advance)
    sweeping.write(sweep, SHOWN, form, target)
    if picture:
        from corefscore.core.plots import save

        save(twinless.draw(sweep), picture)
