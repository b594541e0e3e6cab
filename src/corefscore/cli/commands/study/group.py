"""The group of studies, and the options that studies with a growing share of errors have in common."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import click

from corefscore.cli import options
from corefscore.cli.command import CONTEXT, STUDY, LazyGroup
from corefscore.cli.options import Function, Scoring
from corefscore.cli.parameters import OutputPath
from corefscore.core.plots import KINDS
from corefscore.metrics.base import Metric
from corefscore.metrics.selection import find_metrics
from corefscore.studies.sweep import DRAWS, STEPS

STUDIES = {
    "twinless": "Measure how far a mention tagger alone changes each metric.",
    "metrics": "Measure how each metric responds to each kind of error.",
    "predicted": "Score systems with predicted mentions by variants of B³ and CEAF.",
    "human": "Measure whether metrics rank entities as a person does.",
    "rankings": "Measure how far metrics agree on the order of systems.",
}
EXAMPLES = {
    "Show how metrics respond to errors": "corefscore study metrics examples/key.conll --draws 2",
    "Show how far metrics agree on published results": "corefscore study rankings",
}

command = LazyGroup(
    "study",
    help="Run experiments on the metrics themselves.",
    package="corefscore.cli.commands.study",
    summaries=STUDIES,
    examples=EXAMPLES,
    context_settings=CONTEXT,
)


class Sweeping(NamedTuple):
    """The options of a sweep: the number of steps, the number of draws, and the seed."""

    steps: int
    draws: int
    seed: int


class SweepPicture(OutputPath):
    """A picture to write. A name without a known suffix is an error of usage."""

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if Path(str(value)).suffix.lower() not in KINDS:
            self.fail(f"the name of the picture must end in {', '.join(KINDS)}", param, ctx)
        return super().convert(value, param, ctx)


def sweeping(function: Function) -> Function:
    """Add the options of a sweep and of its output."""
    sweep = options.together(
        "sweeping",
        Sweeping,
        {
            "steps": options.number(
                "--steps", group=STUDY, default=STEPS, text="Go from 0 % to 100 % in this number of steps."
            ),
            "draws": options.number(
                "--draws", group=STUDY, default=DRAWS, text="Use this number of random draws for each share."
            ),
            "seed": options.seed(STUDY, default=0),
        },
    )
    picture = options.picture("Also draw a picture", SweepPicture())
    return options.one_after_the_other([sweep, options.output, picture])(function)


def chosen_metrics(asked: list[str] | None, usual: tuple[str, ...], scoring: Scoring) -> list[Metric]:
    """Return the given metrics, or the default metrics of a study."""
    return find_metrics(usual if asked is None else asked, scoring.settings())
