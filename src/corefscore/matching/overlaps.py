"""How many words mentions share if they are paired so as to share the most."""

from __future__ import annotations

import numpy as np

from corefscore.core.arrays import Floats, Ints, changes, numbers, ranges, sum_by
from corefscore.core.assignment import best_assignment
from corefscore.core.corpus import Corpus
from corefscore.matching.candidates import Pairs, Sides, same_words, with_same
from corefscore.matching.matched import Matched
from corefscore.matching.mention_words import PLAIN, Words


def overlap_counts(matched: Matched) -> tuple[Floats, Floats, Floats]:
    """For each document the words shared, the words of key mentions and those of response mentions."""
    documents = len(matched.key)
    key, response = matched.words or (_all_between(matched.key), _all_between(matched.response))
    equal = _equal(key, response)
    left = (_without(key, equal.key), _without(response, equal.response))
    row, column, shared = _overlapping(*left)
    chosen = best_assignment(row, column, shared, len(left[0].size), len(left[1].size))
    found = sum_by(left[0].document[row[chosen]], shared[chosen], documents)
    found += sum_by(key.document[equal.key], key.size[equal.key], documents)
    return found, sum_by(key.document, key.size, documents), sum_by(response.document, response.size, documents)


def _all_between(corpus: Corpus) -> Words:
    none = np.zeros(corpus.mentions, dtype=np.int64)
    size = corpus.end - corpus.start + 1
    return Words(corpus.document, corpus.start, corpus.end, none, size, none - 1, [])


def _equal(key: Words, response: Words) -> Pairs:
    """Mentions of the same words, one to one. Some best pairing has them all.

    If K and R are the same words and K is paired with R', K' with R, then K with R and K' with R' share no less.
    """
    codes = same_words(Sides(key, response))
    key_rows, response_rows = (np.unique(code, return_index=True)[1] for code in codes)
    return with_same(*codes, key_rows, response_rows)


def _without(side: Words, rows: Ints) -> Words:
    return side.take(np.delete(numbers(len(side.size)), rows))


def _overlapping(key: Words, response: Words) -> tuple[Ints, Ints, Floats]:
    """Pairs of mentions that share words, in order of their rows, and how many they share."""
    width = 1 + _largest(key, response)
    (key_word, key_row), (response_word, response_row) = _spelled(key, width), _spelled(response, width)
    order = np.argsort(key_word, kind="stable")
    low, high = (np.searchsorted(key_word[order], response_word, side) for side in ("left", "right"))
    pair = key_row[order[ranges(low, high - low)]] * max(len(response.size), 1) + np.repeat(response_row, high - low)
    pair.sort()
    first = np.flatnonzero(changes(pair))
    row, column = np.divmod(pair[first], max(len(response.size), 1))
    return row, column, np.diff(first, append=len(pair)).astype(np.float64)


def _largest(key: Words, response: Words) -> int:
    """The greatest number of a word; the sets are the same on both sides."""
    return max(*(int(side.last.max(initial=0)) for side in (key, response)), *map(max, key.sets))


def _spelled(side: Words, width: int) -> tuple[Ints, Ints]:
    """Every word of every mention, and the mention it is of."""
    plain = np.flatnonzero(side.shape == PLAIN)
    apart = np.flatnonzero(side.shape != PLAIN)
    words = np.concatenate(
        [
            ranges(side.first[plain], side.size[plain]),
            *(np.fromiter(side.of(row), dtype=np.int64) for row in apart.tolist()),
        ]
    )
    rows = np.repeat(np.concatenate([plain, apart]), side.size[np.concatenate([plain, apart])])
    return side.document[rows] * width + words, rows
