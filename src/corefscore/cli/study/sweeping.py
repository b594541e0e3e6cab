"""What studies that let something grow have in common on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from corefscore.cli import output
from corefscore.cli.options import split_names

if TYPE_CHECKING:
    from corefscore.metrics import AnyMetric
    from corefscore.settings import Settings
    from corefscore.studies.sweep import Sweep

Command = TypeVar("Command", bound=Callable[..., Any])


def options(command: Command) -> Command:
    """How fine, how often, and where to."""
    for option in reversed(
        (
            click.option(
                "--steps", type=click.IntRange(min=1), default=10, show_default=True, help="From 0 % to 100 %."
            ),
            click.option(
                "--draws",
                type=click.IntRange(min=1),
                default=10,
                show_default=True,
                help="Random draws for each share.",
            ),
            click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True),
            click.option(
                "-f",
                "--format",
                "form",
                type=click.Choice(output.FORMATS),
                default="table",
                show_default=True,
                help="CSV and JSON have a row for each draw.",
            ),
            click.option("-o", "--output", "target", help="File to write the figures to instead of printing."),
            click.option("--plot", "picture", metavar="FILE", help="Also draw a picture: .svg, .png or .pdf."),
        )
    ):
        command = option(command)
    return command


def check_picture(path: str | None) -> None:
    """Tell before the work, not after it, that a picture cannot be written."""
    from corefscore.plots import KINDS

    if path is not None and Path(path).suffix.lower() not in KINDS:
        raise click.UsageError(f"--plot {path}: end the name of the picture in {', '.join(KINDS)}")


def chosen_metrics(asked: tuple[str, ...], usual: Iterable[str], settings: Settings) -> list[AnyMetric]:
    from corefscore.metrics import find_metrics

    try:
        return find_metrics(split_names(asked) or usual, settings.blanc)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def write(sweep: Sweep, shown: Iterable[float], form: str, target: str | None) -> None:
    """The means for people, every reading for machines."""
    if form == "json":
        output.write(json.dumps([reading._asdict() for reading in sweep.readings], indent=2), target)
    else:
        output.show(sweep.records() if form == "csv" else sweep.table(shown), form, target)
