"""The sparse table that all metrics read: which key entity shares how many mentions with which response entity."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Floats, Ints, Numeric, changes, ints, sum_by
from corefscore.core.assignment import best_assignment
from corefscore.matching.matched import Matched


@dataclass(frozen=True, eq=False, slots=True)
class Entities:
    """A row for each entity of one side: its document, its mentions, and those that are matched.

    Where `size` and `shared` are sums of weights, `counts` has the numbers of mentions.
    """

    document: Ints
    size: Numeric
    shared: Numeric
    counts: Entities | None = None

    @property
    def mentions(self) -> Numeric:
        return self.size if self.counts is None else self.counts.size

    @property
    def shared_mentions(self) -> Numeric:
        return self.shared if self.counts is None else self.counts.shared


@dataclass(frozen=True, eq=False)
class Cells:
    """A row for each key entity and response entity that share a mention."""

    keys: Entities
    responses: Entities
    key: Ints
    response: Ints
    shared: Numeric
    counts: Numeric = None
    """Numbers of shared mentions, where `shared` has sums of weights."""

    @property
    def shared_mentions(self) -> Numeric:
        return self.shared if self.counts is None else self.counts

    @cached_property
    def document(self) -> Ints:
        return self.keys.document[self.key]

    @cached_property
    def key_size(self) -> Numeric:
        return self.keys.size[self.key]

    @cached_property
    def response_size(self) -> Numeric:
        return self.responses.size[self.response]

    @cached_property
    def key_mentions(self) -> Numeric:
        return self.keys.mentions[self.key]

    @cached_property
    def response_mentions(self) -> Numeric:
        return self.responses.mentions[self.response]

    def take(self, rows: Ints) -> Cells:
        counts = None if self.counts is None else self.counts[rows]
        return Cells(self.keys, self.responses, self.key[rows], self.response[rows], self.shared[rows], counts)


class Documents(NamedTuple):
    """A row for each document: the mentions of both sides, and those they share."""

    key_size: Numeric
    response_size: Numeric
    shared: Numeric
    key_mentions: Numeric
    response_mentions: Numeric
    shared_mentions: Numeric


@dataclass(frozen=True, eq=False)
class Overlap:
    """Cells, entities and documents of a whole corpus; `matched` is what they were made from, where that is known."""

    keys: Entities
    responses: Entities
    cells: Cells
    count: int
    matched: Matched | None = None
    """The mentions that the table was made from, for metrics that look at them."""

    @classmethod
    def of(cls, matched: Matched) -> Overlap:
        key, response = matched.key, matched.response
        key_rows, response_rows = matched.pairs
        overlap = cls.from_pairs(
            key.entity_documents,
            key.entity_sizes,
            response.entity_documents,
            response.entity_sizes,
            key.entity[key_rows],
            response.entity[response_rows],
            len(key),
            matched,
        )
        if key.weight is None or response.weight is None:
            return overlap
        return _weighted(overlap, matched, key.weight, response.weight)

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
        matched: Matched | None = None,
    ) -> Overlap:
        """The table from the entities of both sides and, for each pair of matched mentions, the entities they are in."""
        pair_key, pair_response = ints(pair_key), ints(pair_response)
        keys = Entities(key_document, key_size, np.bincount(pair_key, minlength=len(key_size)))
        responses = Entities(response_document, response_size, np.bincount(pair_response, minlength=len(response_size)))
        width = max(len(response_size), 1)
        code, shared = _tally(pair_key * width + pair_response, len(key_size) * width)
        cells = Cells(keys, responses, code // width, code % width, shared)
        return cls(keys, responses, cells, documents, matched)

    @cached_property
    def documents(self) -> Documents:
        keys, responses = self.keys, self.responses
        columns = (
            (keys, keys.size),
            (responses, responses.size),
            (keys, keys.shared),
            (keys, keys.mentions),
            (responses, responses.mentions),
            (keys, keys.shared_mentions),
        )
        return Documents(*(sum_by(side.document, column, self.count) for side, column in columns))

    @cached_property
    def _rewritten(self) -> dict[Callable[[Overlap], Overlap], Overlap]:
        return {}

    def after(self, steps: Sequence[Callable[[Overlap], Overlap]]) -> Overlap:
        """The table that some steps, one after the other, make of this one."""
        if not steps:
            return self
        first, *rest = steps
        if first not in self._rewritten:
            self._rewritten[first] = first(self)
        return self._rewritten[first].after(rest)

    @cached_property
    def _aligned(self) -> dict[Callable[[Numeric], Numeric], Cells]:
        return {}

    def aligned(self, similarity: Callable[[Numeric], Numeric]) -> Cells:
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


def _weighted(overlap: Overlap, matched: Matched, key_weight: Floats, response_weight: Floats) -> Overlap:
    """The table with sums of weights; matched mentions are one, so a response mention weighs what its match does."""
    key, response = matched.key, matched.response
    key_rows, response_rows = matched.pairs
    response_weight = response_weight.copy()
    response_weight[response_rows] = key_weight[key_rows]

    def sums(entity: Ints, weight: Floats, counts: Entities, shared: Ints) -> Entities:
        entities = len(counts.size)
        sizes, sharing = sum_by(entity, weight, entities), sum_by(entity[shared], weight[shared], entities)
        return Entities(counts.document, sizes, sharing, counts)

    keys = sums(key.entity, key_weight, overlap.keys, key_rows)
    responses = sums(response.entity, response_weight, overlap.responses, response_rows)
    cells = overlap.cells
    width = max(len(responses.size), 1)
    pair_code = key.entity[key_rows] * width + response.entity[response_rows]
    cell = np.searchsorted(cells.key * width + cells.response, pair_code)
    shared = sum_by(cell, key_weight[key_rows], len(cells.key))
    weighted = Cells(keys, responses, cells.key, cells.response, shared, counts=cells.shared)
    return Overlap(keys, responses, weighted, overlap.count, matched)


def _tally(code: Ints, limit: int) -> tuple[Ints, Ints]:
    """The different codes in order, and how often each occurs; all are below a limit."""
    if limit <= 2 * len(code):
        counts = np.bincount(code, minlength=limit)
        found = np.flatnonzero(counts)
        return found, counts[found]
    code.sort()
    first = np.flatnonzero(changes(code))
    return code[first], np.diff(first, append=len(code))
