"""The taxonomy of Kummerfeld and Klein (2013): what it takes to turn the response into the key.

Response entities are cut into pieces, each the part that one key entity has in one response entity; a missing or
spurious mention is a piece by itself. The piece with the first mention that is no pronoun is the core of its
entity. Every other piece is an error: conflated with what the response has it with, divided from what the key has it
with. Pieces of one missing or spurious mention have names of their own, and so have entities that have nothing in
common with the other side (but for pronouns).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from corefscore.analysis.errors.found import NONE, Found, grouped, joined, one_each
from corefscore.analysis.errors.kinds import NUMBER
from corefscore.analysis.errors.units import Units
from corefscore.core.arrays import Bools, Ints, numbers, order_by, renumber


@dataclass(eq=False)
class Side:
    """The entities of one side, as the units see them."""

    entity: Ints
    """The entity of each unit, or -1."""
    count: int
    other: Ints
    """The entity of each unit on the other side, or -1."""
    pronoun: Bools

    @cached_property
    def size(self) -> Ints:
        return np.bincount(self.entity[self.entity >= 0], minlength=self.count)

    @cached_property
    def alone(self) -> Ints:
        """Units that only this side has."""
        return np.flatnonzero((self.entity >= 0) & (self.other < 0))

    @cached_property
    def core(self) -> Ints:
        """For each entity its first unit that is no pronoun, or the first of all."""
        units = np.flatnonzero(self.entity >= 0)
        core = np.full(self.count, NONE)
        for chosen in (units, units[~self.pronoun[units]]):
            core[self.entity[chosen[::-1]]] = chosen[::-1]
        return core

    @cached_property
    def unmet(self) -> Bools:
        """Entities with at least two units of their own, and none in common with the other side but pronouns."""
        met = np.zeros(self.count, dtype=bool)
        met[self.entity[(self.entity >= 0) & (self.other >= 0) & ~self.pronoun]] = True
        return ~met & (np.bincount(self.entity[self.alone], minlength=self.count) >= 2)

    def errors_alone(self, prefix: str) -> dict[str, Ints]:
        """The units that only this side has, by the kind of error they make; a core that others need makes none."""
        units, entity = self.alone, self.entity[self.alone]
        whole, core = self.unmet[entity], self.core[entity] == units
        return {
            f"{prefix}-mention": units[~whole & ~core],
            f"{prefix}-entity": units[whole],
            f"{prefix}-singleton": units[self.size[entity] == 1],
        }

    def neighbours(self, piece: Ints) -> Ints:
        """For each unit the one before it in its entity; for the first, the next that is in another piece."""
        units = np.flatnonzero(self.entity >= 0)
        units = units[order_by(self.entity[units])]
        entity = self.entity[units]
        found = np.full(len(self.entity), NONE)
        follows = np.flatnonzero(entity[1:] == entity[:-1]) + 1
        found[units[follows]] = units[follows - 1]
        first = np.full(self.count, NONE)
        first[entity[::-1]] = units[::-1]
        apart = piece[units] != piece[first[entity]]
        found[first[entity[apart][::-1]]] = units[apart][::-1]
        return found


@dataclass(eq=False)
class Pieces:
    """Units in pieces, and the entities of both sides."""

    units: Units

    @cached_property
    def key(self) -> Side:
        units = self.units
        return Side(units.key_entity, len(units.matched.key.labels), units.response_entity, units.pronoun)

    @cached_property
    def response(self) -> Side:
        units = self.units
        return Side(units.response_entity, len(units.matched.response.labels), units.key_entity, units.pronoun)

    @cached_property
    def of(self) -> Ints:
        """The piece of each unit; pieces are numbered from 0."""
        key, response = self.key.entity, self.response.entity
        width = self.response.count
        alone = self.key.count * width + numbers(len(key))
        return renumber(np.where((key >= 0) & (response >= 0), key * width + response, alone))[0]

    @cached_property
    def shared(self) -> Ints:
        """Units of both sides."""
        return np.flatnonzero((self.key.entity >= 0) & (self.response.entity >= 0))

    def outside_core(self, side: Side) -> Ints:
        """Units of both sides that are not in the core piece of their entity on one side."""
        core: Ints = self.of[side.core[side.entity[self.shared]]]
        apart: Bools = core != self.of[self.shared]
        return self.shared[apart]


def find(units: Units) -> Found:
    """All errors of the taxonomy."""
    pieces = Pieces(units)
    near_key, near_response = pieces.key.neighbours(pieces.of), pieces.response.neighbours(pieces.of)
    unit_of_key = np.full(units.matched.key.mentions, NONE)
    unit_of_key[units.key_row[units.key_row >= 0]] = np.flatnonzero(units.key_row >= 0)
    nothing = np.full(len(units), NONE)
    conflated, divided = pieces.outside_core(pieces.response), pieces.outside_core(pieces.key)
    return joined(
        [
            one_each(NUMBER["span"], np.sort(unit_of_key[units.spans[0]]), nothing),
            grouped(NUMBER["conflated"], conflated, pieces.of[conflated], near_response),
            grouped(NUMBER["divided"], divided, pieces.of[divided], near_key),
            *_alone(pieces.response, near_response, "extra"),
            *_alone(pieces.key, near_key, "missing"),
        ]
    )


def _alone(side: Side, near: Ints, prefix: str) -> list[Found]:
    """Errors about units that one side only has."""
    nothing = np.full(len(side.entity), NONE)
    mention, whole, single = side.errors_alone(prefix).items()
    return [
        one_each(NUMBER[mention[0]], mention[1], near),
        grouped(NUMBER[whole[0]], whole[1], side.entity[whole[1]], nothing),
        one_each(NUMBER[single[0]], single[1], nothing),
    ]
