"""Records with all details of each entity. Texts are read only when a record is made."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypedDict

import numpy as np

from corefscore.analysis.entity_rows import NONE, pair_metrics, partners
from corefscore.core.arrays import Ints, order_by
from corefscore.core.corpus import Corpus
from corefscore.metrics.base import RATES

if TYPE_CHECKING:
    from corefscore.analysis.entities import EntityTable


class MergedMention(TypedDict):
    """A mention of a response entity that belongs to another key entity, and this key entity."""

    mention: str
    entity: str


class OverlappingMentions(TypedDict):
    """A key mention and a response mention that overlap but are not the same."""

    key: str
    response: str


class _EntityRecord(TypedDict):
    document: str
    key: str | None
    response: str | None
    size: int
    response_size: int
    shared: int
    category: str | None
    scores: dict[str, dict[str, float]]
    mentions: list[str]
    response_mentions: list[str]
    missing: list[str]
    spurious: list[str]
    merged: list[MergedMention]
    overlapping: list[OverlappingMentions]
    own_response: dict[str, str | None]


class EntityRecord(_EntityRecord, total=False):
    """All details of one entity. A value is None if there is no key entity, no response entity, or no category.

    `cost` is there only after `EntityTable.with_costs`.
    """

    cost: float


class EntityDetails:
    """The texts of entities. They are read only when a record is made."""

    def __init__(self, table: EntityTable) -> None:
        self._table = table
        matched = table.matched
        self._key, self._response = matched.key, matched.response
        self._members = [_members(side) for side in (self._key, self._response)]
        own, keys = table.alignment.own, len(table.overlap.keys.document)
        self._own = {name: partners(cells, keys) for name, cells in own.items()}
        self._overlapping: dict[int, list[tuple[int, int]]] = {}
        for one, other in zip(table.pairs.key.tolist(), table.pairs.response.tolist(), strict=True):
            self._overlapping.setdefault(int(self._key.entity[one]), []).append((one, other))

    @cached_property
    def _texts(self) -> list[list[str]]:
        return [
            [mention.text for document in side for mention in document.mentions] for side in (self._key, self._response)
        ]

    def record(self, row: int) -> EntityRecord:
        """Return all details of the entity in one row."""
        rows = self._table.rows
        key, response = int(rows.key[row]), int(rows.response[row])
        mine, theirs = (self._rows_of(side, entity) for side, entity in enumerate((key, response)))
        owners = [self._key_entity_of(mention) for mention in theirs]
        key_texts, response_texts = self._texts
        return {
            "document": self._key.names[int(rows.document[row])],
            "key": None if key == NONE else self._key.label(key),
            "response": None if response == NONE else self._response.label(response),
            "size": int(rows.size[row]),
            "response_size": int(rows.response_size[row]),
            "shared": int(rows.shared[row]),
            "category": str(rows.category[row]) or None,
            "scores": {
                metric.name: dict(zip(RATES, figures, strict=True))
                for metric, figures in zip(pair_metrics(), rows.scores[row].tolist(), strict=True)
            },
            "mentions": [key_texts[mention] for mention in mine],
            "response_mentions": [response_texts[mention] for mention in theirs],
            "missing": [key_texts[m] for m in mine if response == NONE or self._response_entity_of(m) != response],
            "spurious": [response_texts[m] for m, owner in zip(theirs, owners, strict=True) if owner == NONE],
            "merged": [
                {"mention": response_texts[mention], "entity": self._key.label(owner)}
                for mention, owner in zip(theirs, owners, strict=True)
                if owner not in (NONE, key)
            ],
            "overlapping": [
                {"key": key_texts[one], "response": response_texts[other]}
                for one, other in self._overlapping.get(key, ())
            ],
            "own_response": {name: self._aligned_by(name, key) for name in self._own},
        }

    def _aligned_by(self, metric: str, key: int) -> str | None:
        """Return the response entity that a metric aligns to a key entity by its own similarity."""
        response = NONE if key == NONE else int(self._own[metric][key])
        return None if response == NONE else self._response.label(response)

    def _response_entity_of(self, key_row: int) -> int:
        """Return the response entity of a key mention, or -1."""
        response_row = int(self._table.matched.response_row[key_row])
        return NONE if response_row < 0 else int(self._response.entity[response_row])

    def _key_entity_of(self, response_row: int) -> int:
        """Return the key entity of a response mention, or -1."""
        key_row = int(self._table.matched.key_row[response_row])
        return NONE if key_row < 0 else int(self._key.entity[key_row])

    def _rows_of(self, side: int, entity: int) -> Sequence[int]:
        if entity == NONE:
            return ()
        order, bounds = self._members[side]
        rows: list[int] = order[bounds[entity] : bounds[entity + 1]].tolist()
        return rows


def _members(corpus: Corpus) -> tuple[Ints, Ints]:
    """Return the mentions of all entities, entity by entity, and the index at which each entity begins."""
    return order_by(corpus.entity), np.concatenate([[0], np.cumsum(corpus.entity_sizes)])
