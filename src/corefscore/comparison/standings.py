"""Comparisons as people and machines read them: the results table of a paper, differences by document, groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from corefscore.comparison.groups import Groups
from corefscore.comparison.systems import SYSTEM, Comparison, aligned
from corefscore.core.export import Exportable
from corefscore.core.tables import Column, Figure, Table

CORRELATION = "correlation"


@dataclass(frozen=True, eq=False)
class Standings(Exportable):
    """Comparisons of one or several tracks, as one table with a section for each, and further tables beside it.

    Parameters
    ----------
    tracks : sequence of Comparison
        One comparison without a title, or several with one.
    by : str, optional
        The metric that ranks systems.
    beside : mapping of str to tables
        Further tables, one for each track.
    """

    tracks: Sequence[Comparison]
    by: str | None = None
    beside: Mapping[str, Sequence[Table]] = field(default_factory=dict)

    def table(self) -> Table:
        tables = [track.table(self.by) for track in self.tracks]
        names = [row[0] for table in tables for row in table.rows]
        figures = [[cell for cell in row if isinstance(cell, Figure)] for table in tables for row in table.rows]
        rows = [[name, *row] for name, row in zip(names, aligned(figures), strict=True)]
        sections = [track.title for track, table in zip(self.tracks, tables, strict=True) for _ in table.rows]
        return Table(tables[0].columns, rows, foot=self._foot(tables), sections=sections)

    def _foot(self, tables: Sequence[Table]) -> list[str]:
        """Legends and signatures; where those of tracks differ, with the track before them."""
        lines: list[str] = []
        for notes in zip(*(table.foot for table in tables), strict=True):
            named = [f"{track.title}: {note}" for track, note in zip(self.tracks, notes, strict=True)]
            lines += notes[:1] if len(set(notes)) == 1 else named
        return lines

    def tables(self) -> list[Table]:
        beside = (zip(self.tracks, tables, strict=True) for tables in self.beside.values())
        return [self.table(), *(table.under(track.title) for pairs in beside for track, table in pairs)]

    def full_table(self) -> Table:
        """A row for each track and system."""
        tables = [track.full_table(self.by) for track in self.tracks]
        keys = dict.fromkeys(column.key for table in tables for column in table.columns)
        rows = [
            [track.title, *(record.get(key) for key in keys)]
            for track, table in zip(self.tracks, tables, strict=True)
            for record in table.to_records()
        ]
        first = 0 if any(track.title for track in self.tracks) else 1
        return Table([Column(key, key) for key in ("track", *keys)][first:], [row[first:] for row in rows])

    def to_dict(self) -> dict[str, object]:
        """One comparison, or several by the names of their tracks."""
        alone = len(self.tracks) == 1
        beside: dict[str, object] = {
            name: tables[0].to_records() if alone else [table.to_records() for table in tables]
            for name, tables in self.beside.items()
            if name != CORRELATION  # which a comparison has in any case
        }
        if alone and not self.tracks[0].title:
            return self.tracks[0].to_dict(self.by) | beside
        return {"tracks": {track.title: track.to_dict(self.by) for track in self.tracks}} | beside


def differences(comparison: Comparison, baseline: str, system: str, by: str | None = None, top: int = 10) -> Table:
    """The documents on which a system gains and loses most against a baseline, by the F1 of one metric."""
    if system == baseline:
        raise ValueError(f"{system} is the baseline itself; name another system, or another baseline")
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
    counts = f"better than {baseline} on {better:,}, worse on {worse:,}, even on {same:,}"
    head = f"{title} F1 by document: {system} is {counts}"
    sections = ["largest gains"] * len(first) + ["largest losses"] * len(last)
    return Table(columns, rows, head=[head], sections=sections)


def group_table(comparison: Comparison, group_by: str, by: str | None = None) -> Table:
    """A row for each system with its F1 in each group by one metric, over all documents, and as mean of the groups."""
    metric = comparison.metric(by)
    grouped = {name: Groups(result, group_by) for name, result in comparison.items()}
    names = list(next(iter(grouped.values())))
    columns = [SYSTEM, *(Column(name, name, "percent") for name in [*names, "All documents", "Mean of groups"])]
    figures = {
        name: [
            *(groups[group].f1_figure(metric) for group in names),
            comparison[name].figure(metric),
            groups.mean.f1_figure(metric),
        ]
        for name, groups in grouped.items()
    }
    best = [max(figure.value for figure in column) for column in zip(*figures.values(), strict=True)]
    rows: list[list[object]] = [
        [name, *(f._replace(best=f.value == high) for f, high in zip(figures[name], best, strict=True))]
        for name in sorted(figures, key=lambda name: -figures[name][-1].value)
    ]
    title = comparison.title_of(metric)
    return Table(columns, rows, head=[f"{title} F1 by groups of documents, ranked by the mean of groups"])
