"""corefscore baseline"""

from __future__ import annotations

import click

from corefscore.cli import options
from corefscore.cli.command import OUTPUT, as_command, option
from corefscore.cli.parameters import InputPath, OutputPath
from corefscore.core.settings import BASELINES
from corefscore.formats.base import Reading

EXAMPLES = {
    "Mentions with the same head word are one entity": "corefscore baseline lemma examples/key.conll -",
    "Each mention is an entity, as JSON lines": ("corefscore baseline singletons examples/key.conll - --to jsonlines"),
    "The same words in all documents whose names begin alike": (
        "corefscore baseline exact-match examples/key.conll - --scope topic --topics '(?P<topic>[a-z]+)/'"
    ),
}


@as_command(EXAMPLES)
@click.argument("kind", metavar="KIND", type=click.Choice(tuple(BASELINES)))
@click.argument("source", metavar="IN", type=InputPath())
@click.argument("target", metavar="OUT", type=OutputPath())
@options.reading("IN")
@options.SCOPE
@options.TOPICS
@option(
    "--to",
    "form",
    group=OUTPUT,
    type=click.Choice(options.FORMATS),
    metavar="FORMAT",
    show_default="as IN",
    help="Format of OUT, one of the same.",
)
def command(
    kind: str, source: str, target: str, scope: str | None, topics: str | None, form: str | None, reading: Reading
) -> None:
    """Write a response to IN that a simple rule makes, to OUT (- is standard output).

    OUT has the mentions of IN, and is in its format. KIND is lemma (mentions with the same lemma of their head, or the
    same head word, are one entity), singletons (each mention by itself), one-entity (all mentions together), or
    exact-match (mentions with the same words, in any case). The scores of these responses are the floor that a system
    should exceed.
    """
    from corefscore.comparison.baselines import baseline
    from corefscore.formats.reading import read_with_format
    from corefscore.formats.writing import write

    corpus, found = read_with_format(source, reading)
    write(baseline(corpus, kind, scope or "document", topics), target, form or found)
