"""corefscore baseline"""

from __future__ import annotations

import click

from corefscore.cli import options
from corefscore.cli.command import OUTPUT, as_command, option
from corefscore.cli.parameters import InputPath, OutputPath
from corefscore.core.settings import BASELINES
from corefscore.formats.base import Reading

EXAMPLES = {
    "Put mentions with the same head word into one entity": "corefscore baseline lemma examples/key.conll -",
    "Make each mention an entity, and write JSON lines": (
        "corefscore baseline singletons examples/key.conll - --to jsonlines"
    ),
    "Put mentions with the same words into one entity, in all documents of a topic": (
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
    help="Set the format of OUT.",
)
def command(
    kind: str, source: str, target: str, scope: str | None, topics: str | None, form: str | None, reading: Reading
) -> None:
    """Write a baseline to OUT: a response with the mentions of IN and the entities of a simple rule.

    OUT can be - for standard output. By default, it has the format of IN. KIND is the rule. With singletons, each
    mention is an entity. With one-entity, all mentions are one entity. With lemma, mentions with the same lemma of
    their head, or with the same head word, are one entity. With exact-match, mentions with the same words are one
    entity, whether in upper or lower case. A system should have higher scores than these baselines.
    """
    from corefscore.comparison.baselines import baseline
    from corefscore.formats.reading import read_with_format
    from corefscore.formats.writing import write

    corpus, found = read_with_format(source, reading)
    write(baseline(corpus, kind, scope or "document", topics), target, form or found)
