"""The words of a text and of its copy: which belong together, and where the texts differ."""

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
    """The alignment of a copy with the original.

    Parameters
    ----------
    first, last : array of int
        The first and the last word of the original for each word of the copy; `UNALIGNED` if there is none.
    inserted, omitted, changed : int
        How many words only the copy has, how many only the original has, and how many differ.
    """

    first: Ints
    last: Ints
    inserted: int
    omitted: int
    changed: int

    @property
    def is_copy(self) -> bool:
        """Whether both texts have the same characters."""
        return not (self.inserted or self.omitted or self.changed)


def align(original: Sequence[str], copy: Sequence[str]) -> Alignment:
    """Align the words of a copy with those of the original.

    Words are aligned if they are equal, if they have the same characters but other borders, or if as many words of the
    copy stand for as many words of the original.

    Parameters
    ----------
    original, copy : sequence of str
        The words of both texts.

    Returns
    -------
    Alignment
        The words of the original for each word of the copy.

    Examples
    --------
    >>> align(["do", "n't", "go", "."], ["don't", "go", "now", "."]).first.tolist()
    [0, 2, -1, 3]
    """
    first, last = (np.full(len(copy), UNALIGNED, dtype=np.int64) for _ in range(2))
    inserted = omitted = changed = 0
    for a, b, c, d in _ranges(original, copy):
        ours, theirs = original[a:b], copy[c:d]
        if "".join(ours) == "".join(theirs):
            first[c:d], last[c:d] = (a + words for words in _by_characters(ours, theirs))
        elif len(ours) == len(theirs):
            first[c:d] = last[c:d] = np.arange(a, b)
            changed += sum(one != other for one, other in zip(ours, theirs, strict=True))
        else:
            inserted += len(theirs)
            omitted += len(ours)
    return Alignment(first, last, inserted, omitted, changed)


def next_aligned(words: Ints) -> Ints:
    """The words of the original for each word of the copy; a word that has none gets that of the next one.

    >>> next_aligned(ints([UNALIGNED, 4, UNALIGNED])).tolist()
    [4, 4, -1]
    """
    index = np.where(words == UNALIGNED, len(words), np.arange(len(words)))
    return np.append(words, UNALIGNED)[np.minimum.accumulate(index[::-1])[::-1]]


def _by_characters(original: Sequence[str], copy: Sequence[str]) -> tuple[Ints, Ints]:
    """The first and last word of the original for each word of a text with the same characters."""
    ends = np.cumsum(ints([len(word) for word in original]))
    stop = np.cumsum(ints([len(word) for word in copy]))
    start = np.concatenate([ints([0]), stop[:-1]])
    return np.searchsorted(ends, start, "right"), np.searchsorted(ends, np.maximum(stop - 1, start), "right")


def _ranges(original: Sequence[str], copy: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    """Ranges of both texts that belong together, whether they are equal or not."""
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
    """How many words two texts share before they first differ."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((index for index, (a, b) in pairs if a != b), min(len(one), len(other)))


def _anchors(original: Sequence[str], copy: Sequence[str], begin: int, ends: tuple[int, int]) -> list[tuple[int, int]]:
    """Words that occur once in each text, as many as have the same order; they divide the search."""
    ours, theirs = (Counter(text[begin:end]) for text, end in zip((original, copy), ends, strict=True))
    position = {copy[c]: c for c in range(begin, ends[1]) if theirs[copy[c]] == 1}
    words = ((a, original[a]) for a in range(begin, ends[0]))
    return _longest_growing([(a, position[word]) for a, word in words if ours[word] == 1 and word in position])


def _longest_growing(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest list of pairs in which both numbers grow."""
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
