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
    "Write a page about one response": "corefscore report examples/key.conll examples/response.conll -o report.html",
    "Write a page about two responses, with the text of one document": (
        "corefscore report examples/key.conll ours=examples/response.conll gold=examples/key.conll -o two.html "
        "--document chess"
    ),
}


@as_command(EXAMPLES)
@click.argument("key", type=InputPath(named=True))
@click.argument("responses", nargs=-1, required=True, metavar="RESPONSE...", type=InputPath(named=True))
@options.metrics
@options.documents("Include only the text of this document.")
@option(
    "--ci/--no-ci",
    default=None,
    group=INTERVALS,
    help="Show confidence intervals, by the jackknife over documents.  [default: if there are 30 or more documents]",
)
@option(
    "-o",
    "--output",
    "target",
    group=OUTPUT,
    type=OutputPath(),
    required=True,
    metavar="FILE",
    help="Write the page to this file, such as report.html.",
)
@option("--title", group=OUTPUT, help="Set the title of the page.")
@option(
    "--limit",
    group=OUTPUT,
    type=click.FloatRange(0),
    default=LIMIT,
    show_default=True,
    metavar="NUMBER",
    help="Limit the megabytes of text on the page.",
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
    """Write an HTML page that shows how each RESPONSE differs from KEY.

    The page is one file. Any browser can open it from disk, and it loads nothing from the network. KEY and RESPONSE can
    be NAME=FILE, with the name of a system or of an annotator. With several responses, stars mark significant
    differences from the first one.
    """
    key_name, key_path = split_name(key)
    systems = named_paths(responses, "systems")
    if key_name in systems:
        raise click.UsageError(f"KEY and a RESPONSE are both called {key_name!r}; give each a different name")
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
    notify(f"{target}: {len(page.encode(errors='backslashreplace')) / 1e6:.1f} MB; open this file in a browser")
