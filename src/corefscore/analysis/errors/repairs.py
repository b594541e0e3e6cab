"""Builds responses in which chosen kinds of errors are repaired.

The pieces of `kummerfeld` are the vertices of a graph. The response links each piece to the core of its entity. The
repair of a conflated piece removes this link. The repair of a divided piece adds a link to the core of its key entity.
The connected components are the entities. A core that is missing in the response is a vertex too, so it still connects
its entity.
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
    """Return the response with span errors and the given kinds of errors repaired.

    Parameters
    ----------
    joint : JointMentions
        The mentions of both sides.
    kinds : collection of str
        The names of the further kinds to repair.

    Returns
    -------
    Corpus
        The repaired response.
    """
    repairs = Repairs(Pieces(joint))
    entity = repairs.entities(kinds)
    present = repairs.present(kinds)
    present &= ~repairs.left_over(entity, present)
    return _corpus(joint, np.flatnonzero(present), entity)


@dataclass(eq=False)
class Repairs:
    """The effect of each repair on the pieces."""

    pieces: Pieces

    @cached_property
    def hub(self) -> Ints:
        """The mention of each key entity to which its pieces are linked.

        It is the core. If the response lacks the core but has a part of the entity, it is the first shared mention.
        """
        key, shared = self.pieces.key, self.pieces.shared
        first = key.core.copy()
        first[key.entity[shared[::-1]]] = shared[::-1]
        core_is_missing = (key.other[key.core] < 0) & ~key.unmet
        return np.where(core_is_missing, first, key.core)

    def entities(self, kinds: Collection[str]) -> Ints:
        """Return the entity of each mention in the repaired response."""
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
        """Return whether each mention is in the repaired response."""
        key, response = self.pieces.key, self.pieces.response
        there = (response.entity >= 0) & ~self._repaired_alone(response, "extra", kinds)
        there |= self._repaired_alone(key, "missing", kinds)
        return there | self._core_of_divided(key) if "divided" in kinds else there

    def left_over(self, entity: Ints, present: Bools) -> Bools:
        """Return whether each mention is a spurious core whose response entity has no other mention left."""
        response = self.pieces.response
        core = np.zeros(len(entity), dtype=bool)
        core[response.core[(response.size > 1) & ~response.unmet]] = True
        alone: Bools = np.bincount(entity[present], minlength=len(entity))[entity] == 1
        return core & (response.other < 0) & alone

    @staticmethod
    def _core_of_divided(key: SideEntities) -> Bools:
        """Return whether each mention is a missing core whose entity the response has partly."""
        core = np.zeros(len(key.entity), dtype=bool)
        core[key.core[(key.other[key.core] < 0) & (key.size > 1) & ~key.unmet]] = True
        return core

    @staticmethod
    def _repaired_alone(side: SideEntities, prefix: str, kinds: Collection[str]) -> Bools:
        """Return whether each mention is on one side only, with a kind of error that is repaired."""
        found = np.zeros(len(side.entity), dtype=bool)
        for kind, mentions in side.errors_alone(prefix).items():
            found[mentions] = kind in kinds
        return found


def _corpus(joint: JointMentions, chosen: Ints, entity: Ints) -> Corpus:
    """Return the chosen mentions as a response."""
    key, response = joint.matched.key, joint.matched.response
    rows = np.where(joint.key_row >= 0, joint.key_row, key.mentions + joint.response_row)[chosen]
    both = concatenate([key, response])
    moved = np.zeros(both.mentions, dtype=np.int64)
    moved[rows] = entity[chosen]
    labels = numbers(len(joint))
    part = replace(both, entity=moved, labels=labels, source_index=None, relations=None).take(rows)
    return part.with_documents(response.origins, np.tile(numbers(len(key)), 2))
