"""Comparisons as people and machines read them: the results table of a paper, differences by document, groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from corefscore.comparison import Comparison
from corefscore.groups import Groups
from corefscore.rankings import tau_table
from corefscore.significance import Significance
from corefscore.table import Column, Figure, Table

SYSTEM = Column("System", "system")


@dataclass(frozen=True)
class Track:
    """A comparison, and perhaps tests of its differences."""

    comparison: Comparison
    tests: Significance | None = None

    @property
    def title(self) -> str:
        return self.comparison.title

    @property
    def signature(self) -> str:
        """How the figures, the intervals and the p-values were obtained, in one line."""
        parts = [self.comparison.signature, *([self.tests.signature] if self.tests else [])]
        return "|".join(dict.fromkeys("|".join(parts).split("|")))

    @property
    def notes(self) -> list[str]:
        """What stands below a table."""
        intervals = next(iter(self.comparison.values())).intervals
        tested = self.tests.legend if self.tests else "significance is not tested"
        return [*([intervals.legend] if intervals else []), tested, self.signature]

    def figures(self, system: str) -> list[Figure]:
        """The F1 of a system by each metric, with intervals and marks."""
        best = self.comparison.f1.max(axis=0).tolist()
        result = self.comparison[system]
        return [
            result.figure(metric)._replace(marks=self._mark(system, metric), best=result[metric].f1 == highest)
            for metric, highest in zip(result, best, strict=True)
        ]

    def _mark(self, system: str, metric: str) -> str:
        return self.tests.mark(system, metric) if self.tests else ""

    def to_dict(self, by: str | None) -> dict[str, object]:
        comparison = self.comparison
        return {
            "signature": self.signature,
            "ranked_by": comparison.metric(by),
            "ranking": comparison.ranked(by),
            "systems": {name: _without_documents(result.to_dict()) for name, result in comparison.items()},
            **({"significance": self.tests.to_dict()} if self.tests else {}),
            "kendall_tau": tau_table(comparison.metrics, comparison.tau, len(comparison)).to_records(),
        }


def _without_documents(figures: dict[str, object]) -> dict[str, object]:
    """Documents are for `score`; the settings and the signature are those of all."""
    return {name: value for name, value in figures.items() if name not in ("documents", "signature", "settings")}


def results_table(tracks: Sequence[Track], by: str | None = None) -> Table:
    """A row for each system with the F1 of each metric, best first, a section for each track."""
    metrics = tracks[0].comparison.metrics
    columns = [SYSTEM, *(Column(metric.title, metric.name, "percent") for metric in metrics)]
    entries = [(track, name) for track in tracks for name in track.comparison.ranked(by)]
    figures = _aligned([track.figures(name) for track, name in entries])
    rows = [[name, *row] for (_, name), row in zip(entries, figures, strict=True)]
    return Table(columns, rows, foot=_foot(tracks), sections=[track.title for track, _ in entries])


def _aligned(rows: Sequence[Sequence[Figure]]) -> list[list[Figure]]:
    """Marks as wide as the widest of their column, so that figures stand below each other."""
    widths = [max(len(figure.marks) for figure in column) for column in zip(*rows, strict=True)]
    return [
        [figure._replace(marks=figure.marks.ljust(width)) for figure, width in zip(row, widths, strict=True)]
        for row in rows
    ]


def _foot(tracks: Sequence[Track]) -> list[str]:
    """Legends and signatures; where those of tracks differ, with the track before them."""
    lines: list[str] = []
    for told in zip(*(track.notes for track in tracks), strict=True):
        same = len(set(told)) == 1
        lines += told[:1] if same else [f"{track.title}: {note}" for track, note in zip(tracks, told, strict=True)]
    return lines


def records(tracks: Sequence[Track], by: str | None = None) -> Table:
    """Full figures: a row for each track and system, and for each metric its F1, interval and p-values."""
    rows = []
    columns = [Column("track", "track"), SYSTEM]
    for track in tracks:
        for name in track.comparison.ranked(by):
            named = _record(track, name)
            rows.append([track.title, name, *named.values()])
            columns[2:] = [Column(key, key) for key in named]
    first = 0 if any(track.title for track in tracks) else 1
    return Table(columns[first:], [row[first:] for row in rows])


def _record(track: Track, system: str) -> dict[str, object]:
    found: dict[str, object] = {}
    result = track.comparison[system]
    for metric in result:
        figure = result.figure(metric)
        found[metric] = figure.value
        if figure.interval:
            found[f"{metric}_low"], found[f"{metric}_high"] = figure.interval
        if track.tests:
            found[f"{metric}_p"] = track.tests.p.get(system, {}).get(metric)
            found[f"{metric}_p_holm"] = track.tests.corrected.get(system, {}).get(metric)
    return found


def to_dict(tracks: Sequence[Track], by: str | None = None) -> dict[str, object]:
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
