"""Elements and bridges of Universal Anaphora. They refer to entities and markables by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from corefscore.core.arrays import GONE
from corefscore.core.problems import Problem, warn
from corefscore.core.relations import Relations
from corefscore.formats.base import RESPONSE_SIDE
from corefscore.formats.related import Bridge, relations_of
from corefscore.formats.universal_anaphora.cells import (
    KEYS_OF_BRIDGES,
    Cell,
    bridges_in,
    listed,
    plain_name,
    unknown_keys,
)
from corefscore.formats.universal_anaphora.markables import MARKABLE, Markable
from corefscore.formats.universal_anaphora.remarks import Remarks

NOT_GIVEN = ("", "_")


class LinkReader:
    """Reads the elements and bridges of one document after the other.

    A bridge may name a markable or an entity that does not exist. In a key this is a problem. In a response it is a
    warning, and the bridge counts as wrong, like any other wrong bridge.

    Parameters
    ----------
    source : str
        The file.
    side : str or None
        Which side of a pair is read.
    remarks : Remarks
        Collects the warnings.
    """

    def __init__(self, source: str, side: str | None, remarks: Remarks) -> None:
        self.source = source
        self.is_response = side == RESPONSE_SIDE
        self.remarks = remarks
        self.dangling: list[Problem] = []

    @property
    def problems(self) -> list[Problem]:
        """The problems of bridges."""
        return [] if self.is_response else self.dangling

    def warn(self) -> None:
        """Warn of bridges that name something that does not exist."""
        for problem in self.dangling:
            warn(*problem)

    def relations(
        self, markables: Sequence[Markable], labels: Mapping[str, int], bridging: Sequence[Cell]
    ) -> Relations | None:
        """Return the elements and bridges of a document, by the rows of its markables and the numbers of entities."""
        elements = self._elements(markables, labels)
        rows: dict[str, int] = {}
        for row, markable in enumerate(markables):
            if markable.name:
                rows.setdefault(markable.name, row)
        entities = [labels[markable.entity] for markable in markables]
        names = _Names(rows, _with_plain_names(labels), entities)
        bridges = [
            bridge
            for cell in bridging
            for attributes in bridges_in(cell.text)
            for bridge in self._bridges(attributes, cell.line, names)
        ]
        return relations_of(elements, bridges)

    def _elements(self, markables: Sequence[Markable], labels: Mapping[str, int]) -> list[tuple[int, int]]:
        elements: dict[tuple[int, int], None] = {}
        known = _with_plain_names(labels)
        for markable in markables:
            for name in listed(markable.attributes.get("elementof", "")):
                if name in known:
                    elements[known[name], labels[markable.entity]] = None
                elif name not in NOT_GIVEN:
                    self.remarks.add("no plural", markable.line, name)
        return [*elements]

    def _bridges(self, attributes: Mapping[str, str], line: int, names: _Names) -> list[Bridge]:
        """Return the bridges of one anaphor, one for each of its anchors."""
        name = attributes.get(MARKABLE, "")
        anaphor = self._find("MarkableID", name or "?", names.rows, line)
        for key in unknown_keys(attributes, KEYS_OF_BRIDGES):
            self.remarks.add("unknown keys of bridges", line, name, of=key)
        mentions, anchors = _given(attributes, "mentionanchor"), _given(attributes, "entityanchor")
        if not mentions and not anchors:
            self.remarks.add("no anchor", line, name)
        bridges = []
        for mention, entity in zip_longest(mentions, anchors) if mentions or anchors else [(None, None)]:
            anchor = self._find("MentionAnchor", mention, names.rows, line)
            if anchor == GONE:
                anchor_entity = self._find("EntityAnchor", entity, names.entities, line)
            else:
                anchor_entity = names.entity_of[anchor]
                if entity is not None and names.entities.get(entity) != anchor_entity:
                    self.remarks.add("other entity", line, name)
            bridges.append(Bridge(anaphor, anchor, anchor_entity, attributes.get("rel", "")))
        return bridges

    def _find(self, what: str, name: str | None, known: Mapping[str, int], line: int) -> int:
        """Return the number of the named thing; -1 if there is no name, or if it does not exist."""
        if name is None or name in known:
            return GONE if name is None else known[name]
        kind = "entity" if what == "EntityAnchor" else "markable"
        message = f"this bridge has {what}={name}, but no {kind} of its document has this name"
        advice = "it counts as wrong" if self.is_response else "correct it or remove the bridge"
        self.dangling.append(Problem(self.source, line, f"{message}; {advice}"))
        return GONE


class _Names(NamedTuple):
    """The rows of markables and the numbers of entities, by their names, and the entity of each row."""

    rows: Mapping[str, int]
    entities: Mapping[str, int]
    entity_of: Sequence[int]


def _given(attributes: Mapping[str, str], key: str) -> list[str]:
    return [name for name in listed(attributes.get(key, "")) if name not in NOT_GIVEN]


def _with_plain_names(labels: Mapping[str, int]) -> dict[str, int]:
    """Return entities by their names. ``6-Pseudo`` may also be called ``6``, if no other entity is."""
    return {**{plain_name(name): number for name, number in labels.items()}, **labels}
