"""The best one-to-one assignment of rows to columns in a sparse table, exact, for all documents at once.

The native code solves the table as it is. Without it, two reductions settle nearly everything before any solver is asked:

* a *dominant* edge weighs at least as much as the best other edge of its row and the best other edge of its
  column together. Some best assignment contains it: take it, and delete its row and its column;
* a *leaf* is a row or column with a single edge. The vertex it hangs on can take its heaviest leaf for granted,
  and prefer another edge only for what that edge weighs more: take the weight of the leaf off the other edges,
  delete the leaves, and decide when the rest is settled.

Some rounds of both, all over the table at once, are followed by leaves one by one, so that a long path takes no round
for each of its vertices. What remains splits into connected parts: a small one goes to a solver in Python, since
loading SciPy costs more than the work, a large one to SciPy's sparse solver. Which of several equally good assignments
is found depends on the connected part alone, and so on no other document; the native code may find another of them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

import numpy as np

from corefscore._native.load import native
from corefscore.core.arrays import Floats, Ints, changes, ints, numbers, order_by, renumber, runs
from corefscore.core.solvers import Edges, solve

ROUNDS = 12
FEW_NEIGHBOURS = 64


def best_assignment(row: Ints, column: Ints, weight: Floats, rows: int, columns: int) -> Ints:
    """The edges of an assignment of greatest weight; edges come in the order of their rows.

    >>> best_assignment(ints([0, 0, 1]), ints([0, 1, 0]), np.array([3.0, 2.0, 2.0]), 2, 2).tolist()
    [1, 2]
    """
    if native is None:
        return numpy_assignment(row, column, weight, rows, columns)
    return compiled_assignment(row, column, weight, rows, columns)


def compiled_assignment(row: Ints, column: Ints, weight: Floats, rows: int, columns: int) -> Ints:
    """The edges of an assignment of greatest weight, by the native code."""
    table = (np.ascontiguousarray(row), np.ascontiguousarray(column), np.ascontiguousarray(weight, dtype=np.float64))
    return np.frombuffer(native.assign(*table, rows, columns), dtype=np.int64)


def numpy_assignment(row: Ints, column: Ints, weight: Floats, rows: int, columns: int) -> Ints:
    """The edges of an assignment of greatest weight, without the native code."""
    assignment = _Assignment(row, column, rows, columns)
    edges = Edges(numbers(len(row)), row, column, np.asarray(weight, dtype=np.float64))
    edges = edges.take(edges.weight > 0)
    hung: list[Ints] = []
    for _ in range(ROUNDS):
        before = len(edges.number)
        edges = _take_dominant(edges, assignment)
        edges, leaves = _hang_leaves(edges, rows, columns)
        hung.append(leaves)
        if len(edges.number) in (0, before):
            break
    if len(edges.number):
        edges, leaves = _hang_one_by_one(edges)
        hung += [leaves[place : place + 1] for place in range(len(leaves))]
        assignment.take(solve(edges))
    for leaves in reversed(hung):
        assignment.take_where_free(leaves)
    return np.sort(np.concatenate([ints([]), *assignment.chosen]))


class _Assignment:
    """The edges chosen so far, and the rows and columns they use."""

    def __init__(self, row: Ints, column: Ints, rows: int, columns: int) -> None:
        self.row, self.column = row, column
        self.row_used, self.column_used = np.zeros(rows, dtype=bool), np.zeros(columns, dtype=bool)
        self.chosen: list[Ints] = []

    def take(self, edges: Ints) -> None:
        self.chosen.append(edges)
        self.row_used[self.row[edges]] = True
        self.column_used[self.column[edges]] = True

    def take_where_free(self, edges: Ints) -> None:
        self.take(edges[~(self.row_used[self.row[edges]] | self.column_used[self.column[edges]])])


def _take_dominant(edges: Edges, assignment: _Assignment) -> Edges:
    other = _best_other(edges.row, edges.weight) + _best_other(edges.column, edges.weight)
    dominant = edges.take(edges.weight >= other)
    dominant = dominant.take(_first_of_each(dominant.row))
    dominant = dominant.take(_first_of_each(dominant.column))
    assignment.take(dominant.number)
    return edges.take(~(assignment.row_used[edges.row] | assignment.column_used[edges.column]))


def _best_other(vertex: Ints, weight: Floats) -> Floats:
    """For each edge the weight of the best other edge at the same vertex, 0 if there is none."""
    order = order_by(vertex) if (vertex[1:] < vertex[:-1]).any() else None
    if order is not None:
        vertex, weight = vertex[order], weight[order]
    starts = np.flatnonzero(changes(vertex))
    group = runs(changes(vertex))
    best = np.maximum.reduceat(weight, starts) if len(starts) else weight
    top = np.flatnonzero(weight == best[group])
    top = top[changes(group[top])]
    rest = weight.copy()
    rest[top] = 0
    other: Floats = best[group]
    other[top] = np.maximum.reduceat(rest, starts) if len(starts) else rest
    if order is None:
        return other
    unordered = np.empty_like(other)
    unordered[order] = other
    return unordered


def _first_of_each(vertex: Ints) -> Ints:
    order = order_by(vertex)
    return np.sort(order[changes(vertex[order])])


def _hang_leaves(edges: Edges, rows: int, columns: int) -> tuple[Edges, Ints]:
    """Delete leaves; the weight of the best leaf of a vertex is taken off the vertex's other edges."""
    row_degree = np.bincount(edges.row, minlength=rows)
    column_degree = np.bincount(edges.column, minlength=columns)
    column_leaf = (column_degree[edges.column] == 1) & (row_degree[edges.row] > 1)
    row_leaf = (row_degree[edges.row] == 1) & (column_degree[edges.column] > 1)
    row_best, row_edge = _best_leaf(edges.take(column_leaf), edges.row[column_leaf], rows)
    column_best, column_edge = _best_leaf(edges.take(row_leaf), edges.column[row_leaf], columns)
    weight = edges.weight - row_best[edges.row] - column_best[edges.column]
    rest = Edges(edges.number, edges.row, edges.column, weight)
    return rest.take(~(row_leaf | column_leaf) & (weight > 0)), np.concatenate([row_edge, column_edge])


