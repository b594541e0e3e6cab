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
    "Show one document of the example": (
        "corefscore show examples/key.conll examples/response.conll --document bakery"
    ),
    "Show a document without entities of one mention": (
        "corefscore show examples/key.conll examples/response.conll --document chess --singletons drop"
    ),
}


@as_command(EXAMPLES)
@options.key_and_response
@options.document("Show this document; needed if there are several.")
@options.scoring
def command(key: str, response: str, document: str | None, scoring: Scoring) -> None:
    """Show the text of one document with its mentions in brackets and in colours.

    A mention is right, missing (-), spurious (+), or in the wrong entity (≠). The number at the beginning of a mention
    is its key entity. A response entity has the number of the key entity that is aligned to it, or else a letter.
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
    """Return a function that colours a text, if the terminal shows colours and the user wants them."""
    from rich.console import Console
    from rich.style import Style

    console = Console()
    if console.no_color or console.color_system is None:
        return lambda text, _: text
    return lambda text, colour: Style.parse(f"bold {colour}").render(text)
