"""corefscore convert"""

from __future__ import annotations

import click

from corefscore.cli import options
from corefscore.cli.command import OUTPUT, as_command, option
from corefscore.cli.parameters import InputPath
from corefscore.formats.base import Reading

EXAMPLES = {
    "From CoNLL to JSON lines, as the names of the files say": "corefscore convert examples/key.conll key.jsonl",
    "The same to standard output": "corefscore convert examples/key.conll - --to jsonlines",
    "A file for each document": "corefscore convert examples/key.conll key --to brat",
}


@as_command(EXAMPLES)
@click.argument("source", metavar="IN", type=InputPath())
@click.argument("target", metavar="OUT", type=click.Path())
@options.reading("IN")
@option(
    "--to",
    "-f",
    "--format",
    "form",
    group=OUTPUT,
    type=click.Choice(options.FORMATS),
    metavar="FORMAT",
    show_default="as its name ends",
    help="Format of OUT, one of the same.",
)
def command(source: str, target: str, form: str | None, reading: Reading) -> None:
    """Read IN and write it to OUT (- is standard output) in another format.

    A warning says what the other format cannot hold; where the rest would be wrong, nothing is written. Formats with a
    file for each document (brat, litbank, booknlp) are written into a directory if there are several documents.
    """
    from corefscore.formats.reading import read_files
    from corefscore.formats.writing import write

    write(read_files(source, reading), target, form)
