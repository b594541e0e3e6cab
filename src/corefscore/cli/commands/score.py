"""corefscore score"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from corefscore.cli import options, output
from corefscore.cli.pages import echo
from corefscore.cli.parser import Choice, Command, UsageError, option
from corefscore.cli.progress import watched

if TYPE_CHECKING:
    from corefscore.result import Result


@Command
@options.inputs
@options.metrics
@option("-f", "--format", "form", kind=Choice(output.FORMATS), default="table", show_default=True)
@option("-o", "--output", "target", text="File to write to instead of printing.")
@option("--by", kind=Choice(["document"]), text="A row for each document.")
@option("--sort", metavar="COLUMN", text="With --by: order by a column, such as document, key or b3.")
@option("--reverse", is_flag=True, text="With --sort: the highest first.")
@option("--macro", is_flag=True, text="Also show means over documents, beside the official sums.")
@options.group_by
@options.intervals
@option("--cite", is_flag=True, text="Also print BibTeX for the metrics used.")
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
    group_by: str | None,
    ci: bool,
    level: float,
    resamples: int,
    seed: int,
    cite: bool,
    reading: dict[str, Any],
    **policies: Any,
) -> None:
    """Score RESPONSE against KEY.

    Both are files (also compressed with gzip), directories of such files, patterns in quotes ('key/*.conll'), or - for
    standard input. Their formats are told from their contents.
    """
    from corefscore.metrics.registry import ALIASES, find_metrics
    from corefscore.scoring import score

    names = options.split_names(metrics)
    with options.usage_errors():
        chosen = find_metrics(names, profile=policies["profile"])
    for wrong, message in (
        (sort and not by, "--sort needs --by"),
        (reverse and not sort, "--reverse needs --sort"),
        (macro and by, "--macro is about all documents together; leave out --by"),
        (sort and form in ("json", "csv"), "--sort is for tables; JSON and CSV keep the order of the key"),
        (by and group_by, "--group-by is about groups of documents, --by about each; leave out one"),
        (macro and group_by, "--group-by has a mean of its own, over groups; leave out --macro"),
        (ci and by, "--ci is about all documents together; leave out --by"),
        (macro and form == "csv", "--macro is for tables; JSON has the means too"),
    ):
        if wrong:
            raise UsageError(message)
    with watched(key, response) as progress:
        result = score(key, response, names, progress=progress, **reading, **policies)
    if ci:
        result = result.with_intervals(level, resamples, seed)
    group_by = group_by or _usual_groups(result, policies["profile"], by or macro)
    with options.usage_errors():
        if group_by:
            _show_groups(result, group_by, form, target)
        elif form == "json":
            output.write(result.to_json(), target)
        elif form == "csv":
            output.show(result.records(by_document=by is not None), form, target)
        else:
            table = result.document_table() if by else result.table(macro)
            table = table.sorted_by(ALIASES.get(sort, sort), reverse) if sort else table
            output.show(table, form, target)
    if cite:
        from corefscore.metrics.citations import bibtex

        papers = dict.fromkeys(paper for metric in chosen for paper in metric.cite)
        echo("\n" + bibtex(papers), err=form in ("json", "csv"))


def _show_groups(result: Result, by: str, form: str, target: str | None) -> None:
    """A result by groups of documents."""
    import json

    from corefscore.comparison.groups import Groups

    groups = Groups(result, by)
    if form == "json":
        output.write(json.dumps(result.to_dict() | groups.to_dict(), indent=2, ensure_ascii=False), target)
    else:
        output.show(groups.records() if form == "csv" else groups.table(), form, target)


def _usual_groups(result: Result, profile: str | None, otherwise: object) -> str | None:
    """The shared tasks on CorefUD rank systems by the mean over datasets, unless something else is asked for."""
    several = len(set(result.counts.sources)) > 1
    return "dataset" if profile == "crac" and several and not otherwise else None
