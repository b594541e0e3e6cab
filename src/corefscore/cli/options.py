"""Options that commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from corefscore.settings import CHOICES, PROFILES, Settings

FORMATS = (
    "conll",
    "semeval",
    "corefud",
    "jsonlines",
    "json",
    "brat",
    "litbank",
    "booknlp",
    "table",
    "tagged",
)
SPANS = ("inclusive", "exclusive", "characters", "characters-inclusive")
WAYS = ("key_format", "response_format", "spans", "key_spans", "response_spans")

Command = TypeVar("Command", bound=Callable[..., Any])


def inputs(command: Command) -> Command:
    """Key, response, and how to read them."""
    command = click.option("--encoding", help="Encoding of the files, if it is not UTF-8.")(command)
    command = click.option(
        "--column",
        type=click.IntRange(max=-1),
        help="Coreference column, counted from the right. [default: -1, the last]",
    )(command)
    command = click.argument("response")(command)
    return click.argument("key")(command)


def formats(command: Command) -> Command:
    """The formats of key and response, for files that do not tell: `WAYS` names what the command gets."""
    for side in ("response", "key"):
        command = click.option(
            f"--{side}-spans", type=click.Choice(SPANS), help=f"The same for the {side} alone.", metavar="SPANS"
        )(command)
    command = spans(command)
    for side in ("response", "key"):
        command = click.option(
            f"--{side}-format", type=click.Choice(FORMATS), help=f"Format of the {side}. [default: as it looks]"
        )(command)
    return command


def spans(command: Command) -> Command:
    return click.option(
        "--spans",
        type=click.Choice(SPANS),
        help="What the ends of spans mean in JSON and tables: the last token, the one behind it, or the like for "
        "characters. [default: as is proved by the file]",
    )(command)


def choices(command: Command) -> Command:
    """What formats leave open, for commands that read one side."""
    command = click.option("--encoding", help="Encoding of the files, if it is not UTF-8.")(command)
    command = click.option(
        "--column", type=click.IntRange(max=-1), help="Coreference column, counted from the right. [default: -1]"
    )(command)
    command = click.option(
        "--clusters", metavar="FIELD", help="Field of JSON documents to read, such as predicted_clusters."
    )(command)
    return spans(command)


def policies(command: Command) -> Command:
    """A choice for each policy, and a profile for all of them."""
    defaults = Settings().to_dict()
    for policy, choices in reversed(list(CHOICES.items())):
        meaning = "; ".join(f"{choice}: {text}" for choice, text in choices.items())
        command = click.option(
            f"--{policy}", type=click.Choice(list(choices)), help=f"{meaning}. [default: {defaults[policy]}]"
        )(command)
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
