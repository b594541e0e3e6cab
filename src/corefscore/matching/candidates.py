"""Candidates for a match, pairs of a key mention and a response mention with different words, and the best of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Floats, Ints, changes, ints, numbers, pack, ranges, rank_within, renumber, sum_by
from corefscore.core.assignment import best_assignment
from corefscore.core.corpus import Corpus
from corefscore.matching.matched import Matched, Pairs
from corefscore.matching.mention_words import PLAIN, BothWords, MentionWords

TIE_BREAK = 1e-9


def best_of(pairs: Pairs, weight: Floats) -> Pairs:
    """Return the one-to-one pairs with the greatest total weight. Among equal totals, earlier mentions win.

    The number that decides among equal totals is far below any difference of weights. So the result does not depend on
    the solver.
    """
    order = np.lexsort((pairs.response, pairs.key))
    pairs, weight = Pairs(pairs.key[order], pairs.response[order]), weight[order]
    if not len(weight):
        return pairs
    earliness = _earliness(pairs.key) ** (1 / 2) * _earliness(pairs.response) ** (1 / 3)  # no two products are equal
    rows, columns = int(pairs.key.max()) + 1, int(pairs.response.max()) + 1
    chosen = best_assignment(pairs.key, pairs.response, weight + TIE_BREAK * earliness, rows, columns)
    return Pairs(pairs.key[chosen], pairs.response[chosen])


def _earliness(mention: Ints) -> Floats:
    """Return a number in (0, 1] for each pair: 1 for the first pair of its mention, and less for each later pair."""
    rank = rank_within(mention)
    found: Floats = 1 - rank / (rank.max() + 1)
    return found


def word_codes(words: BothWords, with_heads: bool = False) -> tuple[Ints, Ints]:
    """Number the mentions of both sides. The same words, and with `with_heads` the same head, have the same number."""
    names = ("document", "first", "last", "shape", *(["head"] if with_heads else []))
    columns = [np.concatenate([getattr(side, name) for side in words]) for name in names]
    code = pack(*columns[:4])
    assert code is not None, "documents, words and shapes are counted, so their numbers are small"
    if with_heads:
        code = renumber(renumber(code)[0] * (int(columns[4].max(initial=0)) + 2) + columns[4] + 1)[0]
    return code[: len(words.key.first)], code[len(words.key.first) :]


def with_same_code(key_code: Ints, response_code: Ints, key_rows: Ints, response_rows: Ints) -> Pairs:
    """Return all pairs of the given rows that have the same code."""
    order = np.argsort(key_code[key_rows], kind="stable")
    ordered = key_code[key_rows][order]
    wanted = response_code[response_rows]
    low, high = (np.searchsorted(ordered, wanted, side) for side in ("left", "right"))
    return Pairs(key_rows[order[ranges(low, high - low)]], np.repeat(response_rows, high - low))


def with_same_head(words: BothWords, key_rows: Ints, response_rows: Ints) -> Pairs:
    """Return all pairs of the given rows that have the same head."""
    key, response = words
    codes = pack(np.concatenate([key.document, response.document]), np.concatenate([key.head, response.head]))
    assert codes is not None, "documents and words are counted, so their numbers are small"
    return with_same_code(codes[: len(key.head)], codes[len(key.head) :], key_rows, response_rows)


def covering(
    words: BothWords, needed: Callable[[int], frozenset[int]], anchor: Ints, key_rows: Ints, response_rows: Ints
) -> Pairs:
    """Return the pairs in which the response mention is inside the key mention and covers the needed words.

    Parameters
    ----------
    words : BothWords
        The words of both sides.
    needed : callable
        Returns the words of a key mention that must be covered, by its row.
    anchor : array of int
        One of these words for each key mention. Pairs are found by this word.
    key_rows, response_rows : array of int
        The mentions that are not yet matched.
    """
    pairs = _with_anchor(words, anchor, key_rows, response_rows)
    pairs = pairs.take(words.within(pairs))
    covers = [
        needed(row) <= words.response.of(other)
        for row, other in zip(pairs.key.tolist(), pairs.response.tolist(), strict=True)
    ]
    return pairs.take(np.array(covers, dtype=bool))


def _with_anchor(words: BothWords, anchor: Ints, key_rows: Ints, response_rows: Ints) -> Pairs:
    """Return the pairs in which the response mention contains the anchor of the key mention."""
    response = words.response
    width = 1 + max(int(anchor.max(initial=0)), int(response.last.max(initial=0)))
    code = words.key.document[key_rows] * width + anchor[key_rows]
    order = np.argsort(code, kind="stable")
    code = code[order]
    plain = response_rows[response.shape[response_rows] == PLAIN]
    base = response.document[plain] * width
    low = np.searchsorted(code, base + response.first[plain], "left")
    high = np.searchsorted(code, base + response.last[plain], "right")
    found_key, found_response = [order[ranges(low, high - low)]], [np.repeat(plain, high - low)]
    for row in response_rows[response.shape[response_rows] != PLAIN].tolist():
        wanted = int(response.document[row]) * width + ints(sorted(response.of(row)))
        low, high = np.searchsorted(code, wanted, "left"), np.searchsorted(code, wanted, "right")
        found_key.append(order[ranges(low, high - low)])
        found_response.append(np.full(len(found_key[-1]), row))
    return Pairs(key_rows[np.concatenate(found_key)], np.concatenate(found_response))


class SharedWords(NamedTuple):
    """The best one-to-one pairs of mentions, the number of words each pair shares, and the words of all mentions."""

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
    """Return for each document the number of shared words, and of words of key mentions and response mentions."""
    documents = len(matched.key)
    pairs, shared, (key, response) = share_words(matched)
    found = sum_by(key.document[pairs.key], shared, documents)
    return found, sum_by(key.document, key.size, documents), sum_by(response.document, response.size, documents)


def _plain_words(corpus: Corpus) -> MentionWords:
    """Return mentions whose words are all tokens from their first to their last."""
    plain = np.full(corpus.mentions, PLAIN, dtype=np.int64)
    size = corpus.end - corpus.start + 1
    return MentionWords(corpus.document, corpus.start, corpus.end, plain, size, np.full(corpus.mentions, -1), [])


def _equal(words: BothWords) -> Pairs:
    """Return one-to-one pairs of mentions with the same words. At least one best pairing contains all of them.

    Let K and R be the same words. If K is paired with R' and K' with R, then K with R and K' with R' share at least as
    many words.
    """
    codes = word_codes(words)
    key_rows, response_rows = (np.unique(code, return_index=True)[1] for code in codes)
    return with_same_code(*codes, key_rows, response_rows)


def _overlapping(words: BothWords) -> tuple[Pairs, Floats]:
    """Return the pairs of mentions that share words, in the order of their rows, and how many words they share."""
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
    """Return the greatest number of a word. Both sides have the same sets."""
    return max(*(int(side.last.max(initial=0)) for side in words), *map(max, words.key.sets))


def _all_words(side: MentionWords, width: int) -> tuple[Ints, Ints]:
    """Return every word of every mention, and the row of its mention."""
    plain, with_shape = np.flatnonzero(side.shape == PLAIN), np.flatnonzero(side.shape != PLAIN)
    sets = (np.fromiter(side.of(row), dtype=np.int64) for row in with_shape.tolist())
    words = np.concatenate([ranges(side.first[plain], side.size[plain]), *sets])
    mentions = np.concatenate([plain, with_shape])
    rows = np.repeat(mentions, side.size[mentions])
    return side.document[rows] * width + words, rows
