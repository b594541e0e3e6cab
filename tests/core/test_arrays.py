"""Sorting, grouping and summing of columns."""

from __future__ import annotations

import math

import numpy as np
import pytest

from corefscore.core.arrays import ints, sum_by


@pytest.mark.parametrize("groups", [1, 3])
def test_sums_of_millions_are_as_good_as_exact_ones(groups: int) -> None:
    rng = np.random.default_rng(8)
    shared, size = rng.integers(1, 9, 2_000_000), rng.integers(9, 5000, 2_000_000)
    group, values = ints(rng.integers(0, groups, len(size))), shared**2 / size
    found = sum_by(group, values, groups)
    for number, total in enumerate(found.tolist()):
        exact = math.fsum(values[group == number].tolist())
        assert abs(total - exact) <= 1e-14 * exact


def test_groups_without_rows_sum_to_0() -> None:
    assert sum_by(ints([]), np.array([]), 2).tolist() == [0.0, 0.0]
    assert sum_by(ints([3]), np.array([0.1]), 5).tolist() == [0.0, 0.0, 0.0, 0.1, 0.0]
    assert sum_by(ints([1, 1]), 2, 3).tolist() == [0.0, 4.0, 0.0]
