"""Confidence intervals by the bootstrap: draw documents again and again, sum their counts, divide last."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from corefscore.comparison.resampling import StackedMetrics, bootstrap_weights
from corefscore.core.arrays import Floats
from corefscore.core.settings import LEVEL, RESAMPLES, SEED
from corefscore.metrics.base import RATES

Bounds = tuple[float, float]


@dataclass(frozen=True)
class Intervals:
    """Confidence intervals of recall, precision and F1, for each metric.

    Parameters
    ----------
    bounds : mapping of str to mapping of str to (float, float)
        The lower and the upper bound, by the name of the metric and of the rate. An average has bounds for F1 only.
    level : float
        The share of intervals that should contain the true value.
    resamples : int
        How many samples of documents were drawn.
    seed : int
        The seed of the random numbers.

    Examples
    --------
    >>> intervals = Intervals({"b3": {"f1": (0.5, 0.75)}}, level=0.9, resamples=1000)
    >>> intervals.legend
    '[low, high]: 90 % bootstrap intervals over documents'
    """

    bounds: Mapping[str, Mapping[str, Bounds]]
    level: float = LEVEL
    resamples: int = RESAMPLES
    seed: int = SEED

    def __repr__(self) -> str:
        return f"<Intervals of {len(self.bounds)} metrics: {self.signature}>"

    @property
    def signature(self) -> str:
        """How the intervals were obtained, as a part of the signature of a result."""
        return f"ci:{self.level:g}|resamples:{self.resamples}|seed:{self.seed}"

    @property
    def legend(self) -> str:
        """What the brackets in a table mean."""
        return f"[low, high]: {100 * self.level:g} % bootstrap intervals over documents"

    def ends(self, metric: str) -> list[float]:
        """The lower and the upper bound of recall, of precision and of F1; NaN where there is none."""
        bounds = self.bounds.get(metric, {})
        return [end for rate in RATES for end in bounds.get(rate, (np.nan, np.nan))]

    def to_dict(self) -> dict[str, object]:
        """The bounds, and how they were obtained."""
        return {
            "level": self.level,
            "resamples": self.resamples,
            "seed": self.seed,
            "metrics": {
                name: {rate: list(pair) for rate, pair in rates.items()} for name, rates in self.bounds.items()
            },
        }


def bootstrap(
    stacked: StackedMetrics, counts: Floats, level: float = LEVEL, resamples: int = RESAMPLES, seed: int = SEED
) -> Intervals:
    """Intervals from counts.

    Parameters
    ----------
    stacked : StackedMetrics
        The metrics.
    counts : array
        Their counts, a row for each document.
    level, resamples, seed
        As for `Intervals`.

    Raises
    ------
    ValueError
        If the level is not between 0 and 1.
    """
    return from_samples(stacked, samples(stacked, counts, resamples, seed), level, seed, len(counts))


def samples(stacked: StackedMetrics, counts: Floats, resamples: int, seed: int) -> Floats:
    """The rates of each resample (resamples × metrics × 3)."""
    blocks = bootstrap_weights(len(counts), resamples, seed)
    return np.concatenate([stacked.rates(weights @ counts) for weights in blocks])


def from_samples(stacked: StackedMetrics, rates: Floats, level: float, seed: int, documents: int) -> Intervals:
    """The intervals that contain the middle of the rates of some resamples of so many documents."""
    tail = _tail(level, documents)
    lows, highs = np.quantile(rates, [tail, 1 - tail], axis=0).tolist()
    bounds = {
        metric.name: {rate: (low, high) for rate, low, high in zip(RATES, *both, strict=True) if not np.isnan(low)}
        for metric, *both in zip(stacked.metrics, lows, highs, strict=True)
    }
    return Intervals(bounds, level, len(rates), seed)


def _tail(level: float, documents: int) -> float:
    """The share of resamples to leave out at either end.

    Plain percentiles are too narrow for few documents. They lack a factor of sqrt((n - 1) / n), and a normal
    distribution is narrower than Student's. This share corrects both (Hesterberg 2015, "expanded percentiles").

    >>> round(_tail(0.95, 1000), 4), round(_tail(0.95, 10), 4)
    (0.0248, 0.0086)
    """
    from scipy.special import ndtr, stdtrit

    if not 0 < level < 1:
        raise ValueError(f"a confidence level lies between 0 and 1, such as {LEVEL}; {level:g} does not")
    quantile = stdtrit(documents - 1, (1 - level) / 2)
    return float(ndtr(quantile * np.sqrt(documents / (documents - 1))))
