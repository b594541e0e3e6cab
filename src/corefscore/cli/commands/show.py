"""corefscore show"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from corefscore.cli import options
from corefscore.cli.pages import echo
from corefscore.cli.parser import Command, UsageError, option
from corefscore.cli.progress import watched
from corefscore.core.tables import printable

if TYPE_CHECKING:
    from corefscore.report.terminal import Shown


@Command
@options.inputs
@option("--document", metavar="NAME", text="The document to show; it may be left out if there is one only.")
@options.policies
def command(key: str, response: str, document: str | None, reading: dict[str, Any], **policies: Any) -> None:
    """Show the text of a document with its mentions in brackets: right, missing, spurious, or in the wrong entity.

    Numbers are entities of the key. A response entity has the number of the key entity it is aligned with, or else a
    letter.
    """
    from corefscore.analysis.errors.errors import document_number
    from corefscore.report.terminal import Shown
    from corefscore.scoring import score

    with watched(key, response) as progress:
        result = score(key, response, ["mentions"], progress=progress, **reading, **policies)
    matched = result.matched
    assert matched is not None
    if document is None and len(matched.key) > 1:
        names = ", ".join(map(repr, matched.key.names[:5]))
        more = ", ..." if len(matched.key) > 5 else ""
        raise UsageError(f"name one of {len(matched.key):,} documents with --document: {names}{more}")
    try:
        number = 0 if document is None else document_number(matched.key, document)
    except ValueError as error:
        raise UsageError(str(error)) from None
    echo(printable(matched.key.names[number]) + "\n")
    _print(Shown(matched, number))


def _painter() -> Callable[[str, str], str]:
    """A way to write in colours, where they are seen and wanted."""
    from rich.console import Console
    from rich.style import Style

    console = Console()
    if console.no_color or console.color_system is None:
        return lambda text, _: text
    return lambda text, colour: Style.parse(f"bold {colour}").render(text)


def _print(shown: Shown) -> None:
    from corefscore.analysis.verdicts import VERDICTS
    from corefscore.report.terminal import LEGEND, PLAIN, STYLES

    def coloured(text: str, verdict: int) -> str:
        return text if verdict == PLAIN else paint(text, STYLES[verdict])

    paint = _painter()

    for line in shown.pieces():
        echo("".join(coloured(piece.text, piece.verdict) for piece in line))
    counts = shown.counts()
    echo()
    for verdict, sample in LEGEND.items():
        echo(f"{counts[VERDICTS[verdict]]:6,}  {coloured(sample, verdict)}")
