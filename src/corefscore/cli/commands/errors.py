"""corefscore errors"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from corefscore.cli import options, output
from corefscore.cli.pages import echo
from corefscore.cli.parser import Choice, Command, UsageError, option
from corefscore.cli.progress import watched

if TYPE_CHECKING:
    from corefscore.analysis.errors.errors import Errors
    from corefscore.result import Result

TAXONOMIES = ("kummerfeld", "martschat", "both")
TREES = ("accessibility", "closest")


@Command
@options.inputs
@options.metrics
@option(
    "--taxonomy",
    kind=Choice(TAXONOMIES),
    default=TAXONOMIES[0],
    show_default=True,
    text="Errors of Kummerfeld & Klein (2013), links of Martschat & Strube (2014), or both.",
)
@option("--kind", "kinds", multiple=True, metavar="KIND", text="Only errors of a kind, such as divided.")
@option("--document", "documents", multiple=True, metavar="NAME", text="Only errors of a document.")
@option("--tree", kind=Choice(TREES), default=TREES[0], show_default=True, text="Antecedents of links.")
@option("--summary", is_flag=True, text="Count the errors of each kind.")
@option("--price", is_flag=True, text="Score with errors repaired: how many points each kind costs.")
@option("--plot", metavar="FILE", text="Draw the prices as a waterfall (.svg, .png or .pdf).")
@option("-f", "--format", "form", kind=Choice(output.FORMATS), default="table", show_default=True)
@option("-o", "--output", "target", text="File to write to instead of printing.")
@options.policies
def command(
    key: str,
    response: str,
    metrics: tuple[str, ...],
    taxonomy: str,
    kinds: tuple[str, ...],
    documents: tuple[str, ...],
    tree: str,
    summary: bool,
    price: bool,
    plot: str | None,
    form: str,
    target: str | None,
    reading: dict[str, Any],
    **policies: Any,
) -> None:
    """List the errors of RESPONSE against KEY, a row for each.

    With --price or --plot: what the errors cost, in points of each metric.
    """
    from corefscore.metrics.registry import find_metrics
    from corefscore.scoring import score

    priced = price or plot is not None
    for wrong, message in (
        (priced and (kinds or documents or summary), "--price is about all errors; leave out filters and --summary"),
        (priced and taxonomy == "martschat", "--price repairs the errors of Kummerfeld & Klein; leave out --taxonomy"),
        (metrics and not priced, "--metric needs --price or --plot"),
    ):
        if wrong:
            raise UsageError(message)
    names = options.split_names(metrics) if priced else ["muc"]
    try:
        find_metrics(names, profile=policies["profile"])
    except ValueError as error:
        raise UsageError(str(error)) from None
    with watched(key, response) as progress:
        result = score(key, response, names, progress=progress, **reading, **policies)
    if priced:
        _show_prices(result, price, plot, form, target)
    else:
        _show_errors(_chosen(result, taxonomy, kinds, documents, tree), summary, form, target)


def _chosen(result: Result, taxonomy: str, kinds: tuple[str, ...], documents: tuple[str, ...], tree: str) -> Errors:
    from corefscore.analysis.errors.errors import Errors

    assert result.matched is not None
    wanted = None if taxonomy == "both" or kinds else taxonomy
    found = Errors.of(result.matched, tree)
    try:
        return found.only(taxonomy=wanted, kinds=options.split_names(kinds), documents=documents or None)
    except ValueError as error:
        raise UsageError(str(error)) from None


def _show_errors(errors: Errors, summary: bool, form: str, target: str | None) -> None:
    if form == "json":
        output.write(json.dumps(errors.counts, indent=2) if summary else errors.to_json(), target)
    elif form == "csv" and not summary:
        output.write(errors.to_csv(), target)
    else:
        output.show(errors.summary() if summary else errors.table(), form, target)


def _show_prices(result: Result, price: bool, plot: str | None, form: str, target: str | None) -> None:
    from corefscore.analysis.errors.prices import prices

    found = prices(result)
    if plot is not None:
        from corefscore.core.plots import save

        save(found.plot(), plot)
    if not price:
        return
    if form in ("json", "csv"):
        output.write(found.to_json() if form == "json" else found.to_csv(), target)
    elif target is None:
        output.show(found.table(), form, None)
        echo()
        output.show(found.progressive_table(), form, None)
    else:
        render = {"table": "to_text", "markdown": "to_markdown", "latex": "to_latex"}[form]
        tables = (found.table(), found.progressive_table())
        output.write("\n\n".join(getattr(table, render)() for table in tables), target)
