"""Every metric from its definition, mention by mention and link by link, in exact fractions.

Slow on purpose, and without a line of the package: this is what the package is checked against.
A partition is a list of sets of mentions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import TypeAlias

Entity: TypeAlias = frozenset[Hashable]
Partition: TypeAlias = Sequence[Entity]
Counts: TypeAlias = tuple[Fraction, Fraction, Fraction, Fraction]


def partition(text: str) -> list[Entity]:
    """Entities as people write them: "abc defg" has two."""
    return [frozenset(word) for word in text.split()]


def all_mentions(side: Partition) -> set[Hashable]:
    return {mention for entity in side for mention in entity}


def entity_of(mention: Hashable, side: Partition) -> Entity:
    return next((entity for entity in side if mention in entity), frozenset())


def mentions(key: Partition, response: Partition) -> Counts:
    shared = Fraction(len(all_mentions(key) & all_mentions(response)))
    return shared, Fraction(len(all_mentions(key))), shared, Fraction(len(all_mentions(response)))


def muc(key: Partition, response: Partition) -> Counts:
    return *_muc_recall(key, response), *_muc_recall(response, key)


def _muc_recall(key: Partition, response: Partition) -> tuple[Fraction, Fraction]:
    """Links of the key, less those needed to join the parts into which the response cuts each entity."""
    found = needed = 0
    for entity in key:
        parts = {entity & other for other in response} | {
            frozenset({mention}) for mention in entity - all_mentions(response)
        }
        found += len(entity) - len(parts - {frozenset()})
        needed += len(entity) - 1
    return Fraction(found), Fraction(needed)


def b3(key: Partition, response: Partition) -> Counts:
    return *_b3_recall(key, response), *_b3_recall(response, key)


def _b3_recall(key: Partition, response: Partition) -> tuple[Fraction, Fraction]:
    credit = Fraction(0)
    for mention in all_mentions(key):
        ours, theirs = entity_of(mention, key), entity_of(mention, response)
        credit += Fraction(len(ours & theirs), len(ours))
    return credit, Fraction(len(all_mentions(key)))


def ceafm(key: Partition, response: Partition) -> Counts:
    best = _best_alignment(key, response, lambda one, other: Fraction(len(one & other)))
    return best, Fraction(len(all_mentions(key))), best, Fraction(len(all_mentions(response)))


def ceafe(key: Partition, response: Partition) -> Counts:
    best = _best_alignment(key, response, lambda one, other: Fraction(2 * len(one & other), len(one) + len(other)))
    return best, Fraction(len(key)), best, Fraction(len(response))


def _best_alignment(key: Partition, response: Partition, similarity: Callable[[Entity, Entity], Fraction]) -> Fraction:
    """Try every one-to-one alignment."""
    few, many = sorted((key, response), key=len)
    totals = (
        sum((similarity(one, other) for one, other in zip(few, chosen, strict=True)), Fraction(0))
        for chosen in permutations(many, len(few))
    )
    return max(totals, default=Fraction(0))


def links_within(side: Partition) -> set[Entity]:
    return {frozenset(pair) for entity in side for pair in combinations(entity, 2)}


def links_between(side: Partition) -> set[Entity]:
    return {frozenset({one, other}) for a, b in combinations(side, 2) for one in a for other in b}


def pairwise(key: Partition, response: Partition) -> Counts:
    return _of_sets(links_within(key), links_within(response))


def noncoreference(key: Partition, response: Partition) -> Counts:
    return _of_sets(links_between(key), links_between(response))


def _of_sets(key: set[Entity], response: set[Entity]) -> Counts:
    shared = Fraction(len(key & response))
    return shared, Fraction(len(key)), shared, Fraction(len(response))


def blanc(key: Partition, response: Partition, edge: str = "reference") -> tuple[Fraction, Fraction, Fraction]:
    """Recall, precision and F1."""
    kinds = [pairwise(key, response), noncoreference(key, response)]
    if edge == "reference":
        kinds = [kind for kind in kinds if kind[1]]
    else:
        kinds = [kind for kind in kinds if kind[1] or kind[3]]
    figures = [rates(kind) for kind in kinds]
    if not figures:
        return Fraction(0), Fraction(0), Fraction(0)
    recall, precision, f1 = (sum(column, Fraction(0)) / len(figures) for column in zip(*figures, strict=True))
    return recall, precision, f1


def lea(key: Partition, response: Partition) -> Counts:
    return *_lea_recall(key, response), *_lea_recall(response, key)


def _lea_recall(key: Partition, response: Partition) -> tuple[Fraction, Fraction]:
    """The resolved part of each entity's links, weighted by its size; a singleton has a link to itself."""
    resolved = Fraction(0)
    for entity in key:
        if len(entity) == 1:
            resolved += entity in response
        else:
            links = {frozenset(pair) for pair in combinations(entity, 2)}
            resolved += len(entity) * Fraction(len(links & links_within(response)), len(links))
    return resolved, Fraction(len(all_mentions(key)))


