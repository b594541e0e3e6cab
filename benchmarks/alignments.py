"""Alignments of hard tables: random labels, grids, products; and of realistic ones.

    python -m benchmarks.alignments [MENTIONS ...]

prints processor seconds of building the cells and of each alignment.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

import numpy as np

from corefscore.core.arrays import Floats, Ints
from corefscore.core.assignment import best_assignment
from corefscore.metrics.ceafe import likeness
from corefscore.metrics.ceafm import shared_mentions
from corefscore.metrics.overlap import Overlap

SIZES = (100_000, 1_000_000)
SIMILARITIES = {"CEAF-m": shared_mentions, "CEAF-e": likeness}


def random_labels(mentions: int, size: int, seed: int = 1) -> Overlap:
    """Key and response that have nothing to do with each other."""
    rng = np.random.default_rng(seed)
    return overlap_of(*(rng.integers(mentions // size, size=mentions) for _ in range(2)))


def realistic(mentions: int, documents: int = 5000, seed: int = 1) -> Overlap:
    """Documents with entities of four mentions, of which one in ten is in a wrong entity."""
    rng = np.random.default_rng(seed)
    document = np.sort(rng.integers(documents, size=mentions))
    inside = mentions // documents // 4
    key = document * inside + rng.integers(inside, size=mentions)
    wrong = document * inside + rng.integers(inside, size=mentions)
    return overlap_of(key, np.where(rng.random(mentions) < 0.1, wrong, key))


def overlap_of(key: Ints, response: Ints) -> Overlap:
    sides = [np.bincount(side) for side in (key, response)]
    documents = [np.zeros(len(side), dtype=np.int64) for side in sides]
    return Overlap.from_pairs(documents[0], sides[0], documents[1], sides[1], key, response, 1)


def seconds_of_alignments(overlap: Overlap) -> Iterator[tuple[str, float]]:
    for name, similarity in SIMILARITIES.items():
        begin = time.process_time()
        overlap.aligned(similarity)
        yield name, time.process_time() - begin


def seconds_of_table(row: Ints, column: Ints, weight: Floats, size: int) -> float:
    begin = time.process_time()
    best_assignment(row, column, weight, size, size)
    return time.process_time() - begin


def report(title: str, begin: float, overlap: Overlap) -> None:
    cells = time.process_time() - begin
    parts = (f"{name} {seconds:.2f} ({seconds / cells:.1f} x)" for name, seconds in seconds_of_alignments(overlap))
    print(f"{title}: {len(overlap.cells.key):,} cells {cells:.2f}, {', '.join(parts)}", flush=True)


def main(sizes: list[int]) -> None:
    for mentions in sizes:
        begin = time.process_time()
        report(f"random labels, five an entity, {mentions:,} mentions", begin, random_labels(mentions, 5))
    begin = time.process_time()
    report("random labels, twenty an entity, 200,000 mentions", begin, random_labels(200_000, 20))
    begin = time.process_time()
    report("realistic, 5,000 documents, 1,000,000 mentions", begin, realistic(1_000_000))
    side = np.arange(600)
    vertices = np.add.outer(side * 600, side)
    white = np.add.outer(side, side) % 2 == 0
    edges = [
        (one[white[: one.shape[0], : one.shape[1]]], other[white[: one.shape[0], : one.shape[1]]])
        for one, other in ((vertices[:-1], vertices[1:]), (vertices[:, :-1], vertices[:, 1:]))
    ]
    edges += [
        (one[white[-one.shape[0] :, -one.shape[1] :]], other[white[-one.shape[0] :, -one.shape[1] :]])
        for one, other in ((vertices[1:], vertices[:-1]), (vertices[:, 1:], vertices[:, :-1]))
    ]
    row, column = (np.concatenate(ends) for ends in zip(*edges, strict=True))
    order = np.argsort(row, kind="stable")
    print(f"grid 600 x 600: {seconds_of_table(row[order], column[order], np.ones(len(row)), 360_000):.2f}", flush=True)
    number = np.arange(1000)
    row, column = np.repeat(number, 1000), np.tile(number, 1000)
    print(f"complete 1000 x 1000, products: {seconds_of_table(row, column, (row + 1.0) * (column + 1.0), 1000):.2f}")


if __name__ == "__main__":
    main([int(float(each)) for each in sys.argv[1:]] or list(SIZES))
