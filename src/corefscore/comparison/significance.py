"""Paired tests over documents: whether the difference of two systems may be due to chance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from corefscore.comparison.intervals import degrees_of_freedom
from corefscore.comparison.resampling import StackedMetrics, bootstrap_weights, has_all_swaps, swaps
from corefscore.core.arrays import Floats
from corefscore.core.problems import warn
from corefscore.core.settings import RESAMPLES, SEED
from corefscore.core.signatures import part_value

TESTS: Mapping[str, str] = {
    "randomisation": "paired approximate randomisation",
    "bootstrap": "paired bootstrap",
    "t": "paired t-test on the F1 of documents",
}
LEVELS = ((0.001, "***"), (0.01, "**"), (0.05, "*"))
LEGEND = "* p < 0.05, ** p < 0.01, *** p < 0.001"
NORMAL_KURTOSIS = 3.0
SAME = 1e-10  # F1 values that differ only by rounding count as equal


@dataclass(frozen=True)
class Significance:
    """Tests of systems against a baseline.

    Parameters
    ----------
    test : str
        One of the `TESTS`.
    baseline : str
        The system with which all others are compared.
    resamples : int
        The number of resamples.
    seed : int
        The seed of the random numbers.
    exact : bool
        Whether all possible exchanges of documents were used.
    p : mapping of str to mapping of str to float
        The two-sided p-value of each system and metric.
    corrected : mapping of str to mapping of str to float
        The p-values, corrected by Holm's method. The p-values of one metric are corrected together, one for each system
        except the baseline.
    """

    test: str
    baseline: str
    resamples: int
    seed: int
    exact: bool
    p: Mapping[str, Mapping[str, float]]
    corrected: Mapping[str, Mapping[str, float]]

    @classmethod
    def of(
        cls,
        test: str,
        stacked: StackedMetrics,
        counts: Mapping[str, Floats],
        baseline: str,
        resamples: int = RESAMPLES,
        seed: int = SEED,
    ) -> Significance:
        """Test all systems against a baseline, which is one of them.

        Parameters
        ----------
        test : str
            One of the `TESTS`.
        stacked : StackedMetrics
            The metrics.
        counts : mapping of str to array
            The counts of each system, with a row for each document.
        baseline : str
            The system with which all others are compared.
        resamples, seed : int
            The number of resamples, and the seed of the random numbers.

        Returns
        -------
        Significance
            The p-values of each system and metric.

        Raises
        ------
        ValueError
            If there is no such test.
        """
        others = [name for name in counts if name != baseline]
        p = p_values(test, stacked, counts[baseline], [counts[name] for name in others], resamples, seed)
        named = [_by_name(others, [metric.name for metric in stacked.metrics], values) for values in (p, holm(p))]
        exact = test == "randomisation" and has_all_swaps(len(counts[baseline]), resamples)
        return cls(test, baseline, resamples, seed, exact, *named)

    def mark(self, system: str, metric: str) -> str:
        """Return the stars of a corrected p-value; no stars for the baseline."""
        return stars(self.corrected[system][metric]) if system in self.corrected else ""

    def __repr__(self) -> str:
        return f"<Significance of {len(self.p)} systems: {self.signature}>"

    @property
    def signature(self) -> str:
        """The method of the p-values, as a part of the signature of a comparison."""
        chance = "" if self.test == "t" else f"|resamples:{self.resamples}|seed:{self.seed}"
        return f"test:{self.test}|baseline:{part_value(self.baseline)}{chance}"

    @property
    def legend(self) -> str:
        """The meaning of the stars in a table."""
        others = len(self.p)
        holm_corrected = f", Holm-corrected for {others} systems" if others > 1 else ""
        return f"{LEGEND} against {self.baseline} ({how_tested(self.test, self.exact)}{holm_corrected})"

    def to_dict(self) -> dict[str, object]:
        """Return the p-values and their method."""
        about = {"test": self.test, "baseline": self.baseline, "exact": self.exact}
        chance = {} if self.test == "t" else {"resamples": self.resamples, "seed": self.seed}
        return {**about, **chance, "p": dict(self.p), "p_holm": dict(self.corrected)}


def how_tested(test: str, exact: bool) -> str:
    """Return the name of a test for a legend."""
    return f"{'exact permutation test, all exchanges of documents' if exact else TESTS[test]}, two-sided"


def warn_of_few_exchanges(source: str, test: str, documents: int) -> None:
    """Warn if there are so few possible exchanges of documents that no difference can be significant."""
    least = 2 / 2**documents
    if test == "randomisation" and least >= LEVELS[-1][0]:
        message = (
            f"with {documents} documents, the lowest p-value of randomisation is {least:g}, so no difference can reach "
            f"{LEVELS[-1][0]:g}; score more documents, or choose the test bootstrap"
        )
        warn(source, 0, message)


def _by_name(systems: Iterable[str], metrics: Sequence[str], values: Floats) -> dict[str, dict[str, float]]:
    return {name: dict(zip(metrics, row, strict=True)) for name, row in zip(systems, values.tolist(), strict=True)}


def p_values(
    test: str,
    stacked: StackedMetrics,
    baseline: Floats,
    systems: Sequence[Floats],
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Floats:
    """Return two-sided p-values of systems against a baseline.

    Parameters
    ----------
    test : str
        One of the `TESTS`.
    stacked : StackedMetrics
        The metrics.
    baseline, systems : array, sequence of arrays
        The counts of the baseline and of the systems, with a row for each document.
    resamples, seed : int
        The number of resamples, and the seed of the random numbers.

    Returns
    -------
    array
        A row for each system and a column for each metric. A value is NaN if a metric is defined on fewer than two
        documents (t-test only).

    Raises
    ------
    ValueError
        If there is no such test.
    """
    if test not in TESTS:
        raise ValueError(f"there is no test {test!r}; choose from {', '.join(TESTS)}")
    if test == "t":
        return np.array([_t_test(stacked, baseline, system) for system in systems])
    by_chance = _randomisation if test == "randomisation" else _bootstrap
    return by_chance(stacked, baseline, systems, resamples, seed)


def _randomisation(
    stacked: StackedMetrics, baseline: Floats, systems: Sequence[Floats], resamples: int, seed: int
) -> Floats:
    """Return how often a random exchange of documents leads to a difference as large as the observed one."""
    documents = len(baseline)
    observed = _differences(stacked, baseline, systems)
    as_large = np.zeros_like(observed)
    base = baseline.sum(axis=0)
    totals = [system.sum(axis=0) for system in systems]
    surplus = [system - baseline for system in systems]
    for block in swaps(documents, resamples, seed):
        for row, total in enumerate(totals):
            moved = block @ surplus[row]
            difference = stacked.f1(total - moved) - stacked.f1(base + moved)
            as_large[row] += (np.abs(difference) >= np.abs(observed[row]) - SAME).sum(axis=0)
    if has_all_swaps(documents, resamples):
        return as_large / (1 << documents)
    return (1 + as_large) / (1 + resamples)


def _bootstrap(
    stacked: StackedMetrics, baseline: Floats, systems: Sequence[Floats], resamples: int, seed: int
) -> Floats:
    """Return how often a resampled difference is as far from the observed one as the observed one is from 0.

    Resampled differences vary too little: their standard deviation is too small by the factor √((n − 1) / n), and they
    have normal tails instead of Student's. So the share of resamples is first turned into a normal deviate, and then
    into a p-value of Student's distribution.
    """
    observed = _differences(stacked, baseline, systems)
    as_far = np.zeros_like(observed)
    for weights in bootstrap_weights(len(baseline), resamples, seed):
        base = stacked.f1(weights @ baseline)
        for row, system in enumerate(systems):
            difference = stacked.f1(weights @ system) - base
            as_far[row] += (np.abs(difference - observed[row]) >= np.abs(observed[row]) - SAME).sum(axis=0)
    freedom = np.array([_difference_freedom(stacked, baseline, system) for system in systems])
    return _widened((1 + as_far) / (1 + resamples), len(baseline), freedom)


def _widened(p: Floats, documents: int, freedom: Floats) -> Floats:
    """Return the p-values of Student's distribution that belong to p-values of resamples."""
    from scipy.special import ndtri, stdtr

    widened: Floats = 2 * stdtr(freedom, ndtri(p / 2) * np.sqrt((documents - 1) / documents))
    return widened


