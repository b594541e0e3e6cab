"""The best assignment against SciPy's dense solver, through each of the ways it may be found."""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from corefscore import assignment
from corefscore.assignment import best_assignment
from corefscore.columns import Floats, Ints

Table = tuple[Ints, Ints, Floats, int, int]


def table(seed: int, rows: int, columns: int, edges: int, kind: str) -> Table:
    rng = np.random.default_rng(seed)
    code = np.sort(rng.choice(rows * columns, size=min(edges, rows * columns), replace=False))
    row, column = np.divmod(code, columns)
    if kind == "whole":
        weight = rng.integers(1, 5, len(code)).astype(float)
    elif kind == "alike":
        row_size, column_size = rng.integers(3, 9, rows), rng.integers(3, 9, columns)
        weight = 2 * rng.integers(1, 4, len(code)) / (row_size[row] + column_size[column])
    else:
        weight = rng.random(len(code))
    return row, column, weight, rows, columns


def check(row: Ints, column: Ints, weight: Floats, rows: int, columns: int) -> None:
    chosen = best_assignment(row, column, weight, rows, columns)
    assert len(set(row[chosen])) == len(set(column[chosen])) == len(chosen)
    dense = np.zeros((rows, columns))
    dense[row, column] = weight
    best = dense[linear_sum_assignment(dense, maximize=True)].sum()
    assert weight[chosen].sum() == pytest.approx(best, abs=1e-12)


tables = st.builds(
    table,
    seed=st.integers(0, 10**6),
    rows=st.integers(1, 9),
    columns=st.integers(1, 9),
    edges=st.integers(0, 40),
    kind=st.sampled_from(["whole", "alike", "any"]),
)


@settings(max_examples=1500, deadline=None)
@given(tables)
def test_it_is_as_good_as_the_dense_solver(found: Table) -> None:
    check(*found)


def no_reductions(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(assignment, "_take_dominant", lambda edges, _: edges)
    patch.setattr(assignment, "_hang_leaves", lambda edges, *_: (edges, np.array([], dtype=np.int64)))


def leaves_only(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(assignment, "_take_dominant", lambda edges, _: edges)


def dominant_only(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(assignment, "_hang_leaves", lambda edges, *_: (edges, np.array([], dtype=np.int64)))


def sparse_solver(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(assignment, "FEW", 0)


def sparse_solver_in_small_batches(patch: pytest.MonkeyPatch) -> None:
    no_reductions(patch)
    patch.setattr(assignment, "FEW", 0)
    patch.setattr(assignment, "ROWS_AT_ONCE", 2)


WAYS = [no_reductions, leaves_only, dominant_only, sparse_solver, sparse_solver_in_small_batches]


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_each_part_alone_is_exact(way: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    way(monkeypatch)
    for seed in range(150):
        rng = np.random.default_rng(seed)
        kind = ("whole", "alike", "any")[seed % 3]
        rows, columns = rng.integers(1, 10, 2).tolist()
        check(*table(seed, rows, columns, int(rng.integers(0, 30)), kind))


def test_one_large_component_is_exact() -> None:
    for kind in ("whole", "alike", "any"):
        check(*table(7, 300, 280, 9000, kind))


def test_a_long_path_does_not_take_a_round_for_each_vertex(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = 0
    original = assignment._hang_leaves

    def counted(edges: assignment.Edges, rows: int, columns: int) -> tuple[assignment.Edges, Ints]:
        nonlocal rounds
        rounds += 1
        return original(edges, rows, columns)

    monkeypatch.setattr(assignment, "_hang_leaves", counted)
    length = 3000
    row = np.repeat(np.arange(length), 2)[:-1]
    column = np.repeat(np.arange(length + 1), 2)[1:-2]
    weight = 1 + np.random.default_rng(1).random(len(row)) / 100
    check(row, column, weight, length, length + 1)
    assert rounds < 100


def test_among_equals_the_first_is_chosen() -> None:
    row, column = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    assert best_assignment(row, column, np.ones(4), 2, 2).tolist() == [0, 3]


def test_nothing_to_assign() -> None:
    none = np.array([], dtype=np.int64)
    assert best_assignment(none, none, np.array([]), 3, 0).tolist() == []


def test_small_tables_do_not_load_scipy() -> None:
    import subprocess

    code = (
        "import sys, corefscore; corefscore.score([list('abc'), list('def')], [list('abd'), list('cef')]);"
        "sys.exit(any(name.split('.')[0] == 'scipy' for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
