"""corefscore weights"""

from __future__ import annotations

import click

from corefscore.cli import options
from corefscore.cli.command import POLICIES, SELECTION, as_command, option, refuse
from corefscore.cli.output import emit, save_picture, watched
from corefscore.cli.parameters import InputPath
from corefscore.formats.base import Reading

CHOICES = ("information", "tokens")
EXAMPLES = {
    "Show the weight of each mention": "corefscore weights examples/key.conll",
    "Show mean weights over entities and documents": "corefscore weights examples/key.conll --summary",
    "Draw the same as a picture": "corefscore weights examples/key.conll --summary --plot weights.svg",
}


@as_command(EXAMPLES)
@click.argument("key", metavar="KEY", type=InputPath())
@option(
    "--weights",
    "how",
    group=POLICIES,
    type=InputPath(CHOICES),
    default=CHOICES[0],
    show_default=True,
    metavar="CHOICE",
    help="Choose the weights: information, tokens, or a FILE of weights (docs/how-to/weights.md).",
)
@options.flag("--summary", group=SELECTION, text="Show only the means over entities and documents, not each mention.")
@options.reading("KEY")
@options.output
@options.picture("Also draw the mean weights")
def command(
    key: str, how: str, summary: bool, reading: Reading, form: str, target: str | None, plot: str | None
) -> None:
    """Show the weight of each mention of KEY, and mean weights over entities and documents.

    The means show whether first mentions weigh more than later ones, and whether weights change from the beginning of
    documents to their end.
    """
    from corefscore.analysis.weight_map import WeightMap
    from corefscore.formats.reading import read_files

    refuse((summary and form == "csv", "--summary has two tables; choose the format table, markdown, latex or json"))
    with watched(key) as progress:
        corpus = read_files(key, reading._replace(progress=progress))
    found = WeightMap.of(corpus, how)
    emit(found.summary() if summary else found, form, target)
    save_picture(found.figure, plot)
