"""The sparse table that all metrics read: which key entity shares how many mentions with which response entity."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from corefscore.assignment import best_assignment
from corefscore.columns import Ints, changes, ints, sum_by
from corefscore.matching import Matched


class Entities(NamedTuple):
    """A row for each entity of one side: its document, its mentions, and those with a twin."""

    document: Ints
    size: Any
    shared: Any


@dataclass(eq=False)
class Cells:
    """A row for each key entity and response entity that share a mention."""

    keys: Entities
    responses: Entities
    key: Ints
    response: Ints
    shared: Any

    @cached_property
    def document(self) -> Ints:
        return self.keys.document[self.key]

    @cached_property
    def key_size(self) -> Any:
        return self.keys.size[self.key]

    @cached_property
    def response_size(self) -> Any:
        return self.responses.size[self.response]

    def take(self, rows: Ints) -> Cells:
        return Cells(self.keys, self.responses, self.key[rows], self.response[rows], self.shared[rows])


class Documents(NamedTuple):
    """A row for each document: the mentions of both sides, and those they share."""

    key_size: Any
    response_size: Any
    shared: Any


@dataclass(eq=False)
class Overlap:
    """Cells, entities and documents of a whole corpus; `matched` is what they were made from, where that is known."""

    keys: Entities
    responses: Entities
    cells: Cells
    documents: Documents
    count: int
    matched: Matched | None = None

    @classmethod
    def of(cls, matched: Matched) -> Overlap:
        key, response = matched.key, matched.response
        paired = np.flatnonzero(matched.twin >= 0)
        overlap = cls.from_pairs(
            key.entity_documents,
            key.entity_sizes,
            response.entity_documents,
            response.entity_sizes,
            key.entity[matched.twin[paired]],
            response.entity[paired],
            len(key),
        )
        overlap.matched = matched
        return overlap

    @classmethod
    def from_pairs(
        cls,
        key_document: Ints,
        key_size: Ints,
        response_document: Ints,
        response_size: Ints,
        pair_key: Ints,
        pair_response: Ints,
        documents: int,
    ) -> Overlap:
        """The table from the entities of both sides and, for each pair of twins, the entities they are in."""
        pair_key, pair_response = ints(pair_key), ints(pair_response)
        keys = Entities(key_document, key_size, np.bincount(pair_key, minlength=len(key_size)))
        responses = Entities(response_document, response_size, np.bincount(pair_response, minlength=len(response_size)))
        width = max(len(response_size), 1)
        code, shared = _tally(pair_key * width + pair_response, len(key_size) * width)
        cells = Cells(keys, responses, code // width, code % width, shared)
        totals = Documents(
            sum_by(key_document, key_size, documents),
            sum_by(response_document, response_size, documents),
            sum_by(key_document, keys.shared, documents),
        )
        return cls(keys, responses, cells, totals, documents)

    @cached_property
    def _aligned(self) -> dict[Callable[[Any], Any], Cells]:
        return {}

    def aligned(self, similarity: Callable[[Any], Any]) -> Cells:
        """The cells of the one-to-one alignment of entities with the greatest total similarity."""
        if similarity not in self._aligned:
            chosen = best_assignment(
                self.cells.key,
                self.cells.response,
                similarity(self.cells),
                len(self.keys.size),
                len(self.responses.size),
            )
            self._aligned[similarity] = self.cells.take(chosen)
        return self._aligned[similarity]


def _tally(code: Ints, limit: int) -> tuple[Ints, Ints]:
    """The different codes in order, and how often each occurs; all are below a limit."""
    if limit <= 2 * len(code):
        counts = np.bincount(code, minlength=limit)
        found = np.flatnonzero(counts)
        return found, counts[found]
    code.sort()
    first = np.flatnonzero(changes(code))
    return code[first], np.diff(first, append=len(code))
