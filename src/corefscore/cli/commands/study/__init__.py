"""corefscore study: experiments on metrics. Each has a table and a picture."""

from corefscore.cli.commands.study.group import command

__all__ = ["command"]
