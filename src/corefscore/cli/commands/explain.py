"""corefscore explain"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from corefscore.cli import options, output
from corefscore.cli.parser import Choice, Command, UsageError, option
from corefscore.cli.progress import watched

if TYPE_CHECKING:
    from rich.text import Text

    from corefscore.analysis.explain.explanation import Block, Explanation, Listing

EXPLAINED = ("mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "lea")


@Command
@options.inputs
@option("--document", metavar="NAME", text="The document, or a part of its name that no other document has.")
@options.metrics
@option("-f", "--format", "form", kind=Choice(["text", "markdown", "json"]), default="text", show_default=True)
@option("-o", "--output", "target", text="File to write to instead of printing.")
@options.policies
def command(
    key: str,
    response: str,
    document: str | None,
    metrics: tuple[str, ...],
    form: str,
    target: str | None,
    reading: dict[str, Any],
    **policies: Any,
) -> None:
    """Show how the figures of one document of RESPONSE against KEY come about: what each metric counts, the sums, the
    fractions. Without -m, all metrics in turn.

    --document may be left out if there is but one.
    """
    from corefscore.core.problems import InputError
    from corefscore.metrics.registry import find_metrics
    from corefscore.scoring import score

    names = options.split_names(metrics) or list(EXPLAINED)
    try:
        chosen = find_metrics(names)
    except ValueError as error:
        raise UsageError(str(error)) from None
    with watched(key, response) as progress:
        result = score(key, response, names, progress=progress, **reading, **policies)
    try:
        explained = [result.explain(metric.name, document) for metric in chosen]
    except InputError:
        raise
    except ValueError as error:
        raise UsageError(str(error)) from None
    _show(explained, form, target)


def _show(explained: list[Explanation], form: str, target: str | None) -> None:
    if form == "json":
        told = [each.to_dict() for each in explained]
        output.write(json.dumps(told[0] if len(told) == 1 else told, ensure_ascii=False, indent=2), target)
    elif form == "text" and target is None and sys.stdout.isatty():
        _show_in_colour(explained)
    else:
        write = "to_text" if form == "text" else "to_markdown"
        texts = [getattr(each, write)(with_entities=each is explained[0]) for each in explained]
        output.write("\n\n".join(texts), target)


def _show_in_colour(explained: list[Explanation]) -> None:
    from rich.console import Console
    from rich.text import Text

    from corefscore.analysis.explain.explanation import Grid, Heading, Listing

    console = Console(highlight=False)
    for each in explained:
        before: Block | None = None
        for block in each.blocks(with_entities=each is explained[0]):
            if isinstance(before, Grid) and not isinstance(block, Grid):
                console.print()
            before = block
            if isinstance(block, Heading):
                console.print(Text(f"\n{block.text}", style="bold cyan" if block.level == 1 else "bold"))
            elif isinstance(block, Listing):
                console.print(_listing(block))
            elif isinstance(block, Grid):
                console.print(Text(f"\n{block.title}", style="dim"))
                output.show_on_terminal(block.table)
            else:
                figure = ((f"{block.name:<10} ", "bold green"), block.figure) if block.name else (block.text,)
                console.print(Text.assemble(*figure))


def _listing(block: Listing) -> Text:
    """The entities of a side; mentions that both sides have are green, others red."""
    from rich.text import Text

    from corefscore.analysis.explain.explanation import MENTIONS_SHOWN

    lines = Text(f"{block.title}")
    for entity in block.entities:
        lines.append(f"\n  {entity.name:<4} {{")
        for place, mention in enumerate(entity.mentions[:MENTIONS_SHOWN]):
            lines.append(", " if place else "")
            lines.append(str(mention), "green" if mention.twin else "red")
        more = len(entity.mentions) - MENTIONS_SHOWN
        lines.append(f", … {more:,} more}}" if more > 0 else "}")
    return lines
