"""Solvers of the assignment problem, for what no reduction settles: each connected part by itself."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Bools, Floats, Ints, changes, ints, numbers, order_by, renumber, runs

FEW_EDGES = 5000
SMALL_WORK = 20_000
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


def solve(edges: Edges) -> Ints:
    """The edges of an assignment of greatest weight."""
    small: list[Edges] = []
    large: list[Edges] = []
    for part in _components(edges):
        (small if _work(part) <= SMALL_WORK else large).append(part)
    chosen = [ints(_solve_small(part)) for part in small]
    chosen += [_solve_sparse(batch) for batch in _batches(large)]
    return np.concatenate([ints([]), *chosen])


def _components(edges: Edges) -> list[Edges]:
    """The connected parts."""
    if not len(edges.number):
        return []
    label = _labels_of_few(edges) if len(edges.number) <= FEW_EDGES else _labels_of_many(edges)
    if not label.any():
        return [edges]
    order = order_by(label)
    return [edges.take(part) for part in np.split(order, np.flatnonzero(changes(label[order]))[1:])]


def _labels_of_few(edges: Edges) -> Ints:
    """A number for the connected part of each edge."""
    leader: dict[int, int] = {}

    def find(vertex: int) -> int:
        while leader.setdefault(vertex, vertex) != vertex:
            leader[vertex] = leader[leader[vertex]]
            vertex = leader[vertex]
        return vertex

    rows = edges.row.tolist()
    for row, column in zip(rows, edges.column.tolist(), strict=True):
        leader[find(~column)] = find(row)
    return renumber(ints([find(row) for row in rows]))[0]


def _labels_of_many(edges: Edges) -> Ints:
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    row, column = renumber(edges.row)[0], renumber(edges.column)[0]
    size = int(row.max()) + int(column.max()) + 2
    graph = coo_array((np.ones(len(row)), (row, column + row.max() + 1)), shape=(size, size))
    _, label = connected_components(graph, directed=False)
    return ints(label)[row]


def _work(edges: Edges) -> int:
    """About how many steps the small solver takes."""
    if len(edges.number) > SMALL_WORK:
        return len(edges.number)
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


def _batches(parts: list[Edges]) -> list[Edges]:
    """Connected parts gathered up to some size, since the sparse solver's work grows with the rows given at once."""
    batches: list[list[Edges]] = []
    size = ROWS_AT_ONCE
    for part in parts:
        if size >= ROWS_AT_ONCE:
            batches.append([])
            size = 0
        batches[-1].append(part)
        size += int(np.count_nonzero(changes(part.row)))
    return [Edges(*map(np.concatenate, zip(*batch, strict=True))) for batch in batches]


def _solve_sparse(edges: Edges) -> Ints:
    """SciPy's sparse solver; a column of its own for each row stands for leaving that row unassigned."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    row, column = runs(changes(edges.row)), renumber(edges.column)[0]
    rows, columns = int(row[-1]) + 1, int(column.max()) + 1
    # The solver takes a cost of zero for a missing edge, so all costs are kept above it.
    unassigned = edges.weight.max() + 1
    cost = np.concatenate([unassigned - edges.weight, np.full(rows, unassigned)])
    place_row = np.concatenate([row, numbers(rows)])
    place_column = np.concatenate([column, columns + numbers(rows)])
    table = csr_array((cost, (place_row, place_column)), shape=(rows, columns + rows))
    chosen_row, chosen_column = min_weight_full_bipartite_matching(table)
    assigned = chosen_column < columns
    chosen = chosen_row[assigned] * columns + chosen_column[assigned]
    return edges.number[np.isin(row * columns + column, chosen)]
