"""The best one-to-one assignment of rows to columns in a sparse table. It is exact and covers all documents at once.

The native code solves the whole table. It has a separate method for connected components with many ties. Where the
native code was not compiled, SciPy's sparse solver gets the connected components, a few at a time. Its work grows much
faster than the table when weights are tied, so components that are too large for it raise an error. Both solvers find
the greatest total weight. Where several assignments are equally good, the choice depends on the component alone, but
the two solvers may choose differently.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from corefscore._native.load import native
from corefscore.core.arrays import Bools, Floats, Ints, changes, ints, numbers, order_by, renumber, runs
from corefscore.core.problems import fail

ROWS_AT_ONCE = 2000
ROWS_IN_REACH = 100_000
"""The most rows of a connected component without the native code; for random labels, SciPy would need hours."""


def best_assignment(row: Ints, column: Ints, weight: Floats, rows: int, columns: int) -> Ints:
    """Return the edges of an assignment with the greatest total weight.

    Parameters
    ----------
    row, column, weight : array
        The edges, in the order of their rows. Edges with a weight of 0 or less are never chosen.
    rows, columns : int
        The number of rows and of columns of the table.

    Returns
    -------
    array
        The numbers of the chosen edges, in order.

    >>> best_assignment(ints([0, 0, 1]), ints([0, 1, 0]), np.array([3.0, 2.0, 2.0]), 2, 2).tolist()
    [1, 2]
    """
    if native is None:
        return sparse_assignment(row, column, weight)
    return native_assignment(row, column, weight, rows, columns)


def native_assignment(row: Ints, column: Ints, weight: Floats, rows: int, columns: int) -> Ints:
    """Return the edges of an assignment with the greatest total weight, found by the native code."""
    row, column = (np.ascontiguousarray(each, dtype=np.int64) for each in (row, column))
    chosen = native.assign(row, column, np.ascontiguousarray(weight, dtype=np.float64), rows, columns)
    return np.frombuffer(chosen, dtype=np.int64)


def sparse_assignment(row: Ints, column: Ints, weight: Floats) -> Ints:
    """Return the edges of an assignment with the greatest total weight, found by SciPy."""
    edges = np.flatnonzero(np.asarray(weight) > 0)
    if not edges.size:
        return edges
    batch = _batches(row[edges], column[edges])
    _refuse_out_of_reach(row[edges], batch)
    order = order_by(batch)
    parts = np.split(edges[order], np.flatnonzero(changes(batch[order]))[1:])
    return np.sort(np.concatenate([part[_solve(row[part], column[part], weight[part])] for part in parts]))


def _batches(row: Ints, column: Ints) -> Ints:
    """Return a batch number for each edge. A batch contains connected components up to a number of rows.

    The work of the solver grows faster than the number of rows that it gets at once.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    row, column = renumber(row)[0], renumber(column)[0]
    rows = int(row.max()) + 1
    size = rows + int(column.max()) + 1
    graph = coo_array((np.ones(len(row)), (row, rows + column)), shape=(size, size))
    component = ints(connected_components(graph, directed=False)[1])
    before = np.cumsum(np.bincount(component[:rows]))
    return ints((before - 1) // ROWS_AT_ONCE)[component[row]]


def _refuse_out_of_reach(row: Ints, batch: Ints) -> None:
    """Raise an error for a component that is too large for SciPy. Only such a component makes a batch this large."""
    order = order_by(batch, row)
    rows = np.bincount(runs(changes(batch[order])), weights=changes(batch[order], row[order]))
    if rows.max() > ROWS_IN_REACH:
        entities = f"{int(rows.max()):,} key entities are connected by shared mentions"
        advice = "build corefscore with a C compiler, or leave out CEAF (and CoNLL) from the metrics"
        raise fail("CEAF", 0, f"{entities}, too many to align without the native code; {advice}")


def _solve(row: Ints, column: Ints, weight: Floats) -> Bools:
    """Return whether each edge is in the assignment. Each row also gets a column that means "not assigned"."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    row, column = runs(changes(row)), renumber(column)[0]
    rows, columns = int(row[-1]) + 1, int(column.max()) + 1
    unassigned = 2 * float(weight.max())  # the solver reads a cost of 0 as a missing edge, so all costs are above 0
    cost = np.concatenate([unassigned - weight, np.full(rows, unassigned)])
    ends = (np.concatenate([row, numbers(rows)]), np.concatenate([column, columns + numbers(rows)]))
    _, chosen = min_weight_full_bipartite_matching(csr_array((cost, ends), shape=(rows, columns + rows)))
    found: Bools = chosen[row] == column
    return found


def exact_assignment(weight: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Return the cells of an assignment with the greatest total weight, in a small table of integers of any size.

    This is the Hungarian method with potentials: it adds one row at a time, along the cheapest path of changes.

    Parameters
    ----------
    weight : sequence of rows
        The table. No weight is below 0. Cells with weight 0 are never chosen.

    Returns
    -------
    list of (int, int)
        The row and the column of each chosen cell, in the order of the rows.

    >>> exact_assignment([[3, 2], [2, 0]])
    [(0, 1), (1, 0)]
    """
    if weight and len(weight) > len(weight[0]):
        return sorted((row, column) for column, row in exact_assignment([*zip(*weight, strict=True)]))
    columns = len(weight[0]) if weight else 0
    row_potential, potential = [0] * len(weight), [0] * (columns + 1)
    owner = [-1] * (columns + 1)
    for row in range(len(weight)):
        owner[columns] = row
        _add_row(weight, row_potential, potential, owner)
    found = ((row, column) for column, row in enumerate(owner[:columns]) if row >= 0)
    return sorted((row, column) for row, column in found if weight[row][column])


def _add_row(weight: Sequence[Sequence[int]], row_potential: list[int], potential: list[int], owner: list[int]) -> None:
    """Assign one more row along the path of least cost (cost = -weight). At first, the last column owns this row."""
    columns = len(potential) - 1
    cheapest: dict[int, int] = {}
    before: dict[int, int] = {}
    reached, column = {columns}, columns
    while owner[column] >= 0:
        row = owner[column]
        left = [each for each in range(columns) if each not in reached]
        for each in left:
            cost = -weight[row][each] - row_potential[row] - potential[each]
            if each not in cheapest or cost < cheapest[each]:
                cheapest[each], before[each] = cost, column
        column = min(left, key=cheapest.__getitem__)
        step = cheapest[column]
        for each in reached:
            row_potential[owner[each]] += step
            potential[each] -= step
        for each in left:
            cheapest[each] -= step
        reached.add(column)
    while column != columns:
        owner[column] = owner[before[column]]
        column = before[column]
    owner[columns] = -1
