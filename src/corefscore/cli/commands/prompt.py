"""corefscore prompt"""

from __future__ import annotations

import click

from corefscore.cli import options
from corefscore.cli.command import INPUT, OUTPUT, as_command, option
from corefscore.cli.output import watched, write
from corefscore.cli.parameters import InputPath
from corefscore.formats.base import Reading
from corefscore.formats.tagged.forms import FORMS
from corefscore.formats.tagged.prompts import JSON_FORM, LAYOUTS, MENTIONS, UNMARKED, prompts

EXAMPLES = {
    "Ask a model to find mentions and entities": "corefscore prompt examples/key.conll",
    "Mark the mentions, and write a JSON object for each document": (
        "corefscore prompt examples/key.conll --mentions marked -f jsonlines -o prompts.jsonl"
    ),
    "Ask for lists of words in JSON": "corefscore prompt examples/key.conll --form json",
}
FORM_MEANINGS = {**{name: form.example for name, form in FORMS.items()}, JSON_FORM: '{"clusters": [["Ann", "her"]]}'}


@as_command(EXAMPLES)
@click.argument("key", type=InputPath())
@options.reading("KEY")
@option(
    "--form",
    "answer",
    group=INPUT,
    type=click.Choice(tuple(FORM_MEANINGS)),
    default="brackets",
    metavar="FORM",
    show_default=True,
    meanings=FORM_MEANINGS,
    help="Choose the form of the answer.",
)
@option(
    "--mentions",
    group=INPUT,
    type=click.Choice(tuple(MENTIONS)),
    default=UNMARKED,
    metavar="CHOICE",
    show_default=True,
    meanings=MENTIONS,
    help="Choose whether the text shows where the mentions are.",
)
@option(
    "-f",
    "--format",
    "form",
    group=OUTPUT,
    type=click.Choice(tuple(LAYOUTS)),
    default="text",
    show_default=True,
    help="Write text, or one JSON object for each document and line.",
)
@options.output_file
def command(key: str, reading: Reading, answer: str, mentions: str, form: str, target: str | None) -> None:
    """Write prompts for a language model: the task, and the text of each document of KEY.

    Collect the answers of the model in one file, each after a line `# document NAME`. Answers in JSON can also be one
    object, by the names of the documents. Then `corefscore score KEY ANSWERS` scores the answers, and
    `corefscore convert ANSWERS OUT --key KEY` converts them to another format.
    """
    from corefscore.formats.reading import read_files

    with watched(key) as progress:
        corpus = read_files(key, reading._replace(progress=progress))
    write("\n".join(LAYOUTS[form](prompts(corpus, answer, mentions))), target)
