"""corefscore show"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from corefscore.cli import options
from corefscore.cli.progress import watched
from corefscore.table import printable

if TYPE_CHECKING:
    from corefscore.show import Shown


@click.command("show", short_help="Show one document with its mentions in colours.")
@options.inputs
@click.option("--document", metavar="NAME", help="The document to show; it may be left out if there is one only.")
@options.policies
def command(key: str, response: str, document: str | None, reading: dict[str, Any], **policies: Any) -> None:
    """Show the text of a document with its mentions in brackets: right, missing, spurious, or in the wrong entity.

    Numbers are entities of the key. A response entity has the number of the key entity it is aligned with, or else a
    letter.
    """
    from corefscore.errors.analysis import document_number
    from corefscore.scoring import score
    from corefscore.show import Shown

    with watched(key, response) as progress:
        result = score(key, response, ["mentions"], progress=progress, **reading, **policies)
    matched = result.matched
    assert matched is not None
    if document is None and len(matched.key) > 1:
        names = ", ".join(map(repr, matched.key.names[:5]))
        more = ", ..." if len(matched.key) > 5 else ""
        raise click.UsageError(f"name one of {len(matched.key):,} documents with --document: {names}{more}")
    try:
        number = 0 if document is None else document_number(matched.key, document)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    click.echo(printable(matched.key.names[number]) + "\n")
    _print(Shown(matched, number))


def _print(shown: Shown) -> None:
    from corefscore.show import LEGEND, PLAIN, STYLES
    from corefscore.verdicts import VERDICTS

    def coloured(text: str, verdict: int) -> str:
        return text if verdict == PLAIN else click.style(text, fg=STYLES[verdict], bold=True)

    for line in shown.pieces():
        click.echo("".join(coloured(piece.text, piece.verdict) for piece in line))
    counts = shown.counts()
    click.echo()
    for verdict, sample in LEGEND.items():
        click.echo(f"{counts[VERDICTS[verdict]]:6,}  {coloured(sample, verdict)}")
