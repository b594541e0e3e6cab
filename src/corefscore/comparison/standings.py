"""Comparisons as tables: the results of systems, differences by document, and groups of documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

import numpy as np

from corefscore.comparison.groups import ALL, MEAN, Groups
from corefscore.comparison.layouts import F1, SYSTEM
from corefscore.comparison.mean_tests import MeanOverGroups
from corefscore.comparison.significance import Significance
from corefscore.comparison.systems import Comparison, aligned
from corefscore.core.export import Exportable
from corefscore.core.tables import Column, Table

CORRELATION = "correlation"
MEAN_P = Column("p (mean)", "mean_p_holm", "number", decimals=4)


@dataclass(frozen=True, eq=False)
class Standings(Exportable):
    """Comparisons of one or several tracks: one table with a section for each track, and further tables.

    Parameters
    ----------
    tracks : sequence of Comparison
        One comparison, or several comparisons that have titles.
    by : str, optional
        The metric that ranks the systems.
    beside : mapping of str to tables
        Further tables by name, one for each track.
    layout : str
        The figures to show: `f1`, `rates` or `paper`; see `Comparison.table`.

    Examples
    --------
    >>> import corefscore
    >>> key = {"1": [["a", "b", "c"]]}
    >>> tracks = [corefscore.compare(key, {"all": key}, ["muc"], title=title) for title in ("English", "Dutch")]
    >>> print(Standings(tracks).to_csv())
    track,system,muc
    English,all,1.0
    Dutch,all,1.0
    """

    tracks: Sequence[Comparison]
    by: str | None = None
    beside: Mapping[str, Sequence[Table]] = field(default_factory=dict)
    layout: str = F1

    def __repr__(self) -> str:
        systems = sum(map(len, self.tracks))
        return f"<Standings of {systems:,} systems in {len(self.tracks):,} tracks>"

    def table(self) -> Table:
        """Return a row for each system with its figures, and a section for each track."""
        letters, problems = (
            any(found) for found in zip(*((track.pairs, track.failed) for track in self.tracks), strict=True)
        )
        tables = [track.table(self.by, self.layout, letters, problems) for track in self.tracks]
        rows = aligned([row for table in tables for row in table.rows])
        sections = [track.title for track, table in zip(self.tracks, tables, strict=True) for _ in table.rows]
        return Table(
            tables[0].columns,
            rows,
            foot=self._foot(tables),
            sections=sections,
            over=tables[0].over,
            signatures=[each for table in tables for each in table.signatures],
        )

    def _foot(self, tables: Sequence[Table]) -> list[str]:
        """Return the legends. If the tracks differ in them, each line begins with its track."""
        lines: list[str] = []
        for notes in zip_longest(*(table.foot for table in tables), fillvalue=""):
            named = [f"{track.title}: {note}" for track, note in zip(self.tracks, notes, strict=True) if note]
            lines += notes[:1] if len(set(notes)) == 1 else named
        return lines

    def tables(self) -> list[Table]:
        """Return the table of results, and the further tables of each track."""
        beside = (zip(self.tracks, tables, strict=True) for tables in self.beside.values())
        return [self.table(), *(table.under(track.title) for pairs in beside for track, table in pairs)]

    def full_table(self) -> Table:
        """Return a row for each track and system, with all figures."""
        tables = [track.full_table(self.by, self.layout) for track in self.tracks]
        keys = dict.fromkeys(column.key for table in tables for column in table.columns)
        rows = [
            [track.title, *(record.get(key) for key in keys)]
            for track, table in zip(self.tracks, tables, strict=True)
            for record in table.to_records()
        ]
        first = 0 if any(track.title for track in self.tracks) else 1
        return Table([Column(key, key) for key in ("track", *keys)][first:], [row[first:] for row in rows])

    def to_dict(self) -> dict[str, object]:
        """Return one comparison, or several by the names of their tracks."""
        alone = len(self.tracks) == 1
        beside: dict[str, object] = {
            name: tables[0].to_records() if alone else [table.to_records() for table in tables]
            for name, tables in self.beside.items()
            if name != CORRELATION  # every comparison has it
        }
        if alone and not self.tracks[0].title:
            return self.tracks[0].to_dict(self.by) | beside
        return {"tracks": {track.title: track.to_dict(self.by) for track in self.tracks}} | beside


def differences(comparison: Comparison, baseline: str, system: str, by: str | None = None, top: int = 10) -> Table:
    """Return the documents with the largest gains and losses of a system against a baseline, by the F1 of one metric.

    Parameters
    ----------
    comparison : Comparison
        The systems.
    baseline, system : str
        The two systems to compare.
    by : str, optional
        The metric. By default it is the metric of the ranking.
    top : int
        The number of gains, and the number of losses, to show.

    Returns
    -------
    Table
        A row for each of these documents.

    Raises
    ------
    ValueError
        If the two systems are the same.
    """
    if system == baseline:
        raise ValueError(f"{system} is the baseline itself; choose another system or another baseline")
    metric = comparison.metric(by)
    ours, theirs = (comparison.document_f1(name, metric) for name in (system, baseline))
    gain = ours - theirs
    order = np.argsort(-gain, kind="stable")
    better, worse = int((gain > 0).sum()), int((gain < 0).sum())
    first = [int(row) for row in order[: min(top, better)]]
    last = [int(row) for row in order[::-1][: min(top, worse)]]
    columns = [
        Column("Document", "document"),
        Column("Mentions", "mentions", "count"),
        Column(baseline, "baseline", "percent"),
        Column(system, "system", "percent"),
        Column("Gain", "gain", "percent"),
    ]
    mentions = comparison.key_mentions.astype(int).tolist()
    rows = [
        [comparison.documents[row], mentions[row], float(theirs[row]), float(ours[row]), float(gain[row])]
        for row in first + last
    ]
    title = comparison.title_of(metric)
    same = len(gain) - better - worse
    counts = f"better than {baseline} on {better:,}, worse on {worse:,}, equal on {same:,}"
    head = f"{title} F1 by document: {system} is {counts}"
    sections = ["largest gains"] * len(first) + ["largest losses"] * len(last)
    return Table(columns, rows, head=[head], sections=sections)


def group_table(comparison: Comparison, group_by: str, by: str | None = None) -> Table:
    """Return the F1 of each system in each group of documents, in all documents, and as the mean of the groups.

    If the comparison was tested by randomisation against a baseline, the means are tested too: documents are exchanged
    within their groups, and the mean is computed again.

    Parameters
    ----------
    comparison : Comparison
        The systems.
    group_by : str
        How to group documents, as for `Groups`.
    by : str, optional
        The metric. By default it is the metric of the ranking.

    Returns
    -------
    Table
        A row for each system.
    """
    metric = comparison.metric(by)
    grouped = {name: Groups(result, group_by) for name, result in comparison.items()}
    names = list(next(iter(grouped.values())))
    tests = _mean_tests(comparison, next(iter(grouped.values())), metric)
    columns = [SYSTEM, *(Column(name, name, "percent") for name in [*names, ALL, MEAN]), *([MEAN_P] if tests else [])]
    figures = {
        name: [
            *(groups[group].f1_figure(metric) for group in names),
            comparison[name].figure(metric),
            groups.mean.f1_figure(metric)._replace(marks=tests.mark(name, metric) if tests else ""),
        ]
        for name, groups in grouped.items()
    }
    best = [max(figure.value for figure in column) for column in zip(*figures.values(), strict=True)]
    rows: list[list[object]] = [
        [
            name,
            *(f._replace(best=f.value == high) for f, high in zip(figures[name], best, strict=True)),
            *([tests.corrected.get(name, {}).get(metric)] if tests else []),
        ]
        for name in sorted(figures, key=lambda name: -figures[name][-1].value)
    ]
    title = comparison.title_of(metric)
    head = f"{title} F1 by groups of documents, ranked by the mean of groups"
    foot = [f"Mean of groups: {tests.legend}; documents are exchanged within groups"] if tests else []
    return Table(columns, aligned(rows), head=[head], foot=foot)


def _mean_tests(comparison: Comparison, groups: Groups, metric: str) -> Significance | None:
    """Return tests of the means of groups against the baseline; None unless the comparison has randomisation tests."""
    tests = comparison.tests
    if tests is None or tests.test != "randomisation":
        return None
    mean = MeanOverGroups([each for each in comparison.metrics if each.name == metric], groups.rows)
    counts = {name: mean.apart(mean.stack(result.counts.rows)) for name, result in comparison.items()}
    return Significance.of(tests.test, mean, counts, tests.baseline, tests.resamples, tests.seed)
