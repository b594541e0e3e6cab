"""corefscore leaderboard"""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from corefscore.cli import options
from corefscore.cli.command import INPUT, METRICS, as_command, option
from corefscore.cli.output import emit
from corefscore.cli.parameters import InputPath, MetricName, completions, split_name
from corefscore.core.export import Listing
from corefscore.core.tables import Column, Table

EXAMPLES = {
    "List the leaderboards": "corefscore leaderboard",
    "Show one leaderboard": "corefscore leaderboard conll2012-english",
    "Score your own response": (
        "corefscore score examples/key.conll examples/response.conll --profile conll2012 -f json -o ours.json"
    ),
    "Then add the result to a leaderboard": "corefscore leaderboard conll2012-chinese --add ours.json",
}


class Boards(Listing):
    """The names of the leaderboards, one on each line."""

    def to_text(self) -> str:
        return "\n".join(str(name) for (name,) in self.table().rows)


def _complete(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from corefscore.comparison.leaderboard import boards

    return completions(dict.fromkeys(boards()), incomplete)


@as_command(EXAMPLES)
@click.argument("board", required=False, shell_complete=_complete)
@option(
    "--add",
    "added",
    group=INPUT,
    type=InputPath(named=True),
    multiple=True,
    metavar="[NAME=]FILE",
    help="Add a result of `corefscore score --profile conll2012 -f json`. Can be repeated.",
)
@option(
    "--sort",
    "by",
    group=METRICS,
    type=MetricName(),
    default="conll",
    show_default=True,
    metavar="METRIC",
    help="Rank the systems by this metric.",
)
@options.MAX_BYTES
@options.output
def command(
    board: str | None, added: tuple[str, ...], by: str, max_bytes: int | None, form: str, target: str | None
) -> None:
    """Show the leaderboard BOARD: published results of a shared task, and your own results.

    Without BOARD, the command lists all leaderboards. Misprints in published results are marked. A result that was
    scored with other settings or on other documents cannot be added; this is an error.
    """
    from corefscore.comparison import leaderboard

    if board is None:
        names = Table([Column("Board", "board")], [[name] for name in leaderboard.boards()])
        emit(Boards(names), form, target)
        return
    entries = leaderboard.published(board)
    entries += [leaderboard.read_result(path, board, name, max_bytes) for name, path in map(split_name, added)]
    emit(leaderboard.Board(board, entries, by), form, target)
