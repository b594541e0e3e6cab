"""Alignments of hard tables: random labels, grids, products; and of realistic ones.

    python -m benchmarks.alignments [--prove] [MENTIONS ...]

prints processor seconds of building the cells and of each alignment, the least of three times. Random labels are drawn
eight times, because some draws are much harder than others; the median of the eight ratios follows. With `--prove`, it
also finds duals for each alignment, by a method of its own, and prints by how much they exceed it: 0, except for
rounding, if none is better.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import numpy as np

from corefscore.core.arrays import Floats, Ints, Numeric
from corefscore.core.assignment import best_assignment
from corefscore.metrics.ceafe import likeness
from corefscore.metrics.ceafm import shared_mentions
from corefscore.metrics.overlap import Cells, Overlap

SIZES = (100_000, 1_000_000)
REPETITIONS = 3
DRAWS = 8
Found = TypeVar("Found")
Labels = tuple[Ints, Ints]
Table = tuple[Ints, Ints, Floats, int, int]
Similarity = Callable[[Cells], Numeric]
SIMILARITIES: dict[str, Similarity] = {"CEAF-m": shared_mentions, "CEAF-e": likeness}


def random_labels(mentions: int, size: int, seed: int = 1) -> Labels:
    """Key and response that have nothing to do with each other."""
    rng = np.random.default_rng(seed)
    return rng.integers(mentions // size, size=mentions), rng.integers(mentions // size, size=mentions)


def realistic(mentions: int, documents: int = 5000, seed: int = 1) -> Labels:
    """Documents with entities of four mentions, of which one in ten is in a wrong entity."""
    rng = np.random.default_rng(seed)
    document = np.sort(rng.integers(documents, size=mentions))
    inside = mentions // documents // 4
    key = document * inside + rng.integers(inside, size=mentions)
    wrong = document * inside + rng.integers(inside, size=mentions)
    return key, np.where(rng.random(mentions) < 0.1, wrong, key)


def overlap_of(key: Ints, response: Ints) -> Overlap:
    sides = [np.bincount(side) for side in (key, response)]
    documents = [np.zeros(len(side), dtype=np.int64) for side in sides]
    return Overlap.from_pairs(documents[0], sides[0], documents[1], sides[1], key, response, 1)


def grid(side: int) -> Table:
    """Fields of a chessboard, white against black: neighbours weigh 1."""
    field = np.arange(side * side).reshape(side, side)
    steps = [(field[:-1], field[1:]), (field[:, :-1], field[:, 1:])]
    one, other = (np.concatenate([each[end].ravel() for each in steps]) for end in (0, 1))
    is_white = (one // side + one % side) % 2 == 0
    row, column = np.where(is_white, one, other), np.where(is_white, other, one)
    order = np.argsort(row, kind="stable")
    return row[order], column[order], np.ones(len(row)), side * side, side * side


def products(side: int) -> Table:
    row, column = np.divmod(np.arange(side * side), side)
    return row, column, (row + 1.0) * (column + 1.0), side, side


def table_of(overlap: Overlap, similarity: Similarity) -> Table:
    cells = overlap.cells
    weight = np.asarray(similarity(cells), dtype=np.float64)
    return cells.key, cells.response, weight, len(overlap.keys.size), len(overlap.responses.size)


def excess_of_duals(table: Table, chosen: Ints) -> float:
    """By which part of itself an assignment is below an upper bound.

    Any duals, of rows and columns, that cover the weight of each edge are such a bound. The least duals of columns that
    leave each row content with what it has are found by raising them until all are.
    """
    row, column, weight, rows, columns = table
    mate, gain = np.full(rows, columns), np.zeros(rows)
    mate[row[chosen]], gain[row[chosen]] = column[chosen], weight[chosen]
    order = np.argsort(column, kind="stable")
    row, column, weight = row[order], column[order], weight[order]
    starts = np.flatnonzero(np.diff(column, prepend=-1))
    dual = np.zeros(columns + 1)
    for _ in range(rows):
        needed = np.maximum.reduceat(weight - gain[row] + dual[mate[row]], starts)
        if not (needed > dual[column[starts]] + 1e-14).any():
            break
        dual[column[starts]] = np.maximum(dual[column[starts]], needed)
    of_row = np.zeros(rows)
    np.maximum.at(of_row, row, weight - dual[column])
    return float((of_row.sum() + dual.sum()) / gain.sum() - 1)


def seconds_of(work: Callable[[], Found]) -> tuple[float, Found]:
    """The processor seconds of some work, and what it gives."""
    begin = time.process_time()
    found = work()
    return time.process_time() - begin, found


def proof(table: Table, *, wanted: bool) -> str:
    return f", duals exceed it by {excess_of_duals(table, best_assignment(*table)):.1e}" if wanted else ""


def report(title: str, labels: Labels, *, prove: bool) -> dict[str, float]:
    """Cells and alignments in turn, the least of some repetitions of each: other programs disturb the caches.

    Returns how many times longer than the cells each alignment takes.
    """
    times: dict[str, list[float]] = {name: [] for name in ("cells", *SIMILARITIES)}
    for _ in range(REPETITIONS):
        seconds, overlap = seconds_of(partial(overlap_of, *labels))
        times["cells"].append(seconds)
        tables = {name: table_of(overlap, similarity) for name, similarity in SIMILARITIES.items()}
        for name, table in tables.items():
            times[name].append(seconds_of(partial(best_assignment, *table))[0])
    cells = min(times["cells"])
    print(f"{title}: {len(overlap.cells.key):,} cells {cells:.3f}")
    ratios = {name: min(times[name]) / cells for name in tables}
    for name, table in tables.items():
        print(f"  {name} {min(times[name]):.2f} ({ratios[name]:.1f} x){proof(table, wanted=prove)}", flush=True)
    return ratios


def report_draws(mentions: int, *, prove: bool) -> None:
    title = f"random labels, five an entity, {mentions:,} mentions"
    draws = [
        report(f"{title}, draw {seed}", random_labels(mentions, 5, seed), prove=prove) for seed in range(1, DRAWS + 1)
    ]
    medians = (f"{name} {statistics.median(draw[name] for draw in draws):.1f} x" for name in SIMILARITIES)
    print(f"  median of {DRAWS} draws: {', '.join(medians)}", flush=True)


def main(sizes: list[int], *, prove: bool) -> None:
    for mentions in sizes:
        report_draws(mentions, prove=prove)
    report("random labels, twenty an entity, 200,000 mentions", random_labels(200_000, 20), prove=prove)
    report("realistic, 5,000 documents, 1,000,000 mentions", realistic(1_000_000), prove=prove)
    for title, table in (("grid 600 x 600", grid(600)), ("complete 1000 x 1000, products", products(1000))):
        seconds = min(seconds_of(partial(best_assignment, *table))[0] for _ in range(REPETITIONS))
        print(f"{title}: {seconds:.2f}{proof(table, wanted=prove)}", flush=True)


if __name__ == "__main__":
    given = [each for each in sys.argv[1:] if each != "--prove"]
    main([int(float(each)) for each in given] or list(SIZES), prove="--prove" in sys.argv)
