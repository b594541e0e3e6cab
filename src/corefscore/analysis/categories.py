"""The categories of Holen (2013), which say how well an entity was found.

The paper has four categories. The second has two halves. By the definitions of the paper, some entities have no
category, and others have two. Here the tests have an order, and the first test that holds decides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from corefscore.core.arrays import Bools, Ints
from corefscore.core.corpus import Corpus
from corefscore.core.problems import check_choice, fail
from corefscore.matching.matched import Pairs

CATEGORIES: Mapping[str, str] = {
    "1": "perfect",
    "2a": "partial entity",
    "2b": "partial mentions",
    "3": "merged",
    "4": "failed",
}


class SpanPairs(NamedTuple):
    """Pairs of a key mention and a response mention that share a token: their first tokens, last tokens and heads."""

    key_start: Ints
    key_end: Ints
    response_start: Ints
    response_end: Ints
    key_head: Ints | None
    response_head: Ints | None

    @classmethod
    def of(cls, key: Corpus, response: Corpus, pairs: Pairs) -> SpanPairs:
        """Return the spans of the given pairs of mentions."""
        spans = (key.start[pairs.key], key.end[pairs.key], response.start[pairs.response], response.end[pairs.response])
        return cls(*spans, _heads(key, pairs.key), _heads(response, pairs.response))


def _heads(corpus: Corpus, rows: Ints) -> Ints | None:
    """Return the heads of the given mentions; None if the format has no heads."""
    return corpus.extra["head"][rows] if "head" in corpus.extra else None


SpanTest: TypeAlias = "Callable[[SpanPairs], npt.ArrayLike]"
"""A test of pairs of mentions that share a token: whether the two mentions of each pair overlap enough."""


def _share_a_token(pairs: SpanPairs) -> Bools:
    return np.ones(len(pairs.key_start), dtype=bool)


def _contain(pairs: SpanPairs) -> Bools:
    inside = (pairs.key_start >= pairs.response_start) & (pairs.key_end <= pairs.response_end)
    around = (pairs.key_start <= pairs.response_start) & (pairs.key_end >= pairs.response_end)
    return inside | around


def _have_the_same_head(pairs: SpanPairs) -> Bools:
    if pairs.key_head is None or pairs.response_head is None:
        raise fail("overlap", 0, "this format has no heads; choose token, containment or last (--overlap)")
    same: Bools = (pairs.key_head == pairs.response_head) & (pairs.key_head >= 0)  # -1: this head is not known
    return same


def _have_the_same_last_token(pairs: SpanPairs) -> Bools:
    same: Bools = pairs.key_end == pairs.response_end
    return same


OVERLAPS: Mapping[str, SpanTest] = {
    "token": _share_a_token,
    "containment": _contain,
    "head": _have_the_same_head,
    "last": _have_the_same_last_token,
}


def find_overlap(overlap: str | SpanTest) -> SpanTest:
    """Return the test with the given name in `OVERLAPS`. A function is returned as it is."""
    if callable(overlap):
        return overlap
    check_choice("overlap", overlap, OVERLAPS)
    return OVERLAPS[overlap]


def categorize(size: Ints, response_size: Ints, shared: Ints, merged: Ints, overlapping: Ints) -> npt.NDArray[np.str_]:
    """Return the category of each key entity, as a key of `CATEGORIES`.

    Parameters
    ----------
    size, response_size : array of int
        The number of mentions of each key entity, and of the response entity aligned to it.
    shared : array of int
        The number of mentions that both have.
    merged : array of int
        The number of mentions of the response entity that belong to other key entities.
    overlapping : array of int
        The number of mentions of the key entity that only overlap with a mention of the response entity.

    Returns
    -------
    array of str
        The category of each key entity.

    Examples
    --------
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
        # The other mentions of the response entity are spurious, but two shared mentions make a link.
        (shared > 1, "3"),
    )
    return np.select([test for test, _ in tests], [name for _, name in tests], default="4")
