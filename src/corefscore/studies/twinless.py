"""What a mention tagger alone does to each measure: keep more and more of the response mentions that the key lacks.

After Figures 1 and 2 of Cai and Strube (2010), who trained a system again for each point; here the mentions are taken
out of a response that is there, which shows what the measures do when nothing else changes.
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
    LEGEND,
    STEPS,
    Advance,
    Reading,
    Sweep,
    counted_draws,
    no_progress,
    readings_of,
    scores_of,
    shares,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

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


SHOWN = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
"""The shares that a table shows."""


def pieces(steps: int, draws: int) -> int:
    """How many scorings a study takes."""
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
    """Score with 0 %, 10 % ... 100 % of the twinless response mentions, each share drawn several times."""
    spurious = np.flatnonzero(matched.key_row < 0)
    readings: list[Reading] = []
    for share, draw, order in _plan(spurious, steps, draws, seed):
        kept = round(share * len(spurious))
        part = without_rows(matched, order[kept:])
        readings += readings_of(KIND, share, draw, scores_of(part, metrics, settings))
        advance()
    head = (
        f"{matched.response.mentions:,} response mentions, of which the key lacks {len(spurious):,}",
        f"F1 when a share of those is kept: mean of {counted_draws(draws)}, seed {seed}",
    )
    return Sweep(tuple(metrics), tuple(readings), "twinless response mentions kept (%)", SHOWN, head)


def _plan(spurious: Ints, steps: int, draws: int, seed: int) -> Iterator[tuple[float, int, Ints]]:
    """Each share with the number of a draw and its order of mentions; all draws are alike at both ends."""
    rng = np.random.default_rng(seed)
    for draw in range(1, draws + 1):
        order = rng.permutation(spurious)
        for share in shares(steps):
            if draw == 1 or 0 < share < 1:
                yield share, draw, order


def without_rows(matched: Matched, rows: Ints) -> Matched:
    """The same without some response mentions."""
    kept = np.ones(matched.response.mentions, dtype=bool)
    kept[rows] = False
    return matched.take(numbers(matched.key.mentions), np.flatnonzero(kept))


def draw(sweep: Sweep) -> Figure:
    """Panels after Figures 1 and 2 of the paper, and one for what is in neither."""
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
        each.legend(loc="upper center", bbox_to_anchor=(0.5, -0.16), ncols=3, **LEGEND)
    axes[0].set_ylabel("F1")
    return figure
