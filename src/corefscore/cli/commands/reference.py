"""corefscore reference"""

from __future__ import annotations

import sys

import click

from corefscore.cli.command import as_command
from corefscore.cli.options import MAX_BYTES
from corefscore.cli.output import echo
from corefscore.cli.parameters import InputPath
from corefscore.cli.scorer_pl import ALL, ENCODING, METRICS, run

EXAMPLES = {
    "The totals of one metric": "corefscore reference muc examples/key.conll examples/response.conll none",
    "One document, by all metrics": (
        "corefscore reference all examples/key.conll examples/response.conll '(news/chess); part 000'"
    ),
}


@as_command(EXAMPLES)
@click.argument("metric", type=click.Choice([*METRICS, ALL], case_sensitive=False), metavar="METRIC")
@click.argument("key", type=InputPath())
@click.argument("response", type=InputPath())
@click.argument("name", required=False)
@MAX_BYTES
def command(metric: str, key: str, response: str, name: str | None, max_bytes: int | None) -> None:
    """Score as `scorer.pl METRIC KEY RESPONSE [NAME]` does, and print the same lines.

    METRIC is muc, bcub, ceafm, ceafe, blanc or all. NAME is the name of the one document to score, or `none` for totals
    only.

    It differs from v8.01 in two points. It never refuses to score because of repeated mentions: v8.01 stops at more
    than ten in the response. And the first line says `corefscore` with its version instead of a path.
    """
    for line in run(metric.lower(), key, response, name, max_bytes):
        written = line.encode(ENCODING)
        if sys.stdout.isatty():
            echo(written.decode("utf-8", "replace"))  # names of documents must not change the terminal
        else:
            sys.stdout.buffer.write(written + b"\n")
