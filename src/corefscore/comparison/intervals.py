"""Confidence intervals by the bootstrap: draw documents anew, sum first, divide last."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from corefscore.comparison.resampling import Measures, bootstrap_weights
from corefscore.core.arrays import Floats
from corefscore.core.settings import LEVEL, RESAMPLES, SEED
from corefscore.metrics.base import RATES

Bounds = tuple[float, float]


@dataclass(frozen=True)
class Intervals:
    """For each metric the lowest and highest plausible recall, precision and F1, and how they were found."""

    bounds: Mapping[str, Mapping[str, Bounds]]
    level: float = LEVEL
    resamples: int = RESAMPLES
    seed: int = SEED

    @property
    def signature(self) -> str:
        return f"ci:{self.level:g}|resamples:{self.resamples}|seed:{self.seed}"

    @property
    def legend(self) -> str:
        """What the brackets in a table mean."""
        return f"[low, high]: {100 * self.level:g} % bootstrap intervals over documents"

    def ends(self, metric: str) -> list[float]:
        """Low and high of recall, precision and F1, one after the other."""
        bounds = self.bounds.get(metric, {})
        return [end for rate in RATES for end in bounds.get(rate, (np.nan, np.nan))]

    def to_dict(self) -> dict[str, object]:
        return {
            "level": self.level,
            "resamples": self.resamples,
            "seed": self.seed,
            "metrics": {
                name: {rate: list(pair) for rate, pair in rates.items()} for name, rates in self.bounds.items()
            },
        }


def bootstrap(
    measures: Measures, counts: Floats, level: float = LEVEL, resamples: int = RESAMPLES, seed: int = SEED
) -> Intervals:
    """Intervals from the counts of documents."""
    return from_samples(measures, samples(measures, counts, resamples, seed), level, seed, len(counts))


def samples(measures: Measures, counts: Floats, resamples: int, seed: int) -> Floats:
    """The rates of each resample (resamples × metrics × 3)."""
    blocks = bootstrap_weights(len(counts), resamples, seed)
    return np.concatenate([measures.rates(weights @ counts) for weights in blocks])


def from_samples(measures: Measures, rates: Floats, level: float, seed: int, documents: int) -> Intervals:
    """The intervals that hold the middle of some resamples of so many documents."""
    tail = _tail(level, documents)
    lows, highs = np.quantile(rates, [tail, 1 - tail], axis=0).tolist()
    bounds = {
        metric.name: {
            rate: (low, high)
            for rate, low, high in zip(RATES, lows[place], highs[place], strict=True)
            if not np.isnan(low)
        }
        for place, metric in enumerate(measures.metrics)
    }
    return Intervals(bounds, level, len(rates), seed)


def _tail(level: float, documents: int) -> float:
    """The share of resamples to leave out at either end.

    Plain percentiles are too narrow for few documents, by a factor of sqrt((n - 1) / n) and by what a normal
    distribution is narrower than Student's; this makes up for both (Hesterberg 2015, "expanded percentiles").

    >>> round(_tail(0.95, 1000), 4), round(_tail(0.95, 10), 4)
    (0.0248, 0.0086)
    """
    from scipy.special import ndtr, stdtrit

    if not 0 < level < 1:
        raise ValueError(f"a confidence level lies between 0 and 1, such as {LEVEL}; {level:g} does not")
    quantile = stdtrit(documents - 1, (1 - level) / 2)
    return float(ndtr(quantile * np.sqrt(documents / (documents - 1))))
