"""The price of each kind of error: all errors of a kind are repaired, and the response is scored again."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, TypedDict

from corefscore.analysis.errors.joint_mentions import JointMentions
from corefscore.analysis.errors.kinds import BY_NAME, KUMMERFELD, REPAIRS
from corefscore.analysis.errors.repairs import repaired
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
WHY_NEGATIVE = (
    "A kind can lose points here and gain points below. Here, all other kinds of errors stay: if two parts of an entity"
    " are joined, mentions that are wrongly merged with them are joined too. Below, all kinds above it are repaired"
    " first."
)


class PriceRecord(TypedDict):
    """A rate of a metric before and after one kind of error is repaired."""

    mode: str
    kind: str
    errors: int
    metric: str
    rate: str
    before: float
    after: float
    gain: float


@dataclass(frozen=True, eq=False)
class Prices(Exportable):
    """The scores before and after repairs.

    Parameters
    ----------
    signature : str
        The signature of the settings.
    errors : mapping of str to int
        The number of errors of each kind.
    before : Result
        The scores before any repair.
    alone : mapping of str to Result
        The scores after span errors and one kind are repaired, for each kind.
    progressive : mapping of str to Result
        The scores after a kind and all kinds before it are repaired, for each kind.
    """

    signature: str
    errors: Mapping[str, int]
    before: Result
    alone: Mapping[str, Result]
    progressive: Mapping[str, Result]

    def __repr__(self) -> str:
        return f"<Prices of {len(self.alone)} kinds of error in {len(self.metrics)} metrics>"

    def gain(self, kind: str, metric: str, rate: str = "f1") -> float:
        """Return how much a score rises if one kind of error is repaired. Span errors are repaired before other kinds.

        Parameters
        ----------
        kind : str
            The name of the kind of error.
        metric : str
            The name of the metric.
        rate : str
            `recall`, `precision` or `f1`.

        Returns
        -------
        float
            The difference of the rate, between -1 and 1.

        Raises
        ------
        KeyError
            If there is no such kind or metric.
        """
        base = self.before if kind == SPAN else self.alone[SPAN]
        after, before = (getattr(result[metric], rate) for result in (self.alone[kind], base))
        return float(after - before)

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The metrics of the scores."""
        return self.before.metrics

    def table(self) -> Table:
        """Return how much F1 rises if one kind of error is repaired, for each kind and metric.

        Returns
        -------
        Table
            A row for each kind of error, and a column for each metric.
        """
        rows = [
            [BY_NAME[kind].title, self.errors[kind], *(self.gain(kind, metric.name) for metric in self.metrics)]
            for kind in self.alone
        ]
        head = ("Points by which F1 rises if one kind is repaired (span errors are repaired before the other kinds)",)
        return Table(self._columns("Kind"), rows, head, foot=(WHY_NEGATIVE,))

    def progressive_table(self) -> Table:
        """Return the F1 of each metric as kinds are repaired one after the other.

        Returns
        -------
        Table
            A row for the scores before any repair, and a row for each kind that is repaired after it.
        """
        steps = [("As scored", "", self.before)]
        steps += [
            (f"+ {BY_NAME[kind].title}", str(self.errors[kind]), result) for kind, result in self.progressive.items()
        ]
        rows = [
            [title, int(errors) if errors else None, *(result[metric.name].f1 for metric in self.metrics)]
            for title, errors, result in steps
        ]
        head = ("F1 when kinds are repaired one after the other",)
        return Table(self._columns("Repaired"), rows, head, signatures=[("", self.signature)])

    def _columns(self, first: str) -> list[Column]:
        figures = [Column(metric.title, metric.name, "percent") for metric in self.metrics]
        return [Column(first, "kind"), Column("Errors", "errors", "count"), *figures]

    def records(self) -> list[PriceRecord]:
        """Return every rate before and after every repair.

        Returns
        -------
        list of PriceRecord
            A record for each repair, metric and rate that is defined.
        """
        return [
            {
                "mode": mode,
                "kind": kind,
                "errors": self.errors[kind],
                "metric": metric.name,
                "rate": rate,
                "before": old,
                "after": new,
                "gain": new - old,
            }
            for mode, kind, before, after in self._repairs()
            for metric in self.metrics
            for rate in RATES
            for old, new in [(getattr(before[metric.name], rate), getattr(after[metric.name], rate))]
            if not math.isnan(old)  # an average has no recall and precision
        ]

    def _repairs(self) -> Iterator[tuple[str, str, Result, Result]]:
        """Yield the mode and the kind of each repair, with the scores before and after it."""
        before = self.before
        for kind, after in self.alone.items():
            yield "alone", kind, before, after
            before = self.alone[SPAN]
        before = self.before
        for kind, after in self.progressive.items():
            yield "progressive", kind, before, after
            before = after

    def to_dict(self) -> dict[str, object]:
        return {"signature": self.signature, "prices": self.records()}

    def tables(self) -> list[Table]:
        return [self.table(), self.progressive_table()]

    def full_table(self) -> Table:
        columns = [Column(name, name) for name in PriceRecord.__annotations__]
        return Table(columns, [list(record.values()) for record in self.records()])

    def plot(self) -> Figure:
        """Return a waterfall chart for each metric: from its F1 to 100, with a step for each kind.

        Returns
        -------
        matplotlib.figure.Figure
            The picture, with a panel for each metric.

        Raises
        ------
        InputError
            If Matplotlib is not installed.
        """
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
    """Return the price of each kind of error: the scores of a result before and after each kind is repaired.

    Parameters
    ----------
    result : Result
        A result with its mentions. The kinds are those of Kummerfeld and Klein (2013). Split antecedents do not count
        here, and metrics of relations have no prices.

    Returns
    -------
    Prices
        The scores before and after the repairs.

    Raises
    ------
    ValueError
        If the result has no mentions, or no metric of entities.

    Examples
    --------
    >>> import corefscore
    >>> found = prices(corefscore.score([["a", "b", "c", "d"]], [["a", "b"], ["c", "d"]], ["muc", "b3"]))
    >>> found.errors["divided"], round(found.gain("divided", "muc"), 2)
    (1, 0.2)
    """
    errors = result.errors.only(taxonomy=KUMMERFELD)
    matched = errors.mentions.matched
    joint = JointMentions.of(errors.mentions)
    # Repeated mentions have been removed, and the words have been compared.
    duplicates = "first" if result.settings.duplicates == "reference" else result.settings.duplicates
    # A repaired response has new entities, so the elements of plural entities no longer refer to them.
    settings = replace(result.settings, tokens="ignore", duplicates=duplicates, split="off")

    metrics = tuple(metric for metric in result.metrics if not metric.of_relations)
    if not metrics:
        names = ", ".join(metric.name for metric in result.metrics)
        raise ValueError(f"no price is defined for {names}; add a metric of entities, such as b3")

    def scored(response: Corpus) -> Result:
        return _rescored(matched.key, response, metrics, settings)

    def repair(kinds: Collection[str]) -> Result:
        return scored(repaired(joint, kinds))

    spans = repair([])
    counts = errors.counts
    kinds = [kind for kind in REPAIRS[1:] if counts[kind] or "singleton" not in kind]
    alone = {SPAN: spans} | {kind: repair([kind]) if counts[kind] else spans for kind in kinds}
    progressive, last = {SPAN: spans}, spans
    for number, kind in enumerate(kinds, start=1):
        last = progressive[kind] = repair(kinds[:number]) if counts[kind] else last
    before = scored(matched.response)
    signature = result.signature.replace("split:on", "split:off")
    return Prices(signature, {kind: counts[kind] for kind in alone}, before, alone, progressive)


def _rescored(key: Corpus, response: Corpus, metrics: tuple[Metric, ...], settings: Settings) -> Result:
    matched = prepare(key, response, settings.for_prepared())
    counts = count(matched, counted_metrics(metrics), settings)
    return Result(metrics, counts, settings, SideCounts.of(matched.key), SideCounts.of(matched.response), matched)
