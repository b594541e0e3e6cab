"""Options that commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from typing import Any, TypeVar

from corefscore.cli.parser import Choice, Range, UsageError, argument, option
from corefscore.core.settings import CHOICES, PROFILES, Settings

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


def _format_of(side: str) -> Callable[..., Any]:
    return option(f"--{side}-format", kind=Choice(FORMATS), text=f"Format of the {side}. [default: as it looks]")


def _spans_of(side: str) -> Callable[..., Any]:
    return option(f"--{side}-spans", kind=Choice(SPANS), metavar="SPANS", text=f"The same for the {side} alone.")


READING = {
    "column": option(
        "--column",
        kind=Range(int, high=-1),
        text="Coreference column, counted from the right. [default: -1, the last]",
    ),
    "encoding": option("--encoding", text="Encoding of the files, if it is not UTF-8."),
    "key_format": _format_of("key"),
    "response_format": _format_of("response"),
    "spans": option(
        "--spans",
        kind=Choice(SPANS),
        text="What the ends of spans mean in JSON and tables: the last token, the one behind it, or the like for "
        "characters. [default: as is proved by the file]",
    ),
    "key_spans": _spans_of("key"),
    "response_spans": _spans_of("response"),
}
JOBS = option("-j", "--jobs", kind=Range(int, 1), default=1, text="Processes that read, if there are many files.")

Command = TypeVar("Command", bound=Callable[..., Any])


def inputs(command: Callable[..., Any]) -> Callable[..., Any]:
    """Key, response, and how to read them."""
    command = argument("response")(_gathered(command, READING | {"jobs": JOBS}))
    return argument("key")(command)


def reading(command: Callable[..., Any]) -> Callable[..., Any]:
    """How to read files."""
    return _gathered(command, READING)


def choices(command: Command) -> Command:
    """What formats leave open, for commands that read one side."""
    clusters = option(
        "--clusters", metavar="FIELD", text="Field of JSON documents to read, such as predicted_clusters."
    )
    for decorate in (READING["encoding"], READING["column"], clusters, READING["spans"]):
        command = decorate(command)
    return command


def _gathered(command: Callable[..., Any], options: Mapping[str, Callable[..., Any]]) -> Callable[..., Any]:
    """Options that a command gets as one argument, `reading`, to be handed on."""

    @wraps(command)
    def gathered(*args: Any, **given: Any) -> Any:
        return command(*args, reading={name: given.pop(name) for name in options}, **given)

    for decorate in reversed(list(options.values())):
        gathered = decorate(gathered)
    return gathered


def intervals(command: Command) -> Command:
    """Whether to resample documents for intervals, and how to resample."""
    for decorate in (
        option("--seed", kind=Range(int, 0), default=1, show_default=True, text="Seed of the resampling."),
        option("--resamples", kind=Range(int, 100), default=10_000, show_default=True, text="Number of resamples."),
        option(
            "--level",
            kind=Range(float, 0, 1, is_open=True),
            default=0.95,
            show_default=True,
            text="With --ci: how often an interval should hold the true value.",
        ),
        option("--ci", is_flag=True, text="Confidence intervals, by the bootstrap over documents."),
    ):
        command = decorate(command)
    return command


def group_by(command: Command) -> Command:
    return option(
        "--group-by",
        metavar="genre|dataset|FILE|PATTERN",
        text="Scores by groups of documents, and their mean: by the word before the first '/' of names, by the file "
        "that documents are in, by a file with a name, a tab and a group on each line, or by a regular expression with "
        "the group in brackets.",
    )(command)


def policies(command: Callable[..., Any]) -> Callable[..., Any]:
    """A choice for each policy, and a profile for all of them; those that do not go together are a fault of usage."""

    @wraps(command)
    def checked(*args: Any, **given: Any) -> Any:
        # Weights may also be a file.
        choices = {name: given[name] for name in ("profile", *CHOICES) if name != "weights"}
        with usage_errors():
            Settings.of(**choices)
        return command(*args, **given)

    defaults = Settings().to_dict()
    for policy, choices in reversed(list(CHOICES.items())):
        meaning = "; ".join(f"{choice}: {text}" for choice, text in choices.items())
        help_text = f"{meaning}. [default: {defaults[policy]}]"
        if policy == "weights":  # which may also be a file
            decorate = option("--weights", metavar="[none|information|tokens|FILE]", text=help_text)
        else:
            decorate = option(f"--{policy}", kind=Choice(list(choices)), text=help_text)
        checked = decorate(checked)
    return option("--profile", kind=Choice(list(PROFILES)), text="Official settings; options beside it come first.")(
        checked
    )


def metrics(command: Command) -> Command:
    return option(
        "-m",
        "--metric",
        "metrics",
        multiple=True,
        metavar="METRIC",
        text="A metric, or several with commas between them; see `corefscore metrics`.",
    )(command)


@contextmanager
def usage_errors() -> Iterator[None]:
    """What the package says of a wrong choice, as an error of usage."""
    try:
        yield
    except ValueError as error:
        from corefscore.core.problems import InputError

        if isinstance(error, InputError):
            raise
        raise UsageError(str(error)) from None


def split_names(values: tuple[str, ...]) -> list[str] | None:
    """Names given one by one or with commas; None if none is asked for."""
    return [name.strip() for value in values for name in value.split(",") if name.strip()] if values else None
