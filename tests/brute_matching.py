"""What matching should find, from definitions, by trying all ways. Slow on purpose, without a line of the package."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import NamedTuple


class Mention(NamedTuple):
    """The words of a mention, its head, and the words it must cover."""

    words: frozenset[Hashable]
    head: Hashable
    least: frozenset[Hashable] = frozenset()


Likeness = Callable[[Mention, Mention], Fraction]


def covered(key: Mention, response: Mention) -> Fraction:
    return Fraction(len(key.words & response.words), len(key.words))


def head(key: Mention, response: Mention) -> Fraction:
    return covered(key, response) if key.head == response.head else Fraction(0)


def partial(key: Mention, response: Mention) -> Fraction:
    fits = key.head in response.words and response.words <= key.words
    return covered(key, response) if fits else Fraction(0)


def minimum(key: Mention, response: Mention) -> Fraction:
    fits = key.least and key.least <= response.words <= key.words
    return covered(key, response) if fits else Fraction(0)


LIKENESS: dict[str, Likeness] = {"head": head, "partial": partial, "min": minimum}


def all_pairings(keys: Sequence[int], responses: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    for size in range(min(len(keys), len(responses)) + 1):
        for chosen in combinations(keys, size):
            for others in permutations(responses, size):
                yield list(zip(chosen, others, strict=True))


def same(key: Mention, response: Mention, match: str) -> bool:
    return key.words == response.words and (match != "head" or key.head == response.head)


def best_total(keys: Sequence[Mention], responses: Sequence[Mention], match: str) -> tuple[int, Fraction]:
    """How many mentions are equal, and the greatest sum of likeness among all others."""
    equal = [(k, r) for k, one in enumerate(keys) for r, other in enumerate(responses) if same(one, other, match)]
    left = [k for k in range(len(keys)) if k not in {pair[0] for pair in equal}]
    others = [r for r in range(len(responses)) if r not in {pair[1] for pair in equal}]
    likeness = LIKENESS.get(match)
    if likeness is None:
        return len(equal), Fraction(0)
    totals = (sum(likeness(keys[k], responses[r]) for k, r in pairs) for pairs in all_pairings(left, others))
    return len(equal), max(totals, default=Fraction(0)) or Fraction(0)


def mor(keys: Sequence[Mention], responses: Sequence[Mention]) -> list[int]:
    pairings = all_pairings(range(len(keys)), range(len(responses)))
    shared = max(sum(len(keys[k].words & responses[r].words) for k, r in pairs) for pairs in pairings)
    return [shared, sum(len(m.words) for m in keys), shared, sum(len(m.words) for m in responses)]
