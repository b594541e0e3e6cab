"""Relations other than identity: elements of plural entities, and bridges from anaphors to their anchors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace

import numpy as np

from corefscore.core.arrays import GONE, Array, Bools, Ints, ints


@dataclass(frozen=True, eq=False, repr=False)
class Relations:
    """The relations of a corpus as columns: a row for each element, and a row for each bridge.

    Parameters
    ----------
    whole, part : array of int
        For each element of a plural entity: the numbers of the plural entity and of the element.
    anaphor : array of int
        For each bridge: the row of the anaphor.
    anchor : array of int
        The row of the anchor; -1 if only its entity is known, or nothing.
    anchor_entity : array of int
        The number of the anchor's entity; -1 if it is not known.
    relation : array of str
        The kind of each bridge; an empty text if it is not known.
    unknown_anaphor : array of int
        For each bridge of a response whose anaphor is not a mention: the number of its document. Such a bridge is
        always wrong, whatever its anchor is, so nothing else is stored.

    Examples
    --------
    >>> from corefscore.core.arrays import ints
    >>> columns = map(ints, ([2, 2], [0, 1], [4], [0], [0]))
    >>> relations = Relations(*columns, relation=np.array(["poss"], dtype=object))
    >>> relations
    <Relations: 2 elements, 1 bridges>
    >>> relations.moved(ints([4, 3, 2, 1, 0]), ints([-1, 0, 1])).whole.tolist()
    [1]
    """

    whole: Ints
    part: Ints
    anaphor: Ints
    anchor: Ints
    anchor_entity: Ints
    relation: Array
    unknown_anaphor: Ints = field(default_factory=lambda: ints([]))

    def __repr__(self) -> str:
        return f"<Relations: {len(self.whole):,} elements, {len(self.anaphor):,} bridges>"

    def with_elements(self, whole: Ints, part: Ints) -> Relations:
        """Return the relations with these elements instead of the old ones."""
        return replace(self, whole=whole, part=part)

    def with_entities(self, number: Ints) -> Relations:
        """Return the relations after entities were merged: entity i is now number[i]."""
        anchor = np.where(self.anchor_entity == GONE, GONE, number[self.anchor_entity])
        return replace(self, whole=number[self.whole], part=number[self.part], anchor_entity=anchor)

    def moved(self, row: Ints, entity: Ints) -> Relations:
        """Return the relations after mentions or entities were renumbered.

        Parameters
        ----------
        row, entity : array of int
            The new number of each mention and of each entity, or -1 if it was removed. An element is removed with its
            entities, and a bridge with its anaphor.
        """
        whole, part = entity[self.whole], entity[self.part]
        anaphor = row[self.anaphor]
        elements, bridges = (whole != GONE) & (part != GONE), anaphor != GONE
        return Relations(
            whole[elements],
            part[elements],
            anaphor[bridges],
            _new_number(self.anchor[bridges], row),
            _new_number(self.anchor_entity[bridges], entity),
            self.relation[bridges],
            self.unknown_anaphor,
        )

    def with_bridges(self, kept: Ints | Bools) -> Relations:
        """Return the relations with only the given bridges."""
        names = ("anaphor", "anchor", "anchor_entity", "relation")
        return replace(self, **{name: getattr(self, name)[kept] for name in names})

    def with_documents(self, number: Ints) -> Relations:
        """Return the relations after documents were renumbered. The new number of a removed document is -1."""
        documents = number[self.unknown_anaphor]
        return replace(self, unknown_anaphor=documents[documents != GONE])

    def shifted(self, rows: int, entities: int, documents: int) -> Relations:
        """Return the relations after this many mentions, entities and documents were put before their own."""
        return Relations(
            self.whole + entities,
            self.part + entities,
            self.anaphor + rows,
            np.where(self.anchor == GONE, GONE, self.anchor + rows),
            np.where(self.anchor_entity == GONE, GONE, self.anchor_entity + entities),
            self.relation,
            self.unknown_anaphor + documents,
        )


def joined_relations(several: Sequence[Relations]) -> Relations:
    """Join several tables of relations. Their numbers must already fit together."""
    names = [column.name for column in fields(Relations)]
    return Relations(*(np.concatenate([getattr(each, name) for each in several]) for name in names))


def _new_number(old: Ints, number: Ints) -> Ints:
    """Return the new numbers. A number that is not known stays so."""
    return np.where(old == GONE, GONE, np.append(number, GONE)[old])
