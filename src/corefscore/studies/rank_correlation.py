"""How far metrics agree on the order of systems, over published results, a table of results, or responses."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from corefscore.comparison import conll2012
from corefscore.comparison.compare import compare
from corefscore.comparison.rankings import draw_tau, kendall, tau_table
from corefscore.core.arrays import Floats
from corefscore.core.export import Exportable
from corefscore.core.problems import InputError, Problem, fail
from corefscore.core.tables import Column, Table
from corefscore.formats.files import read_bytes
from corefscore.metrics.registry import METRICS, metric_name

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

TRACK, SYSTEM = "track", "system"
BESIDE = ("_low", "_high", "_p", "_p_holm")
"""Ends of the names of columns that say something about a metric but are no metric."""


class Measure(NamedTuple):
    """A column of figures."""

    name: str
    title: str


class League(NamedTuple):
    """Systems (rows) and their figures by each measure (columns)."""

    track: str
    measures: Sequence[Measure]
    figures: Floats

    @property
    def tau(self) -> Floats:
        return kendall(self.figures)

    def table(self) -> Table:
        return tau_table(self.measures, self.tau, len(self.figures), f" ({self.track})" if self.track else "")


def published(metrics: Sequence[str] | None = None) -> RankCorrelation:
    """The tracks of the CoNLL-2011 and CoNLL-2012 shared tasks; misprinted averages are corrected."""
    measures = _chosen(conll2012.METRICS, metrics, "the published results")
    return RankCorrelation(
        [
            League(track, measures, np.array([[row.f1[m.name] for m in measures] for row in conll2012.systems(track)]))
            for track in conll2012.tracks()
        ]
    )


def of_responses(
    key: str, systems: Mapping[str, Sequence[str]], metrics: Sequence[str] | None = None, **options: Any
) -> RankCorrelation:
    """Responses of several systems to one key."""
    comparison = compare(key, {name: list(files) for name, files in systems.items()}, metrics, **options)
    measures = [Measure(metric.name, metric.title) for metric in comparison.metrics]
    return RankCorrelation([_checked(League("", measures, comparison.f1), key)])


def of_table(path: str, metrics: Sequence[str] | None = None) -> RankCorrelation:
    """A table with a row for each system, and a column for each metric."""
    head, *rows = _rows(path)
    numeric = [name for name in head if name not in (TRACK, SYSTEM) and not name.endswith(BESIDE)]
    if SYSTEM not in head:
        numeric = [name for name in numeric if name != head[0]]
    measures = _chosen(numeric, metrics, path)
    tracks: dict[str, list[list[float]]] = {}
    problems: list[Problem] = []
    for line, row in enumerate(rows, 2):
        named = dict(zip(head, row, strict=False))
        try:
            tracks.setdefault(named.get(TRACK, ""), []).append([float(named[measure.name]) for measure in measures])
        except (KeyError, ValueError):
            problems.append(
                Problem(path, line, f"a figure is needed for each of {', '.join(m.name for m in measures)}")
            )
    if problems:
        raise InputError(problems)
    leagues = [_checked(League(track, measures, np.array(figures)), path) for track, figures in tracks.items()]
    return RankCorrelation(leagues)


def _rows(path: str) -> list[list[str]]:
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise fail(path, 0, "not UTF-8; convert the file") from None
    rows = [row for row in csv.reader(text.splitlines()) if row]
    if len(rows) < 2 or len(rows[0]) < 2:
        raise fail(path, 0, "is no table of results; write a line of column names, and a line for each system")
    return rows


def _chosen(known: Sequence[str], wanted: Sequence[str] | None, where: str) -> list[Measure]:
    names = list(dict.fromkeys(_metric_name(name, known) for name in wanted)) if wanted else list(known)
    missing = [name for name in names if name not in known]
    if missing:
        raise ValueError(f"{where} has no {missing[0]!r}; choose from {', '.join(known)}")
    return [Measure(name, METRICS[name].title if name in METRICS else name) for name in names]


def _metric_name(name: str, known: Sequence[str]) -> str:
    """A name of a column; else the metric that is meant."""
    try:
        return name if name in known else metric_name(name)
    except ValueError:
        return name


def _checked(league: League, source: str) -> League:
    if len(league.figures) < 2:
        raise fail(source, 0, "an order takes at least two systems; add some")
    if len(league.measures) < 2:
        raise fail(source, 0, "a correlation takes at least two metrics; add some")
    return league


@dataclass(frozen=True, eq=False)
class RankCorrelation(Exportable):
    """Kendall's τ between metrics, for one or several leagues of systems."""

    leagues: Sequence[League]

    def table(self) -> Table:
        return self.leagues[0].table()

    def tables(self) -> list[Table]:
        return [league.table() for league in self.leagues]

    def full_table(self) -> Table:
        """A row for each track and pair of metrics."""
        columns = [Column(name, name) for name in ("track", "systems", "first", "second", "tau")]
        rows = [
            [league.track, len(league.figures), first.name, second.name, float(league.tau[i, j])]
            for league in self.leagues
            for i, first in enumerate(league.measures)
            for j, second in enumerate(league.measures)
            if i < j
        ]
        return Table(columns, rows)

    def to_dict(self) -> dict[str, object]:
        return {
            "tracks": [
                {"track": league.track, "systems": len(league.figures), "kendall_tau": _matrix(league)}
                for league in self.leagues
            ]
        }

    def figure(self) -> Picture:
        """A heat map for each track."""
        titles = [measure.title for measure in self.leagues[0].measures]
        named = [(f"{league.track} ({len(league.figures)} systems)".strip(), league.tau) for league in self.leagues]
        return draw_tau(titles, named)


def _matrix(league: League) -> dict[str, dict[str, float | None]]:
    names = [measure.name for measure in league.measures]
    rows = [[None if np.isnan(value) else value for value in row] for row in league.tau.tolist()]
    return {name: dict(zip(names, row, strict=True)) for name, row in zip(names, rows, strict=True)}
