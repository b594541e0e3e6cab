"""Counts documents with repeated mentions as the reference scorer v8.01 does.

A mention is repeated if it occurs more than once on a side. A repeated response mention that the key has too counts
only in the first of its entities. All other repeats count in the sizes of entities and in the shared mentions, and each
metric treats them in its own way. Entities are called chains here, as in that scorer.
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
from corefscore.metrics.base import pairs

MANY_CHAINS = 10

Chain: TypeAlias = Sequence[Hashable]
CountRow: TypeAlias = list[float]
"""The counts of one metric for the document: numerators and denominators, in the order of `COUNTS`."""


class RepeatedMentions:
    """One document as chains of mentions. Each metric of v8.01 has a method that counts it.

    Parameters
    ----------
    key, response : sequence of sequences
        The chains of both sides, in the order in which they first occur in the source.

    Examples
    --------
    >>> RepeatedMentions([["a", "b"], ["b", "c"]], [["a", "b"]]).muc()
    [0, 2, 0, 1]
    """

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
        """The shared mentions by key chain and response chain. A mention of several key chains is in the last one."""
        return Counter((self.key_chain[mention], chain) for mention, chain in self.found.items())

    @cached_property
    def members(self) -> Counter[tuple[int, int]]:
        """The key mentions, with repeats, that a response chain contains, by key chain and response chain."""
        return Counter((n, self.found[m]) for n, chain in enumerate(self.key) for m in chain if m in self.found)

    @cached_property
    def distinct_members(self) -> Counter[tuple[int, int]]:
        """The same without repeats in one key chain."""
        return Counter((n, self.found[m]) for n, chain in enumerate(self.key) for m in set(chain) if m in self.found)

    @cached_property
    def sizes(self) -> tuple[int, int]:
        """The numbers of mentions of key and response, with repeats."""
        return sum(map(len, self.key)), sum(map(len, self.response))

    def mentions(self) -> CountRow:
        """Count the different mentions. Repeats do not count."""
        return [len(self.found), len(self.key_chain), len(self.found), len(self.response_chain)]

    def muc(self) -> CountRow:
        """Count by MUC. Repeats count in the sizes of chains, but not in the shared mentions."""
        shared = sum(count - 1 for count in self.cells.values())
        return [shared, self.sizes[0] - len(self.key), shared, self.sizes[1] - len(self.response)]

    def b3(self) -> CountRow:
        """Count by B³. Repeats count in the sizes of chains. A repeated key mention is in the last of its chains."""
        recall = precision = 0.0
        for response_number, chain in enumerate(self.response):
            for mention in chain:
                if mention in self.key_chain:
                    key_number = self.key_chain[mention]
                    correct = self.distinct_members[key_number, response_number]
                    recall += correct / len(self.key[key_number])
                    precision += correct / len(chain)
        return [recall, self.sizes[0], precision, self.sizes[1]]

    def ceafm(self) -> CountRow:
        """Count by CEAF-m. Repeats count in the sizes of chains and in the shared mentions."""
        total = self._aligned({cell: float(count) for cell, count in self.members.items()})
        return [total, self.sizes[0], total, self.sizes[1]]

    def ceafe(self) -> CountRow:
        """Count by CEAF-e. Repeats count in the sizes of chains and in the shared mentions."""
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
        for index in chosen.tolist():
            total += 1 - (1 - weights[index])  # as v8.01 rounds it
        return total

    def blanc(self) -> CountRow:
        """Count by BLANC. A link is a set of two mentions, or of one mention that occurs twice in one or two chains."""
        key, response = _Memberships(self.key), _Memberships(self.response)
        within_shared = between_shared = 0.0
        found_in: dict[int, Counter[frozenset[int]]] = {}
        for mention, chain in self.found.items():
            found_in.setdefault(chain, Counter())[key.chains[mention]] += 1
        for group in found_in.values():
            within_shared += _linked(group)
            between_shared -= pairs(group.total()) - _inseparable(group)
        everywhere: Counter[frozenset[int]] = Counter()
        for group in found_in.values():
            everywhere.update(group)
        between_shared += pairs(len(self.found)) - _inseparable(everywhere)
        return [
            within_shared,
            _linked(key.groups) + key.twice,
            within_shared,
            _linked(response.groups) + response.twice,
            between_shared,
            pairs(len(key.chains)) - _inseparable(key.groups) + key.in_several,
            between_shared,
            pairs(len(response.chains)) - _inseparable(response.groups) + response.in_several,
        ]


class _Memberships:
    """The chains of each mention of a side, and the number of mentions that have the same chains."""

    def __init__(self, side: Sequence[Chain]) -> None:
        chains: dict[Hashable, set[int]] = {}
        for number, chain in enumerate(side):
            for mention in chain:
                chains.setdefault(mention, set()).add(number)
        self.chains = {mention: frozenset(numbers) for mention, numbers in chains.items()}
        self.groups = Counter(self.chains.values())
        self.in_several = sum(len(numbers) > 1 for numbers in chains.values())
        self.twice = len({mention for chain in side for mention, times in Counter(chain).items() if times > 1})


def _inseparable(groups: Counter[frozenset[int]]) -> float:
    """Return the number of pairs of mentions that are in the same chain and in no other chain."""
    return float(sum(pairs(count) for chains, count in groups.items() if len(chains) == 1))


def _linked(groups: Counter[frozenset[int]]) -> float:
    """Return the number of pairs of mentions that share a chain, by inclusion and exclusion.

    Pairs are counted for each chain. Pairs that share two chains are counted twice, so they are subtracted, and so on.
    """
    if max(map(len, groups), default=0) > MANY_CHAINS:
        within = float(sum(map(pairs, groups.values())))
        return within + sum(n * m for (a, n), (b, m) in combinations(groups.items(), 2) if a & b)
    containing: Counter[tuple[int, ...]] = Counter()
    for chains, count in groups.items():
        for size in range(1, len(chains) + 1):
            for part in combinations(sorted(chains), size):
                containing[part] += count
    return float(sum(pairs(count) if len(part) % 2 else -pairs(count) for part, count in containing.items()))
