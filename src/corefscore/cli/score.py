"""corefscore score"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from corefscore.cli import options, output
from corefscore.cli.progress import watched

if TYPE_CHECKING:
    from corefscore.metrics import AnyMetric
    from corefscore.result import Result
    from corefscore.table import Table


@click.command("score", short_help="Score a response against a key.")
@options.inputs
@options.metrics
@click.option("-f", "--format", "form", type=click.Choice(output.FORMATS), default="table", show_default=True)
@click.option("-o", "--output", "target", help="File to write to instead of printing.")
@click.option("--by", type=click.Choice(["document", "dataset"]), help="A row for each document, or for each file.")
@click.option("--sort", metavar="COLUMN", help="With --by: order by a column, such as document, key or b3.")
@click.option("--reverse", is_flag=True, help="With --sort: the highest first.")
@click.option("--macro", is_flag=True, help="Also show means over documents, beside the official sums.")
@click.option("--cite", is_flag=True, help="Also print BibTeX for the metrics used.")
@options.formats
@options.policies
def command(
    key: str,
    response: str,
    metrics: tuple[str, ...],
    form: str,
    target: str | None,
    by: str | None,
    sort: str | None,
    reverse: bool,
    macro: bool,
    cite: bool,
    column: int | None,
    encoding: str | None,
    **policies: Any,
) -> None:
    """Score RESPONSE against KEY.

    Both are files (also compressed with gzip), directories of such files, patterns in quotes ('key/*.conll'), or - for
    standard input. Their formats are told from their contents.
    """
    from corefscore.metrics import ALIASES
    from corefscore.scoring import score

    names = options.split_names(metrics)
    ways = {name: policies.pop(name) for name in options.WAYS}
    chosen = _checked(names, policies)
    for wrong, message in (
        (sort and not by, "--sort needs --by"),
        (reverse and not sort, "--reverse needs --sort"),
        (macro and by, "--macro is about all documents together; leave out --by"),
        (sort and form in ("json", "csv"), "--sort is for tables; JSON and CSV keep the order of the key"),
        (macro and form == "csv", "--macro is for tables; JSON has the means too"),
    ):
        if wrong:
            raise click.UsageError(message)
    with watched(key, response) as progress:
        result = score(key, response, names, column=column, encoding=encoding, progress=progress, **ways, **policies)
    by = by or (None if macro else _usual_rows(result, policies["profile"]))
    if form == "json":
        output.write(result.to_json(), target)
    elif form == "csv" and by != "dataset":
        output.show(result.records(by_document=by is not None), form, target)
    else:
        table = _table(result, by, macro)
        try:
            table = table.sorted_by(ALIASES.get(sort, sort), reverse) if sort else table
        except ValueError as error:
            raise click.UsageError(str(error)) from None
        output.show(table, form, target)
    if cite:
        from corefscore.metrics.citations import bibtex

        papers = dict.fromkeys(paper for metric in chosen for paper in metric.cite)
        click.echo("\n" + bibtex(papers), err=form in ("json", "csv"))


def _checked(names: list[str] | None, policies: dict[str, Any]) -> list[AnyMetric]:
    """The metrics that are asked for, if they and the policies can be had."""
    from corefscore.metrics import find_metrics
    from corefscore.settings import Settings

    try:
        Settings.of(**policies)
        return find_metrics(names, profile=policies["profile"])
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _usual_rows(result: Result, profile: str | None) -> str | None:
    """The shared tasks on CorefUD rank systems by the mean over datasets."""
    return "dataset" if profile == "crac" and len(result.datasets) > 1 else None


def _table(result: Result, by: str | None, macro: bool) -> Table:
    if by is None:
        return result.table(macro)
    return result.document_table() if by == "document" else result.dataset_table()
