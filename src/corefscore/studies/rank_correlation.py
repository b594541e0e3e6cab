"""How much metrics agree on the order of systems: published results, a table of results, or responses."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from corefscore.comparison import conll2012
from corefscore.comparison.compare import compare
from corefscore.comparison.rankings import draw_tau, kendall, tau_table
from corefscore.comparison.systems import GROUP, PROBLEM
from corefscore.core.arrays import Floats
from corefscore.core.export import Exportable
from corefscore.core.problems import InputError, Problem, fail, warn
from corefscore.core.tables import Column, Table
from corefscore.formats.files import read_bytes
from corefscore.matching.keywords import ScoringOptions
from corefscore.metrics.registry import METRICS
from corefscore.metrics.selection import metric_name

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture
    from typing_extensions import Unpack

TRACK, SYSTEM = "track", "system"
TEXTS = (TRACK, SYSTEM, GROUP.key, PROBLEM.key)
"""Columns of a comparison that are not figures."""

NO_METRIC = ("_low", "_high", "_p", "_p_holm")
"""Endings of the names of columns that describe a metric."""


class ScoreColumn(NamedTuple):
    """A column of figures: a metric, or another column of a table."""

    name: str
    title: str


class League(NamedTuple):
    """The systems of one track, and their figures.

    Parameters
    ----------
    track : str
        The name of the track.
    columns : sequence of ScoreColumn
        The columns of the figures.
    figures : array
        A row for each system, a column for each metric.
    """

    track: str
    columns: Sequence[ScoreColumn]
    figures: Floats

    def __repr__(self) -> str:
        return f"<League {self.track!r} of {len(self.figures):,} systems>"

    @property
    def tau(self) -> Floats:
        """Kendall's τ between the columns."""
        return kendall(self.figures)

    def table(self) -> Table:
        """Return the correlations."""
        return tau_table(self.columns, self.tau, len(self.figures), f" ({self.track})" if self.track else "")


def published(metrics: Sequence[str] | None = None) -> RankCorrelation:
    """Compute the correlation of metrics over the systems of the CoNLL-2011 and CoNLL-2012 shared tasks.

    Misprinted averages are corrected.

    Parameters
    ----------
    metrics : sequence of str, optional
        Names of metrics; by default, all published metrics.

    Raises
    ------
    ValueError
        If a metric was not published.

    Examples
    --------
    >>> [round(float(league.tau[0, 1]), 2) for league in published(["muc", "b3"]).leagues]
    [0.74, 0.84, 0.94, 0.9]
    """
    columns = _chosen(conll2012.METRICS, metrics, "the published results")
    leagues = []
    for track in conll2012.tracks():
        figures = [[system.f1[column.name] for column in columns] for system in conll2012.systems(track)]
        leagues.append(League(track, columns, np.array(figures)))
    return RankCorrelation(leagues)


def of_responses(
    key: str,
    systems: Mapping[str, Sequence[str]],
    metrics: Sequence[str] | None = None,
    *,
    jobs: int = 1,
    **options: Unpack[ScoringOptions],
) -> RankCorrelation:
    """Compute the correlation of metrics over the responses of several systems to one key.

    Parameters
    ----------
    key : str
        The file of the key.
    systems : mapping of str to sequence of str
        The files of each system, by its name.
    metrics : sequence of str, optional
        Names of metrics.
    jobs : int
        How many processes score.
    **options
        All other options of `score`.

    Raises
    ------
    InputError
        If a file cannot be scored, or if there are fewer than two systems or metrics.
    """
    responses = {name: list(files) for name, files in systems.items()}
    comparison = compare(key, responses, metrics, jobs=jobs, **options)
    columns = [ScoreColumn(metric.name, metric.title) for metric in comparison.metrics]
    return RankCorrelation([_checked(League("", columns, comparison.f1), key)])


