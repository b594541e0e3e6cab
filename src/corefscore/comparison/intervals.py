"""Confidence intervals by the jackknife, which leaves out one document after the other and scores again.

The score of a corpus is a ratio of sums over documents. Its standard error is that of the jackknife. The interval uses
Student's distribution on the logit scale, so that it stays between 0 and 1. With few documents, the standard error
itself is uncertain. If the contributions of n documents have the kurtosis κ, the variance has about 2 n / (κ - 1)
degrees of freedom. The kurtosis of a small sample is too low, so κ is at least that of a Laplace distribution. In
metrics that count pairs of mentions, a document counts with the square of its length, so that a few documents make up
most of the sum. These metrics declare an upper limit for the degrees of freedom (`CountedMetric.carriers`).
docs/explanation/coverage.md shows the coverage, and `benchmarks/coverage.py` measures it.

References
----------
Tukey (1958), Bias and Confidence in Not-quite Large Samples. Satterthwaite (1946), An Approximate Distribution of
Estimates of Variance Components.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from corefscore.comparison.resampling import StackedMetrics
from corefscore.core.arrays import Floats, Ints
from corefscore.core.settings import LEVEL
from corefscore.metrics.base import RATES

Bounds = tuple[float, float]
METHOD = "jackknife"
KURTOSIS = 6.0
"""The lowest kurtosis of contributions that is assumed: that of a Laplace distribution."""
DOCUMENTS_FOR_EACH_DEGREE = 3
"""Metrics that count pairs have at most one degree of freedom for this number of documents."""
ROWS_AT_ONCE = 1 << 14
SAME_RATE = 1e-12
AT_THE_END = "the score is {:g} %, an end of the scale, so its variation cannot be estimated"
ALL_ALIKE = "it is the same in all documents"
TOO_FEW = "fewer than two documents have counts for it"


class Spread(NamedTuple):
    """Rates, their standard errors, and the degrees of freedom of the errors (each metrics × rates).

    A standard error is NaN if only one document, or none, contributes to the rate.
    """

    rates: Floats
    error: Floats
    freedom: Floats


@dataclass(frozen=True)
class Intervals:
    """Confidence intervals of recall, precision and F1, for each metric.

    Parameters
    ----------
    bounds : mapping of str to mapping of str to (float, float)
        The lower and the upper bound, by the name of the metric and of the rate. An average has bounds for F1 only.
    level : float
        The share of intervals that should contain the true value.
    refused : mapping of str to mapping of str to str
        The reason why a rate has no interval, by the name of the metric and of the rate.

    Examples
    --------
    >>> intervals = Intervals({"b3": {"f1": (0.5, 0.75)}}, level=0.9)
    >>> intervals.legend
    '[low, high]: 90 % intervals over documents (jackknife)'
    """

    bounds: Mapping[str, Mapping[str, Bounds]]
    level: float = LEVEL
    refused: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<Intervals of {len(self.bounds)} metrics: {self.signature}>"

    @property
    def signature(self) -> str:
        """The method of the intervals, as a part of the signature of a result."""
        return f"ci:{self.level:g}|method:{METHOD}"

    @property
    def legend(self) -> str:
        """The meaning of the brackets in a table."""
        return f"[low, high]: {100 * self.level:g} % intervals over documents ({METHOD})"

    @property
    def notes(self) -> list[str]:
        """A line for each reason why rates have no interval."""
        names: dict[str, list[str]] = {}
        for metric, rates in self.refused.items():
            for rate, reason in rates.items():
                names.setdefault(reason, []).append(f"{metric} {rate}")
        return [f"no interval for {', '.join(found)}: {reason}" for reason, found in names.items()]

    def ends(self, metric: str) -> list[float]:
        """Return the lower and the upper bound of recall, of precision and of F1; NaN if there is no interval."""
        bounds = self.bounds.get(metric, {})
        return [end for rate in RATES for end in bounds.get(rate, (np.nan, np.nan))]

    def to_dict(self) -> dict[str, object]:
        """Return the bounds, their method, and the reasons for missing ones. `samples` is 0, since none are drawn."""
        return {
            "level": self.level,
            "method": METHOD,
            "resamples": 0,
            "seed": 0,
            "metrics": {
                name: {rate: list(pair) for rate, pair in rates.items()} for name, rates in self.bounds.items()
            },
            "refused": {name: dict(rates) for name, rates in self.refused.items()},
        }


def jackknife(stacked: StackedMetrics, counts: Floats, level: float = LEVEL) -> Intervals:
    """Return the confidence intervals for counts, by the jackknife.

    Parameters
    ----------
    stacked : StackedMetrics
        The metrics.
    counts : array
        The counts of the metrics, with a row for each document.
    level : float
        The level of confidence, as for `Intervals`.

    Returns
    -------
    Intervals
        The intervals of all metrics.

    Raises
    ------
    ValueError
        If the level is not between 0 and 1.
    """
    return intervals_of(stacked, spread(stacked, counts), level)


def spread(stacked: StackedMetrics, counts: Floats) -> Spread:
    """Return the rates of a corpus, and how they vary over its documents.

    Parameters
    ----------
    stacked : StackedMetrics
        The metrics.
    counts : array
        The counts of the metrics, with a row for each document.

    Returns
    -------
    Spread
        The rates with their standard errors.
    """
    total = counts.sum(axis=0)
    rates = stacked.rates(total)
    blocks = range(0, len(counts), ROWS_AT_ONCE)
    without = np.concatenate([stacked.rates(total - counts[first : first + ROWS_AT_ONCE]) for first in blocks])
    moved = without - without.mean(axis=0)
    documents = len(counts)
    taking_part = stacked.defined(counts).sum(axis=0)[:, np.newaxis]
    freedom = degrees_of_freedom(moved, taking_part, KURTOSIS)
    carried = np.minimum(taking_part / DOCUMENTS_FOR_EACH_DEGREE, stacked.carriers[:, np.newaxis])
    freedom = np.where(np.isinf(stacked.carriers)[:, np.newaxis], freedom, np.minimum(freedom, carried))
    error = np.sqrt((moved**2).sum(axis=0) * (documents - 1) / documents)
    return Spread(rates, np.where(taking_part > 1, error, np.nan), freedom)


def degrees_of_freedom(moved: Floats, documents: Ints, least_kurtosis: float) -> Floats:
    """Return the degrees of freedom of a variance over documents: 2 n / (κ - 1), but at most n - 1.

    Parameters
    ----------
    moved : array
        The change of the figures if a document is left out, for each document (first axis).
    documents : array of int
        The number of documents that contribute to each figure.
    least_kurtosis : float
        The lowest κ to assume.

    Returns
    -------
    array of float
        The degrees of freedom of each figure.
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        kurtosis = documents * (moved**4).sum(axis=0) / (moved**2).sum(axis=0) ** 2
    freedom: Floats = 2 * documents / (np.fmax(kurtosis, least_kurtosis) - 1)
    return np.minimum(freedom, np.maximum(documents - 1, 1))


