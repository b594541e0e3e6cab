"""One-to-one pairs of mentions: the greatest total, and the same choice among equals whichever solver is there."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from corefscore.core.arrays import ints
from corefscore.matching.candidates import best_of
from corefscore.matching.matched import Pairs
from tests.native import built, without_native

tables = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, 5), st.sampled_from([1 / 4, 1 / 3, 1 / 2, 2 / 3, 3 / 4, 1.0])),
    max_size=20,
    unique_by=lambda edge: edge[:2],
)


def chosen(table: list[tuple[int, int, float]]) -> list[tuple[int, int]]:
    key, response, weight = zip(*table, strict=True) if table else ((), (), ())
    found = best_of(Pairs(ints(key), ints(response)), np.array(weight))
    return sorted(zip(found.key.tolist(), found.response.tolist(), strict=True))


@settings(max_examples=300, deadline=None)
@given(tables)
def test_the_total_is_the_greatest(table: list[tuple[int, int, float]]) -> None:
    weight = {(key, response): weight for key, response, weight in table}
    dense = np.zeros((6, 6))
    for edge, value in weight.items():
        dense[edge] = value
    best = dense[linear_sum_assignment(dense, maximize=True)].sum()
    assert sum(weight[pair] for pair in chosen(table)) == pytest.approx(best, abs=1e-9)


@built
@settings(max_examples=300, deadline=None)
@given(tables)
def test_the_choice_is_the_same_without_the_native_code(table: list[tuple[int, int, float]]) -> None:
    found = chosen(table)
    with without_native():
        assert chosen(table) == found


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ([(0, 0, 0.5), (1, 0, 0.5)], [(0, 0)]),
        ([(0, 0, 0.5), (0, 1, 0.5)], [(0, 0)]),
        ([(0, 0, 0.5), (0, 1, 0.5), (1, 0, 0.5), (1, 1, 0.5)], [(0, 0), (1, 1)]),
        ([(key, response, 1.0) for key in range(4) for response in range(4)], [(n, n) for n in range(4)]),
    ],
)
def test_among_equal_totals_earlier_mentions_are_paired(
    table: list[tuple[int, int, float]], expected: list[tuple[int, int]]
) -> None:
    assert chosen(table) == chosen(table[::-1]) == expected