def of_table(path: str, metrics: Sequence[str] | None = None) -> RankCorrelation:
    """Compute the correlation of metrics over the systems of a table.

    Parameters
    ----------
    path : str
        A CSV file with a row for each system and a column for each metric. A column `track` makes several tracks.
    metrics : sequence of str, optional
        Names of columns; by default, all columns of figures.

    Raises
    ------
    InputError
        If the file is not such a table, or if it has fewer than two systems or columns.
    ValueError
        If the table does not have one of the columns.
    """
    (_, head), *rows = _rows(path)
    numeric = [name for name in head if name not in TEXTS and not name.endswith(NO_METRIC)]
    if SYSTEM not in head:
        numeric = [name for name in numeric if name != head[0]]
    columns = _chosen(numeric, metrics, path)
    tracks: dict[str, list[list[float]]] = {}
    problems: list[Problem] = []
    for line, row in rows:
        named = dict(zip(head, row, strict=False))
        if named.get(PROBLEM.key):
            warn(path, line, f"{named.get(SYSTEM, row[0])} is left out, because it was not scored")
            continue
        try:
            tracks.setdefault(named.get(TRACK, ""), []).append([float(named[column.name]) for column in columns])
        except (KeyError, ValueError):
            needed = ", ".join(column.name for column in columns)
            problems.append(Problem(path, line, f"a figure is missing; fill each of these columns: {needed}"))
    if problems:
        raise InputError(problems)
    leagues = [_checked(League(track, columns, np.array(figures)), path) for track, figures in tracks.items()]
    return RankCorrelation(leagues)


def _rows(path: str) -> list[tuple[int, list[str]]]:
    """Return the rows of a CSV file with their line numbers. The first row has the names of the columns."""
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise fail(path, 0, "not UTF-8; convert the file") from None
    reader = csv.reader(text.splitlines())
    rows = [(reader.line_num, row) for row in reader if row]
    if len(rows) < 2 or len(rows[0][1]) < 2:
        raise fail(path, 0, "this is not a table of results; write a line of column names, and a line for each system")
    return rows


def _chosen(known: Sequence[str], wanted: Sequence[str] | None, where: str) -> list[ScoreColumn]:
    """Return the wanted columns, or all columns."""
    names = list(dict.fromkeys(_metric_name(name, known) for name in wanted)) if wanted else list(known)
    missing = [name for name in names if name not in known]
    if missing:
        raise ValueError(f"{where} has no {missing[0]!r}; choose from {', '.join(known)}")
    return [ScoreColumn(name, METRICS[name].title if name in METRICS else name) for name in names]


def _metric_name(name: str, known: Sequence[str]) -> str:
    """Return the name of a column. The name may also be another name of its metric."""
    try:
        return name if name in known else metric_name(name)
    except ValueError:
        return name


def _checked(league: League, source: str) -> League:
    if len(league.figures) < 2:
        raise fail(source, 0, "a correlation needs at least two systems; add more systems")
    if len(league.columns) < 2:
        raise fail(source, 0, "a correlation needs at least two metrics; add more metrics")
    return league


@dataclass(frozen=True, eq=False)
class RankCorrelation(Exportable):
    """Kendall's τ between metrics, for one or several tracks.

    Parameters
    ----------
    leagues : sequence of League
        The systems of each track.
    """

    leagues: Sequence[League]

    def __repr__(self) -> str:
        systems = sum(len(league.figures) for league in self.leagues)
        return f"<RankCorrelation of {systems:,} systems in {len(self.leagues):,} tracks>"

    def table(self) -> Table:
        """Return the correlations of the first track."""
        return self.leagues[0].table()

    def tables(self) -> list[Table]:
        """Return the correlations of each track."""
        return [league.table() for league in self.leagues]

    def full_table(self) -> Table:
        """Return a row for each track and pair of metrics."""
        columns = [Column(name, name) for name in ("track", "systems", "first", "second", "tau")]
        rows = [
            [league.track, len(league.figures), first.name, second.name, float(league.tau[i, j])]
            for league in self.leagues
            for i, first in enumerate(league.columns)
            for j, second in enumerate(league.columns)
            if i < j
        ]
        return Table(columns, rows)

    def to_dict(self) -> dict[str, object]:
        """Return the correlations of each track; None if they are not defined."""
        return {
            "tracks": [
                {"track": league.track, "systems": len(league.figures), "kendall_tau": _matrix(league)}
                for league in self.leagues
            ]
        }

    def figure(self) -> Picture:
        """Return a heat map for each track."""
        titles = [column.title for column in self.leagues[0].columns]
        named = [(f"{league.track} ({len(league.figures)} systems)".strip(), league.tau) for league in self.leagues]
        return draw_tau(titles, named)


def _matrix(league: League) -> dict[str, dict[str, float | None]]:
    names = [column.name for column in league.columns]
    rows = [[None if np.isnan(value) else value for value in row] for row in league.tau.tolist()]
    return {name: dict(zip(names, row, strict=True)) for name, row in zip(names, rows, strict=True)}
