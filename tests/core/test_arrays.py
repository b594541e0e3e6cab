"""Sorting, grouping and summing of columns."""

from __future__ import annotations

import math

import numpy as np
import pytest

from corefscore.core.arrays import ints, numbers_in_documents, order_and_keys, sum_by


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


@pytest.mark.parametrize("high", [3, 2**20, 2**62])
@pytest.mark.parametrize("low", [0, -3])
def test_keys_in_order_are_those_of_the_order(low: int, high: int) -> None:
    rng = np.random.default_rng(high)
    columns = [ints(rng.integers(low, high, 50)) for _ in range(2)]
    order, keys = order_and_keys(*columns)
    assert sorted(order.tolist()) == [*range(50)]
    assert [key.tolist() for key in keys] == [column[order].tolist() for column in columns]
    if low == 0:
        rows = [*zip(*(key.tolist() for key in keys), order.tolist(), strict=True)]
        assert rows == sorted(rows)


@pytest.mark.parametrize("labels", [3, 40])
@pytest.mark.parametrize("shared", [True, False])
def test_labels_are_numbered_document_by_document(labels: int, shared: bool) -> None:
    rng = np.random.default_rng(labels)
    label = ints(np.append(np.arange(labels), rng.integers(0, labels, 100)))
    document = ints(rng.integers(0, 4, len(label))) if shared else label % 4
    found = numbers_in_documents(label, labels, document, 4).tolist()
    pairs = [*zip(document.tolist(), label.tolist(), strict=True)]
    assert found == [sorted({*pairs}).index(pair) for pair in pairs]
