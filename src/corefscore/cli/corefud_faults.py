"""Counts as corefud-scorer 1.2 does, with its faults: for `--strict`, and to report where our figures differ.

Its figures differ from ours in three cases. First, it keeps the pairs of zeros of both directions in one table by
position, so that one pair overwrites another. Second, it keeps a mention in two entities, but looks for its partners in
the last one only. Third, it aligns all mentions of a document at once, so that the choice among equally good pairs may
depend on unrelated mentions. Words are positions here, as in that scorer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np

from corefscore.core.arrays import Floats, numbers
from corefscore.core.corpus import Corpus
from corefscore.core.problems import fail
from corefscore.core.texts import EmptyNodes
from corefscore.metrics.base import COUNTS

Position: TypeAlias = tuple[int, int, int]
"""The number of words up to a token; for an empty node also its sentence, counted from 1, and its rank there."""

Identity: TypeAlias = tuple[Hashable, ...]
ROOT = "root"
RELATION_WEIGHT = 10

Mapped: TypeAlias = list[list[int | None]]
"""For each entity of a side, the entity of the other side to which each of its mentions leads."""


class ForeignMention(NamedTuple):
    """A mention as in that scorer. Two mentions are equal if their `identity` is equal."""

    words: tuple[Position, ...]
    head: Position
    zero: bool
    sentence: int
    relations: tuple[tuple[Hashable, str], ...]
    identity: Identity

    @property
    def order(self) -> tuple[Position, Position, int]:
        """The key by which that scorer sorts mentions."""
        return self.words[0], self.words[-1], len(self.words)


Entities: TypeAlias = list[list[ForeignMention]]


def entities_of(corpus: Corpus, match: str, singletons: bool) -> list[Entities]:
    """Return the entities of each document, in the order of the file."""
    found: list[Entities] = []
    zero = corpus.extra.get("zero", np.zeros(corpus.mentions, dtype=bool))
    opened = numbers(corpus.mentions) if corpus.source_index is None else corpus.source_index
    first = np.full(len(corpus.labels), np.iinfo(np.int64).max)
    np.minimum.at(first, corpus.entity, opened)
    for document, (begin, end) in enumerate(pairwise(corpus.document_bounds.tolist())):
        positions = _Positions(corpus.origins[document].empty)
        entities: dict[int, dict[Identity, ForeignMention]] = {}
        for row in sorted(range(begin, end), key=lambda row: (int(first[corpus.entity[row]]), row)):
            mention = _mention(corpus, row, bool(zero[row]), positions, match)
            entities.setdefault(int(corpus.entity[row]), {}).setdefault(mention.identity, mention)
        found.append([[*each.values()] for each in entities.values() if singletons or len(each) > 1])
    return found


class _Positions:
    """The position of each token of a document, and the words on which its empty nodes depend."""

    def __init__(self, empty: EmptyNodes | None) -> None:
        columns = [] if empty is None else [empty.token, empty.word, empty.rank, empty.sentence]
        rows = [*zip(*(column.tolist() for column in columns), strict=True)] if columns else []
        self.nodes = {token: (word, sentence + 1, rank) for token, word, rank, sentence in rows}
        self.sentence = {token: sentence for token, _, _, sentence in rows}
        self.tokens = np.array([*self.nodes], dtype=np.int64)
        relations = () if empty is None else empty.dependency
        nodes = [*self.nodes.values()]
        self.relations = {
            token: tuple((_parent(parent, nodes), name) for parent, name in each)
            for token, each in zip(self.nodes, relations, strict=True)
        }

    def of(self, token: int) -> Position:
        if token in self.nodes:
            return self.nodes[token]
        return token + 1 - int(np.searchsorted(self.tokens, token)), 0, 0


def _parent(parent: int | None, nodes: Sequence[Position]) -> Hashable:
    if parent is None:
        return ROOT
    return nodes[~parent] if parent < 0 else (parent + 1, 0, 0)


def _mention(corpus: Corpus, row: int, zero: bool, positions: _Positions, match: str) -> ForeignMention:
    words = tuple(sorted(positions.of(t) for start, end in corpus.parts(row) for t in range(start, end + 1)))
    token = int(corpus.extra["head"][row])
    head = positions.of(token)
    identity = (words, head) if match == "head" else (words,)
    sentence, relations = positions.sentence.get(token, -1), positions.relations.get(token, ())
    return ForeignMention(words, head, zero, sentence, relations, identity)


class ForeignDocument:
    """One document: the entities of both sides, and the pairs of mentions that that scorer matches."""

    def __init__(self, key: Entities, response: Entities, match: str, zeros: str) -> None:
        self.key, self.response = key, response
        self.entity_of = (_last_entities(key), _last_entities(response))
        self.partner = self._partners(match, zeros)

    def _partners(self, match: str, zeros: str) -> dict[Identity, Identity]:
        """Return pairs of unequal mentions. Both directions share one table; the second overwrites the first."""
        ours, theirs = (_by_identity(side) for side in (self.key, self.response))
        pairs: list[tuple[ForeignMention, ForeignMention]] = []
        if zeros == "dependency":
            our_zeros, their_zeros = ([m for m in side.values() if m.zero] for side in (ours, theirs))
            pairs += best_pairs(our_zeros, their_zeros, _zero_candidates)
        for side, number in ((ours, 0), (theirs, 1)):
            for pair in pairs:
                del side[pair[number].identity]
        same = ours.keys() & theirs.keys()
        left = [[mention for name, mention in side.items() if name not in same] for side in (ours, theirs)]
        if match != "exact":
            pairs += best_pairs(left[0], left[1], _head_candidates if match == "head" else _partial_candidates)
        names = [(key.identity, response.identity) for key, response in pairs if key.identity != response.identity]
        return {**dict(names), **{response: key for key, response in names}}

    def mapped(self) -> tuple[Mapped, Mapped]:
        """Return the response entities to which key mentions lead, and the same for response mentions."""
        return self._lead(self.key, self.entity_of[1]), self._lead(self.response, self.entity_of[0])

    def _lead(self, side: Entities, entity_of: Mapping[Identity, int]) -> Mapped:
        return [[entity_of.get(self.partner.get(m.identity, m.identity)) for m in entity] for entity in side]

    def shared(self) -> Floats:
        """Return how many mentions of each key entity are in each response entity, themselves or by their partner."""
        inside: dict[Identity, list[int]] = {}
        for number, entity in enumerate(self.response):
            for mention in entity:
                inside.setdefault(mention.identity, []).append(number)
        table = np.zeros((len(self.key), len(self.response)))
        for number, entity in enumerate(self.key):
            for mention in entity:
                for other in inside.get(self.partner.get(mention.identity, mention.identity), ()):
                    table[number, other] += 1
        return table


def _last_entities(side: Entities) -> dict[Identity, int]:
    return {mention.identity: number for number, entity in enumerate(side) for mention in entity}


def _by_identity(side: Entities) -> dict[Identity, ForeignMention]:
    found: dict[Identity, ForeignMention] = {}
    for entity in side:
        for mention in entity:
            found.setdefault(mention.identity, mention)
    return found


Candidates: TypeAlias = "Iterator[tuple[int, int, float]]"
"""Pairs of mentions that may match, and the score of each pair."""

Finder: TypeAlias = "Callable[[list[ForeignMention], list[ForeignMention]], Candidates]"


def best_pairs(
    key: Iterable[ForeignMention], response: Iterable[ForeignMention], candidates: Finder
) -> list[tuple[ForeignMention, ForeignMention]]:
    """Return the pairs with the greatest sum of scores. Among equal sums, the choice depends on the whole table."""
    from scipy.optimize import linear_sum_assignment

    ours, theirs = (sorted(side, key=lambda mention: mention.order) for side in (key, response))
    table = np.zeros((len(ours), len(theirs)))
    for row, column, score in candidates(ours, theirs):
        table[row, column] = score
    rows, columns = linear_sum_assignment(-table)
    return [
        (ours[row], theirs[column])
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
        if table[row, column] > 0
    ]


def _head_candidates(key: list[ForeignMention], response: list[ForeignMention]) -> Candidates:
    by_head: dict[Position, list[int]] = {}
    for number, mention in enumerate(response):
        by_head.setdefault(mention.head, []).append(number)
    for row, mention in enumerate(key):
        for column in by_head.get(mention.head, ()):
            yield row, column, len({*mention.words} & {*response[column].words}) / len(mention.words)


def _partial_candidates(key: list[ForeignMention], response: list[ForeignMention]) -> Candidates:
    by_word: dict[Position, list[int]] = {}
    for number, mention in enumerate(response):
        for word in mention.words:
            by_word.setdefault(word, []).append(number)
    for row, mention in enumerate(key):
        words = {*mention.words}
        for column in by_word.get(mention.head, ()):
            if words.issuperset(response[column].words):
                yield row, column, len(response[column].words) / len(words)


def _zero_candidates(key: list[ForeignMention], response: list[ForeignMention]) -> Candidates:
    by_sentence: dict[int, list[int]] = {}
    for number, mention in enumerate(response):
        by_sentence.setdefault(mention.sentence, []).append(number)
    for row, mention in enumerate(key):
        for column in by_sentence.get(mention.sentence, ()):
            yield row, column, _agreement(mention, response[column])


def _agreement(ours: ForeignMention, theirs: ForeignMention) -> float:
    if not ours.relations or not theirs.relations:
        raise fail("corefud-scorer 1.2", 0, "fails on zeros without DEPS (ZeroDivisionError)")
    our_parents, their_parents = ({parent for parent, _ in mention.relations} for mention in (ours, theirs))
    return RELATION_WEIGHT * _f1({*ours.relations}, {*theirs.relations}) + _f1(our_parents, their_parents)


def _f1(ours: set[Hashable], theirs: set[Hashable]) -> float:
    precision, recall = (len(ours & theirs) / len(side) for side in (ours, theirs))
    return 2 * precision * recall / (precision + recall) if precision else 0.0


# The counts of each metric: numerator and denominator of recall, then of precision


def _both_sides(document: ForeignDocument, count: Callable[[Mapped, Entities], tuple[float, float]]) -> list[float]:
    to_response, to_key = document.mapped()
    return [*count(to_response, document.response), *count(to_key, document.key)]


def _muc(mapped: Mapped, _: Entities) -> tuple[float, float]:
    right = sum(len(each) - each.count(None) - len({*each} - {None}) for each in mapped)
    return right, sum(len(each) - 1 for each in mapped)


def _b3(mapped: Mapped, _: Entities) -> tuple[float, float]:
    return sum(sum(n * n for n in _sizes(each)) / len(each) for each in mapped), sum(map(len, mapped))


def _lea(mapped: Mapped, others: Entities) -> tuple[float, float]:
    right = 0.0
    for each in mapped:
        if len(each) == 1:
            right += each[0] is not None and len(others[each[0]]) == 1
        else:
            right += len(each) * sum(map(_links, _sizes(each))) / _links(len(each))
    return right, sum(map(len, mapped))


def _sizes(mapped: Iterable[int | None]) -> list[int]:
    return [count for entity, count in Counter(mapped).items() if entity is not None]


def _links(mentions: int) -> int:
    return mentions * (mentions - 1) // 2


def _ceafe(document: ForeignDocument) -> list[float]:
    sizes = [np.array([len(entity) for entity in side]) for side in (document.key, document.response)]
    total = 2 * document.shared() / (sizes[0][:, None] + sizes[1]) if all(map(len, sizes)) else np.zeros((0, 0))
    best = _greatest_sum(total)
    return [best, len(document.key), best, len(document.response)]


def _ceafm(document: ForeignDocument) -> list[float]:
    best = _greatest_sum(document.shared())
    return [best, *_mentions(document.key), best, *_mentions(document.response)]


def _mentions(side: Entities) -> list[int]:
    return [sum(map(len, side))]


def _greatest_sum(table: Floats) -> float:
    from scipy.optimize import linear_sum_assignment

    return float(table[linear_sum_assignment(table, maximize=True)].sum())


def _blanc(document: ForeignDocument) -> list[float]:
    """Return the counts of coreference links, and then those of non-coreference links."""
    to_response, _ = document.mapped()
    found = [[entity for entity in each if entity is not None] for each in to_response]
    together = sum(_links(n) for each in found for n in _sizes(each))
    linked = [sum(_links(len(entity)) for entity in side) for side in (document.key, document.response)]
    apart = [_links(sum(map(len, side))) - n for side, n in zip((document.key, document.response), linked, strict=True)]
    pairs = _links(sum(map(len, found))) - sum(_links(len(each)) for each in found)
    in_one = sum(map(_links, _sizes(entity for each in found for entity in each)))
    separate = pairs - (in_one - together)
    return [together, linked[0], together, linked[1], separate, apart[0], separate, apart[1]]


def _mor(document: ForeignDocument) -> list[float]:
    key, response = ([m for entity in side for m in entity] for side in (document.key, document.response))
    best = 0.0
    for ours, theirs in _overlapping(key, response):
        best += _greatest_sum(np.array([[len({*a.words} & {*b.words}) for b in theirs] for a in ours], dtype=float))
    return [best, sum(len(m.words) for m in key), best, sum(len(m.words) for m in response)]


def _overlapping(
    key: list[ForeignMention], response: list[ForeignMention]
) -> Iterator[tuple[list[ForeignMention], list[ForeignMention]]]:
    """Yield runs of overlapping mentions that have mentions of both sides."""
    sides = [*((m, 0) for m in key), *((m, 1) for m in response)]
    run: tuple[list[ForeignMention], list[ForeignMention]] = ([], [])
    last: Position | None = None
    for mention, side in sorted(sides, key=lambda pair: pair[0].order):
        if last is not None and mention.words[0] > last:
            if all(run):
                yield run
            run, last = ([], []), None
        run[side].append(mention)
        last = mention.words[-1] if last is None else max(last, mention.words[-1])
    if all(run):
        yield run


def _zeros(document: ForeignDocument) -> list[float]:
    """Return the counts of zero anaphors. A response mention at the same position is preferred to the partner."""
    entity_of = document.entity_of[1]
    sides = [
        [sorted(entity, key=lambda mention: mention.order) for entity in side]
        for side in (document.key, document.response)
    ]
    first = {entity[0].identity for entity in sides[1]}
    right = wrong = missing = 0
    covered: set[Identity] = set()
    for entity in sides[0]:
        before: set[int] = set()
        for number, mention in enumerate(entity):
            name = mention.identity
            partner = name if name in entity_of else document.partner.get(name)
            if number and mention.zero:
                if partner is not None:
                    covered.add(partner)
                if partner is None or partner in first:
                    missing += 1
                elif entity_of[partner] in before:
                    right += 1
                else:
                    wrong += 1
            if partner is not None:
                before.add(entity_of[partner])
    spurious = sum(
        mention.zero and mention.identity not in first and mention.identity not in covered
        for entity in sides[1]
        for mention in entity
    )
    return [right, right + missing + wrong, right, right + spurious + wrong]


METRICS: Mapping[str, Callable[[ForeignDocument], list[float]]] = {
    "muc": lambda document: _both_sides(document, _muc),
    "bcub": lambda document: _both_sides(document, _b3),
    "ceafe": _ceafe,
    "ceafm": _ceafm,
    "blanc": _blanc,
    "lea": lambda document: _both_sides(document, _lea),
    "mor": _mor,
    "zero": _zeros,
}


def rates(documents: Sequence[ForeignDocument], metric: str) -> tuple[float, float, float]:
    """Return recall, precision and F1 of a metric over all documents."""
    counts = np.array([METRICS[metric](document) for document in documents]).sum(axis=0)
    families = counts.reshape(-1, len(COUNTS)).tolist()
    defined = [family for family in families if family[1] or family[3]] if metric == "blanc" else families
    found = [_rates(*family) for family in defined]
    recall, precision, f1 = (sum(each) / len(found) for each in zip(*found, strict=True)) if found else (0.0, 0.0, 0.0)
    return recall, precision, f1


def _rates(right: float, in_key: float, also_right: float, in_response: float) -> tuple[float, float, float]:
    recall = right / in_key if right else 0.0
    precision = also_right / in_response if also_right else 0.0
    return recall, precision, 2 * precision * recall / (precision + recall) if precision + recall else 0.0
