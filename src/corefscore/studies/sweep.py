"""Scores of a response that changes step by step: observations, their means over draws, tables and pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypedDict

import numpy as np

from corefscore.core.arrays import Floats
from corefscore.core.export import Exportable, Json, abridged
from corefscore.core.plots import panels
from corefscore.core.settings import Settings
from corefscore.core.tables import Column, Table
from corefscore.matching.matched import Matched
from corefscore.metrics.base import Metric, check_rates
from corefscore.metrics.selection import counted
from corefscore.result import Score
from corefscore.scoring import count

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Picture

STEPS = 10
DRAWS = 10
NOISE = 0.001

Advance: TypeAlias = Callable[[], object]
"""A function that is called after each scored response."""


class Observation(NamedTuple):
    """The score of one metric for one kind of change, one share of it, and one random draw."""

    kind: str
    share: float
    draw: int
    metric: str
    recall: float
    precision: float
    f1: float


class Curve(NamedTuple):
    """The F1 of a metric for each share: the mean, the lowest and the highest of all draws."""

    shares: Floats
    mean: Floats
    low: Floats
    high: Floats

    def behaviour(self) -> str:
        """Return whether the mean falls, does not move, or rises somewhere."""
        climb = self.mean - np.minimum.accumulate(self.mean)
        if climb.max() > NOISE:
            top = int(climb.argmax())
            bottom = int(self.mean[: top + 1].argmin())
            return f"rises from {self.shares[bottom]:.0%} to {self.shares[top]:.0%}"
        return "falls" if self.mean[0] - self.mean[-1] > NOISE else "does not move"


@dataclass(frozen=True)
class Sweep(Exportable):
    """All observations of a study.

    Parameters
    ----------
    metrics : tuple of Metric
        The metrics.
    observations : tuple of Observation
        The scores of all kinds, shares and draws.
    what : str
        What the shares refer to, for the axis of a picture.
    shown : tuple of float
        The shares that the table shows.
    head : tuple of str
        Lines above the table.

    Examples
    --------
    >>> import corefscore
    >>> from corefscore.metrics.selection import find_metrics
    >>> from corefscore.studies import twinless
    >>> matched = corefscore.score([["a", "b"]], [["a", "b", "c"]]).mentions()
    >>> sweep = twinless.study(matched, find_metrics("muc"), corefscore.Settings(), steps=1, draws=1)
    >>> [round(observation.f1, 3) for observation in sweep.observations]
    [1.0, 0.667]
    """

    metrics: tuple[Metric, ...]
    observations: tuple[Observation, ...]
    what: str
    shown: tuple[float, ...]
    head: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Sweep of {len(self.observations):,} observations: {abridged(self.kinds)}>"

    @cached_property
    def kinds(self) -> list[str]:
        """The kinds of change."""
        return list(dict.fromkeys(observation.kind for observation in self.observations))

    @cached_property
    def curves(self) -> Mapping[tuple[str, str], Curve]:
        """A curve for each kind and metric."""
        found: dict[tuple[str, str], dict[float, list[float]]] = {}
        for kind, share, _, metric, _, _, f1 in self.observations:
            found.setdefault((kind, metric), {}).setdefault(share, []).append(f1)
        return {name: _curve(draws) for name, draws in found.items()}

    def full_table(self) -> Table:
        """Return a row for each observation."""
        return Table([Column(name, name) for name in Observation._fields], self.observations, self.head)

    def to_dict(self) -> Json:
        """Return a dictionary for each observation."""
        return self.records()

    def table(self) -> Table:
        """Return a row for each kind and metric: the mean F1 for the shown shares, its change, and its behaviour."""
        shares = [share for share in self._shares if any(abs(share - each) < 1e-9 for each in self.shown)]
        columns = [
            *([Column("Error", "kind")] if len(self.kinds) > 1 else []),
            Column("F1 of", "metric"),
            *(Column(f"{share:.0%}", f"f1_{share:g}", "percent") for share in shares),
            Column("Change", "change", "percent"),
            Column("With more of it", "behaviour"),
        ]
        rows = [self._row(kind, metric, shares) for kind in self.kinds for metric in self.metrics]
        first = 0 if len(self.kinds) > 1 else 1
        return Table(columns, [row[first:] for row in rows], self.head)

    @cached_property
    def _shares(self) -> list[float]:
        return sorted({observation.share for observation in self.observations})

    def _row(self, kind: str, metric: Metric, shares: Sequence[float]) -> list[object]:
        curve = self.curves[kind, metric.name]
        means = dict(zip(curve.shares.tolist(), curve.mean.tolist(), strict=True))
        change = curve.mean[-1] - curve.mean[0]
        return [kind, metric.title, *(means[share] for share in shares), float(change), curve.behaviour()]

    def draw(self, axes: Axes, kind: str, metrics: Sequence[Metric], title: str) -> None:
        """Draw one panel: a line for each metric, with a band from the lowest to the highest draw.

        If lines coincide, the lower ones are wider, so that all lines can be seen.
        """
        curves = [self.curves[kind, metric.name] for metric in metrics]
        for metric, curve, width in zip(metrics, curves, line_widths([each.mean for each in curves]), strict=True):
            style = STYLES.get(metric.name, LineStyle())
            (line,) = axes.plot(100 * curve.shares, 100 * curve.mean, label=metric.title, linewidth=width, **style)
            axes.fill_between(
                100 * curve.shares, 100 * curve.low, 100 * curve.high, color=line.get_color(), alpha=0.15, linewidth=0
            )
        axes.set_title(title, fontsize="medium")
        axes.set_xlim(0, 100)

    def small_multiples(self, columns: int = 3) -> Picture:
        """Return a picture with a panel for each kind, and one legend."""
        rows = -(-len(self.kinds) // columns)
        figure, axes = panels(rows, columns, width=3.4, height=2.7)
        for kind, each in zip(self.kinds, axes, strict=False):
            self.draw(each, kind, self.metrics, kind)
            each.set_ylim(-2, 102)
        for each in axes[len(self.kinds) :]:
            each.set_visible(False)
        for each in axes[max(len(self.kinds) - columns, 0) : len(self.kinds)]:
            each.set_xlabel(self.what)
        for each in axes[::columns]:
            each.set_ylabel("F1")
        handles, labels = axes[0].get_legend_handles_labels()
        figure.legend(
            handles, labels, loc="outside lower center", ncols=min(8, len(labels)), fontsize="small", frameon=False
        )
        return figure


def line_widths(means: Sequence[Floats]) -> list[float]:
    """Return the width of each line. It is wider for each later line that coincides with it.

    >>> line_widths([np.array([1.0, 0.5]), np.array([1.0, 0.2]), np.array([1.0, 0.5])])
    [3.5, 1.5, 1.5]
    """
    covers = [
        sum(bool(np.allclose(mean, later, atol=COINCIDE)) for later in means[n + 1 :]) for n, mean in enumerate(means)
    ]
    return [LINE_WIDTH + WIDER * number for number in covers]


LINE_WIDTH, WIDER = 1.5, 2.0
COINCIDE = 0.002
"""Curves that differ by less than this look the same in a picture."""


class LineStyle(TypedDict, total=False):
    """How the line of a metric looks."""

    color: str
    linestyle: str
    zorder: int


STYLES: Mapping[str, LineStyle] = {
    "mentions": {"color": "#7f7f7f", "linestyle": "--", "zorder": 3},
    "muc": {"color": "#111111"},
    "b3": {"color": "#1f77b4"},
    "b3-0": {"color": "#17becf", "linestyle": "--"},
    "b3-all": {"color": "#e377c2", "linestyle": "-."},
    "b3-rn": {"color": "#9467bd", "linestyle": ":"},
    "b3-sys": {"color": "#d62728"},
    "ceafm": {"color": "#2ca02c"},
    "ceafm-rn": {"color": "#9467bd", "linestyle": ":"},
    "ceafm-sys": {"color": "#d62728"},
    "ceafe": {"color": "#bcbd22"},
    "ceafe-sys": {"color": "#ff7f0e", "linestyle": "-."},
    "blanc": {"color": "#8c564b"},
    "lea": {"color": "#ff7f0e"},
    "conll": {"color": "#d62728", "linestyle": "--", "zorder": 3},
}


def _curve(draws: Mapping[float, Sequence[float]]) -> Curve:
    shares = sorted(draws)
    figures = [np.array(draws[share]) for share in shares]
    mean, low, high = (np.array([reduce(each) for each in figures]) for reduce in (np.mean, np.min, np.max))
    return Curve(np.array(shares), mean, low, high)


def shares(steps: int) -> list[float]:
    """Return the shares from 0 to 1 in equal steps."""
    return [step / steps for step in range(steps + 1)]


def scores_of(matched: Matched, metrics: Sequence[Metric], settings: Settings) -> dict[str, Score]:
    """Return the scores of a response that is already matched."""
    check_rates(metrics)
    return dict(count(matched, counted(metrics), settings).scores(metrics))


def observed(kind: str, share: float, draw: int, scores: Mapping[str, Score]) -> list[Observation]:
    """Return an observation for each metric."""
    return [Observation(kind, share, draw, name, *score[:3]) for name, score in scores.items()]


def counted_draws(draws: int) -> str:
    """Return the number of draws in words."""
    return "1 draw" if draws == 1 else f"{draws:,} draws"


def no_progress() -> None:
    """Do nothing after a scored response."""