def _best_leaf(leaves: Edges, vertex: Ints, count: int) -> tuple[Floats, Ints]:
    """The weight of the best leaf of each vertex (0 if it has none), and the edges to these leaves."""
    best = np.zeros(count)
    np.maximum.at(best, vertex, leaves.weight)
    top = np.flatnonzero(leaves.weight == best[vertex])
    return best, leaves.number[top[_first_of_each(vertex[top])]]


class _Peeling:
    """Deletes leaves one by one, but for those of vertices with many edges, where each would take too long."""

    def __init__(self, edges: Edges) -> None:
        row, column = renumber(edges.row)[0], renumber(edges.column)[0]
        ends = np.concatenate([row, column + row.max() + 1])
        self.ends_sum = (ends[: len(row)] + ends[len(row) :]).tolist()
        self.degree = np.bincount(ends).tolist()
        self.at_vertex = np.split(order_by(ends) % len(row), np.cumsum(self.degree)[:-1])
        self.weight = edges.weight.tolist()
        self.alive = np.ones(len(row), dtype=bool)
        self.leaves = deque(vertex for vertex, count in enumerate(self.degree) if count == 1)

    def run(self) -> Iterator[int]:
        """The edges of the leaves deleted, in order."""
        while self.leaves:
            leaf = self.leaves.popleft()
            for edge in self._edges(leaf):
                vertex = self.ends_sum[edge] - leaf
                if self.degree[vertex] <= FEW_NEIGHBOURS:
                    yield edge
                    self._delete_leaf(edge, vertex)

    def _edges(self, vertex: int) -> list[int]:
        here = self.at_vertex[vertex]
        found: list[int] = here[self.alive[here]].tolist()
        return found

    def _delete_leaf(self, edge: int, vertex: int) -> None:
        """Take the weight of an edge to a leaf off the other edges of its vertex, and delete what weighs nothing."""
        lost = self.weight[edge]
        for other in self._edges(vertex):
            self.weight[other] -= lost
            if self.weight[other] <= 0:
                self._delete(other, vertex)

    def _delete(self, edge: int, vertex: int) -> None:
        self.alive[edge] = False
        for end in (vertex, self.ends_sum[edge] - vertex):
            self.degree[end] -= 1
            if self.degree[end] == 1:
                self.leaves.append(end)


def _hang_one_by_one(edges: Edges) -> tuple[Edges, Ints]:
    if not any((np.bincount(vertex) == 1).any() for vertex in (edges.row, edges.column)):
        return edges, ints([])
    peeling = _Peeling(edges)
    hung = edges.number[ints(list(peeling.run()))]
    return edges._replace(weight=np.array(peeling.weight)).take(peeling.alive), hung
