"""Matching as in the CRAFT shared task, against its rule, mention by mention."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscore
from corefscore.core.arrays import ints
from corefscore.core.corpus import Corpus, Memory, Origin, Parts

stretch = st.tuples(st.integers(0, 9), st.integers(0, 3)).map(lambda pair: (pair[0], pair[0] + pair[1]))


def with_gap(pair: tuple[tuple[int, int], tuple[int, int]]) -> Parts:
    (start, end), (gap, length) = pair
    return ((start, end), (end + 2 + gap % 3, end + 2 + gap % 3 + length % 2))


mentions = st.lists(
    stretch.map(lambda each: (each,)) | st.tuples(stretch, stretch).map(with_gap), max_size=6, unique=True
)


def corpus(side: list[Parts]) -> Corpus:
    """Each mention in an entity of its own."""
    gaps = [parts for parts in side if len(parts) > 1]
    return Corpus.build(
        [Origin("d", Memory("memory"))],
        ints([0] * len(side)),
        ints([parts[0][0] for parts in side]),
        ints([parts[-1][1] for parts in side]),
        ints(range(len(side))),
        np.array([str(number) for number in range(len(side))], dtype=object),
        extra={"shape": ints([gaps.index(parts) + 1 if len(parts) > 1 else 0 for parts in side])},
        shapes=gaps,
    )


def rule(key: list[Parts], response: list[Parts]) -> dict[Parts, Parts]:
    """Equal mentions first; then each response mention, in order, takes the first it fits, if that one is free."""
    found = {parts: parts for parts in response if parts in key}
    left = sorted((parts for parts in key if parts not in response), key=_order)
    taken: set[Parts] = set()
    for parts in sorted((parts for parts in response if parts not in key), key=_order):
        fits = [each for each in left if any(each[0][0] <= start and end <= each[0][1] for start, end in parts)]
        if fits and fits[0] not in taken:
            found[parts] = fits[0]
            taken.add(fits[0])
    return found


def _order(parts: Parts) -> tuple[int, int, bool]:
    return parts[0][0], parts[-1][1], len(parts) > 1


@settings(max_examples=300, deadline=None)
@given(mentions, mentions)
def test_mentions_match_by_the_rule(key: list[Parts], response: list[Parts]) -> None:
    matched = corefscore.score(corpus(key), corpus(response), ["mentions"], match="craft").mentions()
    found = {
        matched.response.parts(row): matched.key.parts(int(other))
        for row, other in enumerate(matched.key_row)
        if other >= 0
    }
    assert set(found) == set(rule(key, response))
    simple = [*(len(parts) for parts in key), *(len(parts) for parts in response)]
    if not simple or max(simple) == 1:  # gaps may begin and end alike, and then their order is open
        assert found == rule(key, response)


@settings(max_examples=50, deadline=None)
@given(mentions)
def test_nested_mentions_match_themselves(side: list[Parts]) -> None:
    result = corefscore.score(corpus(side), corpus(side), ["mentions"], match="craft")
    assert not side or result["mentions"].f1 == 1
