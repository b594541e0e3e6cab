"""corefscore convert"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from corefscore.cli import options
from corefscore.cli.command import INPUT, OUTPUT, as_command, option
from corefscore.cli.parameters import InputPath, OutputPath
from corefscore.formats.base import Reading

if TYPE_CHECKING:
    from corefscore.core.corpus import Corpus

RENAME = "choose another output file, and rename the file afterwards"
EXAMPLES = {
    "Convert CoNLL to JSON lines, as the suffix of the output says": "corefscore convert examples/key.conll key.jsonl",
    "Print the same to standard output": "corefscore convert examples/key.conll - --to jsonlines",
    "Write a file for each document": "corefscore convert examples/key.conll key --to brat",
    "Move the answers of a language model to the words of the key": (
        "corefscore convert examples/answers.txt answers.jsonl --key examples/key.conll"
    ),
}


@as_command(EXAMPLES)
@click.argument("source", metavar="IN", type=InputPath())
@click.argument("target", metavar="OUT", type=OutputPath(RENAME))
@options.reading("IN")
@option(
    "--key",
    group=INPUT,
    type=InputPath(),
    metavar="FILE",
    help="Move the mentions of IN to the words of this key, as `corefscore score` does.",
)
@option(
    "--to",
    "-f",
    "--format",
    "form",
    group=OUTPUT,
    type=click.Choice(options.FORMATS),
    metavar="FORMAT",
    show_default="from the suffix of OUT",
    help="Set the format of OUT.",
)
def command(source: str, target: str, form: str | None, key: str | None, reading: Reading) -> None:
    """Convert IN to another format, and write it to OUT (- is standard output).

    If the other format cannot hold something, a warning says what is lost. If the rest would be wrong, it is an error,
    and nothing is written. Formats with a file for each document (brat, litbank, booknlp) are written into a directory
    if there are several documents.
    """
    from corefscore.formats.reading import read_files
    from corefscore.formats.writing import write

    write(read_files(source, reading) if key is None else _over_key(source, key, reading), target, form)


def _over_key(source: str, key: str, reading: Reading) -> Corpus:
    """Return the mentions of a file on the words of a key."""
    from corefscore.formats.base import RESPONSE_SIDE
    from corefscore.formats.reading import read_files
    from corefscore.matching.documents import same_documents
    from corefscore.matching.units import same_units

    text = read_files(key, Reading(encoding=reading.encoding, max_bytes=reading.max_bytes))
    corpus = read_files(source, reading._replace(side=RESPONSE_SIDE, key=text))
    return same_units(*same_documents(text, corpus, "empty", "error"))[1]
