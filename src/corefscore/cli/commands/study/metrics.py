"""corefscore study metrics"""

from __future__ import annotations

from typing import Any

from corefscore.cli import options
from corefscore.cli.commands.study import sweeping
from corefscore.cli.parser import Command, argument, option
from corefscore.cli.progress import counted, watched

SHOWN = (0.0, 0.1, 0.5, 1.0)


@Command
@argument("key")
@option("--in", "response", metavar="RESPONSE", text="Make the errors in this response instead of in the key.")
@options.reading
@options.metrics
@sweeping.options
@options.policies
def command(
    key: str,
    response: str | None,
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
    """Make one kind of error at a growing dose in KEY, and score the outcome against KEY: missing mentions, spurious
    mentions, spurious singletons, shifted boundaries, split entities, merged entities. Which metrics fail to fall?
    """
    from corefscore.core.settings import Settings
    from corefscore.formats.base import KEY_SIDE
    from corefscore.matching.duplicates import without_duplicates
    from corefscore.scoring import prepare, read_both, read_side
    from corefscore.studies import doses

    sweeping.check_picture(picture)
    settings = Settings.of(**policies)
    chosen = sweeping.chosen_metrics(metrics, doses.METRICS, settings)
    with watched(*([key] if response is None else [key, response])) as progress:
        if response is None:
            corpus = read_side(key, KEY_SIDE, progress=progress, **reading)
            if settings.duplicates != "reference":
                corpus = without_duplicates(corpus, settings.duplicates)
            matched = prepare(corpus, corpus, settings)
        else:
            matched = prepare(*read_both(key, response, progress=progress, **reading), settings)
    with counted("scoring", doses.pieces(steps, draws)) as advance:
        sweep = doses.study(matched.key, matched.response, chosen, settings, steps, draws, seed, advance)
    sweeping.write(sweep, SHOWN, form, target)
    if picture:
        from corefscore.core.plots import save

        save(sweep.small_multiples(), picture)
