"""The best assignment against SciPy's dense solver, by the native code and by the sparse solver."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from corefscore._native.load import native
from corefscore.core import assignment
from corefscore.core.arrays import Floats, Ints, ints
from corefscore.core.assignment import native_assignment, sparse_assignment
from corefscore.core.problems import InputError
from tests.native import built

Table = tuple[Ints, Ints, Floats, int, int]


def by_scipy(row: Ints, column: Ints, weight: Floats, rows: int, columns: int) -> Ints:
    return sparse_assignment(row, column, weight)


def by_forest(row: Ints, column: Ints, weight: Floats, rows: int, columns: int) -> Ints:
    """The method for components full of ties, for every component."""
    row, column = (np.ascontiguousarray(each, dtype=np.int64) for each in (row, column))
    return np.frombuffer(native.assign(row, column, np.ascontiguousarray(weight), rows, columns, -1), dtype=np.int64)


SOLVERS = [by_scipy] if native is None else [by_scipy, native_assignment, by_forest]


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
    for solver in SOLVERS:
        chosen = solver(row, column, weight, rows, columns)
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


@settings(max_examples=1000, deadline=None)
@given(tables, st.sampled_from([1, 2, 2000]))
def test_it_is_as_good_as_the_dense_solver(found: Table, rows_at_once: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(assignment, "ROWS_AT_ONCE", rows_at_once)
        check(*found)


def best_by_hand(row: Ints, column: Ints, weight: Floats) -> float:
    """The greatest weight of all assignments, one after the other."""
    edges: list[tuple[int, int, float]] = [*zip(row.tolist(), column.tolist(), weight.tolist(), strict=True)]

    def best(first: int, rows: frozenset[int], columns: frozenset[int]) -> float:
        if first == len(edges):
            return 0.0
        row, column, weight = edges[first]
        without = best(first + 1, rows, columns)
        if row in rows or column in columns:
            return without
        return max(without, weight + best(first + 1, rows | {row}, columns | {column}))

    return best(0, frozenset(), frozenset())


@settings(max_examples=200, deadline=None)
@given(
    st.builds(table, st.integers(0, 10**6), st.integers(1, 5), st.integers(1, 5), st.integers(0, 9), st.just("alike"))
)
def test_it_is_as_good_as_the_best_of_all_assignments(found: Table) -> None:
    for solver in SOLVERS:
        assert found[2][solver(*found)].sum() == pytest.approx(best_by_hand(*found[:3]), abs=1e-12)


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


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_document_is_aligned_the_same_whatever_else_there_is(solver: Callable[..., Ints]) -> None:
    tables = [table(seed, 6, 6, 20, "alike") for seed in range(60)]
    alone = [solver(*each).tolist() for each in tables]
    rows, columns, edges = np.array([0, 0, 0])
    together, parts = [], []
    for row, column, weight, height, width in tables:
        parts.append((row + rows, column + columns, weight))
        rows, columns = rows + height, columns + width
    row, column, weight = (np.concatenate(each) for each in zip(*parts, strict=True))
    chosen = solver(row, column, weight, int(rows), int(columns))
    for each in tables:
        inside = chosen[(chosen >= edges) & (chosen < edges + len(each[0]))]
        together.append((inside - edges).tolist())
        edges += len(each[0])
    assert together == alone


def random_labels(mentions: int, entities: int) -> Table:
    """The shared mentions of two sides that have nothing to do with each other."""
    rng = np.random.default_rng(mentions)
    code = rng.integers(entities, size=mentions) * entities + rng.integers(entities, size=mentions)
    code, shared = np.unique(code, return_counts=True)
    return code // entities, code % entities, shared.astype(float), entities, entities


@built
def test_tables_full_of_ties_end_and_are_exact() -> None:
    """Without a method for them, the first takes minutes. SciPy says that the second is right."""
    row, column, weight, rows, columns = random_labels(300_000, 60_000)
    chosen = native_assignment(row, column, weight, rows, columns)
    assert len(set(row[chosen])) == len(set(column[chosen])) == len(chosen)
    small = random_labels(12_000, 2_400)
    assert small[2][native_assignment(*small)].sum() == small[2][sparse_assignment(*small[:3])].sum()


def test_a_component_beyond_the_reach_of_scipy_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assignment, "ROWS_IN_REACH", 100)
    with pytest.raises(InputError, match="key entities are connected by shared mentions, too many to align"):
        sparse_assignment(*random_labels(1000, 150)[:3])


def test_nothing_to_assign() -> None:
    none = ints([])
    for solver in SOLVERS:
        assert solver(none, none, np.array([]), 3, 0).tolist() == []


def test_weights_that_are_nothing_are_no_gain() -> None:
    row, column, weight = np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([0.0, -1.0, 0.0])
    for solver in SOLVERS:
        assert solver(row, column, weight, 2, 2).tolist() == []


@built
@pytest.mark.parametrize(
    ("row", "column"), [([1, 0], [0, 0]), ([0, 2], [0, 0]), ([0, 1], [0, 2]), ([-1, 0], [0, 0]), ([0, 1], [-1, 0])]
)
def test_edges_outside_the_table_are_refused(row: list[int], column: list[int]) -> None:
    with pytest.raises(ValueError, match="inside the table"):
        native_assignment(np.array(row), np.array(column), np.ones(2), 2, 2)
    with pytest.raises(ValueError, match="each edge has"):
        native.assign(np.array([0]), np.array([0, 1]), np.ones(1), 1, 2)


@built
@pytest.mark.parametrize("size", [2**61, 2**61 - 1, 2**60, 2**59, 2**58, 2**62 - 1, 2**63 - 1, -1])
def test_tables_that_no_memory_can_hold_are_refused(size: int) -> None:
    for rows, columns in ((1, size), (size, 1), (size, size)):
        with pytest.raises((MemoryError, ValueError)):
            native.assign(ints([0]), ints([0]), np.ones(1), rows, columns)


@built
def test_scores_do_not_load_scipy() -> None:
    square = "[list('abc'), list('def'), list('ghi')], [list('adg'), list('beh'), list('cfi')]"
    code = f"import sys, corefscore; print(corefscore.score({square})['ceafm'].f1, 'scipy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.split()[1] == "False"
