"""corefscore show"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from corefscore.cli import options
from corefscore.cli.command import as_command
from corefscore.cli.inputs import scored
from corefscore.cli.options import Scoring
from corefscore.cli.output import echo, echo_as_it_is

if TYPE_CHECKING:
    from corefscore.report.terminal import DocumentText

EXAMPLES = {
    "One document of the example": ("corefscore show examples/key.conll examples/response.conll --document bakery"),
    "Without entities of one mention": (
        "corefscore show examples/key.conll examples/response.conll --document chess --singletons drop"
    ),
}


@as_command(EXAMPLES)
@options.key_and_response
@options.document("The document to show; needed if there are several.")
@options.scoring
def command(key: str, response: str, document: str | None, scoring: Scoring) -> None:
    """Show the text of a document with its mentions in brackets: right, missing, spurious, or in the wrong entity.

    Numbers are entities of the key. A response entity has the number of the key entity it is aligned with, or else a
    letter.
    """
    from corefscore.core.escaping import printable
    from corefscore.matching.documents import document_number
    from corefscore.report.terminal import DocumentText

    matched = scored(key, response, ["mentions"], scoring).mentions()
    number = document_number(matched.key, document)
    echo(printable(matched.key.names[number]) + "\n")
    _print(DocumentText(matched, number))


def _print(shown: DocumentText) -> None:
    from corefscore.analysis.verdicts import VERDICTS
    from corefscore.report.terminal import LEGEND, PLAIN, STYLES

    paint = _painter()

    def coloured(text: str, verdict: int) -> str:
        return text if verdict == PLAIN else paint(text, STYLES[verdict])

    for line in shown.pieces():
        echo_as_it_is("".join(coloured(piece.text, piece.verdict) for piece in line))
    counts = shown.counts()
    echo()
    for verdict, sample in LEGEND.items():
        echo_as_it_is(f"{counts[VERDICTS[verdict]]:6,}  {coloured(sample, verdict)}")


def _painter() -> Callable[[str, str], str]:
    """A way to write in colours, where they are seen and wanted."""
    from rich.console import Console
    from rich.style import Style

    console = Console()
    if console.no_color or console.color_system is None:
        return lambda text, _: text
    return lambda text, colour: Style.parse(f"bold {colour}").render(text)
