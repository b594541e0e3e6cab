"""The best assignment against SciPy's dense solver, by the native code and by the sparse solver."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence

import numpy as np
import pytest
from benchmarks.alignments import SIMILARITIES, excess_of_duals, grid, overlap_of, products, random_labels, table_of
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
Solver = Callable[[Ints, Ints, Floats, int, int], Ints]


def by_scipy(row: Ints, column: Ints, weight: Floats, rows: int, columns: int) -> Ints:
    return sparse_assignment(row, column, weight)


def by_forest(row: Ints, column: Ints, weight: Floats, rows: int, columns: int) -> Ints:
    """The method for components full of ties, for every component."""
    row, column = (np.ascontiguousarray(each, dtype=np.int64) for each in (row, column))
    return np.frombuffer(native.assign(row, column, np.ascontiguousarray(weight), rows, columns, -1), dtype=np.int64)


SOLVERS: list[Solver] = [by_scipy] if native is None else [by_scipy, native_assignment, by_forest]


def table(seed: int, rows: int, columns: int, edges: int, kind: str) -> Table:
    rng = np.random.default_rng(seed)
    code = np.sort(rng.choice(rows * columns, size=min(edges, rows * columns), replace=False))
    row, column = np.divmod(code, columns)
    if kind == "whole":
        weight = rng.integers(1, 5, len(code)).astype(float)
    elif kind == "alike":
        row_size, column_size = rng.integers(3, 9, rows), rng.integers(3, 9, columns)
        weight = 2 * rng.integers(1, 4, len(code)) / (row_size[row] + column_size[column])
    elif kind == "large":
        weight = rng.integers(1, 10 ** int(rng.integers(2, 9)), len(code)).astype(float)
    else:
        weight = rng.random(len(code))
    return row, column, weight, rows, columns


def check(
    row: Ints, column: Ints, weight: Floats, rows: int, columns: int, solvers: Sequence[Solver] = SOLVERS
) -> None:
    dense = np.zeros((rows, columns))
    dense[row, column] = weight
    best = dense[linear_sum_assignment(dense, maximize=True)].sum()
    for solver in solvers:
        chosen = solver(row, column, weight, rows, columns)
        assert (np.diff(chosen) > 0).all()
        assert len(set(row[chosen])) == len(set(column[chosen])) == len(chosen)
        assert weight[chosen].sum() == pytest.approx(best, rel=1e-12, abs=1e-12)


tables = st.builds(
    table,
    seed=st.integers(0, 10**6),
    rows=st.integers(1, 9),
    columns=st.integers(1, 9),
    edges=st.integers(0, 40),
    kind=st.sampled_from(["whole", "alike", "any", "large"]),
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


def hard_tables(mentions: int, side: int) -> dict[str, Table]:
    found = {"grid": grid(side), "products": products(side)}
    for size in (5, 20):
        overlap = overlap_of(*random_labels(mentions, size))
        found |= {f"{name}, {size} an entity": table_of(overlap, each) for name, each in SIMILARITIES.items()}
    return found


@built
def test_duals_prove_the_alignments_of_tables_full_of_ties() -> None:
    """Without a method for them, they take minutes. The duals are found by a method that shares no code."""
    for name, each in hard_tables(80_000, 80).items():
        for solver in (native_assignment, by_forest):
            chosen = solver(*each)
            assert len(set(each[0][chosen])) == len(set(each[1][chosen])) == len(chosen)
            assert excess_of_duals(each, chosen) == pytest.approx(0, abs=1e-12), name
    worse = native_assignment(*each)[1:]
    assert excess_of_duals(each, worse) > 1e-6


def test_hard_tables_are_aligned_as_by_scipy() -> None:
    for name, each in hard_tables(6000, 40).items():
        best = each[2][sparse_assignment(*each[:3])].sum()
        for solver in SOLVERS:
            assert each[2][solver(*each)].sum() == pytest.approx(best, rel=1e-12), name


@built
def test_weights_of_any_magnitude_are_exact() -> None:
    """A power of two changes no alignment, however small or large it is."""
    for kind in ("alike", "any", "large"):
        row, column, weight, rows, columns = table(5, 30, 30, 300, kind)
        for power in (-1020, -300, 300, 900):
            scaled = np.ldexp(weight, power)
            for solver in SOLVERS[1:]:
                expected = solver(row, column, weight, rows, columns)
                chosen = solver(row, column, scaled, rows, columns)
                assert np.ldexp(scaled[chosen].sum(), -power) == pytest.approx(weight[expected].sum(), rel=1e-12)


@built
def test_thousands_of_small_tables_are_as_good_as_the_dense_solver() -> None:
    rng = np.random.default_rng(11)
    kinds = ("whole", "alike", "any", "large")
    for seed in range(4000):
        rows, columns, edges = (int(each) for each in rng.integers([1, 1, 0], [13, 13, 60]))
        check(*table(seed, rows, columns, edges, kinds[seed % 4]), SOLVERS[1:])


def test_a_component_beyond_the_reach_of_scipy_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assignment, "ROWS_IN_REACH", 100)
    with pytest.raises(InputError, match="key entities are connected by shared mentions, too many to align"):
        sparse_assignment(*table_of(overlap_of(*random_labels(1000, 5)), SIMILARITIES["CEAF-m"])[:3])


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
    with pytest.raises(ValueError, match="each edge must have"):
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
