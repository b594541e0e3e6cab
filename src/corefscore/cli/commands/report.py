"""corefscore report"""

from __future__ import annotations

import click

from corefscore.cli import options
from corefscore.cli.command import INTERVALS, OUTPUT, as_command, option
from corefscore.cli.options import Scoring
from corefscore.cli.output import notify, watched, write
from corefscore.cli.parameters import InputPath, OutputPath
from corefscore.report.build import LIMIT, report

EXAMPLES = {
    "The page of the example": "corefscore report examples/key.conll examples/response.conll -o report.html",
    "Two responses, with the text of one document": (
        "corefscore report examples/key.conll examples/response.conll examples/key.conll -o two.html --document chess"
    ),
}


@as_command(EXAMPLES)
@click.argument("key", type=InputPath())
@click.argument("responses", nargs=-1, required=True, metavar="RESPONSE...", type=InputPath())
@options.metrics
@options.documents("Only the text of this document.")
@options.flag("--ci", group=INTERVALS, text="Confidence intervals, by the jackknife over documents.")
@option(
    "-o",
    "--output",
    "target",
    group=OUTPUT,
    type=OutputPath(),
    required=True,
    metavar="FILE",
    help="The page to write, such as report.html.",
)
@option("--title", group=OUTPUT, help="The title of the page.")
@option(
    "--limit",
    group=OUTPUT,
    type=click.FloatRange(0),
    default=LIMIT,
    show_default=True,
    metavar="NUMBER",
    help="The most megabytes of text to write.",
)
@options.scoring
def command(
    key: str,
    responses: tuple[str, ...],
    metrics: list[str] | None,
    documents: tuple[str, ...],
    ci: bool,
    target: str,
    title: str | None,
    limit: float,
    scoring: Scoring,
) -> None:
    """Write a page that shows how each RESPONSE differs from KEY.

    The page is one file that any browser opens from disk. It loads nothing from elsewhere.
    """
    with watched(key, *responses) as progress:
        page = report(
            key,
            responses,
            metrics,
            title=title,
            documents=documents or None,
            limit=limit,
            intervals=ci,
            progress=progress,
            **scoring.keywords(),
        )
    write(page, target)
    notify(f"{target}: {len(page.encode(errors='backslashreplace')) / 1e6:.1f} MB; open it in a browser")
