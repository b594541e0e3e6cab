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
    responses, number = _with_singletons(overlap.responses, keys.document[missing])
    key = np.concatenate([overlap.cells.key, missing])
    response = np.concatenate([overlap.cells.response, number])
    order = order_by(key)
    return _overlap(overlap, keys, responses, key[order], response[order], _with_ones(overlap, missing)[order])


def put_spurious_into_key(overlap: Overlap) -> Overlap:
    """Put response mentions that the key lacks into the key, as singletons (line 4)."""
    responses, spurious = _all_shared(overlap.responses)
    keys, number = _with_singletons(overlap.keys, responses.document[spurious])
    key = np.concatenate([overlap.cells.key, number])
    response = np.concatenate([overlap.cells.response, spurious])
    return _overlap(overlap, keys, responses, key, response, _with_ones(overlap, spurious))


def discard_spurious(overlap: Overlap) -> Overlap:
    """Discard response mentions that the key lacks (line 10)."""
    shared = overlap.responses.shared
    return _with_responses(overlap, shared > 0, shared)


def _with_responses(overlap: Overlap, kept: Bools, size: Ints) -> Overlap:
    """The table with some response entities, of new sizes; those that share a mention with the key are among them."""
    before = overlap.responses
    responses = Entities(before.document[kept], size[kept], before.shared[kept])
    cells = overlap.cells
    return _overlap(overlap, overlap.keys, responses, cells.key, runs(kept)[cells.response], cells.shared)


def _all_shared(side: Entities) -> tuple[Entities, Ints]:
    """A side as if all its mentions matched, and the entity of each mention that does not."""
    # A document with repeated mentions can share more than it has; its counts are replaced afterwards.
    twinless = np.maximum(side.size - side.shared, 0)
    return replace(side, shared=side.size), np.repeat(numbers(len(side.size)), twinless)


def _with_singletons(side: Entities, document: Ints) -> tuple[Entities, Ints]:
    """A side with a further singleton, which matches, for each document given, and the numbers of these entities."""
    ones = np.ones_like(document)
    columns = ((side.document, document), (side.size, ones), (side.shared, ones))
    both = [np.concatenate(pair) for pair in columns]
    return Entities(both[0], both[1], both[2]), len(side.size) + numbers(len(document))


def _with_ones(overlap: Overlap, added: Ints) -> Ints:
    shared: Ints = np.concatenate([overlap.cells.shared, np.ones_like(added)])
    return shared


def _overlap(overlap: Overlap, keys: Entities, responses: Entities, key: Ints, response: Ints, shared: Ints) -> Overlap:
    return Overlap(keys, responses, Cells(keys, responses, key, response, shared), overlap.document_count)
