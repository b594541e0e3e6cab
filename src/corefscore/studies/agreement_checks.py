"""Check how far the agreement of a score with a person depends on single entities, on single texts, and on chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

import numpy as np

from corefscore.comparison.rankings import kendall, ranks
from corefscore.core.arrays import Bools, Floats
from corefscore.core.settings import LEVEL


class Range(NamedTuple):
    """The lowest and the highest τ-b, and τ-b without each entity or each text."""

    low: float
    high: float
    without: Mapping[str, float]


class Permuted(NamedTuple):
    """How much better a score agrees than its rival, and how often chance gives a difference as large."""

    difference: float
    p: float


def agreement(scores: Floats, human: Floats) -> Floats:
    """Return τ-b of each column of scores with a person's ranks; NaN if one of the two has no order.

    Parameters
    ----------
    scores : array
        A row for each entity, a column for each score.
    human : array
        The person's rank of each entity; 1 is the best.
    """
    found: Floats = kendall(np.column_stack([scores, -human]))[:-1, -1]
    return found


def leave_one_out(scores: Floats, human: Floats, names: Sequence[str]) -> list[Range]:
    """Return for each score τ-b without each entity in turn, and the extremes.

    Parameters
    ----------
    scores, human : array
        As for `agreement`.
    names : sequence of str
        The names of the entities.
    """
    taus = _without(scores, human, [np.arange(len(human)) == row for row in range(len(human))])
    return [
        Range(float(column.min()), float(column.max()), dict(zip(names, column.tolist(), strict=True)))
        for column in taus.T
    ]


def by_text(scores: Floats, human: Floats, texts: Sequence[str]) -> list[Range]:
    """Return for each score the bootstrap interval of τ-b if whole texts are drawn, and τ-b without each text in turn.

    There are so few texts that no samples are drawn: each way to draw them counts with its probability.

    Parameters
    ----------
    scores, human : array
        As for `agreement`.
    texts : sequence of str
        The text of each entity.
    """
    names = list(dict.fromkeys(texts))
    of_text = [np.flatnonzero([text == name for text in texts]) for name in names]
    draws = [Counter(drawn) for drawn in combinations_with_replacement(range(len(names)), len(names))]
    chances = np.array([1 / prod(map(factorial, draw.values())) for draw in draws])
    rows = [np.concatenate([of_text[text] for text in draw.elements()]) for draw in draws]
    taus = np.array([agreement(scores[drawn], human[drawn]) for drawn in rows])
    without = _without(scores, human, [np.isin(np.arange(len(human)), members) for members in of_text])
    return [
        Range(*_quantiles(drawn, chances), dict(zip(names, left.tolist(), strict=True)))
        for drawn, left in zip(taus.T, without.T, strict=True)
    ]


def permutation(ours: Floats, rivals: Floats, human: Floats, times: int, seed: int) -> list[Permuted]:
    """Run a paired, two-sided permutation test of one score against each rival.

    If both scores agreed with the person equally well, their ranks of an entity could be exchanged. Each permutation
    exchanges them for a random half of the entities.

    Parameters
    ----------
    ours : array
        Our score of each entity.
    rivals : array
        A column for each rival.
    human : array
        The person's ranks.
    times : int
        How many permutations to draw.
    seed : int
        The seed of the random numbers.
    """
    one, other = _midranks(np.repeat(ours[:, np.newaxis], rivals.shape[1], axis=1)), _midranks(rivals)
    difference = _lead(one, other, human)
    swaps = np.random.default_rng(seed).random((times, len(human), 1)) < 0.5
    drawn = np.array([_lead(np.where(swap, other, one), np.where(swap, one, other), human) for swap in swaps])
    as_great = (np.abs(drawn) >= np.abs(difference) - 1e-12).sum(axis=0)
    return [Permuted(float(lead), float(p)) for lead, p in zip(difference, (1 + as_great) / (1 + times), strict=True)]


def _lead(one: Floats, other: Floats, human: Floats) -> Floats:
    return agreement(one, human) - agreement(other, human)


def _midranks(scores: Floats) -> Floats:
    """Return the number of entities below each entity minus the number above it. It orders entities like mean ranks."""
    return (ranks(-scores) - ranks(scores)).astype(np.float64)


def _without(scores: Floats, human: Floats, left_out: Sequence[Bools]) -> Floats:
    return np.array([agreement(scores[~out], human[~out]) for out in left_out])


def _quantiles(values: Floats, chances: Floats) -> tuple[float, float]:
    """Return the limits of the middle part of values that have different probabilities."""
    known = ~np.isnan(values)
    order = np.argsort(values[known])
    reached = np.cumsum(chances[known][order]) / chances[known].sum()
    low, high = (int(np.searchsorted(reached, part)) for part in ((1 - LEVEL) / 2, (1 + LEVEL) / 2))
    ordered = values[known][order]
    return float(ordered[low]), float(ordered[min(high, len(ordered) - 1)])