def twinless(side: Partition, other: Partition) -> set[Hashable]:
    return all_mentions(side) - all_mentions(other)


def without(side: Partition, mentions: set[Hashable]) -> list[Entity]:
    """A side without some mentions, and without the entities that this empties."""
    return [entity - mentions for entity in side if entity - mentions]


def with_singletons(side: Partition, mentions: set[Hashable]) -> list[Entity]:
    return [*side, *(frozenset({mention}) for mention in mentions)]


def without_spurious_singletons(key: Partition, response: Partition) -> list[Entity]:
    return [entity for entity in response if len(entity) > 1 or entity & all_mentions(key)]


def b3_0(key: Partition, response: Partition) -> Counts:
    """Spurious mentions are not there; missing ones earn nothing."""
    return b3(key, without(response, twinless(response, key)))


def b3_all(key: Partition, response: Partition) -> Counts:
    """A mention that the other side lacks earns what it would earn alone."""
    return *_b3_all_recall(key, response), *_b3_all_recall(response, key)


def _b3_all_recall(key: Partition, response: Partition) -> tuple[Fraction, Fraction]:
    credit = Fraction(0)
    for mention in all_mentions(key):
        ours, theirs = entity_of(mention, key), entity_of(mention, response)
        credit += Fraction(len(ours & theirs) if theirs else 1, len(ours))
    return credit, Fraction(len(all_mentions(key)))


def b3_rn(key: Partition, response: Partition) -> Counts:
    return b3_all(key, without_spurious_singletons(key, response))


def ceafm_rn(key: Partition, response: Partition) -> Counts:
    return ceafm(key, without_spurious_singletons(key, response))


def sys(plain: Callable[[Partition, Partition], Counts], key: Partition, response: Partition) -> Counts:
    """Cai and Strube: recall from one pair of rewritten sides, precision from another."""
    spurious = twinless(response, key)
    rewritten = with_singletons(without_spurious_singletons(key, response), twinless(key, response))
    remaining = spurious & all_mentions(rewritten)
    recall = plain(key, without(rewritten, remaining))
    precision = plain(with_singletons(key, remaining), rewritten)
    return *recall[:2], *precision[2:]


def b3_sys(key: Partition, response: Partition) -> Counts:
    return sys(b3, key, response)


def ceafm_sys(key: Partition, response: Partition) -> Counts:
    return sys(ceafm, key, response)


def ceafe_sys(key: Partition, response: Partition) -> Counts:
    return sys(ceafe, key, response)


def rates(counts: Counts) -> tuple[Fraction, Fraction, Fraction]:
    recall = counts[0] / counts[1] if counts[1] else Fraction(0)
    precision = counts[2] / counts[3] if counts[3] else Fraction(0)
    total = recall + precision
    return recall, precision, 2 * recall * precision / total if total else Fraction(0)


def conll(documents: Iterable[tuple[Partition, Partition]]) -> Fraction:
    pairs = list(documents)
    return sum((rates(total(metric, pairs))[2] for metric in (muc, b3, ceafe)), Fraction(0)) / 3


def total(metric: Callable[[Partition, Partition], Counts], documents: Iterable[tuple[Partition, Partition]]) -> Counts:
    """The counts of several documents, added up."""
    rows = [metric(key, response) for key, response in documents]
    columns = list(zip(*rows, strict=True)) or [()] * 4
    a, b, c, d = (sum(column, Fraction(0)) for column in columns)
    return a, b, c, d


COUNTED = {
    "mentions": mentions,
    "muc": muc,
    "b3": b3,
    "ceafm": ceafm,
    "ceafe": ceafe,
    "lea": lea,
    "pairwise": pairwise,
}

VARIANTS = {
    "b3-0": b3_0,
    "b3-all": b3_all,
    "b3-rn": b3_rn,
    "b3-sys": b3_sys,
    "ceafm-rn": ceafm_rn,
    "ceafm-sys": ceafm_sys,
    "ceafe-sys": ceafe_sys,
}
