"""Do intervals hold the true value, and do tests keep their level? Simulations on the populations of populations.py.

`python -m benchmarks.coverage intervals` prints how often 95 % intervals hold the true score, `level` how often tests
find a difference at 0.05 where there is none, `power` how often they find the difference of systems A and B, beside an
oracle that knows the distribution of the difference. Every figure is of 2,000 corpora drawn with replacement.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator

import numpy as np

from benchmarks.populations import METRICS, STACKED, Population, populations
from corefscore.comparison.intervals import jackknife
from corefscore.comparison.significance import TESTS, p_values
from corefscore.core.arrays import Floats
from corefscore.metrics.base import RATES

SIZES = (5, 8, 20, 40, 100, 200)
TEST_SIZES = (5, 10, 30, 100)
RESAMPLES = 1000
SEED = 7
LEVEL = 0.05


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["intervals", "level", "power"])
    parser.add_argument("--draws", type=int, default=2000)
    options = parser.parse_args()
    works: dict[str, Callable[[int], Iterator[str]]] = {"intervals": intervals, "level": level, "power": power}
    for line in works[options.what](options.draws):
        print(line, flush=True)


def intervals(draws: int) -> Iterator[str]:
    """Coverage of the intervals of F1 for each metric; the last column has the lowest of recall and precision."""
    yield from _head("documents", "population", *METRICS, "lowest of R and P")
    for size in SIZES:
        for population in populations():
            covered = coverage(population, size, draws)
            lowest = np.nanmin(covered[:, :2])
            yield _row(str(size), population.name, *_percent(covered[:, 2]), *_percent(np.array([lowest])))
    yield f"\n{draws:,} draws for each figure; Monte Carlo error {_error(0.95, draws):.1f} at 95 %"


def coverage(population: Population, size: int, draws: int) -> Floats:
    """How often intervals hold the true value (metrics × rates); a rate without an interval does not count."""
    rng = np.random.default_rng(SEED)
    truth = population.truth
    held, given = np.zeros(truth.shape), np.zeros(truth.shape)
    for _ in range(draws):
        found = jackknife(STACKED, population.a[rng.integers(len(population.a), size=size)]).bounds
        ends = np.array([[found[name].get(rate, (np.nan, np.nan)) for rate in RATES] for name in METRICS])
        given += ~np.isnan(ends[..., 0])
        held += (ends[..., 0] <= truth) & (truth <= ends[..., 1])
    return np.where(given > 0, held / np.maximum(given, 1), np.nan)


def level(draws: int) -> Iterator[str]:
    """False positives: each document has the outputs of A and B in random order, so there is no difference."""
    yield from _head("documents", "test", "population", *METRICS)
    for size in TEST_SIZES:
        for population in populations():
            found = {test: rejected(population, size, draws, test, exchange=True) for test in TESTS}
            for test, rates in found.items():
                yield _row(str(size), test, population.name, *_percent(rates))
    yield f"\n{draws:,} draws for each figure; Monte Carlo error {_error(LEVEL, draws):.1f} at 5 %"


def power(draws: int) -> Iterator[str]:
    """How often the true difference of A and B is found, and how often an oracle finds it."""
    yield from _head("documents", "test", "population", *METRICS)
    for size in TEST_SIZES:
        for population in populations():
            found = {test: rejected(population, size, draws, test, exchange=False) for test in TESTS}
            for test, rates in (found | {"oracle": oracle(population, size, draws)}).items():
                yield _row(str(size), test, population.name, *_percent(rates))
    yield f"\n{draws:,} draws for each figure; Monte Carlo error at most {_error(0.5, draws):.1f}"


def rejected(population: Population, size: int, draws: int, test: str, exchange: bool) -> Floats:
    """How often a test finds a difference, for each metric."""
    found = np.zeros(len(METRICS))
    for number, (a, b) in enumerate(_corpora(population, size, draws, exchange)):
        p = p_values(test, STACKED, a, [b], RESAMPLES, seed=number)[0]
        found += np.where(np.isnan(p), 1.0, p) < LEVEL
    return found / draws


def oracle(population: Population, size: int, draws: int) -> Floats:
    """How often the difference is beyond a bound that it passes in 5 % of all corpora if its true value is 0.

    The oracle knows how the difference varies from corpus to corpus, and so the bound. No test knows this.
    """
    corpora = _corpora(population, size, draws, exchange=False)
    found = np.array([STACKED.f1(b.sum(axis=0)) - STACKED.f1(a.sum(axis=0)) for a, b in corpora])
    truth = STACKED.f1(population.b.sum(axis=0)) - STACKED.f1(population.a.sum(axis=0))
    bound = np.quantile(np.abs(found - truth), 1 - LEVEL, axis=0)
    beyond: Floats = (np.abs(found) > bound).mean(axis=0)
    return beyond


def _corpora(population: Population, size: int, draws: int, exchange: bool) -> Iterator[tuple[Floats, Floats]]:
    rng = np.random.default_rng(SEED)
    for _ in range(draws):
        rows = rng.integers(len(population.a), size=size)
        a, b = population.a[rows], population.b[rows]
        swap = exchange & (rng.random((size, 1)) < 0.5)
        yield np.where(swap, b, a), np.where(swap, a, b)


def _error(share: float, draws: int) -> float:
    return float(100 * np.sqrt(share * (1 - share) / draws))


def _percent(shares: Floats) -> list[str]:
    return [f"{100 * share:.1f}" for share in shares]


def _head(*titles: str) -> Iterator[str]:
    yield _row(*titles)
    yield _row(*["---"] * len(titles))


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
