"""corefscore reference"""

from __future__ import annotations

import sys

import click

NAMES = ["muc", "bcub", "ceafm", "ceafe", "blanc", "all"]


@click.command("reference", short_help="Print what the reference scorer v8.01 prints.")
@click.argument("metric", type=click.Choice(NAMES, case_sensitive=False))
@click.argument("key")
@click.argument("response")
@click.argument("name", required=False)
def command(metric: str, key: str, response: str, name: str | None) -> None:
    """Score as `scorer.pl METRIC KEY RESPONSE [NAME]` does, and print the same lines.

    NAME is the name of the one document to score, or `none` for totals only.
    """
    from corefscore.reference import ENCODING, run

    for line in run(metric.lower(), key, response, name):
        sys.stdout.buffer.write(f"{line}\n".encode(ENCODING))
