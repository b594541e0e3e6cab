"""Steps that rewrite key and response where their mentions differ, before a plain metric counts.

A mention is *twinless* if the other side lacks it. Between 2009 and 2013 scorers discarded such mentions, or added them
to the other side as singletons, each in its own way. Every way is a few of the steps below. They are the lines of
Algorithms 1 and 2 of Cai and Strube (2010), for all documents at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from corefscore.core.arrays import Bools, Ints, numbers, order_by, runs
from corefscore.metrics.overlap import Cells, Entities, Overlap

Step: TypeAlias = Callable[[Overlap], Overlap]
"""A rewriting of key and response; the first line of its docstring explains it to people."""


def discard_twinless_singletons(overlap: Overlap) -> Overlap:
    """Discard response singletons that the key lacks (line 1)."""
    responses = overlap.responses
    return _with_responses(overlap, (responses.size > 1) | (responses.shared > 0), responses.size)


def put_missing_into_response(overlap: Overlap) -> Overlap:
    """Put key mentions that the response lacks into the response, as singletons (line 2)."""
    keys, missing = _all_shared(overlap.keys)
    responses, number = _with_singletons(overlap.responses, keys, missing)
    cells = _with_cells(overlap.cells, keys, responses, missing, number, _times(keys, missing))
    return _overlap(overlap, cells.take(order_by(cells.key)))


def put_spurious_into_key(overlap: Overlap) -> Overlap:
    """Put response mentions that the key lacks into the key, as singletons (line 4)."""
    responses, spurious = _all_shared(overlap.responses)
    keys, number = _with_singletons(overlap.keys, responses, spurious)
    return _overlap(overlap, _with_cells(overlap.cells, keys, responses, number, spurious, _times(responses, spurious)))


def discard_spurious(overlap: Overlap) -> Overlap:
    """Discard response mentions that the key lacks (line 10)."""
    shared = overlap.responses.shared
    return _with_responses(overlap, shared > 0, shared)


def _with_responses(overlap: Overlap, kept: Bools, size: Ints) -> Overlap:
    """The table with some response entities, of new sizes; those that share a mention with the key are among them."""
    before = overlap.responses
    times = None if before.times is None else before.times[kept]
    responses = Entities(before.document[kept], size[kept], before.shared[kept], times=times)
    cells = overlap.cells
    response = runs(kept)[cells.response]
    return _overlap(overlap, replace(cells, keys=overlap.keys, responses=responses, response=response))


def _all_shared(side: Entities) -> tuple[Entities, Ints]:
    """A side as if all its mentions matched, and the entity of each mention that does not."""
    # A document with repeated mentions can share more than it has; its counts are replaced afterwards.
    twinless = np.maximum(side.size - side.shared, 0)
    return replace(side, shared=side.size), np.repeat(numbers(len(side.size)), twinless)


def _times(side: Entities, rows: Ints) -> Ints | None:
    return None if side.times is None else side.times[rows]


def _with_singletons(side: Entities, other: Entities, rows: Ints) -> tuple[Entities, Ints]:
    """A side with a further singleton, which matches, for each of some rows of the other; and their numbers."""
    ones = np.ones_like(rows)
    columns = ((side.document, other.document[rows]), (side.size, ones), (side.shared, ones))
    document, size, shared = (np.concatenate(pair) for pair in columns)
    times = _joined(side.times, _times(other, rows))
    return Entities(document, size, shared, times=times), len(side.size) + numbers(len(rows))


def _with_cells(
    cells: Cells, keys: Entities, responses: Entities, key: Ints, response: Ints, times: Ints | None
) -> Cells:
    """The pairs over new entities, with further pairs that share one mention."""
    columns = ((cells.key, key), (cells.response, response), (cells.shared, np.ones_like(key)))
    all_keys, all_responses, shared = (np.concatenate(pair) for pair in columns)
    return Cells(keys, responses, all_keys, all_responses, shared, times=_joined(cells.times, times))


def _joined(times: Ints | None, further: Ints | None) -> Ints | None:
    return None if times is None or further is None else np.concatenate([times, further])


def _overlap(overlap: Overlap, cells: Cells) -> Overlap:
    return Overlap(cells.keys, cells.responses, cells, overlap.document_count)
