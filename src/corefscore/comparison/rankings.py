"""How much metrics agree on the order of systems: Kendall's rank correlation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

from corefscore.core.arrays import Floats, Ints, ints
from corefscore.core.plots import panels
from corefscore.core.tables import Column, Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Picture


def kendall(scores: npt.ArrayLike) -> Floats:
    """Return Kendall's τ-b between all pairs of columns (Kendall 1945).

    Definition::

        τ-b = (C - D) / √(Uᵢ Uⱼ)

    C is the number of pairs of systems that both columns order in the same way, and D the number of pairs that they
    order in opposite ways. Uᵢ is the number of pairs with different scores in column i.

    Parameters
    ----------
    scores : array-like
        A row for each system, a column for each metric.

    Returns
    -------
    array
        A row and a column for each metric; NaN if all systems have the same score.

    Examples
    --------
    >>> kendall([[1, 1], [2, 3], [3, 2]]).round(3).tolist()
    [[1.0, 0.333], [0.333, 1.0]]
    """
    values = np.asarray(scores, dtype=np.float64)
    first, second = np.triu_indices(len(values), 1)
    order = np.sign(values[first] - values[second])
    agreements = order.T @ order
    ordered = np.diag(agreements)
    with np.errstate(invalid="ignore"):
        return np.asarray(agreements / np.sqrt(np.outer(ordered, ordered)))


def ranks(scores: npt.ArrayLike) -> Ints:
    """Return the rank of each system (rows) by each metric (columns). Equal systems share the better rank.

    >>> ranks([[0.5], [0.7], [0.5]]).tolist()
    [[2], [1], [2]]
    """
    values = np.asarray(scores, dtype=np.float64)
    return 1 + ints((values[np.newaxis] > values[:, np.newaxis]).sum(axis=1))


class Titled(Protocol):
    """A metric or a column of figures: a name for programs and a title for readers."""

    @property
    def name(self) -> str:
        """The name for programs."""

    @property
    def title(self) -> str:
        """The title for readers."""


def tau_table(metrics: Sequence[Titled], tau: Floats, systems: int, where: str = "") -> Table:
    """Return a table of correlations.

    Parameters
    ----------
    metrics : sequence of Titled
        The metrics.
    tau : array
        The correlations of the metrics, as `kendall` returns them.
    systems : int
        The number of systems.
    where : str
        An addition to the title.

    Returns
    -------
    Table
        A row and a column for each metric.
    """
    columns = [Column("τ", "metric"), *(Column(metric.title, metric.name, "number") for metric in metrics)]
    rows = [[metric.title, *row] for metric, row in zip(metrics, tau.tolist(), strict=True)]
    return Table(columns, rows, [f"Kendall's τ between metrics over {systems} systems{where}"])


def draw_tau(titles: Sequence[str], matrices: Sequence[tuple[str, Floats]]) -> Picture:
    """Draw a heat map for each matrix, with two in a row."""
    columns = min(2, len(matrices))
    rows = -(-len(matrices) // columns)
    side = 1.2 + 0.5 * len(titles)
    figure, axes = panels(rows, columns, width=side + 0.4, height=side)
    for axis, (title, tau) in zip(axes, matrices, strict=False):
        heat_map(axis, titles, titles, tau, [[f"{value:.2f}" for value in row] for row in tau.tolist()], (0.0, 1.0))
        axis.set_title(title)
    for axis in axes[len(matrices) :]:
        axis.set_axis_off()
    return figure


def draw_ranks(systems: Sequence[str], titles: Sequence[str], scores: Floats) -> Picture:
    """Draw a heat map of the rank of each system by each metric."""
    found = ranks(scores)
    figure, axes = panels(width=1.8 + 0.6 * len(titles), height=1.0 + 0.32 * len(systems))
    texts = [[str(rank) for rank in row] for row in found.tolist()]
    heat_map(axes[0], systems, titles, -found.astype(np.float64), texts, (-float(found.max()), -1.0))
    return figure


def heat_map(
    axis: Axes,
    rows: Sequence[str],
    columns: Sequence[str],
    values: Floats,
    texts: Sequence[Sequence[str]],
    limits: tuple[float, float],
) -> None:
    """Draw a field for each value, with a colour and a text."""
    low, high = limits
    axis.imshow(values, cmap="viridis", vmin=low, vmax=high, aspect="auto")
    axis.set_xticks(range(len(columns)), columns, rotation=45, ha="right", rotation_mode="anchor")
    axis.set_yticks(range(len(rows)), rows)
    axis.grid(visible=False)
    for row, line in enumerate(texts):
        for column, text in enumerate(line):
            dark = values[row, column] < low + 0.6 * (high - low)
            axis.text(column, row, text, ha="center", va="center", size=8, color="white" if dark else "black")
