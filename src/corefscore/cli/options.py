"""Options that commands share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click

from corefscore.settings import CHOICES, PROFILES, Settings

READING = ("column", "encoding", "jobs")

Command = TypeVar("Command", bound=Callable[..., Any])


def inputs(command: Callable[..., Any]) -> Callable[..., Any]:
    """Key, response, and how to read them."""
    gathered = reading(command)
    gathered = click.argument("response")(gathered)
    return click.argument("key")(gathered)


def reading(command: Callable[..., Any]) -> Callable[..., Any]:
    """How to read files; a command gets all of it as one argument, `reading`."""
    options = (
        click.option(
            "--column",
            type=click.IntRange(max=-1),
            help="Coreference column, counted from the right. [default: -1, the last]",
        ),
        click.option("--encoding", help="Encoding of the files, if it is not UTF-8."),
        click.option(
            "-j", "--jobs", type=click.IntRange(min=1), default=1, help="Processes that read, if there are many files."
        ),
    )

    @wraps(command)
    def gathered(*args: Any, **given: Any) -> Any:
        chosen = {name: given.pop(name) for name in READING}
        return command(*args, reading=chosen, **given)

    for option in reversed(options):
        gathered = option(gathered)
    return gathered


def policies(command: Command) -> Command:
    """A choice for each policy, and a profile for all of them."""
    defaults = Settings().to_dict()
    for policy, choices in reversed(list(CHOICES.items())):
        meaning = "; ".join(f"{choice}: {text}" for choice, text in choices.items())
        help_text = f"{meaning}. [default: {defaults[policy]}]"
        if policy == "weights":  # which may also be a file
            option = click.option("--weights", metavar="[none|information|tokens|FILE]", help=help_text)
        else:
            option = click.option(f"--{policy}", type=click.Choice(list(choices)), help=help_text)
        command = option(command)
    return click.option(
        "--profile", type=click.Choice(list(PROFILES)), help="Official settings; options beside it come first."
    )(command)


def metrics(command: Command) -> Command:
    return click.option(
        "-m",
        "--metric",
        "metrics",
        multiple=True,
        metavar="METRIC",
        help="A metric, or several with commas between them; see `corefscore metrics`.",
    )(command)


def split_names(values: tuple[str, ...]) -> list[str] | None:
    """Names given one by one or with commas; None if none is asked for."""
    return [name.strip() for value in values for name in value.split(",") if name.strip()] if values else None
