"""Columns for relations in a table of mentions.

``element_of`` has the plural entities to which the entity of a row belongs; one row of the entity is enough.
``anchor_start`` and ``anchor_end`` have the tokens of the anchor of a mention, ``anchor_entity`` its entity, and
``relation`` the kind of the bridge. Spaces separate several values, and ``_`` means that a value is not known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from corefscore.core.arrays import GONE, Ints
from corefscore.core.corpus import Corpus
from corefscore.core.problems import Problem, warn
from corefscore.core.relations import Relations
from corefscore.formats.base import RESPONSE_SIDE
from corefscore.formats.related import Bridge, relations_of

ELEMENT_OF = "element_of"
ANCHOR_START, ANCHOR_END, ANCHOR_ENTITY, RELATION = "anchor_start", "anchor_end", "anchor_entity", "relation"
ANCHOR = (ANCHOR_START, ANCHOR_END, ANCHOR_ENTITY, RELATION)
RELATION_TITLES = (ELEMENT_OF, *ANCHOR)
NOTHING = "_"


class TableDocument(NamedTuple):
    """The rows of a document in a table, with the span as it is in the file and the entity of each row."""

    name: str
    rows: Sequence[int]
    spans: Sequence[tuple[int, int]]
    entity: Sequence[int]
    labels: Mapping[str, int]


class RelationReader:
    """Reads the relations of one document after the other.

    Parameters
    ----------
    source : str
        The file.
    lines : array of int
        The line of each row.
    columns : mapping of str to sequence
        The values of the columns of the table: lists of texts, or None.
    side : str or None
        Which side of a pair is read. In a response, an anchor that does not exist counts as wrong, with a warning.
    """

    def __init__(
        self, source: str, lines: Ints, columns: Mapping[str, Sequence[list[str] | None]], side: str | None
    ) -> None:
        self.source = source
        self.lines = lines
        self.columns = columns
        self.has_anchors = ANCHOR_START in columns or ANCHOR_ENTITY in columns
        self.is_response = side == RESPONSE_SIDE
        self.problems: list[Problem] = []
        self.dangling: list[Problem] = []
        self.nowhere: list[tuple[int, str]] = []

    def relations(self, document: TableDocument) -> Relations | None:
        """Return the relations of a document, or None if it has none."""
        if not self.columns:
            return None
        row_of: dict[tuple[int, int], int] = {}
        for number, span in enumerate(document.spans):
            row_of.setdefault(span, number)
        bridges = [
            bridge
            for number, row in enumerate(document.rows)
            for bridge in self._bridges(number, row, row_of, document)
        ]
        return relations_of(self._elements(document), bridges)

    def end(self) -> list[Problem]:
        """Return the problems of all documents, and give the warnings."""
        problems = self.problems + ([] if self.is_response else self.dangling)
        if not problems:
            for problem in self.dangling:
                warn(*problem)
            if self.nowhere:
                row, name = self.nowhere[0]
                message = f"{len(self.nowhere):,} rows are {ELEMENT_OF} an entity without mentions, such as {name!r}"
                warn(self.source, int(self.lines[row]), f"{message}; this is ignored")
        return problems

    def _cell(self, title: str, row: int) -> list[str]:
        return self.columns[title][row] or [] if title in self.columns else []

    def _elements(self, document: TableDocument) -> list[tuple[int, int]]:
        found: dict[tuple[int, int], None] = {}
        for number, row in enumerate(document.rows):
            for name in self._cell(ELEMENT_OF, row):
                if name in document.labels:
                    found[document.labels[name], document.entity[number]] = None
                else:
                    self.nowhere.append((row, name))
        return [*found]

    def _bridges(
        self, number: int, row: int, row_of: Mapping[tuple[int, int], int], document: TableDocument
    ) -> Iterable[Bridge]:
        if not self.has_anchors:
            return
        cells = [self._cell(title, row) for title in ANCHOR]
        for start, end, name, relation in zip_longest(*cells, fillvalue=NOTHING):
            anchor = self._mention(row, start, end, row_of)
            entity = document.entity[anchor] if anchor != GONE else document.labels.get(name, GONE)
            if anchor == entity == GONE and name != NOTHING:
                self._missing(row, f"no entity of document {document.name!r} is named {name!r}")
            yield Bridge(number, anchor, entity, "" if relation == NOTHING else relation)

    def _mention(self, row: int, start: str, end: str, row_of: Mapping[tuple[int, int], int]) -> int:
        if start == end == NOTHING:
            return GONE
        if not (start.isdecimal() and end.isdecimal()):
            message = (
                f"{ANCHOR_START} and {ANCHOR_END} are {start!r} and {end!r}; write a whole number in both, or none"
            )
            self.problems.append(Problem(self.source, int(self.lines[row]), message))
            return GONE
        found = row_of.get((int(start), int(end)), GONE)
        if found == GONE:
            self._missing(row, f"there is no mention from {start} to {end}")
        return found

    def _missing(self, row: int, fault: str) -> None:
        advice = "it counts as wrong" if self.is_response else "correct it or remove the anchor"
        message = f"the anchor of this mention does not exist: {fault}; {advice}"
        self.dangling.append(Problem(self.source, int(self.lines[row]), message))


def written_relations(corpus: Corpus, end: Ints) -> dict[str, list[str]]:
    """Return the columns of the relations of a corpus, by their titles.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    end : array of int
        The end of each mention, as it is written.
    """
    relations = corpus.relations
    if relations is None:
        return {}
    cells: dict[str, list[list[str]]] = {title: [[] for _ in range(corpus.mentions)] for title in RELATION_TITLES}
    first = dict(zip(corpus.entity[::-1].tolist(), reversed(range(corpus.mentions)), strict=True))
    for whole, part in zip(relations.whole.tolist(), relations.part.tolist(), strict=True):
        cells[ELEMENT_OF][first[part]].append(corpus.label(whole))
    columns = (relations.anaphor, relations.anchor, relations.anchor_entity, relations.relation)
    for anaphor, anchor, entity, relation in zip(*(column.tolist() for column in columns), strict=True):
        span = (str(corpus.start[anchor]), str(end[anchor])) if anchor != GONE else (NOTHING, NOTHING)
        values = (*span, corpus.label(entity) if entity != GONE else NOTHING, relation or NOTHING)
        for title, value in zip(ANCHOR, values, strict=True):
            cells[title][anaphor].append(value)
    written = {title: [_written(title, each) for each in column] for title, column in cells.items()}
    return {title: column for title, column in written.items() if any(column)}


def _written(title: str, values: Sequence[str]) -> str:
    """Join values into a cell, which is empty if no value is known. A bridge always has the cell of its entity."""
    return "" if title != ANCHOR_ENTITY and {*values} == {NOTHING} else " ".join(values)