def _difference_freedom(stacked: StackedMetrics, baseline: Floats, system: Floats) -> Floats:
    """Return the degrees of freedom of the variance of a difference, by the jackknife."""
    without = stacked.f1(system.sum(axis=0) - system) - stacked.f1(baseline.sum(axis=0) - baseline)
    documents = np.full(without.shape[1], len(without))
    return degrees_of_freedom(without - without.mean(axis=0), documents, NORMAL_KURTOSIS)


def _differences(stacked: StackedMetrics, baseline: Floats, systems: Sequence[Floats]) -> Floats:
    base = stacked.f1(baseline.sum(axis=0))
    return np.array([stacked.f1(system.sum(axis=0)) - base for system in systems])


def _t_test(stacked: StackedMetrics, baseline: Floats, system: Floats) -> Floats:
    """Return p-values of Student's test of the differences in F1. A document does not count if both F1 are 0 / 0."""
    from scipy.special import stdtr

    difference = stacked.f1(system) - stacked.f1(baseline)
    defined = stacked.defined(system) | stacked.defined(baseline)
    count = defined.sum(axis=0)
    mean = (difference * defined).sum(axis=0) / np.maximum(count, 1)
    spread = np.sqrt((((difference - mean) * defined) ** 2).sum(axis=0) / np.maximum(count - 1, 1))
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(mean == 0, 0.0, mean * np.sqrt(count) / spread)
    p: Floats = 2 * stdtr(np.maximum(count - 1, 1), -np.abs(t))
    return np.where(count > 1, p, np.nan)


def holm(p: Floats) -> Floats:
    """Correct p-values for their number, along the first axis, by the step-down method of Holm (1979).

    >>> holm(np.array([0.01, 0.04, 0.03])).tolist()
    [0.03, 0.06, 0.06]
    """
    order = np.argsort(p, axis=0, kind="stable")
    factor = np.arange(len(p), 0, -1).reshape(-1, *[1] * (p.ndim - 1))
    stepped = np.maximum.accumulate(np.take_along_axis(p, order, axis=0) * factor, axis=0)
    corrected = np.empty_like(p)
    np.put_along_axis(corrected, order, np.minimum(stepped, 1), axis=0)
    return corrected


def stars(p: float) -> str:
    """Return the stars of a p-value.

    >>> stars(0.004), stars(0.2)
    ('**', '')
    """
    return next((mark for level, mark in LEVELS if p < level), "")
