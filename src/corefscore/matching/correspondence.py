"""Mentions of key and response that share tokens, and which of them stand for one another."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Bools, Floats, Ints, numbers, ranges
from corefscore.core.corpus import Corpus
from corefscore.matching.matched import Matched


class Pairs(NamedTuple):
    """A row for each pair of a key mention and a response mention."""

    key: Ints
    response: Ints

    def take(self, rows: Ints | Bools) -> Pairs:
        return Pairs(self.key[rows], self.response[rows])


class Correspondence(NamedTuple):
    """Pairs of mentions that stand for one another, each mention in one pair at most, and how alike they are."""

    key: Ints
    response: Ints
    likeness: Floats


def touching(key: Corpus, response: Corpus) -> Pairs:
    """All pairs of mentions with a token in common. The work is linear in mentions and pairs, once these are sorted."""
    key_begin, response_begin = _positions(key, response)
    # Of two spans that touch, one begins inside the other: the response one inside the key one, or just the reverse.
    length = key.end - key.start
    first = np.searchsorted(response_begin, key_begin)
    last = np.searchsorted(response_begin, key_begin + length, side="right")
    in_key = Pairs(np.repeat(numbers(key.mentions), last - first), ranges(first, last - first))
    length = response.end - response.start
    first = np.searchsorted(key_begin, response_begin, side="right")
    last = np.searchsorted(key_begin, response_begin + length, side="right")
    in_response = Pairs(ranges(first, last - first), np.repeat(numbers(response.mentions), last - first))
    return Pairs(*(np.concatenate(both) for both in zip(in_key, in_response, strict=True)))


def _positions(key: Corpus, response: Corpus) -> tuple[Ints, Ints]:
    """Where mentions begin when documents stand one after the other, far enough apart."""
    width = 1 + max(int(side.end.max(initial=0)) for side in (key, response))
    return key.document * width + key.start, response.document * width + response.start


def dice(key: Corpus, response: Corpus, pairs: Pairs) -> Floats:
    """Twice the tokens that the mentions of a pair share, of all their tokens."""
    starts, ends = (
        (key.start[pairs.key], response.start[pairs.response]),
        (key.end[pairs.key], response.end[pairs.response]),
    )
    shared = np.minimum(*ends) - np.maximum(*starts) + 1
    likeness: Floats = 2 * shared / (ends[0] - starts[0] + ends[1] - starts[1] + 2)
    return likeness


def correspondence(matched: Matched) -> Correspondence:
    """Matched mentions, and of the others those that are each other's closest.

    Closest is the mention with the greatest share of tokens in common, and among equals the first in the text; seen
    from the other side, the same mentions correspond.
    """
    key, response = matched.key, matched.response
    key_rows, response_rows = np.flatnonzero(matched.response_row < 0), np.flatnonzero(matched.key_row < 0)
    rest = touching(key.take(key_rows), response.take(response_rows))
    rest = Pairs(key_rows[rest.key], response_rows[rest.response])
    likeness = dice(key, response, rest)
    chosen = _mutual(key, response, rest, likeness)
    return Correspondence(
        np.concatenate([matched.pairs[0], rest.key[chosen]]),
        np.concatenate([matched.pairs[1], rest.response[chosen]]),
        np.concatenate([np.ones(len(matched.pairs[0])), likeness[chosen]]),
    )


def _mutual(key: Corpus, response: Corpus, pairs: Pairs, likeness: Floats) -> Ints:
    """The pairs that are first for both of their mentions."""
    starts = key.start[pairs.key], response.start[pairs.response]
    ends = key.end[pairs.key], response.end[pairs.response]
    # Pairs of one mention have different partners, so these sums of places tell them apart whichever side is whose.
    order = np.lexsort((ends[0] + ends[1], starts[0] + starts[1], -likeness))
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = numbers(len(order))
    best = []
    for rows, side in ((pairs.key, key), (pairs.response, response)):
        first = np.full(side.mentions, len(order), dtype=np.int64)
        first[rows[order][::-1]] = numbers(len(order))[::-1]
        best.append(first[rows] == rank)
    return np.flatnonzero(best[0] & best[1])
