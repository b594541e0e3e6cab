"""corefscore leaderboard"""

from __future__ import annotations

import json

from corefscore.cli import options, output
from corefscore.cli.parser import Choice, Command, argument, option


@Command
@argument("board", required=False)
@option(
    "--add",
    "added",
    multiple=True,
    metavar="[NAME=]FILE",
    text="A result of `corefscore score --profile conll2012 -f json` to place on the board; may be given again.",
)
@option("--sort", "by", default="conll", show_default=True, metavar="METRIC", text="Rank by this metric.")
@option("-f", "--format", "form", kind=Choice(output.FORMATS), default="table", show_default=True)
@option("-o", "--output", "target", text="File to write to instead of printing.")
def command(board: str | None, added: tuple[str, ...], by: str, form: str, target: str | None) -> None:
    """Show BOARD: published results of shared tasks, with the misprints among them marked.

    Without BOARD, list the boards. What was scored with other settings, or on other documents, is refused.
    """
    from corefscore.comparison import leaderboard
    from corefscore.metrics.registry import ALIASES

    if board is None:
        output.write("\n".join(leaderboard.boards()), target)
        return
    with options.usage_errors():
        entries = leaderboard.published(board)
        entries += [leaderboard.read_result(path, board, name) for name, path in map(_named, added)]
        table = leaderboard.table(entries, ALIASES.get(by, by))
    if form == "json":
        systems = [entry.to_dict() for entry in leaderboard.ranked(entries, ALIASES.get(by, by))]
        output.write(json.dumps({"board": board, "source": leaderboard.SOURCE, "systems": systems}, indent=2), target)
    else:
        output.show(table, form, target)


def _named(given: str) -> tuple[str | None, str]:
    """NAME=FILE, or a file that is named after itself."""
    from pathlib import Path

    name, equals, path = given.partition("=")
    return (name, path) if equals and name and not Path(given).exists() else (None, given)
