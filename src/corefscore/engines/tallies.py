"""The result of an engine: counts of entities with at most one partner, and all other entities one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Array, Ints, numbers, order_by
from corefscore.core.problems import fail
from corefscore.metrics.overlap import Cells, Entities, Overlap
from corefscore.result import SideCounts

MOST_MENTIONS_OF_ENTITY = 1 << 31
"""Sizes below this can be multiplied as 64-bit integers."""

MOST_MENTIONS = 1 << 53
"""Floats can represent all smaller numbers of mentions exactly."""


class Tally(NamedTuple):
    """The overlap of two tables, with the names of documents and the sizes of both sides."""

    documents: tuple[str, ...]
    overlap: Overlap
    key: SideCounts
    response: SideCounts


class Alone(NamedTuple):
    """Entities of one side that share no mention with the other side, as counts by document and size."""

    document: Ints
    size: Ints
    times: Ints


class Isolated(NamedTuple):
    """Pairs of entities that share mentions only with each other, as counts of each kind."""

    document: Ints
    shared: Ints
    key_size: Ints
    response_size: Ints
    times: Ints


class Tangled(NamedTuple):
    """All other pairs of entities that share mentions. Entities are numbered from 0, without gaps."""

    document: Ints
    key: Ints
    response: Ints
    shared: Ints
    key_size: Ints
    response_size: Ints


class TableCounts(NamedTuple):
    """All entities and pairs of entities of two tables."""

    alone_keys: Alone
    alone_responses: Alone
    isolated: Isolated
    tangled: Tangled

    def overlap(self, documents: int) -> Overlap:
        """Return the table for the metrics: rows for kinds of isolated pairs, and for tangled entities and pairs."""
        isolated, tangled = self.isolated, self.tangled
        keys = _entities(tangled.document, tangled.key, tangled.key_size, tangled.shared)
        responses = _entities(tangled.document, tangled.response, tangled.response_size, tangled.shared)
        first = (len(keys.size), len(responses.size))
        keys = _joined(keys, isolated, isolated.key_size, self.alone_keys)
        responses = _joined(responses, isolated, isolated.response_size, self.alone_responses)
        rows = numbers(len(isolated.times))
        cells = Cells(
            keys,
            responses,
            np.concatenate([tangled.key, first[0] + rows]),
            np.concatenate([tangled.response, first[1] + rows]),
            np.concatenate([tangled.shared, isolated.shared]),
            times=np.concatenate([np.ones_like(tangled.key), isolated.times]),
        )
        return Overlap(keys, responses, cells.take(order_by(cells.key)), documents)

    def tally(self, documents: Sequence[str], names: tuple[str, str]) -> Tally:
        """Return the overlap with the names of the documents and of both sides."""
        overlap = self.overlap(len(documents))
        sides = (
            side_counts(name, len(documents), side)
            for name, side in zip(names, (overlap.keys, overlap.responses), strict=True)
        )
        return Tally(tuple(documents), overlap, *sides)


def side_counts(name: str, documents: int, side: Entities) -> SideCounts:
    """Return the size of a side. Its rows may stand for several entities."""
    times = np.ones(len(side.size), dtype=np.int64) if side.times is None else side.times
    _refuse_too_large(name, side, times)
    mentions = int(np.sum(side.size * times))
    return SideCounts(name, documents, mentions, int(times.sum()), int(times[side.size == 1].sum()))


def _refuse_too_large(name: str, side: Entities, times: Ints) -> None:
    """Refuse numbers that 64-bit integers cannot count."""
    largest = int(side.size.max(initial=0))
    if largest >= MOST_MENTIONS_OF_ENTITY:
        message = f"an entity has {largest:,} mentions, and 2³¹ are too many; does its id mean a missing value?"
        raise fail(name, 0, message)
    if side.size.astype(np.float64) @ times >= MOST_MENTIONS:
        raise fail(name, 0, "there are 2⁵³ mentions or more, which is too many to count; score the data in parts")


def _entities(document: Ints, number: Ints, size: Ints, shared: Ints) -> Entities:
    """Return a row for each tangled entity of a side."""
    count = int(number.max()) + 1 if len(number) else 0
    columns = np.zeros((2, count), dtype=np.int64)
    columns[0, number], columns[1, number] = document, size
    sharing = np.bincount(number, weights=shared, minlength=count).astype(np.int64)
    return Entities(columns[0], columns[1], sharing)


def _joined(tangled: Entities, isolated: Isolated, size: Ints, alone: Alone) -> Entities:
    """Return all entities of a side."""
    parts: tuple[tuple[Array, Array, Array, Array], ...] = (
        (tangled.document, tangled.size, tangled.shared, np.ones_like(tangled.size)),
        (isolated.document, size, isolated.shared, isolated.times),
        (alone.document, alone.size, np.zeros_like(alone.size), alone.times),
    )
    document, sizes, shared, times = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Entities(document, sizes, shared, times=times)
