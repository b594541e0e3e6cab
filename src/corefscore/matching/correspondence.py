"""Mentions of key and response that share tokens, and which of them correspond."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Floats, Ints, numbers, ranges
from corefscore.core.corpus import Corpus
from corefscore.matching.matched import Matched, Pairs


class Correspondence(NamedTuple):
    """Pairs of mentions that correspond, one to one, and the likeness of each pair."""

    key: Ints
    response: Ints
    likeness: Floats


def overlapping_pairs(key: Corpus, response: Corpus) -> Pairs:
    """All pairs of mentions with a token in common.

    The work is linear in mentions and pairs; mentions are in the order of the text.
    """
    key_begin, response_begin = _positions(key, response)
    # Of two spans that overlap, one begins inside the other: the response span in the key span, or the reverse.
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
    """The position at which each mention begins, if the documents follow one another without overlapping."""
    width = 1 + max(int(side.end.max(initial=0)) for side in (key, response))
    return key.document * width + key.start, response.document * width + response.start


def dice(key: Corpus, response: Corpus, pairs: Pairs) -> Floats:
    """Dice's coefficient of each pair: twice the tokens shared, divided by the tokens of both mentions."""
    starts, ends = (
        (key.start[pairs.key], response.start[pairs.response]),
        (key.end[pairs.key], response.end[pairs.response]),
    )
    shared = np.minimum(*ends) - np.maximum(*starts) + 1
    likeness: Floats = 2 * shared / (ends[0] - starts[0] + ends[1] - starts[1] + 2)
    return likeness


def correspondence(matched: Matched) -> Correspondence:
    """Mentions that match and, of the others, each two that are each other's closest.

    The closest mention is the one with the greatest Dice coefficient and, among equals, the first in the text. If key
    and response are exchanged, the same mentions correspond.
    """
    key, response = matched.key, matched.response
    key_rows, response_rows = np.flatnonzero(matched.response_row < 0), np.flatnonzero(matched.key_row < 0)
    rest = overlapping_pairs(key.take(key_rows), response.take(response_rows))
    rest = Pairs(key_rows[rest.key], response_rows[rest.response])
    likeness = dice(key, response, rest)
    chosen = _mutual(key, response, rest, likeness)
    return Correspondence(
        np.concatenate([matched.pairs.key, rest.key[chosen]]),
        np.concatenate([matched.pairs.response, rest.response[chosen]]),
        np.concatenate([np.ones(len(matched.pairs.key)), likeness[chosen]]),
    )


def _mutual(key: Corpus, response: Corpus, pairs: Pairs, likeness: Floats) -> Ints:
    """The pairs that come first for both of their mentions."""
    starts = key.start[pairs.key], response.start[pairs.response]
    ends = key.end[pairs.key], response.end[pairs.response]
    # The partners of one mention differ, so these sums of positions distinguish its pairs, whichever side it is on.
    order = np.lexsort((ends[0] + ends[1], starts[0] + starts[1], -likeness))
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = numbers(len(order))
    best = []
    for rows, side in ((pairs.key, key), (pairs.response, response)):
        first = np.full(side.mentions, len(order), dtype=np.int64)
        first[rows[order][::-1]] = numbers(len(order))[::-1]
        best.append(first[rows] == rank)
    return np.flatnonzero(best[0] & best[1])
