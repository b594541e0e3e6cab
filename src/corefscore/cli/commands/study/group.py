"""The group of studies, and what studies that let something grow have in common on the command line."""

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
from corefscore.metrics.registry import find_metrics
from corefscore.studies.sweep import DRAWS, STEPS

STUDIES = {
    "twinless": "What a mention tagger alone does to each measure.",
    "metrics": "How each metric responds to each kind of error.",
    "predicted": "Systems with mentions of their own, by variants of B³ and CEAF.",
    "human": "Do metrics rank entities as a person does?",
    "rankings": "How far metrics agree on the order of systems.",
}
EXAMPLES = {
    "Metrics that fail to fall when errors are made": "corefscore study metrics examples/key.conll --draws 2",
    "How far metrics agree on published results": "corefscore study rankings",
}

command = LazyGroup(
    "study",
    help="Experiments on the metrics themselves.",
    package="corefscore.cli.commands.study",
    summaries=STUDIES,
    examples=EXAMPLES,
    context_settings=CONTEXT,
)


class Sweeping(NamedTuple):
    """How fine and how often something grows."""

    steps: int
    draws: int
    seed: int


class SweepPicture(OutputPath):
    """A picture to write; a name that does not say of what kind is an error of usage."""

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if Path(str(value)).suffix.lower() not in KINDS:
            self.fail(f"end the name of the picture in {', '.join(KINDS)}", param, ctx)
        return super().convert(value, param, ctx)


def sweeping(function: Function) -> Function:
    """How fine and how often something grows, and where the figures go."""
    sweep = options.together(
        "sweeping",
        Sweeping,
        {
            "steps": options.number(
                "--steps", group=STUDY, default=STEPS, text="In how many steps to go from 0 % to 100 %."
            ),
            "draws": options.number("--draws", group=STUDY, default=DRAWS, text="Random draws for each share."),
            "seed": options.seed(STUDY, default=0),
        },
    )
    picture = options.picture("Also draw a picture", SweepPicture())
    return options.one_after_the_other([sweep, options.output, picture])(function)


def chosen_metrics(asked: list[str] | None, usual: tuple[str, ...], scoring: Scoring) -> list[Metric]:
    """The metrics that are asked for, or the usual ones of a study."""
    return find_metrics(usual if asked is None else asked, scoring.settings())
