"""The assignment of whole numbers against all assignments there are."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from corefscore.core.assignment import exact_assignment

tables = st.integers(1, 5).flatmap(
    lambda columns: st.lists(
        st.lists(st.integers(0, 6) | st.integers(10**30, 10**30 + 3), min_size=columns, max_size=columns),
        min_size=1,
        max_size=4,
    )
)


def greatest(weight: list[list[int]]) -> int:
    """The greatest sum, by trying all; a row may stay without a column."""
    columns = [*range(len(weight[0])), *(-1 for _ in weight)]
    tried = set(permutations(columns, len(weight)))
    sums: list[int] = [sum(row[c] for row, c in zip(weight, chosen, strict=True) if c >= 0) for chosen in tried]
    return max(sums)


@given(tables)
def test_no_assignment_weighs_more(weight: list[list[int]]) -> None:
    chosen = exact_assignment(weight)
    rows, columns = [row for row, _ in chosen], [column for _, column in chosen]
    assert len(set(rows)) == len(rows)
    assert len(set(columns)) == len(columns)
    assert rows == sorted(rows)
    assert all(weight[row][column] > 0 for row, column in chosen)
    assert sum(weight[row][column] for row, column in chosen) == greatest(weight)


def test_an_empty_table_has_no_assignment() -> None:
    assert exact_assignment([]) == []
