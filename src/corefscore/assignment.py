"""The best one-to-one assignment of rows to columns in a sparse table, exact, for all documents at once.

Two reductions settle nearly everything, all over the table at once, before any solver is asked:

* a *dominant* edge weighs at least as much as the best other edge of its row and the best other edge of its
  column together. Some best assignment contains it: take it, and delete its row and its column;
* a *leaf* is a row or column with a single edge. The vertex it hangs on can take its heaviest leaf for granted,
  and prefer another edge only for what that edge weighs more: take the weight of the leaf off the other edges,
  delete the leaves, and decide when the rest is settled.

What remains goes to a small solver in Python (loading SciPy costs more than the work) or, when it is large, to
SciPy's sparse solver. Among equally good assignments the first edges in the order of the table are preferred.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from corefscore.columns import Bools, Floats, Ints, changes, ints, order_by, renumber

WORTHWHILE = 0.05
FEW, LIGHT = 5000, 2_000_000
ROWS_AT_ONCE = 2000
INFINITE = float("inf")


class Edges(NamedTuple):
    """Edges in the order of their rows; `number` says which edge of the whole table each of them is."""

    number: Ints
    row: Ints
    column: Ints
    weight: Floats

    def take(self, rows: Bools | Ints) -> Edges:
        return Edges(self.number[rows], self.row[rows], self.column[rows], self.weight[rows])


def best_assignment(row: Ints, column: Ints, weight: Floats, rows: int, columns: int) -> Ints:
    """The edges of an assignment of greatest weight; edges come in the order of their rows.

    >>> best_assignment(ints([0, 0, 1]), ints([0, 1, 0]), np.array([3.0, 2.0, 2.0]), 2, 2).tolist()
    [1, 2]
    """
    assignment = _Assignment(row, column, rows, columns)
    edges = Edges(np.arange(len(row)), row, column, np.asarray(weight, dtype=np.float64))
    edges = edges.take(edges.weight > 0)
    hung: list[Ints] = []
    worthwhile = True
    while len(edges.number) and worthwhile:
        before = len(edges.number)
        edges = _take_dominant(edges, assignment)
        edges, leaves = _hang_leaves(edges, rows, columns)
        hung.append(leaves)
        worthwhile = before - len(edges.number) > WORTHWHILE * before
    if len(edges.number):
        assignment.take(_solve(edges))
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
    group = np.cumsum(changes(vertex)) - 1
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


def _solve(edges: Edges) -> Ints:
    """The best assignment of what no reduction settles."""
    if len(edges.number) <= FEW:
        parts = _components(edges)
        if sum(_work(part) for part in parts) <= LIGHT:
            return ints([edge for part in parts for edge in _solve_small(part)])
    return np.concatenate([_solve_sparse(batch) for batch in _batches(edges)])


def _components(edges: Edges) -> list[Edges]:
    """The connected parts of a few edges."""
    leader: dict[int, int] = {}

    def find(vertex: int) -> int:
        while leader.setdefault(vertex, vertex) != vertex:
            leader[vertex] = leader[leader[vertex]]
            vertex = leader[vertex]
        return vertex

    for row, column in zip(edges.row.tolist(), edges.column.tolist(), strict=True):
        leader[find(~column)] = find(row)
    parts: dict[int, list[int]] = {}
    for place, row in enumerate(edges.row.tolist()):
        parts.setdefault(find(row), []).append(place)
    return [edges.take(ints(places)) for places in parts.values()]


def _work(edges: Edges) -> int:
    """About how many steps the small solver takes."""
    rows, columns = len(set(edges.row.tolist())), len(set(edges.column.tolist()))
    return rows * columns * min(rows, columns)


def _solve_small(edges: Edges) -> list[int]:
    """The Hungarian method: rows enter one by one along the cheapest path of exchanges, kept cheap by prices."""
    rows, columns = edges.row.tolist(), edges.column.tolist()
    if len(set(rows)) > len(set(columns)):
        rows, columns = columns, rows
    row_place = {row: place for place, row in enumerate(dict.fromkeys(rows))}
    column_place = {column: place for place, column in enumerate(dict.fromkeys(columns))}
    height, width = len(row_place), len(column_place)
    gain = [[0.0] * width for _ in range(height)]
    number = {}
    for row, column, weight, edge in zip(rows, columns, edges.weight.tolist(), edges.number.tolist(), strict=True):
        gain[row_place[row]][column_place[column]] = weight
        number[row_place[row], column_place[column]] = edge
    holder = _hungarian(gain, height, width)
    return [number[row, column] for column, row in enumerate(holder) if (row, column) in number]


def _hungarian(gain: list[list[float]], height: int, width: int) -> list[int]:
    """For each column the row that gets it, or -1; there are at least as many columns as rows."""
    row_price, column_price = [0.0] * height, [0.0] * width
    holder = [-1] * width
    for newcomer in range(height):
        slack, previous = [INFINITE] * width, [-1] * width
        free, visited = set(range(width)), list[int]()
        row, column = newcomer, -1
        while row >= 0:
            for other in free:
                reduced = -gain[row][other] - row_price[row] - column_price[other]
                if reduced < slack[other]:
                    slack[other], previous[other] = reduced, column
            column = min(free, key=lambda other: (slack[other], other))
            step = slack[column]
            row_price[newcomer] += step
            for other in visited:
                row_price[holder[other]] += step
                column_price[other] -= step
            free.remove(column)
            for other in free:
                slack[other] -= step
            visited.append(column)
            row = holder[column]
        _exchange(holder, previous, column, newcomer)
    return holder


def _exchange(holder: list[int], previous: list[int], column: int, newcomer: int) -> None:
    """Pass columns on along a path, the first of them to the newcomer."""
    while previous[column] >= 0:
        holder[column] = holder[previous[column]]
        column = previous[column]
    holder[column] = newcomer


def _batches(edges: Edges) -> list[Edges]:
    """Connected parts gathered into batches, since the sparse solver's work grows with the rows given at once."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    rows = int(edges.row.max()) + 1
    size = rows + int(edges.column.max()) + 1
    graph = coo_array((np.ones(len(edges.number)), (edges.row, rows + edges.column)), shape=(size, size))
    _, part = connected_components(graph, directed=False)
    edge_part = ints(part)[edges.row]
    order = order_by(edge_part)
    edges, edge_part = edges.take(order), edge_part[order]
    rows_before = np.cumsum(changes(edges.row)) - 1
    first = changes(edge_part)
    batch = (rows_before[first] // ROWS_AT_ONCE)[np.cumsum(first) - 1]
    return [edges.take(rows) for rows in np.split(np.arange(len(edges.number)), np.flatnonzero(changes(batch))[1:])]


def _solve_sparse(edges: Edges) -> Ints:
    """SciPy's sparse solver; a column of its own for each row stands for leaving that row unassigned."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    row = np.cumsum(changes(edges.row)) - 1
    column, _ = renumber(edges.column)
    rows, columns = int(row[-1]) + 1, int(column.max()) + 1
    # The solver takes a cost of zero for a missing edge, so all costs are kept above it.
    unassigned = edges.weight.max() + 1
    cost = np.concatenate([unassigned - edges.weight, np.full(rows, unassigned)])
    place_row = np.concatenate([row, np.arange(rows)])
    place_column = np.concatenate([column, columns + np.arange(rows)])
    table = csr_array((cost, (place_row, place_column)), shape=(rows, columns + rows))
    chosen_row, chosen_column = min_weight_full_bipartite_matching(table)
    assigned = chosen_column < columns
    chosen = chosen_row[assigned] * columns + chosen_column[assigned]
    return edges.number[np.isin(row * columns + column, chosen)]
