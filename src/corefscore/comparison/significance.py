"""Is one system better than another, or does it seem so by the choice of documents? Paired tests over documents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from corefscore.comparison.resampling import Measures, bootstrap_weights, has_all_swaps, swaps
from corefscore.core.arrays import Floats
from corefscore.core.settings import RESAMPLES, SEED

TESTS: Mapping[str, str] = {
    "randomisation": "paired approximate randomisation",
    "bootstrap": "paired bootstrap",
    "t": "paired t-test on the F1 of documents",
}
LEVELS = ((0.001, "***"), (0.01, "**"), (0.05, "*"))
LEGEND = "* p < 0.05, ** p < 0.01, *** p < 0.001"
SAME = 1e-10  # F1s that differ by rounding only count as equal


@dataclass(frozen=True)
class Significance:
    """p-values of systems against a baseline, for each system and metric, as they are and corrected by Holm's method.

    Those of one metric are corrected together: there are as many as systems beside the baseline.
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
        measures: Measures,
        counts: Mapping[str, Floats],
        baseline: str,
        resamples: int = RESAMPLES,
        seed: int = SEED,
    ) -> Significance:
        """Test the systems whose counts of documents are given against one of them."""
        others = [name for name in counts if name != baseline]
        p = p_values(test, measures, counts[baseline], [counts[name] for name in others], resamples, seed)
        named = [_by_name(others, [metric.name for metric in measures.metrics], values) for values in (p, holm(p))]
        exact = test == "randomisation" and has_all_swaps(len(counts[baseline]), resamples)
        return cls(test, baseline, resamples, seed, exact, *named)

    def mark(self, system: str, metric: str) -> str:
        """Stars for a corrected p-value; none for the baseline itself."""
        return stars(self.corrected[system][metric]) if system in self.corrected else ""

    @property
    def signature(self) -> str:
        chance = "" if self.test == "t" else f"|resamples:{self.resamples}|seed:{self.seed}"
        return f"test:{self.test}|baseline:{self.baseline}{chance}"

    @property
    def legend(self) -> str:
        """What the stars in a table mean."""
        how = "exact permutation test, all exchanges of documents" if self.exact else TESTS[self.test]
        others = len(self.p)
        holm_corrected = f", Holm-corrected for {others} systems" if others > 1 else ""
        return f"{LEGEND} against {self.baseline} ({how}, two-sided{holm_corrected})"

    def to_dict(self) -> dict[str, object]:
        about = {"test": self.test, "baseline": self.baseline, "exact": self.exact}
        chance = {} if self.test == "t" else {"resamples": self.resamples, "seed": self.seed}
        return {**about, **chance, "p": dict(self.p), "p_holm": dict(self.corrected)}


def _by_name(systems: Iterable[str], metrics: Sequence[str], values: Floats) -> dict[str, dict[str, float]]:
    return {name: dict(zip(metrics, row, strict=True)) for name, row in zip(systems, values.tolist(), strict=True)}


def p_values(
    test: str,
    measures: Measures,
    baseline: Floats,
    systems: Sequence[Floats],
    resamples: int = RESAMPLES,
    seed: int = SEED,
) -> Floats:
    """Two-sided p for each system (rows) and metric (columns) against a baseline, from counts of documents."""
    if test not in TESTS:
        raise ValueError(f"there is no test {test!r}; choose from {', '.join(TESTS)}")
    if test == "t":
        return np.array([_t_test(measures, baseline, system) for system in systems])
    by_chance = _randomisation if test == "randomisation" else _bootstrap
    return by_chance(measures, baseline, systems, resamples, seed)


def _randomisation(
    measures: Measures, baseline: Floats, systems: Sequence[Floats], resamples: int, seed: int
) -> Floats:
    """How often a random exchange of documents makes a difference as large as the one seen."""
    documents = len(baseline)
    seen = _differences(measures, baseline, systems)
    as_large = np.zeros_like(seen)
    totals = baseline.sum(axis=0), [system.sum(axis=0) for system in systems]
    surplus = [system - baseline for system in systems]
    for block in swaps(documents, resamples, seed):
        for place, total in enumerate(totals[1]):
            moved = block @ surplus[place]
            difference = measures.f1(total - moved) - measures.f1(totals[0] + moved)
            as_large[place] += (np.abs(difference) >= np.abs(seen[place]) - SAME).sum(axis=0)
    if has_all_swaps(documents, resamples):
        return as_large / (1 << documents)
    return (1 + as_large) / (1 + resamples)


def _bootstrap(measures: Measures, baseline: Floats, systems: Sequence[Floats], resamples: int, seed: int) -> Floats:
    """How often a difference strays as far from the one seen as that is from none."""
    seen = _differences(measures, baseline, systems)
    as_far = np.zeros_like(seen)
    for weights in bootstrap_weights(len(baseline), resamples, seed):
        base = measures.f1(weights @ baseline)
        for place, system in enumerate(systems):
            difference = measures.f1(weights @ system) - base
            as_far[place] += (np.abs(difference - seen[place]) >= np.abs(seen[place]) - SAME).sum(axis=0)
    return (1 + as_far) / (1 + resamples)


def _differences(measures: Measures, baseline: Floats, systems: Sequence[Floats]) -> Floats:
    base = measures.f1(baseline.sum(axis=0))
    return np.array([measures.f1(system.sum(axis=0)) - base for system in systems])


def _t_test(measures: Measures, baseline: Floats, system: Floats) -> Floats:
    """Student's test of the differences in F1; a document on which a metric is 0 / 0 for both has no part in it."""
    from scipy.special import stdtr

    difference = measures.f1(system) - measures.f1(baseline)
    defined = measures.defined(system) | measures.defined(baseline)
    count = defined.sum(axis=0)
    mean = (difference * defined).sum(axis=0) / np.maximum(count, 1)
    spread = np.sqrt((((difference - mean) * defined) ** 2).sum(axis=0) / np.maximum(count - 1, 1))
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(mean == 0, 0.0, mean * np.sqrt(count) / spread)
    p: Floats = 2 * stdtr(np.maximum(count - 1, 1), -np.abs(t))
    return np.where(count > 1, p, np.nan)


def holm(p: Floats) -> Floats:
    """p-values corrected for their number, along the first axis, by the step-down method of Holm (1979).

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
    """The mark of a p-value.

    >>> stars(0.004), stars(0.2)
    ('**', '')
    """
    return next((mark for level, mark in LEVELS if p < level), "")
