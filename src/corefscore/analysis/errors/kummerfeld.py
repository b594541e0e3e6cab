"""The taxonomy of Kummerfeld and Klein (2013): the operations that turn the response into the key.

Entities are divided into pieces. A piece is the set of mentions that one key entity and one response entity share. A
missing or spurious mention is a piece by itself. The core of an entity is the piece with its first mention that is not
a pronoun. Every other piece is an error: it is conflated with its response entity, or divided from its key entity.
Missing and spurious mentions are separate kinds of errors. So are entities that share no mention with the other side
(except pronouns).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from corefscore.analysis.errors.joint_mentions import JointMentions
from corefscore.analysis.errors.kinds import NONE, NUMBER, FoundErrors, grouped, joined, one_each
from corefscore.core.arrays import Bools, Ints, numbers, order_by, renumber


@dataclass(eq=False)
class SideEntities:
    """The entities of one side, by joint mentions.

    Parameters
    ----------
    entity : array of int
        The entity of each mention, or -1.
    count : int
        The number of entities.
    other : array of int
        The entity of each mention on the other side, or -1.
    pronoun : array of bool
        Whether each mention is a pronoun.
    """

    entity: Ints
    count: int
    other: Ints
    pronoun: Bools

    @cached_property
    def size(self) -> Ints:
        """The number of mentions of each entity."""
        return np.bincount(self.entity[self.entity >= 0], minlength=self.count)

    @cached_property
    def alone(self) -> Ints:
        """The mentions that only this side has."""
        return np.flatnonzero((self.entity >= 0) & (self.other < 0))

    @cached_property
    def core(self) -> Ints:
        """The first mention of each entity that is not a pronoun, or else the first mention."""
        mentions = np.flatnonzero(self.entity >= 0)
        core = np.full(self.count, NONE)
        for chosen in (mentions, mentions[~self.pronoun[mentions]]):
            core[self.entity[chosen[::-1]]] = chosen[::-1]
        return core

    @cached_property
    def unmet(self) -> Bools:
        """Whether each entity has two or more mentions that the other side lacks, and shares no other than pronouns."""
        met = np.zeros(self.count, dtype=bool)
        met[self.entity[(self.entity >= 0) & (self.other >= 0) & ~self.pronoun]] = True
        return ~met & (np.bincount(self.entity[self.alone], minlength=self.count) >= 2)

    def errors_alone(self, prefix: str) -> dict[str, Ints]:
        """Return the mentions that only this side has, by kind of error. A core that connects others is no error."""
        mentions, entity = self.alone, self.entity[self.alone]
        whole, core = self.unmet[entity], self.core[entity] == mentions
        return {
            f"{prefix}-mention": mentions[~whole & ~core],
            f"{prefix}-entity": mentions[whole],
            f"{prefix}-singleton": mentions[self.size[entity] == 1],
        }

    def neighbours(self, piece: Ints) -> Ints:
        """Return, for each mention, the one before it in its entity; for the first, the next one in another piece."""
        mentions = np.flatnonzero(self.entity >= 0)
        mentions = mentions[order_by(self.entity[mentions])]
        entity = self.entity[mentions]
        found = np.full(len(self.entity), NONE)
        follows = np.flatnonzero(entity[1:] == entity[:-1]) + 1
        found[mentions[follows]] = mentions[follows - 1]
        first = np.full(self.count, NONE)
        first[entity[::-1]] = mentions[::-1]
        apart = piece[mentions] != piece[first[entity]]
        found[first[entity[apart][::-1]]] = mentions[apart][::-1]
        return found


@dataclass(eq=False)
class Pieces:
    """The joint mentions divided into pieces, and the entities of both sides."""

    joint: JointMentions

    @cached_property
    def key(self) -> SideEntities:
        """The entities of the key."""
        joint = self.joint
        return SideEntities(joint.key_entity, len(joint.matched.key.labels), joint.response_entity, joint.pronoun)

    @cached_property
    def response(self) -> SideEntities:
        """The entities of the response."""
        joint = self.joint
        return SideEntities(joint.response_entity, len(joint.matched.response.labels), joint.key_entity, joint.pronoun)

    @cached_property
    def of(self) -> Ints:
        """The number of the piece of each mention, from 0."""
        key, response = self.key.entity, self.response.entity
        width = self.response.count
        alone = self.key.count * width + numbers(len(key))
        return renumber(np.where((key >= 0) & (response >= 0), key * width + response, alone))[0]

    @cached_property
    def shared(self) -> Ints:
        """The mentions that both sides have."""
        return np.flatnonzero((self.key.entity >= 0) & (self.response.entity >= 0))

    def outside_core(self, side: SideEntities) -> Ints:
        """Return the shared mentions that are outside the core of their entity on the given side."""
        core: Ints = self.of[side.core[side.entity[self.shared]]]
        apart: Bools = core != self.of[self.shared]
        return self.shared[apart]


def find(joint: JointMentions) -> FoundErrors:
    """Return all errors of the taxonomy."""
    pieces = Pieces(joint)
    near_key, near_response = pieces.key.neighbours(pieces.of), pieces.response.neighbours(pieces.of)
    row_of_key = np.full(joint.matched.key.mentions, NONE)
    row_of_key[joint.key_row[joint.key_row >= 0]] = np.flatnonzero(joint.key_row >= 0)
    nothing = np.full(len(joint), NONE)
    conflated, divided = pieces.outside_core(pieces.response), pieces.outside_core(pieces.key)
    return joined(
        [
            one_each(NUMBER["span"], np.sort(row_of_key[joint.spans.key]), nothing),
            grouped(NUMBER["conflated"], conflated, pieces.of[conflated], near_response),
            grouped(NUMBER["divided"], divided, pieces.of[divided], near_key),
            *_alone(pieces.response, near_response, "extra"),
            *_alone(pieces.key, near_key, "missing"),
        ]
    )


def _alone(side: SideEntities, near: Ints, prefix: str) -> list[FoundErrors]:
    """Return the errors of mentions that only one side has."""
    nothing = np.full(len(side.entity), NONE)
    (mention, mentions), (whole, members), (single, singles) = side.errors_alone(prefix).items()
    return [
        one_each(NUMBER[mention], mentions, near),
        grouped(NUMBER[whole], members, side.entity[members], nothing),
        one_each(NUMBER[single], singles, nothing),
    ]
