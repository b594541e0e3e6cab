"""What studies that let something grow have in common on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from corefscore.cli import output
from corefscore.cli.options import split_names
from corefscore.cli.parser import Choice, Range, UsageError, option

if TYPE_CHECKING:
    from corefscore.core.settings import Settings
    from corefscore.metrics.base import Metric
    from corefscore.studies.sweep import Sweep

Command = TypeVar("Command", bound=Callable[..., Any])


def options(command: Command) -> Command:
    """How fine, how often, and where to."""
    for decorate in reversed(
        (
            option("--steps", kind=Range(int, 1), default=10, show_default=True, text="From 0 % to 100 %."),
            option(
                "--draws",
                kind=Range(int, 1),
                default=10,
                show_default=True,
                text="Random draws for each share.",
            ),
            option("--seed", kind=Range(int, 0), default=0, show_default=True),
            option(
                "-f",
                "--format",
                "form",
                kind=Choice(output.FORMATS),
                default="table",
                show_default=True,
                text="CSV and JSON have a row for each draw.",
            ),
            option("-o", "--output", "target", text="File to write the figures to instead of printing."),
            option("--plot", "picture", metavar="FILE", text="Also draw a picture: .svg, .png or .pdf."),
        )
    ):
        command = decorate(command)
    return command


def check_picture(path: str | None) -> None:
    """Tell before the work, not after it, that a picture cannot be written."""
    from corefscore.core.plots import KINDS

    if path is not None and Path(path).suffix.lower() not in KINDS:
        raise UsageError(f"--plot {path}: end the name of the picture in {', '.join(KINDS)}")


def chosen_metrics(asked: tuple[str, ...], usual: Iterable[str], settings: Settings) -> list[Metric]:
    from corefscore.metrics.registry import find_metrics

    try:
        return find_metrics(split_names(asked) or usual, settings.blanc)
    except ValueError as error:
        raise UsageError(str(error)) from None


def write(sweep: Sweep, shown: Iterable[float], form: str, target: str | None) -> None:
    """The means for people, every reading for machines."""
    if form == "json":
        output.write(json.dumps([reading._asdict() for reading in sweep.readings], indent=2), target)
    else:
        output.show(sweep.records() if form == "csv" else sweep.table(shown), form, target)
