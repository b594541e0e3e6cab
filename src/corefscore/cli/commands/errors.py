"""corefscore errors"""

from __future__ import annotations

from typing import TYPE_CHECKING

from corefscore.analysis.errors.error_table import Errors
from corefscore.analysis.errors.kinds import KINDS, KUMMERFELD, MARTSCHAT, NUMBER, RELATIONS, TAXONOMIES
from corefscore.analysis.errors.martschat import TREES
from corefscore.cli import options
from corefscore.cli.command import SELECTION, as_command, option, refuse
from corefscore.cli.inputs import scored
from corefscore.cli.options import Scoring
from corefscore.cli.output import emit, save_picture
from corefscore.cli.parameters import split_names

if TYPE_CHECKING:
    from corefscore.result import Result

BOTH = "both"
LINKS = {kind.name for kind in KINDS if kind.taxonomy != KUMMERFELD}
EXAMPLES = {
    "How many errors there are of each kind": (
        "corefscore errors examples/key.conll examples/response.conll --summary"
    ),
    "The divided entities of one document": (
        "corefscore errors examples/key.conll examples/response.conll --kind divided --document chess"
    ),
    "The errors that cost most points of B³": (
        "corefscore errors examples/key.conll examples/response.conll --cost b3"
    ),
    "How many points each kind costs": (
        "corefscore errors examples/key.conll examples/response.conll --price -m conll,lea"
    ),
}


@as_command(EXAMPLES)
@options.key_and_response
@options.metrics
@options.choice(
    "--taxonomy",
    group=SELECTION,
    choices=[*TAXONOMIES, BOTH],
    text="Errors of Kummerfeld & Klein (2013), links of Martschat & Strube (2014), errors of plural entities and"
    " bridges, or all of these. By default, all except links.",
)
@option(
    "--kind",
    "kinds",
    group=SELECTION,
    multiple=True,
    metavar="KIND",
    help=f"Only errors of some kinds: {', '.join(NUMBER)}.",
)
@options.documents("Only errors of this document.")
@options.choice("--tree", group=SELECTION, choices=TREES, default=TREES[0], text="Which antecedents links have.")
@options.cost("error")
@options.flag("--summary", group=SELECTION, text="Count the errors of each kind.")
@options.flag("--price", group=SELECTION, text="Score with errors repaired: how many points each kind costs.")
@options.output
@options.signature
@options.picture("Draw the prices as a waterfall")
@options.scoring
def command(
    key: str,
    response: str,
    metrics: list[str] | None,
    taxonomy: str | None,
    kinds: tuple[str, ...],
    documents: tuple[str, ...],
    tree: str,
    cost: str | None,
    summary: bool,
    price: bool,
    plot: str | None,
    form: str,
    target: str | None,
    signature: bool,
    scoring: Scoring,
) -> None:
    """List the errors of RESPONSE against KEY, a row for each.

    With --price or --plot: what the errors cost, in points of each metric.
    """
    priced = price or plot is not None
    refuse(
        (priced and (kinds or documents or summary), "--price is about all errors; leave out filters and --summary"),
        (
            priced and taxonomy in (MARTSCHAT, RELATIONS),
            "--price repairs the errors of Kummerfeld & Klein; leave out --taxonomy",
        ),
        (signature and not price, "--signature needs --price, whose table has a signature"),
        (metrics and not priced, "--metric needs --price or --plot"),
        (cost and (priced or summary), "--cost lists single errors; leave out --price, --plot and --summary"),
        (cost and {*split_names(kinds)} & LINKS, f"--cost is not defined for the kinds {', '.join(sorted(LINKS))}"),
        (
            cost and taxonomy not in (None, KUMMERFELD),
            "--cost repairs the errors of Kummerfeld & Klein; leave out --taxonomy",
        ),
    )
    result = scored(key, response, metrics if priced else ["muc"], scoring)
    if priced:
        _emit_prices(result, price, plot, form, target, signature)
        return
    errors = Errors.of(result.mentions(), tree).only(
        taxonomy=None if taxonomy == BOTH or kinds else taxonomy or (KUMMERFELD, RELATIONS),
        kinds=split_names(kinds) if kinds else None,
        documents=documents or None,
    )
    emit(errors.summary() if summary else errors.with_costs(cost) if cost else errors, form, target)


def _emit_prices(result: Result, price: bool, plot: str | None, form: str, target: str | None, signature: bool) -> None:
    from corefscore.analysis.errors.prices import prices

    found = prices(result)
    save_picture(found.plot, plot)
    if price:
        emit(found, form, target, signature=signature)
