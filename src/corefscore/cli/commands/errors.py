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
    "Count the errors of each kind": ("corefscore errors examples/key.conll examples/response.conll --summary"),
    "List the divided entities of one document": (
        "corefscore errors examples/key.conll examples/response.conll --kind divided --document chess"
    ),
    "List the errors with the highest costs in points of B³": (
        "corefscore errors examples/key.conll examples/response.conll --cost b3"
    ),
    "Show how many points each kind of error costs": (
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
    text="Show the errors of Kummerfeld & Klein (2013), the link errors of Martschat & Strube (2014), errors of plural"
    " entities and bridges, or all of these. By default, all except link errors are shown.",
)
@option(
    "--kind",
    "kinds",
    group=SELECTION,
    multiple=True,
    metavar="KIND",
    help=f"Show only errors of these kinds: {', '.join(NUMBER)}.",
)
@options.documents("Show only errors of this document.")
@options.choice(
    "--tree", group=SELECTION, choices=TREES, default=TREES[0], text="Choose the antecedents of link errors."
)
@options.cost("error")
@options.flag("--summary", group=SELECTION, text="Count the errors of each kind.")
@options.flag(
    "--price", group=SELECTION, text="Repair each kind of error and score again: show how many points each kind costs."
)
@options.output
@options.signature
@options.picture("Draw the prices as a waterfall chart")
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
    """List the errors of RESPONSE against KEY.

    The table has a row for each error. With --summary, it has a row for each kind of error. With --price, it shows how
    many points each kind of error costs in each metric.
    """
    priced = price or plot is not None
    refuse(
        (
            priced and (kinds or documents or summary),
            "--price repairs all errors; leave out --kind, --document and --summary",
        ),
        (
            priced and taxonomy in (MARTSCHAT, RELATIONS),
            "--price is defined for the errors of Kummerfeld & Klein only; leave out --taxonomy",
        ),
        (metrics and not priced, "--metric chooses the metrics of prices; add --price or --plot"),
        (
            cost and (priced or summary),
            "--cost shows the costs of single errors; leave out --price, --plot and --summary",
        ),
        (
            cost and {*split_names(kinds)} & LINKS,
            f"--cost is not defined for the kinds {', '.join(sorted(LINKS))}; leave out these kinds",
        ),
        (signature and not price, "--signature works only with --price; add --price"),
        (
            cost and taxonomy not in (None, KUMMERFELD),
            "--cost is defined for the errors of Kummerfeld & Klein only; leave out --taxonomy",
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
