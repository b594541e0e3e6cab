"""corefscore explain"""

from __future__ import annotations

from typing import TYPE_CHECKING

from corefscore.analysis.explain.explanation import MENTIONS_SHOWN, EntityList, Explanations, Grid, Heading
from corefscore.cli import options
from corefscore.cli.command import as_command
from corefscore.cli.inputs import scored
from corefscore.cli.options import Scoring
from corefscore.cli.output import draw_table, emit
from corefscore.core.escaping import printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from corefscore.analysis.explain.explanation import Block

EXAMPLES = {
    "Explain all default metrics, step by step": (
        "corefscore explain examples/key.conll examples/response.conll --document chess"
    ),
    "Explain one metric, in Markdown": (
        "corefscore explain examples/key.conll examples/response.conll --document bakery -m b3 -f markdown"
    ),
}


@as_command(EXAMPLES)
@options.key_and_response
@options.metrics
@options.document("Explain this document; needed if there are several.")
@options.output
@options.scoring
def command(
    key: str,
    response: str,
    metrics: list[str] | None,
    document: str | None,
    form: str,
    target: str | None,
    scoring: Scoring,
) -> None:
    """Explain the scores of one document of RESPONSE against KEY, step by step.

    The output has the entities of both sides and, for each metric, what it counts, the sums, and the exact fractions.
    Without -m, it explains all default metrics.
    """
    from corefscore.metrics.average import Average
    from corefscore.metrics.selection import find_metrics

    names = metrics or [metric.name for metric in find_metrics(None) if not isinstance(metric, Average)]
    result = scored(key, response, names, scoring)
    found = Explanations(tuple(result.explain(metric.name, document) for metric in result.metrics))
    emit(found, form, target, draw=lambda _: _draw(found))


def _draw(explained: Explanations) -> None:
    """Draw all explanations on the terminal, with colours for shared mentions and for mentions of one side."""
    from rich.console import Console

    console = Console(highlight=False)
    for each in explained.of:
        before: Block | None = None
        for block in each.blocks(with_entities=each is explained.of[0]):
            if isinstance(before, Grid) and not isinstance(block, Grid):
                console.print()
            before = block
            _draw_block(console, block)


def _draw_block(console: Console, block: Block) -> None:
    from rich.text import Text

    if isinstance(block, Heading):
        console.print(Text(f"\n{printable(block.text)}", style="bold cyan" if block.level == 1 else "bold"))
    elif isinstance(block, EntityList):
        console.print(_entities(block))
    elif isinstance(block, Grid):
        console.print(Text(f"\n{printable(block.title)}", style="dim"))
        draw_table(block.table)
    else:
        figure = ((f"{block.name:<10} ", "bold green"), block.figure) if block.name else (printable(block.text),)
        console.print(Text.assemble(*figure))


def _entities(block: EntityList) -> Text:
    """Return the entities of a side. Mentions that both sides have are green, others are red."""
    from rich.text import Text

    lines = Text(f"{block.title}")
    for entity in block.entities:
        lines.append(f"\n  {printable(entity.name):<4} {{")
        for number, mention in enumerate(entity.mentions[:MENTIONS_SHOWN]):
            lines.append(", " if number else "")
            lines.append(str(mention), "green" if mention.matched else "red")
        more = len(entity.mentions) - MENTIONS_SHOWN
        lines.append(f", … {more:,} more}}" if more > 0 else "}")
    return lines
