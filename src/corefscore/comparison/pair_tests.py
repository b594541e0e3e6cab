"""Tests of all pairs of systems. Systems that do not differ significantly share a letter.

References
----------
Piepho (2004), An Algorithm for a Letter-Based Representation of All-Pairwise Comparisons, Journal of Computational and
Graphical Statistics.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from string import ascii_lowercase, ascii_uppercase

import numpy as np

from corefscore.comparison.resampling import StackedMetrics, has_all_swaps
from corefscore.comparison.significance import holm, how_tested, p_values
from corefscore.core.arrays import Floats
from corefscore.core.settings import RESAMPLES, SEED

LEVEL = 0.05
LETTERS = ascii_lowercase + ascii_uppercase
MOST_SYSTEMS = 200
"""The largest number of systems for tests of all pairs. The number of tests grows with its square."""


@dataclass(frozen=True)
class PairTests:
    """Tests of all pairs of systems by one metric.

    Parameters
    ----------
    test : str
        One of the `TESTS`.
    metric : str
        The title of the metric.
    systems : sequence of str
        The systems, the best one first.
    resamples, seed : int
        The number of resamples, and the seed of the random numbers.
    exact : bool
        Whether all possible exchanges of documents were used.
    p, corrected : mapping of pairs of str to float
        The two-sided p-value of each pair, and the same corrected by Holm's method for the number of pairs. The better
        system of a pair comes first.

    Examples
    --------
    >>> tests = PairTests("t", "MUC", ["a", "b", "c"], 0, 1, False, {}, {("a", "b"): 0.3, ("a", "c"): 0.01})
    >>> tests.letters
    {'a': 'a', 'b': 'ab', 'c': 'b'}
    """

    test: str
    metric: str
    systems: Sequence[str]
    resamples: int
    seed: int
    exact: bool
    p: Mapping[tuple[str, str], float]
    corrected: Mapping[tuple[str, str], float]

    @classmethod
    def of(
        cls,
        test: str,
        stacked: StackedMetrics,
        counts: Mapping[str, Floats],
        resamples: int = RESAMPLES,
        seed: int = SEED,
    ) -> PairTests:
        """Test all pairs of systems.

        Parameters
        ----------
        test : str
            One of the `TESTS`.
        stacked : StackedMetrics
            The one metric.
        counts : mapping of str to array
            The counts of each system, with a row for each document. The best system comes first.
        resamples, seed : int
            The number of resamples, and the seed of the random numbers.

        Returns
        -------
        PairTests
            The p-values of all pairs.

        Raises
        ------
        ValueError
            If there is no such test, or if there are too many systems.
        """
        if len(counts) > MOST_SYSTEMS:
            message = f"{len(counts):,} systems are too many for tests of all pairs (at most {MOST_SYSTEMS} systems)"
            raise ValueError(f"{message}; test the systems against a baseline")
        names, rows = [*counts], [*counts.values()]
        found = [
            p_values(test, stacked, rows[number], rows[number + 1 :], resamples, seed)[:, 0]
            for number in range(len(rows) - 1)
        ]
        p = np.concatenate(found) if found else np.array([])
        pairs = [*combinations(names, 2)]
        exact = test == "randomisation" and has_all_swaps(len(rows[0]), resamples)
        named = [dict(zip(pairs, values.tolist(), strict=True)) for values in (p, holm(p))]
        return cls(test, stacked.metrics[0].title, names, resamples, seed, exact, *named)

    def __repr__(self) -> str:
        return f"<PairTests of {len(self.systems)} systems: {self.signature}>"

    @cached_property
    def letters(self) -> dict[str, str]:
        """The letters of each system. Two systems share a letter if and only if they do not differ significantly."""
        differing = [pair for pair, p in self.corrected.items() if p < LEVEL]
        groups = groups_of(self.systems, differing)
        return {
            name: "".join(letter for letter, group in zip(_letters(), groups, strict=False) if name in group)
            for name in self.systems
        }

    @property
    def signature(self) -> str:
        """The method of the p-values, as a part of the signature of a comparison."""
        chance = "" if self.test == "t" else f"|resamples:{self.resamples}|seed:{self.seed}"
        return f"pairs:{self.test}{chance}"

    @property
    def legend(self) -> str:
        """The meaning of the letters."""
        corrected = f", Holm-corrected for {len(self.p):,} pairs" if len(self.p) > 1 else ""
        how = how_tested(self.test, self.exact)
        return f"Groups: systems that share a letter do not differ in {self.metric} F1 (p < {LEVEL}, {how}{corrected})"

    def to_dict(self) -> dict[str, object]:
        """Return the p-values of all pairs, and the letters of each system."""
        chance = {} if self.test == "t" else {"resamples": self.resamples, "seed": self.seed}
        tests = [
            {"better": better, "worse": worse, "p": p, "p_holm": self.corrected[better, worse]}
            for (better, worse), p in self.p.items()
        ]
        return {"test": self.test, "exact": self.exact, **chance, "groups": self.letters, "tests": tests}


def groups_of(systems: Sequence[str], differing: Sequence[tuple[str, str]]) -> list[frozenset[str]]:
    """Return the largest groups of systems in which no two systems differ, by the algorithm of Piepho (2004).

    >>> [sorted(group) for group in groups_of(["a", "b", "c"], [("a", "c")])]
    [['a', 'b'], ['b', 'c']]
    """
    rank = {name: number for number, name in enumerate(systems)}
    groups = [frozenset(systems)]
    for one, other in differing:
        whole = [group for group in groups if not {one, other} <= group]
        parts = [group - {name} for group in groups if {one, other} <= group for name in (other, one)]
        groups = whole + [part for part in parts if not any(part < group for group in (*whole, *parts))]
        groups = [group for number, group in enumerate(groups) if not any(group <= other for other in groups[:number])]
    return sorted(groups, key=lambda group: sorted(map(rank.__getitem__, group)))


def _letters() -> Iterator[str]:
    """Yield a to z, A to Z, and then numbers in brackets."""
    yield from LETTERS
    number = len(LETTERS)
    while True:
        number += 1
        yield f"({number})"
