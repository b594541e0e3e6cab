"""Metrics over mentions with weights from their definitions, link by link, in exact fractions; no code of the package.

A link weighs the mean of its two mentions. docs/how-to/weights.md says what the metrics do with links.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from itertools import combinations, permutations
from typing import TypeAlias

from tests.brute import Counts, Entity, Partition, all_mentions, entity_of, links_between, links_within

Weights: TypeAlias = Mapping[Hashable, Fraction]


def total(mentions: Iterable[Hashable], weights: Weights) -> Fraction:
    return sum((weights[mention] for mention in mentions), Fraction(0))


def of_link(link: Iterable[Hashable], weights: Weights) -> Fraction:
    return total(link, weights) / 2


def of_links(links: Iterable[Entity], weights: Weights) -> Fraction:
    return sum((of_link(link, weights) for link in links), Fraction(0))


def mentions(key: Partition, response: Partition, weights: Weights) -> Counts:
    shared = total(all_mentions(key) & all_mentions(response), weights)
    return shared, total(all_mentions(key), weights), shared, total(all_mentions(response), weights)


def muc(key: Partition, response: Partition, weights: Weights) -> Counts:
    return *_muc_recall(key, response, weights), *_muc_recall(response, key, weights)


def _muc_recall(key: Partition, response: Partition, weights: Weights) -> tuple[Fraction, Fraction]:
    found = sum((_tree(entity & other, weights) for entity in key for other in response), Fraction(0))
    return found, sum((_tree(entity, weights) for entity in key), Fraction(0))


def _tree(members: Entity, weights: Weights) -> Fraction:
    """One link less than there are mentions, each of the mean weight of all links among them."""
    links = [frozenset(pair) for pair in combinations(members, 2)]
    return (len(members) - 1) * of_links(links, weights) / len(links) if links else Fraction(0)


def b3(key: Partition, response: Partition, weights: Weights) -> Counts:
    return *_b3_recall(key, response, weights), *_b3_recall(response, key, weights)


def _b3_recall(key: Partition, response: Partition, weights: Weights) -> tuple[Fraction, Fraction]:
    credit = Fraction(0)
    for mention in all_mentions(key):
        ours, theirs = entity_of(mention, key), entity_of(mention, response)
        credit += weights[mention] * total(ours & theirs, weights) / total(ours, weights)
    return credit, total(all_mentions(key), weights)


def ceafm(key: Partition, response: Partition, weights: Weights) -> Counts:
    best = _best(key, response, lambda one, other: total(one & other, weights))
    return best, total(all_mentions(key), weights), best, total(all_mentions(response), weights)


def ceafe(key: Partition, response: Partition, weights: Weights) -> Counts:
    def alike(one: Entity, other: Entity) -> Fraction:
        return 2 * total(one & other, weights) / (total(one, weights) + total(other, weights))

    best = _best(key, response, alike)
    return best, Fraction(len(key)), best, Fraction(len(response))


def _best(key: Partition, response: Partition, alike: Callable[[Entity, Entity], Fraction]) -> Fraction:
    few, many = sorted((key, response), key=len)
    return max(
        sum((alike(one, other) for one, other in zip(few, chosen, strict=True)), Fraction(0))
        for chosen in permutations(many, len(few))
    )


def pairwise(key: Partition, response: Partition, weights: Weights) -> Counts:
    return _of_sets(links_within(key), links_within(response), weights)


def noncoreference(key: Partition, response: Partition, weights: Weights) -> Counts:
    return _of_sets(links_between(key), links_between(response), weights)


def _of_sets(key: set[Entity], response: set[Entity], weights: Weights) -> Counts:
    shared = of_links(key & response, weights)
    return shared, of_links(key, weights), shared, of_links(response, weights)


def lea(key: Partition, response: Partition, weights: Weights) -> Counts:
    return *_lea_recall(key, response, weights), *_lea_recall(response, key, weights)


def _lea_recall(key: Partition, response: Partition, weights: Weights) -> tuple[Fraction, Fraction]:
    resolved = Fraction(0)
    for entity in key:
        links = {frozenset(pair) for pair in combinations(entity, 2)}
        if links:
            part = of_links(links & links_within(response), weights) / of_links(links, weights)
        else:
            part = Fraction(entity in response)
        resolved += total(entity, weights) * part
    return resolved, total(all_mentions(key), weights)


COUNTED = {
    "mentions": mentions,
    "muc": muc,
    "b3": b3,
    "ceafm": ceafm,
    "ceafe": ceafe,
    "lea": lea,
    "pairwise": pairwise,
}

Span: TypeAlias = tuple[int, int]
Spans: TypeAlias = list[list[Span]]


def information(key: Spans, response: Spans, weights: Mapping[Span, float]) -> tuple[float, float, float, float]:
    """The metric `information`, mention by mention and link by link; a span weighs the same on both sides."""
    pairs = _counterparts(key, response)
    back = {other: (one, likeness) for one, (other, likeness) in pairs.items()}
    return *_information_recall(key, response, weights, pairs), *_information_recall(response, key, weights, back)


def _information_recall(
    key: Spans, response: Spans, weights: Mapping[Span, float], pairs: Mapping[Span, tuple[Span, float]]
) -> tuple[float, float]:
    home = {span: number for number, entity in enumerate(response) for span in entity}

    def right(one: Span, other: Span) -> float:
        """How right the link between two key mentions is."""
        if one not in pairs or other not in pairs or home[pairs[one][0]] != home[pairs[other][0]]:
            return 0.0
        return pairs[one][1] * pairs[other][1]

    resolved = 0.0
    for entity in key:
        found = there = 0.0
        for index, one in enumerate(entity):
            for other in entity[index + 1 :]:
                weight = max(weights[one], weights[other])
                there += weight
                found += weight * right(one, other)
            there += weights[one]
            if len(entity) == 1 and one in pairs and len(response[home[pairs[one][0]]]) == 1:
                found += weights[one] * pairs[one][1]
            else:
                found += weights[one] * max((right(one, other) for other in entity if other != one), default=0.0)
        resolved += sum(weights[span] for span in entity) * found / there
    return resolved, sum(weights[span] for entity in key for span in entity)


def _counterparts(key: Spans, response: Spans) -> dict[Span, tuple[Span, float]]:
    ours, theirs = ({span for entity in side for span in entity} for side in (key, response))
    found = {span: (span, 1.0) for span in ours & theirs}
    candidates = []
    for one in ours - theirs:
        for other in theirs - ours:
            shared = len(set(range(one[0], one[1] + 1)) & set(range(other[0], other[1] + 1)))
            if shared:
                likeness = 2 * shared / (one[1] - one[0] + other[1] - other[0] + 2)
                candidates.append((-likeness, one[0] + other[0], one[1] + other[1], one, other))
    for candidate in candidates:
        *_, one, other = candidate
        rivals = [each for each in candidates if (each[3] == one) != (each[4] == other)]
        if all(candidate[:3] < rival[:3] for rival in rivals):
            found[one] = (other, -candidate[0])
    return found
