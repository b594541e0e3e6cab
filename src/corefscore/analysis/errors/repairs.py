"""Responses in which errors of some kinds are repaired.

The pieces of `kummerfeld` are the vertices of a graph. The response links each piece to the core of its entity. A
conflated piece loses that link, a divided piece is linked to the core of its key entity. Entities are the connected
parts. Whether a mention is in the response does not matter for its links, so a missing core still connects its entity.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from corefscore.analysis.errors.joint_mentions import JointMentions
from corefscore.analysis.errors.kummerfeld import Pieces, SideEntities
from corefscore.core.arrays import Bools, Ints, numbers
from corefscore.core.corpus import Corpus, concatenate


def repaired(joint: JointMentions, kinds: Collection[str]) -> Corpus:
    """The response with the spans of the key, and with errors of some further kinds repaired.

    Parameters
    ----------
    joint : JointMentions
        The mentions of both sides.
    kinds : collection of str
        The names of these kinds.
    """
    repairs = Repairs(Pieces(joint))
    entity = repairs.entities(kinds)
    present = repairs.present(kinds)
    present &= ~repairs.left_over(entity, present)
    return _corpus(joint, np.flatnonzero(present), entity)


@dataclass(eq=False)
class Repairs:
    """What each repair does to the pieces."""

    pieces: Pieces

    @cached_property
    def hub(self) -> Ints:
        """For each key entity the mention that its pieces are linked to.

        It is the core or, if the response lacks the core but has a part of the entity, the first mention that it has.
        """
        key, shared = self.pieces.key, self.pieces.shared
        first = key.core.copy()
        first[key.entity[shared[::-1]]] = shared[::-1]
        core_is_missing = (key.other[key.core] < 0) & ~key.unmet
        return np.where(core_is_missing, first, key.core)

    def entities(self, kinds: Collection[str]) -> Ints:
        """The entity of each mention in the repaired response."""
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

        links = np.concatenate([self._response_links(kinds), self._key_links(kinds)], axis=1)
        count = len(self.pieces.of)
        graph = coo_array((np.ones(links.shape[1], dtype=np.int8), self.pieces.of[links]), shape=(count, count))
        found: Ints = connected_components(graph, directed=False)[1].astype(np.int64)
        return found[self.pieces.of]

    def _response_links(self, kinds: Collection[str]) -> Ints:
        response = self.pieces.response
        linked = response.entity >= 0
        if "conflated" in kinds:
            linked[self.pieces.outside_core(response)] = False
        mentions = np.flatnonzero(linked)
        return np.stack([mentions, response.core[response.entity[mentions]]])

    def _key_links(self, kinds: Collection[str]) -> Ints:
        key = self.pieces.key
        linked = np.zeros(len(key.entity), dtype=bool)
        if "divided" in kinds:
            linked[self.pieces.outside_core(key)] = True
            linked |= self._core_of_divided(key)
        linked |= self._repaired_alone(key, "missing", kinds)
        mentions = np.flatnonzero(linked)
        return np.stack([mentions, self.hub[key.entity[mentions]]])

    def present(self, kinds: Collection[str]) -> Bools:
        """Which mentions are in the repaired response."""
        key, response = self.pieces.key, self.pieces.response
        there = (response.entity >= 0) & ~self._repaired_alone(response, "extra", kinds)
        there |= self._repaired_alone(key, "missing", kinds)
        return there | self._core_of_divided(key) if "divided" in kinds else there

    def left_over(self, entity: Ints, present: Bools) -> Bools:
        """Spurious cores of response entities that have no other mention left."""
        response = self.pieces.response
        core = np.zeros(len(entity), dtype=bool)
        core[response.core[(response.size > 1) & ~response.unmet]] = True
        alone: Bools = np.bincount(entity[present], minlength=len(entity))[entity] == 1
        return core & (response.other < 0) & alone

    @staticmethod
    def _core_of_divided(key: SideEntities) -> Bools:
        """Missing cores of entities that the response has in part."""
        core = np.zeros(len(key.entity), dtype=bool)
        core[key.core[(key.other[key.core] < 0) & (key.size > 1) & ~key.unmet]] = True
        return core

    @staticmethod
    def _repaired_alone(side: SideEntities, prefix: str, kinds: Collection[str]) -> Bools:
        """Mentions that only one side has and whose kind of error is repaired."""
        found = np.zeros(len(side.entity), dtype=bool)
        for kind, mentions in side.errors_alone(prefix).items():
            found[mentions] = kind in kinds
        return found


def _corpus(joint: JointMentions, chosen: Ints, entity: Ints) -> Corpus:
    """The chosen mentions as a response."""
    key, response = joint.matched.key, joint.matched.response
    rows = np.where(joint.key_row >= 0, joint.key_row, key.mentions + joint.response_row)[chosen]
    both = concatenate([key, response])
    moved = np.zeros(both.mentions, dtype=np.int64)
    moved[rows] = entity[chosen]
    labels = numbers(len(joint))
    part = replace(both, entity=moved, labels=labels, source_index=None, relations=None).take(rows)
    return part.with_documents(response.origins, np.tile(numbers(len(key)), 2))