def mean_of(spreads: Sequence[Spread], shares: Floats) -> Spread:
    """Return the spread of a mean of independent rates.

    Parameters
    ----------
    spreads : sequence of Spread
        The spread of each group.
    shares : array
        The weight of each group (groups × metrics × rates).

    Returns
    -------
    Spread
        The means with their standard errors.
    """
    rates, error, freedom = (np.stack(column) for column in zip(*spreads, strict=True))
    # A group with weight 0 must not make the sum NaN.
    variance = np.where(shares > 0, (shares * error) ** 2, 0.0)
    total = variance.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        joint = total**2 / np.where(shares > 0, variance**2 / freedom, 0.0).sum(axis=0)
    mean = np.where(shares > 0, shares * rates, 0.0).sum(axis=0)
    return Spread(np.where(np.isnan(rates).all(axis=0), np.nan, mean), np.sqrt(total), joint)


def intervals_of(stacked: StackedMetrics, found: Spread, level: float) -> Intervals:
    """Return Student's intervals on the logit scale.

    Parameters
    ----------
    stacked : StackedMetrics
        The metrics.
    found : Spread
        The rates of the metrics, and how they vary.
    level : float
        The level of confidence, as for `Intervals`.

    Returns
    -------
    Intervals
        The intervals of all metrics.
    """
    from scipy.special import expit, logit, stdtrit

    if not 0 < level < 1:
        raise ValueError(f"a confidence level must be between 0 and 1, such as {LEVEL}, not {level:g}")
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        half = stdtrit(found.freedom, (1 + level) / 2) * found.error / (found.rates * (1 - found.rates))
        lows, highs = (expit(logit(found.rates) + sign * half) for sign in (-1, 1))
    bounds: dict[str, dict[str, Bounds]] = {}
    refused: dict[str, dict[str, str]] = {}
    for row, metric in enumerate(stacked.metrics):
        bounds[metric.name] = {}
        for column, rate in enumerate(RATES):
            value, error = float(found.rates[row, column]), float(found.error[row, column])
            if np.isnan(value):
                continue
            reason = _why_not(value, error)
            if reason:
                refused.setdefault(metric.name, {})[rate] = reason
            else:
                bounds[metric.name][rate] = (float(lows[row, column]), float(highs[row, column]))
    return Intervals(bounds, level, refused)


def _why_not(rate: float, error: float) -> str:
    """Return the reason why a rate has no interval; an empty text if it has one."""
    if np.isnan(error):
        return TOO_FEW
    if not SAME_RATE < rate < 1 - SAME_RATE:
        return AT_THE_END.format(100 * round(rate))
    return "" if error > SAME_RATE else ALL_ALIKE
