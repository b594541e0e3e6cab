"""corefscore compare"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from corefscore.analysis.sizes import sized_metrics
from corefscore.cli import options
from corefscore.cli.command import COMPARISON, INPUT, METRICS, OUTPUT, as_command, option, refuse
from corefscore.cli.inputs import systems_of
from corefscore.cli.options import Decorator, Resampling, Scoring
from corefscore.cli.output import counted, emit, notify, save_picture
from corefscore.cli.parameters import STANDARD_STREAM, InputPath, MetricName, PicturePath
from corefscore.comparison.compare import compare
from corefscore.comparison.layouts import F1, PAPER, RATES
from corefscore.comparison.pictures import BY_SIZE, PICTURES, SCATTER, draw
from corefscore.comparison.rankings import tau_table
from corefscore.comparison.resampling import FEW
from corefscore.comparison.significance import TESTS
from corefscore.comparison.standings import CORRELATION, Standings, differences, group_table
from corefscore.comparison.systems import first_problem
from corefscore.core.settings import PAPER_METRICS
from corefscore.core.tables import Column, Table
from corefscore.metrics.b3 import B3
from corefscore.metrics.selection import find_metrics

if TYPE_CHECKING:
    from corefscore.comparison.systems import Comparison

NO_TEST, HTML = "none", "html"
LARGE = 20_000_000
EXAMPLES = {
    "Compare two systems": (
        "corefscore compare examples/key.conll ours=examples/response.conll perfect=examples/key.conll"
    ),
    "Write a LaTeX table for a paper, with tests of all pairs of systems": (
        "corefscore compare examples/key.conll ours=examples/response.conll perfect=examples/key.conll --paper --pairs"
        " -f latex"
    ),
    "Show where one system is better, with intervals and a picture": (
        "corefscore compare examples/key.conll ours=examples/response.conll perfect=examples/key.conll -m muc,b3,conll"
        " --baseline ours --gains perfect --ci --plot bars systems.svg"
    ),
    "Write a leaderboard as an HTML page, with a report for each system": (
        "corefscore compare examples/key.conll ours=examples/response.conll perfect=examples/key.conll -f html"
        " -o board.html"
    ),
}


class Track(NamedTuple):
    """The systems of a track: its name, its key, and the files of each system."""

    title: str
    key: str
    responses: dict[str, list[str]]


class Beside(NamedTuple):
    """The options for further tables, and the systems that they are about."""

    by: str | None
    baseline: str | None
    pairs: bool
    gains: str | None
    top: int
    correlation: bool
    group_by: str | None
    parts: str | None
    rates: bool
    paper: bool

    @property
    def layout(self) -> str:
        """The layout of the table: the figures that it shows."""
        return PAPER if self.paper else RATES if self.rates else F1


BESIDE: dict[str, Decorator] = {
    "by": option(
        "--sort",
        "by",
        group=METRICS,
        type=MetricName(),
        metavar="METRIC",
        show_default="conll, or else the last metric",
        help="Rank the systems by this metric.",
    ),
    "baseline": option(
        "--baseline",
        group=COMPARISON,
        metavar="NAME",
        help="Test all other systems against this system.  [default: no test]",
    ),
    "pairs": options.flag(
        "--pairs",
        group=COMPARISON,
        text="Test all pairs of systems. Systems that share a letter do not differ significantly.",
    ),
    "gains": option(
        "--gains",
        group=COMPARISON,
        metavar="NAME",
        help="Also list the documents with the largest gains and losses of this system against the baseline.",
    ),
    "top": options.number(
        "--top", group=COMPARISON, default=10, text="With --gains: list this number of gains, and of losses."
    ),
    "correlation": options.flag(
        "--correlation",
        group=COMPARISON,
        text="Also show Kendall's τ between the rankings of the systems by each metric.",
    ),
    "group_by": options.group_by,
    "parts": options.by_strata(),
    "rates": options.flag("--rates", group=METRICS, text="Show recall, precision and F1 of each metric."),
    "paper": options.paper,
}


@as_command(EXAMPLES)
@click.argument("key", required=False, type=InputPath())
@click.argument("responses", metavar="RESPONSE...", nargs=-1, type=InputPath(named=True))
@option(
    "--track",
    "tracks",
    group=INPUT,
    type=(str, InputPath(), InputPath()),
    multiple=True,
    metavar="NAME KEY RESPONSES",
    help="Compare the responses of a directory or a pattern on this key, as a separate track. Can be repeated.",
)
@options.metrics
@options.together("beside", Beside, BESIDE)
@options.choice(
    "--test",
    group=COMPARISON,
    choices=[*TESTS, NO_TEST],
    text=f"With --baseline or --pairs: choose the test of significance.  [default: {next(iter(TESTS))}]",
)
@options.intervals
@options.output_or(HTML)
@options.signature
@option(
    "--plot",
    "plots",
    group=OUTPUT,
    type=(click.Choice(PICTURES), PicturePath()),
    multiple=True,
    metavar="KIND FILE",
    help=f"Draw a picture ({', '.join(PICTURES)}) to an SVG, PNG or PDF file. Can be repeated.",
)
@options.scoring
def command(
    key: str | None,
    responses: tuple[str, ...],
    tracks: tuple[tuple[str, str, str], ...],
    metrics: list[str] | None,
    beside: Beside,
    test: str | None,
    resampling: Resampling,
    form: str,
    target: str | None,
    signature: bool,
    plots: tuple[tuple[str, str], ...],
    scoring: Scoring,
) -> None:
    """Compare the responses of several systems to KEY.

    A RESPONSE is a file, NAME=FILE, NAME=DIRECTORY (one system in many files), or a directory with a file or a
    directory for each system. The table has a row for each system with the F1 of each metric, the best system first.
    With --baseline, stars mark significant differences from this system. If a response cannot be scored, its row shows
    the reason, and the exit status is 1.
    """
    refuse((beside.parts and beside.by, "--by compares parts, but --sort ranks by a metric; leave out one of the two"))
    _check_usage(beside, metrics, test, form, target)
    metrics = [*PAPER_METRICS] if beside.paper else metrics
    _check_sorting(metrics, beside.by, scoring.profile)
    entrants = _entrants(key, responses, tracks)
    if form == HTML and STANDARD_STREAM in _inputs(entrants):
        raise click.UsageError(
            "-f html reads each file twice, for the table and for the reports; give a file instead of -"
        )
    _check_systems(entrants, beside.baseline, beside.gains)
    sizes = _size_metric(beside.by) if BY_SIZE in dict(plots) else None
    comparisons = _scored(entrants, metrics, sizes, beside.parts, scoring)
    if resampling.ci or (form == HTML and all(len(each.documents) >= FEW for each in comparisons)):
        comparisons = [each.with_intervals(*resampling[1:]) for each in comparisons]
    comparisons = [_tested(each, beside, test, resampling) for each in comparisons]
    standings = Standings(comparisons, beside.by, _tables(comparisons, beside), beside.layout)
    if form == HTML:
        _write_board(standings, entrants, metrics, scoring, str(target))
    else:
        emit(standings, form, target, signature=signature)
    _draw(comparisons, plots, beside)
    _report_failures(comparisons)


def _check_usage(beside: Beside, metrics: list[str] | None, test: str | None, form: str, target: str | None) -> None:
    several = beside.gains or beside.group_by or beside.correlation
    tested = beside.baseline or beside.pairs
    refuse(
        (
            form == "csv" and several,
            "CSV has only one table; use another format for --gains, --group-by and --correlation",
        ),
        (beside.gains and not beside.baseline, "--gains needs a system to compare with; add --baseline NAME"),
        (test not in (None, NO_TEST) and not tested, "--test needs systems to test; add --baseline NAME or --pairs"),
        (test == NO_TEST and beside.pairs, "--pairs needs a test, but --test none is given; leave out one of the two"),
        (beside.rates and beside.paper, "--paper has its own columns; leave out --rates"),
        (beside.paper and metrics, "--paper has its own metrics; leave out --metric"),
        (
            form == HTML and target in (None, STANDARD_STREAM),
            "-f html needs an output file; add -o FILE, such as -o board.html",
        ),
    )


def _write_board(
    standings: Standings, entrants: list[Track], metrics: list[str] | None, scoring: Scoring, target: str
) -> None:
    """Write the page of the leaderboard, and the report of each system in a folder next to it."""
    from corefscore.core.problems import collected_warnings
    from corefscore.report.board import write_board
    from corefscore.report.build import report

    keywords = scoring.keywords() | {"jobs": scoring.jobs or 1}
    files = {(track.title, name): files for track in entrants for name, files in track.responses.items()}

    def report_of(track: Comparison, name: str) -> str:
        given = files[track.title, name]
        key = track.key if track.key is not None else next(each.key for each in entrants if each.title == track.title)
        with collected_warnings():  # its warnings were shown when the system was scored
            return report(key, {name: given[0] if len(given) == 1 else given}, metrics, **keywords)

    folder = write_board(target, standings, report_of)
    notify(f"{target}: open this file in a browser; the reports of the systems are in {folder}")


def _report_failures(comparisons: Sequence[Comparison]) -> None:
    """Report systems that could not be scored on standard error. If there are any, end with status 1."""
    for track in comparisons:
        for name, error in track.failed.items():
            notify(f"{f'{track.title}: ' if track.title else ''}{name} is not scored: {first_problem(error)}")
    if any(track.failed for track in comparisons):
        click.get_current_context().exit(1)


def _entrants(key: str | None, responses: tuple[str, ...], tracks: tuple[tuple[str, str, str], ...]) -> list[Track]:
    """Return the tracks to compare: one track without a name, or several tracks with names."""
    titles = [title for title, _, _ in tracks]
    refuse(
        (key is None and not tracks, "Missing argument 'KEY'; give KEY and RESPONSE, or --track NAME KEY RESPONSES"),
        (
            key is not None and tracks,
            "KEY and RESPONSE cannot be combined with --track; give them as a further --track",
        ),
        (len(set(titles)) < len(titles), "two tracks have the same name; give each track a different name"),
    )
    if key is not None:
        return [Track("", key, systems_of(responses))]
    return [Track(title, path, systems_of([where])) for title, path, where in tracks]


def _check_sorting(metrics: list[str] | None, by: str | None, profile: str | None) -> None:
    known = [metric.name for metric in find_metrics(metrics, profile=profile)]
    if by is not None and by not in known:
        raise click.UsageError(f"{by!r} is not among the metrics; choose from {', '.join(known)}")


def _check_systems(entrants: list[Track], *names: str | None) -> None:
    for name in names:
        for track in entrants:
            if name is not None and name not in track.responses:
                where = f" in {track.title}" if track.title else ""
                message = f"there is no system {name!r}{where}; choose from {', '.join(track.responses)}"
                raise click.UsageError(message)


def _scored(
    entrants: list[Track], metrics: list[str] | None, size_metric: str | None, by: str | None, scoring: Scoring
) -> list[Comparison]:
    inputs = _inputs(entrants)
    if inputs.count(STANDARD_STREAM) > 1:
        raise click.UsageError("standard input (-) can be read only once; use files for the other inputs")
    keywords = scoring.keywords() | {"jobs": scoring.jobs or _processes(inputs)}
    with counted("scoring systems", sum(len(track.responses) for track in entrants)) as step:
        return [
            compare(
                track.key,
                {name: files[0] if len(files) == 1 else files for name, files in track.responses.items()},
                metrics,
                title=track.title,
                size_metric=size_metric,
                by=by,
                step=step,
                keep_failed=True,
                **keywords,
            )
            for track in entrants
        ]


def _inputs(entrants: list[Track]) -> list[str]:
    """Return all input files."""
    return [
        path for track in entrants for path in (track.key, *(f for files in track.responses.values() for f in files))
    ]


def _processes(inputs: list[str]) -> int:
    """Return the number of processes: one for each core, but only one if starting others takes longer than the work."""
    size = sum(path.stat().st_size for path in map(Path, inputs) if path.is_file())
    return os.cpu_count() or 1 if size > LARGE else 1


def _tested(comparison: Comparison, beside: Beside, test: str | None, resampling: Resampling) -> Comparison:
    from corefscore.core.problems import warn

    if test == NO_TEST or not (beside.baseline or beside.pairs) or len(comparison) == 1:
        return comparison
    key = next(iter(comparison.values())).key.name
    if test is None and len(comparison.documents) == 1:
        warn(key, 0, "significance is not tested: a test needs two or more documents")
        return comparison
    how = (test or next(iter(TESTS)), resampling.resamples, resampling.seed)
    if beside.baseline in comparison.failed:
        warn(key, 0, f"significance is not tested: the baseline {beside.baseline} is not scored")
    elif beside.baseline:
        comparison = comparison.with_tests(beside.baseline, *how)
    return comparison.with_pairs(beside.by, *how) if beside.pairs else comparison


def _tables(tracks: Sequence[Comparison], beside: Beside) -> dict[str, list[Table]]:
    """Return the further tables, one for each track."""
    by, gains, group_by = beside.by, beside.gains, beside.group_by
    tables: dict[str, list[Table]] = {}
    if group_by:
        tables["groups"] = [group_table(each, group_by, by) for each in tracks]
    if gains:
        tables["differences"] = [_gains(each, beside, gains) for each in tracks]
    if beside.correlation:
        tables[CORRELATION] = [tau_table(each.metrics, each.tau, len(each)) for each in tracks]
    return tables


def _gains(track: Comparison, beside: Beside, gains: str) -> Table:
    """Return the gains and losses of a system against the baseline, or the reason why they are not known."""
    unscored = _unscored(track, beside)
    if unscored is None:
        return differences(track, track.system(beside.baseline), gains, beside.by, beside.top)
    return Table(
        [Column("Document", "document")], [], head=[f"Gains and losses are not known: {unscored} is not scored"]
    )


def _unscored(track: Comparison, beside: Beside) -> str | None:
    """Return a system that is named in an option but could not be scored; None if there is none."""
    return next((name for name in (beside.baseline, beside.gains) if name in track.failed), None)


def _size_metric(by: str | None) -> str | None:
    """Return the metric to count by the size of entities: the metric of the ranking, if it can be divided by size."""
    return by if by in [metric.name for metric in sized_metrics()] else B3.name


def _draw(tracks: Sequence[Comparison], plots: Sequence[tuple[str, str]], beside: Beside) -> None:
    for kind, path in plots:
        for track in tracks:
            unscored = _unscored(track, beside) if kind == SCATTER else None
            if unscored is not None:
                notify(f"{path} is not drawn: {unscored} is not scored")
                continue
            name = Path(path)
            one = path if len(tracks) == 1 else str(name.with_stem(f"{name.stem}-{track.title}"))
            save_picture(partial(draw, kind, track, beside.by, beside.baseline, beside.gains), one)
