"""Comparisons as people and machines read them: the results table of a paper, differences by document, groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from corefscore.comparison.groups import Groups
from corefscore.comparison.systems import SYSTEM, Comparison, aligned
from corefscore.core.tables import Column, Table


def results_table(tracks: Sequence[Comparison], by: str | None = None) -> Table:
    """The tables of several tracks as one, a section for each."""
    tables = [track.table(by) for track in tracks]
    names = [row[0] for table in tables for row in table.rows]
    figures: list[Any] = [row[1:] for table in tables for row in table.rows]
    rows = [[name, *row] for name, row in zip(names, aligned(figures), strict=True)]
    sections = [track.title for track, table in zip(tracks, tables, strict=True) for _ in table.rows]
    return Table(tables[0].columns, rows, foot=_foot(tracks, tables), sections=sections)


def _foot(tracks: Sequence[Comparison], tables: Sequence[Table]) -> list[str]:
    """Legends and signatures; where those of tracks differ, with the track before them."""
    lines: list[str] = []
    for told in zip(*(table.foot for table in tables), strict=True):
        same = len(set(told)) == 1
        lines += told[:1] if same else [f"{track.title}: {note}" for track, note in zip(tracks, told, strict=True)]
    return lines


def records(tracks: Sequence[Comparison], by: str | None = None) -> Table:
    """Full figures: a row for each track and system, and for each metric its F1, interval and p-values."""
    rows = []
    columns = [Column("track", "track"), SYSTEM]
    tested = any(track.tests for track in tracks)
    for track in tracks:
        for name in track.ranked(by):
            named = _record(track, name, tested)
            rows.append([track.title, name, *named.values()])
            columns[2:] = [Column(key, key) for key in named]
    first = 0 if any(track.title for track in tracks) else 1
    return Table(columns[first:], [row[first:] for row in rows])


def _record(track: Comparison, system: str, tested: bool) -> dict[str, object]:
    found: dict[str, object] = {}
    result, tests = track[system], track.tests
    for metric in result:
        figure = result.figure(metric)
        found[metric] = figure.value
        if figure.interval:
            found[f"{metric}_low"], found[f"{metric}_high"] = figure.interval
        if tested:
            found[f"{metric}_p"] = tests.p.get(system, {}).get(metric) if tests else None
            found[f"{metric}_p_holm"] = tests.corrected.get(system, {}).get(metric) if tests else None
    return found


def to_dict(tracks: Sequence[Comparison], by: str | None = None) -> dict[str, object]:
    """What JSON has: one comparison, or several by the names of their tracks."""
    if len(tracks) == 1 and not tracks[0].title:
        return tracks[0].to_dict(by)
    return {"tracks": {track.title: track.to_dict(by) for track in tracks}}


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
