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
from corefscore.cli.output import counted, emit, save_picture
from corefscore.cli.parameters import STANDARD_STREAM, InputPath, MetricName, PicturePath
from corefscore.comparison.compare import compare
from corefscore.comparison.pictures import BY_SIZE, PICTURES, draw
from corefscore.comparison.rankings import tau_table
from corefscore.comparison.significance import TESTS
from corefscore.comparison.standings import CORRELATION, Standings, differences, group_table
from corefscore.metrics.b3 import B3
from corefscore.metrics.registry import find_metrics

if TYPE_CHECKING:
    from corefscore.comparison.systems import Comparison
    from corefscore.core.tables import Table

NO_TEST = "none"
LARGE = 20_000_000
EXAMPLES = {
    "Two systems, one of which is perfect": (
        "corefscore compare examples/key.conll ours=examples/response.conll perfect=examples/key.conll"
    ),
    "A table for a paper, with confidence intervals": (
        "corefscore compare examples/key.conll ours=examples/response.conll perfect=examples/key.conll -m muc,b3,conll"
        " --ci -f latex"
    ),
    "Where one system gains, and a picture": (
        "corefscore compare examples/key.conll ours=examples/response.conll perfect=examples/key.conll --gains perfect"
        " --plot bars systems.svg"
    ),
}


class Track(NamedTuple):
    """The systems of a track: its name, its key, and the files of each system."""

    title: str
    key: str
    responses: dict[str, list[str]]


class Beside(NamedTuple):
    """Tables that are wanted beside the results, and which system they are about."""

    by: str | None
    baseline: str | None
    gains: str | None
    top: int
    correlation: bool
    group_by: str | None
    parts: str | None


BESIDE: dict[str, Decorator] = {
    "by": option(
        "--sort",
        "by",
        group=METRICS,
        type=MetricName(),
        metavar="METRIC",
        show_default="conll, or the last one",
        help="Rank by this metric.",
    ),
    "baseline": option(
        "--baseline",
        group=COMPARISON,
        metavar="NAME",
        show_default="the first",
        help="The system that others are tested against.",
    ),
    "gains": option(
        "--gains",
        group=COMPARISON,
        metavar="NAME",
        help="Also list the documents where this system gains and loses most.",
    ),
    "top": options.number("--top", group=COMPARISON, default=10, text="With --gains: how many of each."),
    "correlation": options.flag(
        "--correlation", group=COMPARISON, text="Also show Kendall's τ between the metrics, over the systems."
    ),
    "group_by": options.group_by,
    "parts": options.by_strata(),
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
    help="A track of its own, with a directory or a pattern of responses. May be given again.",
)
@options.metrics
@options.together("beside", Beside, BESIDE)
@options.choice(
    "--test",
    group=COMPARISON,
    choices=[*TESTS, NO_TEST],
    text=f"Test of significance.  [default: {next(iter(TESTS))}, if there are several documents]",
)
@options.intervals
@options.output
@option(
    "--plot",
    "plots",
    group=OUTPUT,
    type=(click.Choice(PICTURES), PicturePath()),
    multiple=True,
    metavar="KIND FILE",
    help=f"Draw a picture ({', '.join(PICTURES)}) to an SVG, PNG or PDF file. May be given again.",
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
    plots: tuple[tuple[str, str], ...],
    scoring: Scoring,
) -> None:
    """Compare several systems on KEY.

    A RESPONSE is a file, NAME=FILE (or NAME=DIRECTORY, one system in many files), or a directory with a file or a
    directory for each system. The table has the F1 of each metric, the best system first; stars mark differences from
    the baseline that chance does not explain.
    """
    refuse((beside.parts and beside.by, "--by compares parts, and --sort names a metric; leave out one"))
    several = beside.gains or beside.group_by or beside.correlation
    refuse(
        (form == "csv" and several, "CSV holds one table; take --gains, --group-by and --correlation to another format")
    )
    _check_sorting(metrics, beside.by, scoring.profile)
    entrants = _entrants(key, responses, tracks)
    _check_systems(entrants, beside.baseline, beside.gains)
    sizes = _size_metric(beside.by) if BY_SIZE in dict(plots) else None
    comparisons = _scored(entrants, metrics, sizes, beside.parts, scoring)
    if resampling.ci:
        comparisons = [each.with_intervals(*resampling[1:]) for each in comparisons]
    comparisons = [_tested(each, beside.baseline, test, resampling) for each in comparisons]
    emit(Standings(comparisons, beside.by, _tables(comparisons, beside)), form, target)
    _draw(comparisons, plots, beside)


def _entrants(key: str | None, responses: tuple[str, ...], tracks: tuple[tuple[str, str, str], ...]) -> list[Track]:
    """What is to be compared: one track without a name, or several with one."""
    titles = [title for title, _, _ in tracks]
    refuse(
        (key is None and not tracks, "Missing argument 'KEY'; or give --track NAME KEY RESPONSES"),
        (key is not None and tracks, "KEY and RESPONSE make one track; give that as a --track, too"),
        (len(set(titles)) < len(titles), "two tracks have the same name; give each a name of its own"),
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
    inputs = [
        path for track in entrants for path in (track.key, *(f for files in track.responses.values() for f in files))
    ]
    if inputs.count(STANDARD_STREAM) > 1:
        raise click.UsageError("standard input (-) can be read once only; name files for the rest")
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
                **keywords,
            )
            for track in entrants
        ]


def _processes(inputs: list[str]) -> int:
    """One for each core, but only one where starting others takes longer than the work."""
    size = sum(path.stat().st_size for path in map(Path, inputs) if path.is_file())
    return os.cpu_count() or 1 if size > LARGE else 1


def _tested(comparison: Comparison, baseline: str | None, test: str | None, resampling: Resampling) -> Comparison:
    from corefscore.core.problems import warn

    if test == NO_TEST or len(comparison) == 1:
        return comparison
    if test is None and len(comparison.documents) == 1:
        message = "significance is not tested: that takes more than one document"
        warn(next(iter(comparison.values())).key.name, 0, message)
        return comparison
    return comparison.with_tests(baseline, test or next(iter(TESTS)), resampling.resamples, resampling.seed)


def _tables(tracks: Sequence[Comparison], beside: Beside) -> dict[str, list[Table]]:
    """The tables that are wanted beside the results, one for each track."""
    by, gains, group_by = beside.by, beside.gains, beside.group_by
    tables: dict[str, list[Table]] = {}
    if group_by:
        tables["groups"] = [group_table(each, group_by, by) for each in tracks]
    if gains:
        tables["differences"] = [
            differences(each, each.system(beside.baseline), gains, by, beside.top) for each in tracks
        ]
    if beside.correlation:
        tables[CORRELATION] = [tau_table(each.metrics, each.tau, len(each)) for each in tracks]
    return tables


def _size_metric(by: str | None) -> str | None:
    """The metric to count by the size of entities: the one that ranks systems, if it can be counted so."""
    return by if by in [metric.name for metric in sized_metrics()] else B3.name


def _draw(tracks: Sequence[Comparison], plots: Sequence[tuple[str, str]], beside: Beside) -> None:
    for kind, path in plots:
        for track in tracks:
            name = Path(path)
            one = path if len(tracks) == 1 else str(name.with_stem(f"{name.stem}-{track.title}"))
            save_picture(partial(draw, kind, track, beside.by, beside.baseline, beside.gains), one)
