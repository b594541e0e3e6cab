"""Groups of commands, each command in a file of its own that is loaded when it is called."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click


class Commands(click.Group):
    """Knows its commands by name and one line; each is the `command` of a module of that name in a package."""

    def __init__(self, *args: Any, package: str, summaries: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._package = package
        self._summaries = summaries

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._summaries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._summaries:
            return None
        command: click.Command = import_module(f"{self._package}.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(self._summaries.items()))
