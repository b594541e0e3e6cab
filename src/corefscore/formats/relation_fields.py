"""Relations in JSON and in memory: the fields `elements`, `bridges` and `nonreferring` of a document with clusters.

A document with relations is a mapping with the key `clusters`. Its other keys are these fields.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeGuard

import numpy as np

from corefscore.core.arrays import GONE
from corefscore.core.problems import Problem, raise_problems, shortened, warn
from corefscore.core.relations import Relations
from corefscore.core.views import Document
from corefscore.formats.base import RESPONSE_SIDE
from corefscore.formats.related import Bridge, circular, relations_of

CLUSTERS, ELEMENTS, BRIDGES, NONREFERRING = "clusters", "elements", "bridges", "nonreferring"
FIELDS = (ELEMENTS, BRIDGES, NONREFERRING)
NO_MENTION = "(no mention)"
LISTS = (list, tuple, set, frozenset)
EXAMPLES = {
    ELEMENTS: '{"e3": ["e1", "e2"]}',
    BRIDGES: '[[[4, 4], [0, 0], "poss"]], each an anaphor, an anchor and a relation',
    NONREFERRING: "a list of mentions, such as [[7, 7]]",
}


def has_relations(value: object) -> TypeGuard[dict[str, Any]]:
    """Return whether a value is a document with relations. A partition is not.

    >>> has_relations({"clusters": {"e1": [[0, 0]]}}), has_relations({"e1": [[0, 0]]})
    (True, False)
    """
    return isinstance(value, dict) and CLUSTERS in value


def unknown_key(document: Mapping[str, object]) -> str | None:
    """Return a message about a key of a document with relations that is not allowed, or None if there is none."""
    other = next((key for key in document if key != CLUSTERS and key not in FIELDS), None)
    if other is None:
        return None
    message = f"{other!r} is not a field; beside {CLUSTERS!r}, only {', '.join(FIELDS)} are allowed"
    return f"{message}; remove it, or rename the entity {CLUSTERS!r}"


class Resolved(NamedTuple):
    """The relations of a document, by the numbers of its mentions and entities, and its non-referring mentions."""

    relations: Relations | None
    nonreferring: list[int]


class FieldReader:
    """Reads the fields of a document.

    Parameters
    ----------
    source, line, document : str, int, str
        The file or side, the line and the name of the document, for messages.
    side : str or None
        Which side of a pair is read. In a response, a bridge without a known mention counts as wrong, with a warning.
    mentions : sequence
        The mentions of the document, each in the form that `known_as` returns.
    labels : sequence of str
        The names of its entities.
    entity : sequence of int
        The entity of each mention.
    known_as : callable
        Returns the form of a value in which a mention is looked up.

    Examples
    --------
    >>> reader = FieldReader("key", 0, "story", None, ["Ann", "Tom", "they"], ["a", "t", "p"], [0, 1, 2], str)
    >>> reader.read({"elements": {"p": ["a", "t"]}, "bridges": [["they", "Ann"]]}).relations
    <Relations: 2 elements, 1 bridges>
    """

    def __init__(
        self,
        source: str,
        line: int,
        document: str,
        side: str | None,
        mentions: Sequence[Hashable],
        labels: Iterable[object],
        entity: Sequence[int],
        known_as: Callable[[Any], Hashable],
    ) -> None:
        self.source, self.line, self.document = source, line, document
        self.is_response = side == RESPONSE_SIDE
        self.rows: dict[Hashable, list[int]] = {}
        for row, mention in enumerate(mentions):
            self.rows.setdefault(mention, []).append(row)
        self.labels = [*map(str, labels)]
        self.number = {label: number for number, label in enumerate(self.labels)}
        self.entity = entity
        self.known_as = known_as
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []

    def read(self, fields: Mapping[str, object]) -> Resolved:
        """Read the fields.

        Raises
        ------
        InputError
            If a field cannot be read, if it names something that does not exist, or if elements are circular.
        """
        if len(self.number) < len(self.labels) and any(fields.get(field) for field in (ELEMENTS, BRIDGES)):
            message = "two clusters have the same name, so relations cannot refer to them; give each its own name"
            self.problems.append(self._problem(message))
        elements = self._elements(fields.get(ELEMENTS))
        bridges = [bridge for each in self._listed(BRIDGES, fields) for bridge in self._bridge(each)]
        nonreferring = [row for each in self._listed(NONREFERRING, fields) for row in self._nonreferring(each)]
        circle = circular(elements, self.labels)
        if circle:
            self.problems.append(self._problem(circle))
        raise_problems(self.problems)
        for problem in self.warnings:
            warn(*problem)
        return Resolved(relations_of(elements, bridges), nonreferring)

    def _problem(self, message: str) -> Problem:
        return Problem(self.source, self.line, f"document {self.document!r}: {message}")

    def _refuse(self, field: str, value: object) -> None:
        self.problems.append(self._problem(f"{field!r} has {_shown(value)}; write {EXAMPLES[field]}"))

    def _listed(self, field: str, fields: Mapping[str, object]) -> Sequence[object]:
        value = fields.get(field)
        if value is not None and not isinstance(value, LISTS):
            self._refuse(field, value)
            return ()
        return [*(value or ())]

    def _elements(self, value: object) -> list[tuple[int, int]]:
        if value is None:
            return []
        if not isinstance(value, dict) or not all(isinstance(each, LISTS) for each in value.values()):
            self._refuse(ELEMENTS, value)
            return []
        found: dict[tuple[int, int], None] = {}
        for whole, parts in value.items():
            for part in sorted(map(_shown, parts)) if isinstance(parts, (set, frozenset)) else map(_shown, parts):
                lacking = next((name for name in (whole, part) if name not in self.number), None)
                if lacking is None:
                    found[self.number[whole], self.number[part]] = None
                else:
                    message = f"{part!r} is an element of {whole!r}, but no entity {lacking!r} has a mention"
                    self.warnings.append(self._problem(f"{message}; this element is ignored"))
        return [*found]

    def _bridge(self, value: object) -> list[Bridge]:
        if not isinstance(value, (list, tuple)) or not 1 <= len(value) <= 3:
            self._refuse(BRIDGES, value)
            return []
        anaphor, anchor, relation = (*value, None, None)[:3]
        if not isinstance(relation, (str, type(None))):
            self._refuse(BRIDGES, value)
            return []
        row = self._row(anaphor)
        if row == GONE:
            self._dangling(f"the anaphor {_shown(anaphor)} of a bridge is not a mention")
        return [Bridge(row, *self._anchor(anchor), relation or "")]

    def _anchor(self, value: object) -> tuple[int, int]:
        """Return the mention and the entity of an anchor."""
        if value is None:
            return GONE, GONE
        row = self._row(value)
        entity = self.number.get(value, GONE) if isinstance(value, str) else GONE
        if GONE not in (row, entity):
            message = f"the anchor {_shown(value)} may be a mention or an entity; rename the entity"
            self.problems.append(self._problem(message))
        if row == entity == GONE:
            self._dangling(f"the anchor {_shown(value)} of a bridge is neither a mention nor an entity")
        return row, entity if row == GONE else self.entity[row]

    def _row(self, value: object) -> int:
        """Return the row of a mention, or -1 if there is none. If it is in several entities, return the first row."""
        return self.rows.get(self.known_as(value), [GONE])[0]

    def _dangling(self, message: str) -> None:
        advice = "it counts as wrong" if self.is_response else "correct it or remove the bridge"
        (self.warnings if self.is_response else self.problems).append(self._problem(f"{message}; {advice}"))

    def _nonreferring(self, value: object) -> list[int]:
        rows = self.rows.get(self.known_as(value), [])
        if not rows:
            message = f"the non-referring mention {_shown(value)} is in no cluster; put it into a cluster as well"
            self.problems.append(self._problem(message))
        return rows


def _shown(value: object) -> str:
    try:
        return shortened(value)
    except RecursionError:
        return "a deeply nested value"


def fields_of(document: Document, written: Callable[[int], Any]) -> dict[str, Any]:
    """Return the fields that hold the relations of a document; empty if it has none.

    Parameters
    ----------
    document : Document
        The document.
    written : callable
        Returns the written form of the mention in a row.
    """
    corpus, rows = document.corpus, document.rows
    fields: dict[str, Any] = {}
    refers = corpus.extra.get("referring")
    if refers is not None and not refers[rows].all():
        fields[NONREFERRING] = [written(row) for row in range(rows.start, rows.stop) if not refers[row]]
    if corpus.relations is None:
        return fields
    own = {entity.number for entity in document.entities}
    elements: dict[str, list[str]] = {}
    for whole, part in zip(corpus.relations.whole.tolist(), corpus.relations.part.tolist(), strict=True):
        if whole in own:
            elements.setdefault(corpus.label(whole), []).append(corpus.label(part))
    r = corpus.relations
    bridges = [
        [
            written(int(r.anaphor[row])),
            written(int(r.anchor[row])) if r.anchor[row] != GONE else _entity_name(document, int(r.anchor_entity[row])),
            *([r.relation[row]] if r.relation[row] else []),
        ]
        for row in np.flatnonzero((r.anaphor >= rows.start) & (r.anaphor < rows.stop)).tolist()
    ]
    return {**({ELEMENTS: elements} if elements else {}), **({BRIDGES: bridges} if bridges else {}), **fields}


def _entity_name(document: Document, entity: int) -> str | None:
    return None if entity == GONE else document.corpus.label(entity)


def document_again(document: Document) -> dict[str, Any]:
    """Return a document from memory in a form that can be given again. Wrong bridges stay wrong."""
    values: Sequence[Hashable] = getattr(document.origin.text, "mention_values", ())
    start, relations = document.corpus.start, document.corpus.relations
    clusters = dict(zip((entity.label for entity in document.entities), document.clusters, strict=True))
    fields = fields_of(document, lambda row: values[start[row]])
    unknown = 0 if relations is None else int(np.count_nonzero(relations.unknown_anaphor == document.number))
    bridges = [each if each[1] is not None else each[:1] for each in fields.get(BRIDGES, ())]
    return {CLUSTERS: clusters, **fields, BRIDGES: [*bridges, *([NO_MENTION, number] for number in range(unknown))]}
