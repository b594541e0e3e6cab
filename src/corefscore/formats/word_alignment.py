"""The words of a copied text beside those of the original: which is which, and where they differ."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Ints, ints

UNALIGNED = -1


class Alignment(NamedTuple):
    """For each word of the copy the first and last word of the original it stands for; and how the texts differ."""

    first: Ints
    last: Ints
    inserted: int
    left_out: int
    changed: int

    @property
    def is_copy(self) -> bool:
        return not (self.inserted or self.left_out or self.changed)


def align(original: Sequence[str], copy: Sequence[str]) -> Alignment:
    """Align two texts: equal words, then words that are only divided otherwise, then as many words for as many.

    >>> align(["do", "n't", "go", "."], ["don't", "go", "now", "."])._asdict()["first"].tolist()
    [0, 2, -1, 3]
    """
    first, last = (np.full(len(copy), UNALIGNED, dtype=np.int64) for _ in range(2))
    inserted = left_out = changed = 0
    for a, b, c, d in _stretches(original, copy):
        ours, theirs = original[a:b], copy[c:d]
        if "".join(ours) == "".join(theirs):
            first[c:d], last[c:d] = (a + places for places in _by_characters(ours, theirs))
        elif len(ours) == len(theirs):
            first[c:d] = last[c:d] = np.arange(a, b)
            changed += sum(one != other for one, other in zip(ours, theirs, strict=True))
        else:
            inserted += len(theirs)
            left_out += len(ours)
    return Alignment(first, last, inserted, left_out, changed)


def _by_characters(original: Sequence[str], copy: Sequence[str]) -> tuple[Ints, Ints]:
    """The first and last word of the original for each word of a text with the same characters."""
    ends = np.cumsum(ints([len(word) for word in original]))
    stop = np.cumsum(ints([len(word) for word in copy]))
    start = np.concatenate([ints([0]), stop[:-1]])
    return np.searchsorted(ends, start, "right"), np.searchsorted(ends, np.maximum(stop - 1, start), "right")


def _stretches(original: Sequence[str], copy: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    """Stretches of both texts that belong together, equal or not."""
    if "".join(original) == "".join(copy):
        yield 0, len(original), 0, len(copy)
        return
    same = _common(original, copy)
    yield 0, same, 0, same
    tail = _common(original[same:][::-1], copy[same:][::-1])
    here = there = same
    ends = len(original) - tail, len(copy) - tail
    for a, c in [*_anchors(original, copy, same, ends), ends]:
        matcher = SequenceMatcher(None, original[here:a], copy[there:c], autojunk=False)
        for _, i, j, k, m in matcher.get_opcodes():
            yield here + i, here + j, there + k, there + m
        here, there = a, c
    yield here, len(original), there, len(copy)


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many words two texts have in common before they first differ."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))


def _anchors(original: Sequence[str], copy: Sequence[str], begin: int, ends: tuple[int, int]) -> list[tuple[int, int]]:
    """Words that occur once in each text, as many as stand in the same order; they keep the search short."""
    ours, theirs = (Counter(text[begin:end]) for text, end in zip((original, copy), ends, strict=True))
    place = {copy[c]: c for c in range(begin, ends[1]) if theirs[copy[c]] == 1}
    words = ((a, original[a]) for a in range(begin, ends[0]))
    return _longest_growing([(a, place[word]) for a, word in words if ours[word] == 1 and word in place])


def _longest_growing(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest row of pairs in which the second number grows as the first does."""
    tails: list[int] = []
    rows: list[int] = []
    before: list[int] = []
    for row, (_, number) in enumerate(pairs):
        length = bisect_left(tails, number)
        before.append(rows[length - 1] if length else -1)
        tails[length : length + 1], rows[length : length + 1] = [number], [row]
    chain = []
    row = rows[-1] if rows else -1
    while row >= 0:
        chain.append(pairs[row])
        row = before[row]
    return chain[::-1]
