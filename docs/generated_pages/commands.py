"""A page for each command, from what its help is made of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc
from itertools import groupby

import click

from corefscore.cli.command import GROUPS, OTHER, Command, LazyGroup, Option
from corefscore.cli.main import PROGRAM, group
from generated_pages.markdown import bullets, code, definitions, fence, page, plain, section, table, toctree

INTRODUCTION = f"""\
`{PROGRAM} COMMAND --help` prints what is on these pages. `{PROGRAM} completion` lets the shell
complete commands, options and metrics. The [exit status](../../exit-status.md) is 0 where everything went well."""


def command_pages() -> dict[str, str]:
    """The pages by path: all commands, and a page for each."""
    found = dict(_commands(group, ()))
    rows = [[_link(path), plain(_summary(path))] for path in found]
    index = page(
        "Commands",
        INTRODUCTION,
        table(["command", "what it does"], rows),
        toctree(f"{' '.join(path)} <{_name(path)}>" for path in found),
    )
    return {
        "commands/index.md": index,
        **{f"commands/{_name(path)}.md": _page(path, command) for path, command in found.items()},
    }


def _commands(inside: LazyGroup, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    context = click.Context(inside)
    for name in inside.list_commands(context):
        command = inside.get_command(context, name)
        assert command is not None
        yield (*path, name), command
        if isinstance(command, LazyGroup):
            yield from _commands(command, (*path, name))


def _name(path: tuple[str, ...]) -> str:
    return "-".join(path)


def _link(path: tuple[str, ...]) -> str:
    return f"[`{' '.join(path)}`]({_name(path)}.md)"


def _summary(path: tuple[str, ...]) -> str:
    inside: click.Command = group
    for name in path[:-1]:
        assert isinstance(inside, LazyGroup)
        inside = inside.get_command(click.Context(inside), name) or inside
    assert isinstance(inside, LazyGroup)
    return inside.summaries[path[-1]]


def _page(path: tuple[str, ...], command: click.Command) -> str:
    words = " ".join([PROGRAM, *path])
    context = click.Context(command, info_name=words)
    usage = fence("text", " ".join([words, *command.collect_usage_pieces(context)]))
    parts = [usage, *_help(command), _arguments(command)]
    if isinstance(command, LazyGroup):
        rows = [[_link((*path, name)), plain(meaning)] for name, meaning in command.summaries.items()]
        parts.append(table(["command", "what it does"], rows))
    else:
        parts += _options(context, command)
    return page(words, *parts, _examples(command))


def _help(command: click.Command) -> list[str]:
    return [plain(part.replace("\n", " ")) for part in cleandoc(command.help or "").split("\n\n")]


def _arguments(command: click.Command) -> str:
    context = click.Context(command)
    arguments = [each for each in command.params if isinstance(each, click.Argument)]
    names = [f"{code(each.make_metavar(context).strip('[].'))}{_how_many(each)}" for each in arguments]
    return f"Arguments: {', '.join(names)}." if names else ""


def _how_many(argument: click.Argument) -> str:
    if argument.nargs == -1:
        return " (one or more)" if argument.required else " (any number)"
    return "" if argument.required else " (may be left out)"


def _options(context: click.Context, command: click.Command) -> list[str]:
    options = [each for each in command.get_params(context) if isinstance(each, click.Option) and not each.hidden]
    ordered = sorted(options, key=lambda each: GROUPS.index(_group(each)))
    return [
        section(name, definitions(_definition(context, each) for each in members))
        for name, members in groupby(ordered, key=_group)
    ]


def _group(option: click.Option) -> str:
    return option.group if isinstance(option, Option) else OTHER


def _definition(context: click.Context, option: click.Option) -> tuple[str, str]:
    names, text = option.get_help_record(context) or ("", "")
    meanings = option.meanings if isinstance(option, Option) else {}
    choices = bullets(f"{code(choice)}: {plain(meaning)}" for choice, meaning in meanings.items())
    return code(names), "\n\n".join(filter(None, [plain(re.sub(r"\s+", " ", text)), choices]))


def _examples(command: click.Command) -> str:
    if not isinstance(command, (Command, LazyGroup)):
        return ""
    parts = [f"{plain(what)}:\n\n{fence('console', f'$ {line}')}" for what, line in command.examples.items()]
    return section("Examples", *parts)
