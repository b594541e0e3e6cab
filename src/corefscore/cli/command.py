"""The base of all commands: groups of options, examples in the help, errors of usage, and lazy groups of commands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeVar

import click

from corefscore.cli.output import echo, notify
from corefscore.cli.parameters import completions, refuse_overwriting

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


INPUT, TABLES, METRICS, SELECTION, COMPARISON = "Input", "Tables of ids", "Metrics", "Selection", "Comparison"
INTERVALS, STUDY, POLICIES, OUTPUT, OTHER = "Intervals", "Study", "Policies", "Output", "Other options"
GROUPS = (INPUT, TABLES, METRICS, SELECTION, COMPARISON, INTERVALS, STUDY, POLICIES, OUTPUT, OTHER)
"""The groups of options, in the order of the help."""

WIDTH = 80
HELP_NAMES = ("-h", "--help")
CONTEXT = {"help_option_names": [*HELP_NAMES], "max_content_width": WIDTH}
"""The settings of click for all commands."""

WORDS = "corefscore.words"
"""The key under which the context keeps the words of a command line."""

UNBROKEN = "\N{NO-BREAK SPACE}"
"""The character that joins an option and its value while lines are wrapped."""

Function = TypeVar("Function", bound=Callable[..., object])


class Option(click.Option):
    """An option in a group of the help. `meanings` explains each of its choices."""

    def __init__(
        self, *args: Any, group: str = OTHER, meanings: Mapping[str, str] | None = None, **settings: Any
    ) -> None:
        super().__init__(*args, **settings)
        self.group = group
        self.meanings = meanings or {}

    def process_value(self, ctx: click.Context, value: object) -> object:
        """Raise an error if the value looks like another option, since then the value was probably forgotten."""
        for text in _texts(value):
            is_joined = text not in ctx.meta.get(WORDS, ())
            if not is_joined and any(text in parameter.opts for parameter in ctx.command.get_params(ctx)):
                advice = f"write {self.opts[-1]}={text} if {text} is the value"
                ctx.fail(f"Option {self.get_error_hint(ctx)} needs a value; {advice}.")
        return super().process_value(ctx, value)


def printing(*names: str, text: Callable[[click.Context], str], meaning: str) -> Option:
    """Return an option that prints a text instead of running a command."""

    def show(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
        if wanted and not ctx.resilient_parsing:
            echo(text(ctx))
            ctx.exit()

    return Option(names, is_flag=True, is_eager=True, expose_value=False, callback=show, help=meaning)


# The help option of click looks for a translation in every run, which takes longer than the rest of parsing.
HELP = printing(*HELP_NAMES, text=click.Context.get_help, meaning="Show this message and exit.")


class Command(click.Command):
    """A command whose help has groups of options and examples."""

    def __init__(self, *args: Any, examples: Mapping[str, str], **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.examples = examples

    def get_help_option(self, ctx: click.Context) -> click.Option:
        return HELP

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words of a command line. A wrong choice is an error of usage."""
        ctx.meta[WORDS] = [*args]
        with usage_errors(ctx):
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        refuse_overwriting(ctx)
        with usage_errors(ctx):
            return super().invoke(ctx)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        options = [each for each in self.get_params(ctx) if isinstance(each, click.Option)]
        for group, members in groupby(sorted(options, key=_group_number), key=_group_number):
            with formatter.section(GROUPS[group]):
                _write_options(ctx, formatter, list(members))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        write_examples(formatter, self.examples)


def as_command(examples: Mapping[str, str]) -> Callable[[Callable[..., None]], click.Command]:
    """Return a decorator that makes a command of a function. Its help ends with `examples`: purpose, command line."""
    return click.command(cls=Command, examples=examples, context_settings=CONTEXT)


def option(*names: str, group: str, **settings: Any) -> Callable[[Function], Function]:
    """Return an option in one of `GROUPS`."""
    return click.option(*names, cls=Option, group=group, **settings)


