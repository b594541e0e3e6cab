"""Study the effect of a mention tagger: keep more and more of the response mentions that are not in the key.

The study follows Figures 1 and 2 of Cai and Strube (2010), who trained a system again for each point. Here the mentions
are removed from an existing response. This shows how the metrics change when nothing else changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from corefscore.core.arrays import Ints, numbers
from corefscore.core.plots import panels
from corefscore.core.settings import Settings
from corefscore.matching.matched import Matched
from corefscore.metrics.base import Metric
from corefscore.studies.sweep import (
    DRAWS,
    STEPS,
    Advance,
    Observation,
    Sweep,
    counted_draws,
    no_progress,
    observed,
    scores_of,
    shares,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

METRICS = (
    "mentions",
    "muc",
    "b3",
    "b3-0",
    "b3-all",
    "b3-rn",
    "b3-sys",
    "ceafm",
    "ceafm-rn",
    "ceafm-sys",
    "ceafe",
    "ceafe-sys",
    "blanc",
    "lea",
    "conll",
)
KIND = "twinless response mentions"
PANELS = {
    "B³ and its variants": ("muc", "b3", "b3-0", "b3-all", "b3-rn", "b3-sys"),
    "CEAF and its variants": ("muc", "ceafm", "ceafm-rn", "ceafm-sys", "ceafe", "ceafe-sys"),
}
THE_REST = "Other measures"

SHARES_IN_TABLE = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)


def pieces(steps: int, draws: int) -> int:
    """Return how many times a study scores a response."""
    return 2 + draws * (steps - 1)


def study(
    matched: Matched,
    metrics: Sequence[Metric],
    settings: Settings,
    steps: int = STEPS,
    draws: int = DRAWS,
    seed: int = 0,
    advance: Advance = no_progress,
) -> Sweep:
    """Score with 0 %, 10 % ... 100 % of the twinless response mentions.

    Parameters
    ----------
    matched : Matched
        Key and response.
    metrics : sequence of Metric
        The metrics.
    settings : Settings
        The policies.
    steps : int
        The number of steps from 0 % to 100 %.
    draws : int
        How many times each share is drawn.
    seed : int
        The seed of the random numbers.
    advance : callable
        A function that is called after each scored response.

    Returns
    -------
    Sweep
        The scores of all shares and draws.
    """
    spurious = np.flatnonzero(matched.key_row < 0)
    observations: list[Observation] = []
    for share, draw, order in _plan(spurious, steps, draws, seed):
        kept = round(share * len(spurious))
        part = without_rows(matched, order[kept:])
        observations += observed(KIND, share, draw, scores_of(part, metrics, settings))
        advance()
    head = (
        f"{matched.response.mentions:,} response mentions, of which {len(spurious):,} are not in the key",
        f"F1 when a share of those is kept: mean of {counted_draws(draws)}, seed {seed}",
    )
    what = "twinless response mentions kept (%)"
    return Sweep(tuple(metrics), tuple(observations), what, SHARES_IN_TABLE, head)


def _plan(spurious: Ints, steps: int, draws: int, seed: int) -> Iterator[tuple[float, int, Ints]]:
    """Yield each share with the number of a draw and its order of mentions. At both ends, all draws are equal."""
    rng = np.random.default_rng(seed)
    for draw in range(1, draws + 1):
        order = rng.permutation(spurious)
        for share in shares(steps):
            if draw == 1 or 0 < share < 1:
                yield share, draw, order


def without_rows(matched: Matched, rows: Ints) -> Matched:
    """Return key and response without the given response mentions."""
    kept = np.ones(matched.response.mentions, dtype=bool)
    kept[rows] = False
    return matched.take(numbers(matched.key.mentions), np.flatnonzero(kept))


def draw(sweep: Sweep) -> Picture:
    """Draw panels like Figures 1 and 2 of the paper, and one panel for all other metrics."""
    asked = {metric.name: metric for metric in sweep.metrics}
    rest = [name for name in asked if not any(name in names for names in PANELS.values())]
    groups = {
        title: [asked[name] for name in names if name in asked] for title, names in {**PANELS, THE_REST: rest}.items()
    }
    groups = {title: metrics for title, metrics in groups.items() if metrics}
    figure, axes = panels(1, len(groups), width=4.2, height=4.4)
    for (title, metrics), each in zip(groups.items(), axes, strict=True):
        sweep.draw(each, KIND, metrics, title)
        each.set_xlabel(sweep.what)
        each.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=3, fontsize="small", frameon=False)
    axes[0].set_ylabel("F1")
    return figure
