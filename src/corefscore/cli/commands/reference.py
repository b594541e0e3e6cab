"""corefscore reference"""

from __future__ import annotations

import sys

from corefscore.cli.parser import Choice, Command, argument

NAMES = ["muc", "bcub", "ceafm", "ceafe", "blanc", "all"]


@Command
@argument("metric", kind=Choice(NAMES, case_sensitive=False), metavar="METRIC")
@argument("key")
@argument("response")
@argument("name", required=False)
def command(metric: str, key: str, response: str, name: str | None) -> None:
    """Score as `scorer.pl METRIC KEY RESPONSE [NAME]` does, and print the same lines.

    METRIC is muc, bcub, ceafm, ceafe, blanc or all. NAME is the name of the one document to score, or `none` for totals
    only.
    """
    from corefscore.cli.scorer_pl import ENCODING, run

    for line in run(metric.lower(), key, response, name):
        sys.stdout.buffer.write(f"{line}\n".encode(ENCODING))
