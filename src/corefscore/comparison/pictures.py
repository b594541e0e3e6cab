"""Pictures of a comparison: bars with intervals, documents, ranks, and F1 by length and by size."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from corefscore.analysis.sizes import SIZES
from corefscore.comparison.rankings import draw_ranks
from corefscore.comparison.systems import Comparison
from corefscore.core.arrays import Floats
from corefscore.core.plots import panels
from corefscore.metrics.base import ratio_rates
from corefscore.metrics.registry import METRICS
from corefscore.result import main_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

BINS = 5
WIDEST = 16.0
COLOURS = 20
SCATTER, BY_SIZE = "scatter", "sizes"


def draw(
    kind: str, comparison: Comparison, by: str | None = None, baseline: str | None = None, system: str | None = None
) -> Picture:
    """Draw one of the pictures of this module.

    Parameters
    ----------
    kind : str
        `bars`, `ranks`, `lengths`, `sizes` or `scatter`.
    comparison : Comparison
        The systems.
    by : str, optional
        The metric.
    baseline, system : str, optional
        The two systems of a scatter plot. By default, they are the first system and the best of the others.

    Returns
    -------
    matplotlib.figure.Figure
        The picture.

    Raises
    ------
    ValueError
        If there is no such metric or system, or if there are no counts by size.
    """
    if kind == SCATTER:
        first = comparison.system(baseline)
        best = next((name for name in comparison.ranked(by) if name != first), first)
        return scatter(comparison, first, comparison.system(system or best), by)
    return KINDS[kind](comparison, by)


def bars(comparison: Comparison, by: str | None = None) -> Picture:
    """Draw the F1 of each system by each metric, with intervals if there are any."""
    systems = comparison.ranked(by)
    titles = [metric.title for metric in comparison.metrics]
    width = 0.8 / len(systems)
    figure, axes = panels(width=min(WIDEST, max(5.0, 0.16 * len(titles) * (len(systems) + 2))), height=3.6)
    for number, name in enumerate(systems):
        axes[0].bar(
            np.arange(len(titles)) + (number - (len(systems) - 1) / 2) * width,
            [100 * main_figure(score) for score in comparison[name].values()],
            width,
            label=name,
            color=_colour(number),
            yerr=_error_bars(comparison, name),
            error_kw={"linewidth": 1},
        )
    axes[0].set_xticks(range(len(titles)), titles)
    axes[0].grid(visible=False, axis="x")
    axes[0].set_axisbelow(True)
    axes[0].set_ylabel("F1")
    axes[0].set_ylim(0, 100)
    figure.legend(loc="outside right upper", frameon=False)
    return figure


def _error_bars(comparison: Comparison, system: str) -> Floats | None:
    result = comparison[system]
    if result.intervals is None:
        return None
    ends = [(figure.value, *(figure.interval or (np.nan, np.nan))) for figure in map(result.figure, result)]
    sizes: Floats = 100 * np.array([[max(0.0, value - low), max(0.0, high - value)] for value, low, high in ends]).T
    return sizes


def scatter(comparison: Comparison, baseline: str, system: str, by: str | None = None) -> Picture:
    """Draw the F1 of each document for two systems.

    Above the line, the second system is better. Larger dots are documents with more mentions.
    """
    metric = comparison.metric(by)
    x, y = (100 * comparison.document_f1(name, metric) for name in (baseline, system))
    size = comparison.key_mentions
    figure, axes = panels(width=4.5, height=4.5)
    axes[0].axline((0, 0), slope=1, color="grey", linewidth=1)
    axes[0].scatter(
        x, y, s=6 + 60 * size / max(1.0, size.max()), c=np.where(y >= x, "C0", "C3"), alpha=0.6, linewidths=0
    )
    low = max(-2.0, 10 * np.floor(min(x.min(), y.min()) / 10) - 2)
    better, worse = int((y > x).sum()), int((y < x).sum())
    axes[0].set_title(f"{comparison.title_of(metric)}: {better} documents better, {worse} worse", size=10)
    axes[0].set(xlabel=f"{baseline}, F1", ylabel=f"{system}, F1", xlim=(low, 102), ylim=(low, 102), aspect="equal")
    return figure


def rank_map(comparison: Comparison, by: str | None = None) -> Picture:
    """Draw the rank of each system by each metric."""
    systems = comparison.ranked(by)
    order = [list(comparison).index(name) for name in systems]
    return draw_ranks(systems, [metric.title for metric in comparison.metrics], comparison.f1[order])


def by_length(comparison: Comparison, by: str | None = None) -> Picture:
    """Draw the F1 over documents of similar length. Counts are summed within each bin, and then divided."""
    metric = comparison.metric(by)
    column = [each.name for each in comparison.metrics].index(metric)
    lengths, unit = document_lengths(comparison)
    bins = [part for part in np.array_split(np.argsort(lengths, kind="stable"), BINS) if len(part)]
    labels = [f"{int(lengths[part].min()):,}–{int(lengths[part].max()):,}\n({len(part)})" for part in bins]
    figure, axes = panels(width=6.0, height=3.6)
    for number, name in enumerate(comparison.ranked(by)):
        sums = np.stack([comparison.counts[name][part].sum(axis=0) for part in bins])
        axes[0].plot(
            range(len(bins)),
            100 * comparison.stacked.f1(sums)[:, column],
            marker="o",
            label=name,
            color=_colour(number),
        )
    axes[0].set_xticks(range(len(bins)), labels)
    axes[0].set(xlabel=f"{unit} of a document (number of documents)", ylabel=f"{comparison.title_of(metric)} F1")
    figure.legend(loc="outside right upper", frameon=False)
    return figure


def document_lengths(comparison: Comparison) -> tuple[Floats, str]:
    """Return the number of tokens of each document or, if a text is not known, the number of its key mentions."""
    key = comparison.key
    texts = [] if key is None else [key.origins[key.number[name]].text for name in comparison.documents]
    if not texts or any(text is None for text in texts):
        return comparison.key_mentions, "key mentions"
    return np.array([float(sum(map(len, text.sentences))) for text in texts if text is not None]), "tokens"


def by_size(comparison: Comparison, by: str | None = None) -> Picture:
    """Draw recall over key entities of each size, precision over response entities of this size, and their F1."""
    if comparison.sizes is None:
        raise ValueError("there are no counts by the size of entities; call compare with size_metric='b3'")
    title_of = METRICS[comparison.sizes.metric].title
    figure, axes = panels(columns=3, width=3.4, height=3.2)
    for number, name in enumerate(comparison.ranked(by)):
        counts = comparison.sizes.counts[name]
        rates = np.where(counts[:, [1, 3, 1]] > 0, 100 * ratio_rates(counts), np.nan)
        for rate, axis in zip(rates.T, axes, strict=True):
            label = name if axis is axes[0] else None
            axis.plot(range(len(SIZES)), rate, marker="o", label=label, color=_colour(number))
    for title, axis in zip(("recall", "precision", "F1"), axes, strict=True):
        axis.set_xticks(range(len(SIZES)), [size.title for size in SIZES])
        axis.set(xlabel="mentions of an entity", title=f"{title_of} {title}", ylim=(0, 103))
    figure.legend(loc="outside right upper", frameon=False)
    return figure


def _colour(number: int) -> str:
    """Return the colour of a system. There are ten strong colours, then ten pale ones."""
    from matplotlib import colormaps
    from matplotlib.colors import to_hex

    return to_hex(colormaps["tab20"](2 * number % COLOURS + number * 2 // COLOURS % 2))


KINDS: dict[str, Callable[[Comparison, str | None], Picture]] = {
    "bars": bars,
    "ranks": rank_map,
    "lengths": by_length,
    BY_SIZE: by_size,
}
PICTURES = (*KINDS, SCATTER)
"""The names of all pictures."""
