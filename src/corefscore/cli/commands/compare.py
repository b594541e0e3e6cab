"""corefscore compare"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from corefscore.cli import options, output
from corefscore.cli.parser import Choice, Command, Range, UsageError, argument, option
from corefscore.cli.progress import stepped
from corefscore.cli.responses import systems_of

if TYPE_CHECKING:
    from corefscore.comparison.systems import Comparison
    from corefscore.core.tables import Table

TESTS = ("randomisation", "bootstrap", "t", "none")
PLOTS = ("bars", "scatter", "ranks", "lengths", "sizes")
LARGE = 20_000_000

Parts = dict[str, list["Table"]]
Plots = tuple[tuple[str, str], ...]


class Entrants(NamedTuple):
    """The systems of a track: its name, its key, and the files of each system."""

    title: str
    key: str
    responses: dict[str, list[str]]


@Command
@argument("key", required=False)
@argument("responses", metavar="RESPONSE...", nargs=-1)
@option(
    "--track", "tracks", nargs=3, multiple=True, metavar="NAME KEY RESPONSES",
    text="A track of its own, with a directory or a pattern of responses; may be given again.",
)  # fmt: skip
@options.metrics
@option("-f", "--format", "form", kind=Choice(output.FORMATS), default="table", show_default=True)
@option("-o", "--output", "target", text="File to write to instead of printing.")
@option("--sort", "by", metavar="METRIC", text="Rank by this metric. [default: conll, or the last one]")
@option("--baseline", metavar="NAME", text="The system that others are tested against. [default: the first]")
@option("--test", kind=Choice(TESTS), text="Test of significance. [default: randomisation]")
@options.intervals
@option("--gains", metavar="NAME", text="Also list the documents where this system gains and loses most.")
@option("--top", kind=Range(int, 1), default=10, show_default=True, text="With --gains: how many of each.")
@option("--correlation", is_flag=True, text="Also show Kendall's τ between the metrics, over the systems.")
@options.group_by
@option(
    "--plot", "plots", nargs=2, multiple=True, metavar="KIND FILE",
    text=f"Draw a picture ({', '.join(PLOTS)}) to an SVG, PNG or PDF file; may be given again.",
)  # fmt: skip
@option(
    "--jobs",
    kind=Range(int, 1),
    text="Systems to score at a time. [default: one for each core, or 1 for small files]",
)
@options.reading
@options.policies
def command(
    key: str | None,
    responses: tuple[str, ...],
    tracks: tuple[tuple[str, str, str], ...],
    metrics: tuple[str, ...],
    form: str,
    target: str | None,
    by: str | None,
    baseline: str | None,
    test: str | None,
    ci: bool,
    level: float,
    resamples: int,
    seed: int,
    gains: str | None,
    top: int,
    correlation: bool,
    group_by: str | None,
    plots: Plots,
    jobs: int | None,
    reading: dict[str, Any],
    **policies: Any,
) -> None:
    """Compare several systems on KEY.

    A RESPONSE is a file, NAME=FILE (or NAME=DIRECTORY, one system in many files), or a directory with a file or a
    directory for each system. The table has the F1 of each metric, the best system first; stars mark differences from
    the baseline that chance does not explain.
    """
    if form == "csv" and (gains or group_by or correlation):
        raise UsageError("CSV holds one table; take --gains, --group-by and --correlation to another format")
    _check_plots(plots)
    names = options.split_names(metrics)
    _check_metrics(names, by, policies["profile"])
    entrants = _entrants(key, responses, tracks)
    _check_systems(entrants, baseline, gains)
    comparisons = _scored(entrants, names, _size_metric(plots, by), jobs, {**reading, **policies})
    if ci:
        comparisons = [each.with_intervals(level, resamples, seed) for each in comparisons]
    found = [_tested(each, baseline, test, resamples, seed) for each in comparisons]
    with options.usage_errors():
        parts = _parts(found, by, baseline, gains, top, correlation, group_by)
    _write(found, parts, by, form, target)
    _draw(found, plots, by, baseline, gains)


def _entrants(key: str | None, responses: tuple[str, ...], tracks: tuple[tuple[str, str, str], ...]) -> list[Entrants]:
    """What is to be compared: one track without a name, or several with one."""
    titles = [title for title, _, _ in tracks]
    for wrong, message in (
        (key is None and not tracks, "Missing argument 'KEY'; or give --track NAME KEY RESPONSES"),
        (key is not None and tracks, "KEY and RESPONSE make one track; give that as a --track, too"),
        (len(set(titles)) < len(titles), "two tracks have the same name; give each a name of its own"),
    ):
        if wrong:
            raise UsageError(message)
    if key is not None:
        return [Entrants("", key, systems_of(responses))]
    return [Entrants(title, path, systems_of([where])) for title, path, where in tracks]


def _check_metrics(names: list[str] | None, by: str | None, profile: str | None) -> None:
    from corefscore.metrics.registry import ALIASES, find_metrics

    with options.usage_errors():
        known = [metric.name for metric in find_metrics(names, profile=profile)]
    if by is not None and ALIASES.get(by, by) not in known:
        raise UsageError(f"{by!r} is not among the metrics; choose from {', '.join(known)}")


def _check_systems(entrants: list[Entrants], *names: str | None) -> None:
    for name in names:
        for track in entrants:
            if name is not None and name not in track.responses:
                where = f" in {track.title}" if track.title else ""
                raise UsageError(f"there is no system {name!r}{where}; choose from {', '.join(track.responses)}")


def _scored(
    entrants: list[Entrants], metrics: list[str] | None, size_metric: str | None, jobs: int | None, reading: Any
) -> list[Comparison]:
    from corefscore.comparison.compare import compare

    inputs = [
        path for track in entrants for path in (track.key, *(f for files in track.responses.values() for f in files))
    ]
    if inputs.count("-") > 1:
        raise UsageError("standard input (-) can be read once only; name files for the rest")
    processes = jobs or _processes(inputs)
    with stepped("scoring systems", sum(len(track.responses) for track in entrants)) as step:
        return [
            compare(
                track.key,
                {name: files[0] if len(files) == 1 else files for name, files in track.responses.items()},
                metrics,
                title=track.title,
                jobs=processes,
                size_metric=size_metric,
                step=step,
                **reading,
            )
            for track in entrants
        ]


def _processes(inputs: list[str]) -> int:
    """One for each core, but only one where starting others takes longer than the work."""
    import os

    size = sum(Path(path).stat().st_size for path in inputs if Path(path).is_file())
    return os.cpu_count() or 1 if size > LARGE else 1


def _tested(comparison: Comparison, baseline: str | None, test: str | None, resamples: int, seed: int) -> Comparison:
    from corefscore.core.problems import warn

    if test == "none" or len(comparison) == 1:
        return comparison
    if test is None and len(comparison.documents) == 1:
        message = "significance is not tested: that takes more than one document"
        warn(next(iter(comparison.values())).key.name, 0, message)
        return comparison
    return comparison.with_tests(baseline, test or TESTS[0], resamples, seed)


def _parts(
    tracks: list[Comparison],
    by: str | None,
    baseline: str | None,
    gains: str | None,
    top: int,
    correlation: bool,
    group_by: str | None,
) -> Parts:
    """Further tables that were asked for, one for each track."""
    from corefscore.comparison.rankings import tau_table
    from corefscore.comparison.standings import differences, group_table

    parts: Parts = {}
    if group_by:
        parts["groups"] = [group_table(each, group_by, by) for each in tracks]
    if gains:
        parts["differences"] = [
            differences(each, each.system(baseline), each.system(gains), by, top) for each in tracks
        ]
    if correlation:
        parts["correlation"] = [tau_table(each.metrics, each.tau, len(each)) for each in tracks]
    return parts


def _write(tracks: list[Comparison], parts: Parts, by: str | None, form: str, target: str | None) -> None:
    from corefscore.comparison.standings import records, results_table, to_dict

    if form == "json":
        further = {
            name: [table.to_records() for table in tables] if len(tracks) > 1 else tables[0].to_records()
            for name, tables in parts.items()
            if name != "correlation"  # which JSON has in any case
        }
        output.write(json.dumps(to_dict(tracks, by) | further, indent=2, ensure_ascii=False), target)
    elif form == "csv":
        output.show(records(tracks, by), form, target)
    else:
        titled = [
            table.under(track.title) for tables in parts.values() for track, table in zip(tracks, tables, strict=True)
        ]
        output.show_all([results_table(tracks, by), *titled], form, target)


def _size_metric(plots: Plots, by: str | None) -> str | None:
    """The metric to count by the size of entities, if that is to be drawn."""
    from corefscore.analysis.sizes import METRICS
    from corefscore.metrics.registry import ALIASES

    if "sizes" not in dict(plots):
        return None
    name = ALIASES.get(by, by) if by else None
    return name if name in METRICS else METRICS[0]


def _check_plots(plots: Plots) -> None:
    from corefscore.core.plots import check_name

    for kind, path in plots:
        if kind not in PLOTS:
            raise UsageError(f"there is no picture {kind!r}; choose from {', '.join(PLOTS)}")
        check_name(path)


def _draw(tracks: list[Comparison], plots: Plots, by: str | None, baseline: str | None, gains: str | None) -> None:
    from corefscore.comparison.pictures import draw
    from corefscore.core.plots import save

    for kind, path in plots:
        for track in tracks:
            name = Path(path)
            one = path if len(tracks) == 1 else str(name.with_stem(f"{name.stem}-{track.title}"))
            save(draw(kind, track, by, baseline, gains), one)
