"""How many words the mentions of both sides share, if they are paired one to one so that they share the most."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Floats, Ints, changes, numbers, ranges, sum_by
from corefscore.core.assignment import best_assignment
from corefscore.core.corpus import Corpus
from corefscore.matching.candidates import with_same_code, word_codes
from corefscore.matching.matched import Matched, Pairs
from corefscore.matching.mention_words import PLAIN, BothWords, MentionWords


class SharedWords(NamedTuple):
    """A best one-to-one pairing of mentions, how many words each pair shares, and the words of all mentions."""

    pairs: Pairs
    shared: Floats
    words: BothWords


def share_words(matched: Matched) -> SharedWords:
    """Pair mentions one to one so that they share the most words."""
    words = matched.words or BothWords(_plain_words(matched.key), _plain_words(matched.response))
    key, response = words
    equal = _equal(words)
    rest = Pairs(*(np.delete(numbers(len(side.size)), rows) for side, rows in zip(words, equal, strict=True)))
    left = BothWords(key.take(rest.key), response.take(rest.response))
    pairs, shared = _overlapping(left)
    chosen = best_assignment(pairs.key, pairs.response, shared, len(left.key.size), len(left.response.size))
    found = Pairs(
        np.concatenate([equal.key, rest.key[pairs.key[chosen]]]),
        np.concatenate([equal.response, rest.response[pairs.response[chosen]]]),
    )
    return SharedWords(found, np.concatenate([key.size[equal.key].astype(np.float64), shared[chosen]]), words)


def count_shared_words(matched: Matched) -> tuple[Floats, Floats, Floats]:
    """For each document the words shared, the words of key mentions and those of response mentions."""
    documents = len(matched.key)
    pairs, shared, (key, response) = share_words(matched)
    found = sum_by(key.document[pairs.key], shared, documents)
    return found, sum_by(key.document, key.size, documents), sum_by(response.document, response.size, documents)


def _plain_words(corpus: Corpus) -> MentionWords:
    """Mentions whose words are their tokens, all from the first to the last."""
    plain = np.full(corpus.mentions, PLAIN, dtype=np.int64)
    size = corpus.end - corpus.start + 1
    return MentionWords(corpus.document, corpus.start, corpus.end, plain, size, np.full(corpus.mentions, -1), [])


def _equal(words: BothWords) -> Pairs:
    """Mentions of the same words, one to one. Some best pairing has them all.

    If K and R are the same words and K is paired with R', K' with R, then K with R and K' with R' share no less.
    """
    codes = word_codes(words)
    key_rows, response_rows = (np.unique(code, return_index=True)[1] for code in codes)
    return with_same_code(*codes, key_rows, response_rows)


def _overlapping(words: BothWords) -> tuple[Pairs, Floats]:
    """Pairs of mentions that share words, in the order of their rows, and how many they share."""
    key, response = words
    width = 1 + _largest(words)
    (key_word, key_row), (response_word, response_row) = _all_words(key, width), _all_words(response, width)
    order = np.argsort(key_word, kind="stable")
    low, high = (np.searchsorted(key_word[order], response_word, side) for side in ("left", "right"))
    pair = key_row[order[ranges(low, high - low)]] * max(len(response.size), 1) + np.repeat(response_row, high - low)
    pair.sort()
    first = np.flatnonzero(changes(pair))
    pairs = Pairs(*np.divmod(pair[first], max(len(response.size), 1)))
    return pairs, np.diff(first, append=len(pair)).astype(np.float64)


def _largest(words: BothWords) -> int:
    """The greatest number of a word; the sets are the same on both sides."""
    return max(*(int(side.last.max(initial=0)) for side in words), *map(max, words.key.sets))


def _all_words(side: MentionWords, width: int) -> tuple[Ints, Ints]:
    """Every word of every mention, and the row of its mention."""
    plain, with_shape = np.flatnonzero(side.shape == PLAIN), np.flatnonzero(side.shape != PLAIN)
    sets = (np.fromiter(side.of(row), dtype=np.int64) for row in with_shape.tolist())
    words = np.concatenate([ranges(side.first[plain], side.size[plain]), *sets])
    mentions = np.concatenate([plain, with_shape])
    rows = np.repeat(mentions, side.size[mentions])
    return side.document[rows] * width + words, rows
