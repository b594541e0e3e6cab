"""How the reference scorer v8.01 counts a document in which a mention occurs more than once on a side.

A repeated response mention that the key has too counts in the first of its entities only. All other repeats
stay, in the sizes of entities as well as in what they share, and each metric meets them in its own way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from functools import cached_property
from itertools import combinations
from typing import TypeAlias

import numpy as np

from corefscore.core.arrays import ints
from corefscore.core.assignment import best_assignment

MANY_CHAINS = 10

Chain: TypeAlias = Sequence[Hashable]
Counts: TypeAlias = list[float]


class RepeatedMentions:
    """One document as chains of mentions, in the order of their first use."""

    def __init__(self, key: Sequence[Chain], response: Sequence[Chain]) -> None:
        self.key = [chain for chain in key if chain]
        self.key_chain = {mention: number for number, chain in enumerate(self.key) for mention in chain}
        self.response = self._without_removed(response)
        self.response_chain = {m: number for number, chain in enumerate(self.response) for m in chain}

    def _without_removed(self, response: Sequence[Chain]) -> list[Chain]:
        seen: set[Hashable] = set()
        kept: list[Chain] = []
        for chain in response:
            remaining: list[Hashable] = []
            for mention in chain:
                if mention not in seen:
                    remaining.append(mention)
                if mention in self.key_chain:
                    seen.add(mention)
            kept.append(remaining)
        return [chain for chain in kept if chain]

    @cached_property
    def found(self) -> dict[Hashable, int]:
        """The response chain of each mention that both sides have."""
        return {m: chain for m, chain in self.response_chain.items() if m in self.key_chain}

    @cached_property
    def cells(self) -> Counter[tuple[int, int]]:
        """Shared mentions by key chain and response chain; a mention of several key chains is in the last."""
        return Counter((self.key_chain[mention], chain) for mention, chain in self.found.items())

    @cached_property
    def members(self) -> Counter[tuple[int, int]]:
        """Key mentions, repeats included, that a response chain contains, by key chain and response chain."""
        pairs = ((n, self.found[m]) for n, chain in enumerate(self.key) for m in chain if m in self.found)
        return Counter(pairs)

    @cached_property
    def distinct_members(self) -> Counter[tuple[int, int]]:
        pairs = ((n, self.found[m]) for n, chain in enumerate(self.key) for m in set(chain) if m in self.found)
        return Counter(pairs)

    @cached_property
    def sizes(self) -> tuple[int, int]:
        return sum(map(len, self.key)), sum(map(len, self.response))

    def mentions(self) -> Counts:
        return [len(self.found), len(self.key_chain), len(self.found), len(self.response_chain)]

    def muc(self) -> Counts:
        shared = sum(count - 1 for count in self.cells.values())
        return [shared, self.sizes[0] - len(self.key), shared, self.sizes[1] - len(self.response)]

    def b3(self) -> Counts:
        recall = precision = 0.0
        for response_number, chain in enumerate(self.response):
            for mention in chain:
                if mention in self.key_chain:
                    key_number = self.key_chain[mention]
                    correct = self.distinct_members[key_number, response_number]
                    recall += correct / len(self.key[key_number])
                    precision += correct / len(chain)
        return [recall, self.sizes[0], precision, self.sizes[1]]

    def ceafm(self) -> Counts:
        total = self._aligned({cell: float(count) for cell, count in self.members.items()})
        return [total, self.sizes[0], total, self.sizes[1]]

    def ceafe(self) -> Counts:
        alike = {
            (k, r): 2 * count / (len(self.key[k]) + len(self.response[r])) for (k, r), count in self.members.items()
        }
        total = self._aligned(alike)
        return [total, len(self.key), total, len(self.response)]

    def _aligned(self, similarity: dict[tuple[int, int], float]) -> float:
        cells = sorted(similarity)
        weights = [similarity[cell] for cell in cells]
        chosen = best_assignment(
            ints([cell[0] for cell in cells]),
            ints([cell[1] for cell in cells]),
            np.array(weights, dtype=float),
            len(self.key),
            len(self.response),
        )
        total = 0.0
        for place in chosen.tolist():
            total += 1 - (1 - weights[place])  # as v8.01 rounds it
        return total

    def blanc(self) -> Counts:
        """Links are sets of two mentions, or of one if it is twice in a chain or in two chains."""
        key, response = _Memberships(self.key), _Memberships(self.response)
        within_shared = between_shared = 0.0
        found_in: dict[int, Counter[frozenset[int]]] = {}
        for mention, chain in self.found.items():
            found_in.setdefault(chain, Counter())[key.chains[mention]] += 1
        for group in found_in.values():
            within_shared += _linked(group)
            between_shared -= _pairs(group.total()) - _alike(group)
        everywhere: Counter[frozenset[int]] = Counter()
        for group in found_in.values():
            everywhere.update(group)
        between_shared += _pairs(len(self.found)) - _alike(everywhere)
        return [
            within_shared,
            _linked(key.groups) + key.twice,
            within_shared,
            _linked(response.groups) + response.twice,
            between_shared,
            _pairs(len(key.chains)) - _alike(key.groups) + key.in_several,
            between_shared,
            _pairs(len(response.chains)) - _alike(response.groups) + response.in_several,
        ]


class _Memberships:
    """The chains of each mention of a side, and how many mentions have the same chains."""

    def __init__(self, side: Sequence[Chain]) -> None:
        chains: dict[Hashable, set[int]] = {}
        for number, chain in enumerate(side):
            for mention in chain:
                chains.setdefault(mention, set()).add(number)
        self.chains = {mention: frozenset(numbers) for mention, numbers in chains.items()}
        self.groups = Counter(self.chains.values())
        self.in_several = sum(len(numbers) > 1 for numbers in chains.values())
        self.twice = len({mention for chain in side for mention, times in Counter(chain).items() if times > 1})


def _pairs(count: int) -> float:
    return count * (count - 1) / 2


def _alike(groups: Counter[frozenset[int]]) -> float:
    """Pairs of mentions that are both in the same single chain, and so never in two different ones."""
    return sum(_pairs(count) for chains, count in groups.items() if len(chains) == 1)


def _linked(groups: Counter[frozenset[int]]) -> float:
    """Pairs of mentions that have a chain in common.

    Pairs are counted for each chain; those with two chains in common are taken off again, and so on.
    """
    if max(map(len, groups), default=0) > MANY_CHAINS:
        within = sum(map(_pairs, groups.values()))
        return within + sum(n * m for (a, n), (b, m) in combinations(groups.items(), 2) if a & b)
    containing: Counter[tuple[int, ...]] = Counter()
    for chains, count in groups.items():
        for size in range(1, len(chains) + 1):
            for part in combinations(sorted(chains), size):
                containing[part] += count
    return sum(_pairs(count) if len(part) % 2 else -_pairs(count) for part, count in containing.items())
