"""What each kind of error costs: repair it, and score again."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from corefscore.analysis.errors.kinds import BY_NAME, KUMMERFELD, REPAIRS
from corefscore.analysis.errors.repairs import repaired
from corefscore.analysis.errors.units import Units
from corefscore.core.corpus import Corpus
from corefscore.core.export import Exportable
from corefscore.core.settings import Settings
from corefscore.core.tables import Column, Table
from corefscore.metrics.base import RATES, Metric
from corefscore.result import Result, SideCounts, counted_metrics
from corefscore.scoring import count, prepare

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SPAN = REPAIRS[0]


@dataclass(frozen=True, eq=False)
class Prices(Exportable):
    """The scores before and after repairs.

    `alone` has the response with the spans repaired and one more kind of error; `progressive` repairs one kind after
    the other, so that the last has none left. `errors` counts the errors of each kind.
    """

    signature: str
    errors: Mapping[str, int]
    before: Result
    alone: Mapping[str, Result]
    progressive: Mapping[str, Result]

    def __repr__(self) -> str:
        return f"<Prices of {len(self.alone)} kinds of error in {len(self.metrics)} metrics>"

    def gain(self, kind: str, metric: str, rate: str = "f1") -> float:
        """How much the repair of one kind brings, of a figure between 0 and 1; spans are repaired before all others."""
        base = self.before if kind == SPAN else self.alone[SPAN]
        after, before = (getattr(result[metric], rate) for result in (self.alone[kind], base))
        return float(after - before)

    @property
    def metrics(self) -> tuple[Metric, ...]:
        return self.before.metrics

    def table(self) -> Table:
        """Points of F1 that each repair brings, for every metric."""
        rows = [
            [BY_NAME[kind].title, self.errors[kind], *(self.gain(kind, metric.name) for metric in self.metrics)]
            for kind in self.alone
        ]
        head = ("Points of F1 that the repair of one kind brings (all but the first after the repair of spans)",)
        return Table(self._columns("Kind"), rows, head)

    def progressive_table(self) -> Table:
        """F1 after one repair after the other, for every metric."""
        steps = [("As scored", "", self.before)]
        steps += [
            (f"+ {BY_NAME[kind].title}", str(self.errors[kind]), result) for kind, result in self.progressive.items()
        ]
        rows = [
            [title, int(errors) if errors else None, *(result[metric.name].f1 for metric in self.metrics)]
            for title, errors, result in steps
        ]
        head = ("F1 when kinds are repaired one after the other",)
        return Table(self._columns("Repaired"), rows, head, foot=(self.signature,))

    def _columns(self, first: str) -> list[Column]:
        figures = [Column(metric.title, metric.name, "percent") for metric in self.metrics]
        return [Column(first, "kind"), Column("Errors", "errors", "count"), *figures]

    def records(self) -> list[dict[str, Any]]:
        """Every figure before and after every repair."""
        return list(self._entries())

    def _entries(self) -> Iterator[dict[str, Any]]:
        for mode in ("alone", "progressive"):
            before = self.before
            for kind, after in getattr(self, mode).items():
                for metric in self.metrics:
                    for rate in RATES:
                        ours, theirs = (getattr(result[metric.name], rate) for result in (before, after))
                        if not math.isnan(ours):  # an average has no recall and precision
                            yield {
                                "mode": mode,
                                "kind": kind,
                                "errors": self.errors[kind],
                                "metric": metric.name,
                                "rate": rate,
                                "before": ours,
                                "after": theirs,
                                "gain": theirs - ours,
                            }
                before = after if mode == "progressive" or kind == SPAN else before

    def to_dict(self) -> dict[str, object]:
        return {"signature": self.signature, "prices": self.records()}

    def tables(self) -> list[Table]:
        return [self.table(), self.progressive_table()]

    def full_table(self) -> Table:
        entries = self.records()
        return Table([Column(name, name) for name in entries[0]], [list(entry.values()) for entry in entries])

    def plot(self) -> Figure:
        """A waterfall for each metric: from its F1 to 100, a step for each kind repaired."""
        from corefscore.core.plots import panels

        columns = min(len(self.metrics), 2)
        figure, axes = panels(-(-len(self.metrics) // columns), columns, width=6.0, height=3.6)
        for axis, metric in zip(axes, self.metrics, strict=False):
            self._waterfall(axis, metric)
        for axis in axes[len(self.metrics) :]:
            axis.set_visible(False)
        return figure

    def _waterfall(self, axis: Axes, metric: Metric) -> None:
        level = [100 * result[metric.name].f1 for result in (self.before, *self.progressive.values())]
        titles = ["As scored", *(f"{BY_NAME[kind].title} ({self.errors[kind]:,})" for kind in self.progressive)]
        axis.barh(titles[0], level[0], color="#8a94a6")
        inside = level[0] > 12
        axis.text(
            level[0],
            0,
            f" {level[0]:.1f} ",
            va="center",
            ha="right" if inside else "left",
            color="white" if inside else "black",
            fontsize=8,
        )
        for step, (before, after) in enumerate(pairwise(level), start=1):
            gain = after - before
            axis.barh(titles[step], gain, left=before, color="#0f766e" if gain >= 0 else "#b45309")
            axis.plot([before, before], [step - 1.4, step + 0.4], color="#555555", linewidth=0.6)
            right = max(before, after) < 88
            axis.text(
                max(before, after) + 0.8 if right else min(before, after) - 0.8,
                step,
                f"{gain:+.1f}",
                va="center",
                ha="left" if right else "right",
                fontsize=8,
            )
        axis.set_title(f"{metric.title}: F1 as errors are repaired", fontsize=10, loc="left")
        axis.set_xlim(0, 101)
        axis.tick_params(labelsize=8)
        axis.set_axisbelow(True)
        axis.grid(axis="y", visible=False)
        axis.invert_yaxis()


def prices(result: Result) -> Prices:
    """The price of every kind of error of Kummerfeld and Klein, in all metrics of a result.

    >>> import corefscore
    >>> found = prices(corefscore.score([["a", "b", "c", "d"]], [["a", "b"], ["c", "d"]], ["muc", "b3"]))
    >>> found.errors["divided"], round(found.gain("divided", "muc"), 2)
    (1, 0.2)
    """
    errors = result.errors.only(taxonomy=KUMMERFELD)
    matched = errors.mentions.matched
    units = Units.of(errors.mentions)
    # Repeats are gone already, and the words are those that were compared before.
    duplicates = "first" if result.settings.duplicates == "reference" else result.settings.duplicates
    settings = result.settings._replace(tokens="ignore", duplicates=duplicates)

    def rescored(response: Corpus) -> Result:
        return _rescored(matched.key, response, result.metrics, settings)

    def after(kinds: Collection[str]) -> Result:
        return rescored(repaired(units, kinds))

    before = rescored(matched.response)
    spans = after([])
    here = [kind for kind in REPAIRS[1:] if errors.counts[kind] or "singleton" not in kind]
    alone = {SPAN: spans} | {kind: after([kind]) if errors.counts[kind] else spans for kind in here}
    progressive = {SPAN: spans}
    for number, kind in enumerate(here, start=1):
        progressive[kind] = after(here[:number]) if errors.counts[kind] else list(progressive.values())[-1]
    return Prices(result.signature, {kind: errors.counts[kind] for kind in alone}, before, alone, progressive)


def _rescored(key: Corpus, response: Corpus, metrics: tuple[Metric, ...], settings: Settings) -> Result:
    matched = prepare(key, response, settings)
    counts = count(matched, counted_metrics(metrics), settings)
    return Result(metrics, counts, settings, SideCounts.of(matched.key), SideCounts.of(matched.response), matched)
