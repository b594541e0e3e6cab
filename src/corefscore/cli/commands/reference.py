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
    "Print the totals of one metric": "corefscore reference muc examples/key.conll examples/response.conll none",
    "Score one document with all metrics": (
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
    """Score like `scorer.pl METRIC KEY RESPONSE [NAME]` (v8.01), and print the same lines.

    METRIC is muc, bcub, ceafm, ceafe, blanc or all. NAME is the name of the document to score, or `none` to print only
    totals.

    There are two differences from v8.01. v8.01 stops if the response has more than ten repeated mentions; this command
    never stops for this reason. And the first line has `corefscore` and its version instead of a path.
    """
    for line in run(metric.lower(), key, response, name, max_bytes):
        written = line.encode(ENCODING)
        if sys.stdout.isatty():
            echo(written.decode("utf-8", "replace"))  # names of documents must not change the terminal
        else:
            sys.stdout.buffer.write(written + b"\n")
