"""How well an entity was found, as a category: the four of Holen (2013), in an order of tests that leaves no gap."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from corefscore.core.arrays import Bools, Ints
from corefscore.core.choices import check_choice
from corefscore.core.corpus import Corpus
from corefscore.core.problems import fail
from corefscore.matching.matched import Pairs

CATEGORIES: Mapping[str, str] = {
    "1": "perfect",
    "2a": "partial entity",
    "2b": "partial mentions",
    "3": "merged",
    "4": "failed",
}


class SpanPairs(NamedTuple):
    """Pairs of a key mention and a response mention with a token in common: first and last tokens, and heads."""

    key_start: Ints
    key_end: Ints
    response_start: Ints
    response_end: Ints
    key_head: Ints | None
    response_head: Ints | None

    @classmethod
    def of(cls, key: Corpus, response: Corpus, pairs: Pairs) -> SpanPairs:
        heads = [_heads(side, rows) for side, rows in zip((key, response), pairs, strict=True)]
        spans = (key.start[pairs.key], key.end[pairs.key], response.start[pairs.response], response.end[pairs.response])
        return cls(*spans, *heads)


def _heads(corpus: Corpus, rows: Ints) -> Ints | None:
    """The heads of some mentions, among what only some formats know."""
    column: Ints | None = getattr(corpus, "extra", {}).get("head")
    return None if column is None else column[rows]


Alike: TypeAlias = Callable[[SpanPairs], Any]
"""Which pairs of mentions with a token in common overlap in earnest: True or False for each."""


def _share_a_token(pairs: SpanPairs) -> Bools:
    return np.ones(len(pairs.key_start), dtype=bool)


def _contain(pairs: SpanPairs) -> Bools:
    inside = (pairs.key_start >= pairs.response_start) & (pairs.key_end <= pairs.response_end)
    around = (pairs.key_start <= pairs.response_start) & (pairs.key_end >= pairs.response_end)
    return inside | around


def _have_the_same_head(pairs: SpanPairs) -> Bools:
    if pairs.key_head is None or pairs.response_head is None:
        raise fail("overlap", 0, "heads are not known in this format; choose token, containment or last (--overlap)")
    same: Bools = (pairs.key_head == pairs.response_head) & (pairs.key_head >= 0)  # -1: this one is not known
    return same


def _have_the_same_last_token(pairs: SpanPairs) -> Bools:
    same: Bools = pairs.key_end == pairs.response_end
    return same


OVERLAPS: Mapping[str, Alike] = {
    "token": _share_a_token,
    "containment": _contain,
    "head": _have_the_same_head,
    "last": _have_the_same_last_token,
}


def find_overlap(overlap: str | Alike) -> Alike:
    if callable(overlap):
        return overlap
    check_choice("overlap", overlap, OVERLAPS)
    return OVERLAPS[overlap]


def categorize(size: Ints, response_size: Ints, shared: Ints, merged: Ints, overlapping: Ints) -> npt.NDArray[np.str_]:
    """The category of each key entity.

    Known are its mentions, those of the response entity aligned to it, those they share, those of the response entity
    that other key entities have, and those that it lacks but that overlap with one of the response entity. The first
    test that holds decides:

    >>> one = np.array([1])
    >>> categorize(3 * one, 3 * one, 2 * one, 0 * one, one).tolist()
    ['2b']
    """
    found = shared > 0
    tests = (
        (found & (shared == size) & (shared == response_size), "1"),
        (found & (shared == response_size), "2a"),
        (found & (merged > 0), "3"),
        (found & (overlapping > 0), "2b"),
        # What else is in the response entity, the key knows nothing of; two shared mentions are a link all the same.
        (shared > 1, "3"),
    )
    return np.select([test for test, _ in tests], [name for _, name in tests], default="4")
