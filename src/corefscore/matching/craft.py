"""Match mentions as in the CRAFT shared task of 2019, in which mentions often have gaps.

A response mention fits a key mention if one of its parts is inside the first part of the key mention. In the order of
the text, each response mention takes the first key mention that it fits. If that one is taken, it gets no match.
"""

from __future__ import annotations

import numpy as np

from corefscore.core.arrays import Ints, ints
from corefscore.core.corpus import Corpus
from corefscore.matching.matched import Pairs
from corefscore.matching.mention_words import word_positions


def with_stretch_inside(key: Corpus, response: Corpus, key_rows: Ints, response_rows: Ints) -> Pairs:
    """Return the pairs of the given mentions, which are in the order of the text. Zeros have no parts to match."""
    key_rows, response_rows = _with_words(key, key_rows), _with_words(response, response_rows)
    if not len(key_rows) or not len(response_rows):
        return Pairs(key_rows[:0], response_rows[:0])
    (start, end), *_ = _stretches(key, 1)
    stretches = _stretches(response, max((len(parts) for parts in response.parts_of(response_rows)), default=1))
    width = 2 + max(int(column.max(initial=0)) for stretch in [(start, end), *stretches] for column in stretch)
    begins, ends = (key.document[key_rows] * width + column[key_rows] for column in (start, end))
    order = np.argsort(begins, kind="stable")
    begins, reach = begins[order], np.maximum.accumulate(ends[order])
    base = response.document[response_rows] * width
    first = np.full(len(response_rows), len(order))
    for begin, last in stretches:
        # Key mentions before `known` begin early enough. The first one that reaches the end of the part is at `found`.
        known = np.searchsorted(begins, base + begin[response_rows], "right")
        found = np.searchsorted(reach, base + last[response_rows], "left")
        first = np.where(found < known, np.minimum(first, found), first)
    fitting = np.flatnonzero(first < len(order))
    taken = np.sort(np.unique(first[fitting], return_index=True)[1])
    return Pairs(key_rows[order[first[fitting[taken]]]], response_rows[fitting[taken]])


def _with_words(corpus: Corpus, rows: Ints) -> Ints:
    return rows[~corpus.extra["zero"][rows].astype(bool)] if "zero" in corpus.extra else rows


def _stretches(corpus: Corpus, count: int) -> list[tuple[Ints, Ints]]:
    """Return the first and last word of part 1, part 2 ... of each mention. A missing part is replaced by part 1."""
    parts = {row: corpus.parts(row) for row in corpus.rows_with_gaps.tolist()}
    found = []
    for number in range(count):
        start, end = corpus.start.copy(), corpus.end.copy()
        for row, some in parts.items():
            start[row], end[row] = some[number if number < len(some) else 0]
        found.append((ints(word_positions(corpus, start)), ints(word_positions(corpus, end))))
    return found
