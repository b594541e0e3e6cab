"""corefscore corefud-scorer"""

from __future__ import annotations

import click

from corefscore.cli.command import CONTEXT, METRICS, POLICIES, Command, option
from corefscore.cli.corefud_scorer_py import (
    ALL,
    MATCHES,
    ZERO_MATCHES,
    Run,
    differences,
    lines,
    ours_of,
    read_both,
    strictly_paired,
    with_own_advice,
)
from corefscore.cli.corefud_scorer_py import METRICS as NAMES
from corefscore.cli.options import choice, flag
from corefscore.cli.output import echo_as_it_is, notify
from corefscore.cli.parameters import InputPath

EXAMPLES = {
    "Score with all metrics, as in the shared tasks": (
        "corefscore corefud-scorer examples/corefud/key.conllu examples/corefud/swapped.conllu"
    ),
    "Score with three metrics, with singletons and exact match": (
        "corefscore corefud-scorer examples/corefud/key.conllu examples/corefud/swapped.conllu -m muc bcub ceafe -s -x"
    ),
    "Print the figures of the official scorer, even if they are wrong": (
        "corefscore corefud-scorer examples/corefud/key.conllu examples/corefud/shifted.conllu --strict"
    ),
}
METRIC_OPTIONS = ("-m", "--metrics")


class _ListingMetrics(Command):
    """A command whose option for metrics takes several words, as in the official scorer."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, spread(args))


def spread(words: list[str]) -> list[str]:
    """Return the words with an option before each metric. `--` ends the list of metrics.

    >>> spread(["-m", "muc", "bcub", "--", "key", "sys"])
    ['-m', 'muc', '-m', 'bcub', '--', 'key', 'sys']
    """
    found: list[str] = []
    listing = False
    for word in words:
        if listing and word in (ALL, *NAMES) and found[-1] not in METRIC_OPTIONS:
            found.append(METRIC_OPTIONS[0])
        listing = word in METRIC_OPTIONS or (listing and word in (ALL, *NAMES))
        found.append(word)
    return found


@click.command(cls=_ListingMetrics, examples=EXAMPLES, context_settings=CONTEXT)
@click.argument("key", type=InputPath())
@click.argument("response", metavar="SYS", type=InputPath())
@option(
    *METRIC_OPTIONS,
    "metrics",
    group=METRICS,
    multiple=True,
    type=click.Choice([ALL, *NAMES]),
    default=[ALL],
    show_default=ALL,
    metavar="METRIC...",
    help=f"Use these metrics, with spaces between them: {', '.join([ALL, *NAMES])}.",
)
@flag("-s", "--keep-singletons", group=POLICIES, text="Also score entities with one mention.")
@choice("-a", "--match", group=POLICIES, choices=MATCHES, default="head", text="Choose when two mentions match.")
@flag("-x", "--exact-match", group=POLICIES, text="Use --match exact, whatever --match says.")
@choice(
    "-z",
    "--zero-match-method",
    group=POLICIES,
    choices=ZERO_MATCHES,
    default="dependent",
    text="Choose whether zeros match by their numbers or by the words they depend on.",
)
@flag("--strict", group=POLICIES, text="Print the figures of the official scorer even if they are wrong.")
@click.pass_context
def command(
    ctx: click.Context,
    key: str,
    response: str,
    metrics: tuple[str, ...],
    keep_singletons: bool,
    match: str,
    exact_match: bool,
    zero_match_method: str,
    strict: bool,
) -> None:
    """Score CorefUD files like `corefud-scorer.py KEY SYS` (1.2), and print the same lines.

    In a few cases the official scorer is wrong. Then this command prints the figures of `score --profile crac`, and
    shows the figures of the official scorer and the reason on standard error. docs/how-to/corefud.md lists these cases.
    """
    chosen = [*NAMES] if ALL in metrics else [*dict.fromkeys(metrics)]
    run = Run(chosen, "exact" if exact_match else match, zero_match_method, keep_singletons)
    echo_as_it_is(run.heading())
    with with_own_advice([name for each in ctx.command.params for name in each.opts]):
        corpora = read_both(key, response)
        if strict:
            found = run.its_rates(*strictly_paired(*corpora))
        else:
            result = run.result(*corpora)
            found = ours_of(run, result)
    for line in lines(run, found):
        echo_as_it_is(line)
    if not strict:
        for line in differences(run, result, *corpora):
            notify(line)
