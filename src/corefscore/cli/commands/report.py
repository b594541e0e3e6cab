"""corefscore report"""

from __future__ import annotations

import click

from corefscore.cli import options
from corefscore.cli.command import INTERVALS, OUTPUT, as_command, option
from corefscore.cli.inputs import named_paths
from corefscore.cli.options import Scoring
from corefscore.cli.output import notify, watched, write
from corefscore.cli.parameters import InputPath, OutputPath, split_name
from corefscore.report.build import LIMIT, report

EXAMPLES = {
    "The page of the example": "corefscore report examples/key.conll examples/response.conll -o report.html",
    "Two responses with names, and the text of one document": (
        "corefscore report examples/key.conll ours=examples/response.conll gold=examples/key.conll -o two.html "
        "--document chess"
    ),
}


@as_command(EXAMPLES)
@click.argument("key", type=InputPath(named=True))
@click.argument("responses", nargs=-1, required=True, metavar="RESPONSE...", type=InputPath(named=True))
@options.metrics
@options.documents("Only the text of this document.")
@option(
    "--ci/--no-ci",
    default=None,
    group=INTERVALS,
    help="Confidence intervals, by the jackknife over documents.  [default: from 30 documents on]",
)
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
    ci: bool | None,
    target: str,
    title: str | None,
    limit: float,
    scoring: Scoring,
) -> None:
    """Write a page that shows how each RESPONSE differs from KEY.

    The page is one file that any browser opens from disk. It loads nothing from elsewhere. KEY and RESPONSE may be
    NAME=FILE, where the name is that of a system or of an annotator. With several responses, stars mark differences
    from the first one that chance does not explain.
    """
    key_name, key_path = split_name(key)
    systems = named_paths(responses, "systems")
    if key_name in systems:
        raise click.UsageError(f"KEY and a RESPONSE are both called {key_name!r}; give each a name of its own")
    with watched(key_path, *systems.values()) as progress:
        page = report(
            key_path,
            systems,
            metrics,
            title=title,
            key_name=key_name,
            documents=documents or None,
            limit=limit,
            intervals=ci,
            progress=progress,
            **scoring.keywords(),
        )
    write(page, target)
    notify(f"{target}: {len(page.encode(errors='backslashreplace')) / 1e6:.1f} MB; open it in a browser")