def refuse(*faults: tuple[object, str]) -> None:
    """Raise a usage error for the first fault whose condition is true."""
    for is_there, message in faults:
        if is_there:
            raise click.UsageError(message)


def write_examples(formatter: click.HelpFormatter, examples: Mapping[str, str]) -> None:
    """Write command lines that can be copied. Long command lines are wrapped."""
    from textwrap import wrap

    with formatter.section("Examples"):
        for what, line in examples.items():
            formatter.write_text(f"{what}:")
            together = re.sub(r"(?<= )(-[\w-]+) (?!-)", f"\\1{UNBROKEN}", line)
            parts = wrap(together, WIDTH - 10, break_long_words=False, break_on_hyphens=False)
            formatter.write("    " + " \\\n      ".join(parts).replace(UNBROKEN, " ") + "\n")


def _texts(value: object) -> Iterator[str]:
    """Yield the texts in the value of a parameter. A parameter may be repeated, and may have several parts."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _texts(part)


def _group_number(option: click.Option) -> int:
    return GROUPS.index(option.group if isinstance(option, Option) else OTHER)


def _write_options(ctx: click.Context, formatter: click.HelpFormatter, options: list[click.Option]) -> None:
    """Write options with one meaning as a list, and then options with a meaning for each choice."""
    explained = [each for each in options if isinstance(each, Option) and each.meanings]
    records = [each.get_help_record(ctx) for each in options if each not in explained]
    if any(records):
        formatter.write_dl([record for record in records if record is not None])
    for each in explained:
        left, text = each.get_help_record(ctx) or ("", "")
        formatter.write_dl([(left, text)])
        with formatter.indentation(), formatter.indentation():
            formatter.write_dl(list(each.meanings.items()))


@contextmanager
def usage_errors(ctx: click.Context) -> Iterator[None]:
    """Turn a ValueError that the package raises for a wrong choice into an error of usage."""
    try:
        yield
    except ValueError as error:
        from corefscore.core.problems import InputError

        if isinstance(error, InputError) or not _is_raised_by_the_package(error):
            raise
        raise click.UsageError(str(error), ctx) from None


def _is_raised_by_the_package(error: ValueError) -> bool:
    """Return whether the package itself raised the error. A ValueError of Python or NumPy is a bug of the package."""
    from dis import opmap

    innermost = error.__traceback__
    while innermost is not None and innermost.tb_next is not None:
        innermost = innermost.tb_next
    if innermost is None:
        return False
    code = innermost.tb_frame.f_code
    is_here = innermost.tb_frame.f_globals.get("__name__", "").partition(".")[0] == __name__.partition(".")[0]
    return is_here and code.co_code[innermost.tb_lasti] == opmap["RAISE_VARARGS"]


class LazyGroup(click.Group):
    """A group of commands, which are loaded when they are called.

    Each command is the `command` of the module of the same name in a package, with _ for -.
    """

    def __init__(
        self, *args: Any, package: str, summaries: Mapping[str, str], examples: Mapping[str, str], **settings: Any
    ) -> None:
        super().__init__(*args, **settings)
        self.package = package
        self.summaries = summaries
        self.examples = examples

    def get_help_option(self, ctx: click.Context) -> click.Option:
        return HELP

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.summaries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.summaries:
            return None
        command: click.Command = import_module(f"{self.package}.{cmd_name.replace('-', '_')}").command
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words of a command line. Without words, print the help and exit."""
        if not args and not ctx.resilient_parsing:
            notify(ctx.get_help())
            ctx.exit(click.UsageError.exit_code)
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command. If there is none with this name, suggest a similar name."""
        name = args[0]
        if name not in self.summaries and not name.startswith("-") and not ctx.resilient_parsing:
            from difflib import get_close_matches

            near = get_close_matches(name, self.summaries, n=1)
            ctx.fail(f"No such command {name!r}." + (f" Did you mean {near[0]!r}?" if near else ""))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(self.summaries.items()))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        write_examples(formatter, self.examples)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        return completions(self.summaries, incomplete) + click.Command.shell_complete(self, ctx, incomplete)
