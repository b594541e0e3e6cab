"""The best assignment against SciPy's dense solver, through each of the ways it may be found."""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from corefscore._native.load import native
from corefscore.core import assignment, solvers
from corefscore.core.arrays import Floats, Ints
from corefscore.core.assignment import compiled_assignment, numpy_assignment

Table = tuple[Ints, Ints, Floats, int, int]

TWINS = [numpy_assignment] if native is None else [numpy_assignment, compiled_assignment]


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
    dense = np.zeros((rows, columns))
    dense[row, column] = weight
    best = dense[linear_sum_assignment(dense, maximize=True)].sum()
    for twin in TWINS:
        chosen = twin(row, column, weight, rows, columns)
        assert (np.diff(chosen) > 0).all()
        assert len(set(row[chosen])) == len(set(column[chosen])) == len(chosen)
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
    leaves_one_by_one(patch)
    patch.setattr(assignment, "_hang_one_by_one", lambda edges: (edges, np.array([], dtype=np.int64)))


def leaves_one_by_one(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(assignment, "_take_dominant", lambda edges, _: edges)
    patch.setattr(assignment, "_hang_leaves", lambda edges, *_: (edges, np.array([], dtype=np.int64)))


def leaves_only(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(assignment, "_take_dominant", lambda edges, _: edges)


def dominant_only(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(assignment, "_hang_leaves", lambda edges, *_: (edges, np.array([], dtype=np.int64)))


def sparse_solver(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(solvers, "SMALL_WORK", -1)
    patch.setattr(solvers, "FEW_EDGES", 0)


def sparse_solver_in_small_batches(patch: pytest.MonkeyPatch) -> None:
    no_reductions(patch)
    sparse_solver(patch)
    patch.setattr(solvers, "ROWS_AT_ONCE", 2)


WAYS = [no_reductions, leaves_one_by_one, leaves_only, dominant_only, sparse_solver, sparse_solver_in_small_batches]


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
        check(*table(8, 400, 150, 1500, kind))
        check(*table(9, 150, 400, 1500, kind))


def path(length: int, seed: int) -> Table:
    """Rows and columns in one line, each with two edges of nearly the same weight."""
    row = np.repeat(np.arange(length), 2)[:-1]
    column = np.repeat(np.arange(length + 1), 2)[1:-2]
    weight = 1 + np.random.default_rng(seed).random(len(row)) / 100
    return row, column, weight, length, length + 1


def test_a_path_is_exact() -> None:
    for seed in range(5):
        check(*path(400, seed))


def test_a_long_path_needs_no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[int] = []

    def counted(edges: solvers.Edges) -> Ints:
        left.append(len(edges.number))
        return solvers.solve(edges)

    monkeypatch.setattr(assignment, "solve", counted)
    chosen = numpy_assignment(*path(20_000, 1))
    assert left == [0]
    assert len(chosen) == 20_000


@pytest.mark.parametrize("twin", TWINS)
def test_a_document_is_aligned_the_same_whatever_else_there_is(twin: Callable[..., Ints]) -> None:
    tables = [table(seed, 6, 6, 20, "alike") for seed in range(60)]
    alone = [twin(*each).tolist() for each in tables]
    rows, columns, edges = np.array([0, 0, 0])
    together, parts = [], []
    for row, column, weight, height, width in tables:
        parts.append((row + rows, column + columns, weight))
        rows, columns = rows + height, columns + width
    row, column, weight = (np.concatenate(each) for each in zip(*parts, strict=True))
    chosen = twin(row, column, weight, int(rows), int(columns))
    for each in tables:
        inside = chosen[(chosen >= edges) & (chosen < edges + len(each[0]))]
        together.append((inside - edges).tolist())
        edges += len(each[0])
    assert together == alone


def test_nothing_to_assign() -> None:
    none = np.array([], dtype=np.int64)
    for twin in TWINS:
        assert twin(none, none, np.array([]), 3, 0).tolist() == []


@pytest.mark.skipif(native is None, reason="the native code was not built here, so it cannot be given a faulty table")
@pytest.mark.parametrize(
    ("row", "column"), [([1, 0], [0, 0]), ([0, 2], [0, 0]), ([0, 1], [0, 2]), ([-1, 0], [0, 0]), ([0, 1], [-1, 0])]
)
def test_the_native_code_refuses_edges_outside_the_table(row: list[int], column: list[int]) -> None:
    with pytest.raises(ValueError, match="inside the table"):
        compiled_assignment(np.array(row), np.array(column), np.ones(2), 2, 2)
    with pytest.raises(ValueError, match="each edge has"):
        native.assign(np.array([0]), np.array([0, 1]), np.ones(1), 1, 2)


def test_weights_that_are_nothing_are_no_gain() -> None:
    row, column, weight = np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([0.0, -1.0, 0.0])
    for twin in TWINS:
        assert twin(row, column, weight, 2, 2).tolist() == []


def test_small_tables_do_not_load_scipy() -> None:
    import subprocess

    square = "[list('abc'), list('def'), list('ghi')], [list('adg'), list('beh'), list('cfi')]"
    code = f"import sys, corefscore; print(corefscore.score({square})['ceafm'].f1, 'scipy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.split()[1] == "False"
