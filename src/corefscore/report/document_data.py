"""The data of each document on the page, as columns for JSON."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypedDict

import numpy as np

from corefscore.analysis.antecedents import antecedents
from corefscore.analysis.categories import CATEGORIES
from corefscore.analysis.costs import EntityCosts
from corefscore.analysis.entities import EntityTable
from corefscore.analysis.errors.error_table import Errors
from corefscore.analysis.verdicts import Verdicts, ranks
from corefscore.core.arrays import Ints, numbers, order_by
from corefscore.core.corpus import Corpus
from corefscore.matching.language import TokenFeatures
from corefscore.matching.matched import Matched
from corefscore.report.names import excerpt

SAMPLE = 2000
FROM_RIGHT = ("R", "AL")
CATEGORY_TITLES = (*(f"{category}: {meaning}" for category, meaning in CATEGORIES.items()), "no key entity")
NO_CATEGORY = len(CATEGORIES)


class SideData(TypedDict):
    """The mentions and entities of one side of a document.

    `antecedents` has the split antecedent of each plural entity, such as ``<Ann + Bob>``. It is empty if there are
    none.
    """

    start: list[int]
    end: list[int]
    entity: list[int]
    type: list[int]
    labels: list[str]
    antecedents: list[str]
    categories: list[int]


class TextData(TypedDict):
    """The tokens of a document, and its key. `empty` are the tokens that represent omitted words."""

    words: list[str] | None
    sentences: list[int]
    empty: list[int]
    fromRight: bool
    loose: bool
    key: SideData


class ResponseData(SideData):
    """The response to a document, and how both sides compare.

    `match` has the index of the matching key mention of each mention, or -1. `own` has the text and the key if they
    differ from those of the other systems, because a response may have its own empty nodes.
    """

    own: TextData | None
    match: list[int]
    verdict: list[int]
    keyVerdict: list[int]
    keyCategories: list[int]
    partner: list[int]
    cells: list[list[int]]
    errors: list[list[int]]


class DocumentData(TextData):
    """A document with its key and the response of each system."""

    name: str
    systems: Sequence[ResponseData | None]


class RowsOf:
    """The rows of each document or entity, for a column of their numbers."""

    def __init__(self, owner: Ints, owners: int) -> None:
        self._order = order_by(owner)
        self._bounds = np.searchsorted(owner[self._order], numbers(owners + 1))

    def __getitem__(self, owner: int) -> Ints:
        return self._order[self._bounds[owner] : self._bounds[owner + 1]]


@dataclass(eq=False)
class SideColumns:
    """The key or the response, with the type of each mention and the category of each entity.

    Plural entities are shown with their split antecedents.
    """

    corpus: Corpus
    type: Ints
    category: Ints
    antecedent: Mapping[int, str]

    @cached_property
    def index(self) -> Ints:
        """The index of each entity in its document. The last element is -1, for a mention without an entity."""
        return np.append(ranks(self.corpus) - 1, -1)

    @cached_property
    def _entities(self) -> RowsOf:
        return RowsOf(self.corpus.entity_documents, len(self.corpus))

    @cached_property
    def _members(self) -> RowsOf:
        return RowsOf(self.corpus.entity, len(self.corpus.labels))

    def members(self, entity: int) -> Ints:
        """Return the rows of the mentions of an entity."""
        return self._members[entity]

    def entities(self, document: int) -> Ints:
        """Return the entities of a document, in the order of their first mentions."""
        rows = self._entities[document]
        return rows[np.argsort(self.index[rows])]

    def data(self, document: int) -> SideData:
        """Return the mentions and entities of a document."""
        rows = self.corpus.view(document).rows
        entities = self.entities(document)
        return {
            "start": self.corpus.start[rows].tolist(),
            "end": self.corpus.end[rows].tolist(),
            "entity": self.index[self.corpus.entity[rows]].tolist(),
            "type": self.type[rows].tolist(),
            "labels": [self.corpus.label(int(entity)) for entity in entities],
            "antecedents": [self.antecedent.get(int(entity), "") for entity in entities] if self.antecedent else [],
            "categories": self.category[entities].tolist(),
        }


@dataclass(eq=False)
class SystemDocuments:
    """The documents of one system: key, response and errors."""

    errors: Errors

    @cached_property
    def matched(self) -> Matched:
        """Key and response, without repeated mentions."""
        return self.errors.mentions.matched

    @cached_property
    def verdicts(self) -> Verdicts:
        """The verdict on each mention: right, wrong, missing or spurious."""
        return Verdicts(self.matched)

    @cached_property
    def costs(self) -> EntityCosts:
        """The cost of each entity."""
        return EntityCosts.of(self.verdicts.overlap)

    @cached_property
    def sides(self) -> tuple[SideColumns, SideColumns]:
        """Key and response."""
        mentions = self.errors.mentions
        of_key, of_response = categories(self.matched)
        names = antecedents(self.matched, lambda mention: excerpt(mention.text.split()))
        return (
            SideColumns(self.matched.key, mentions.key.type, of_key, names.key),
            SideColumns(self.matched.response, mentions.response.type, of_response, names.response),
        )

    @cached_property
    def _errors_of(self) -> RowsOf:
        return RowsOf(self.errors.document, len(self.matched.key))

    @cached_property
    def _cells_of(self) -> RowsOf:
        return RowsOf(self.verdicts.overlap.cells.document, len(self.matched.key))

    def text(self, number: int) -> TextData:
        """Return the tokens of a document, and its key."""
        words = self.errors.mentions.texts[number]
        empty = self.matched.key.origins[number].empty
        return {
            "words": None if words is None else words.tokens,
            "sentences": [0] if words is None else np.flatnonzero(np.diff(words.sentence, prepend=-1)).tolist(),
            "empty": [] if empty is None else empty.token.tolist(),
            "fromRight": words is not None and _from_right(words),
            "loose": words is None or words.loose,
            "key": self.sides[0].data(number),
        }

    def response(self, number: int) -> ResponseData:
        """Return the response to a document, and how both sides compare."""
        key, response = self.sides
        ours, theirs = (side.corpus.view(number).rows for side in self.sides)
        key_row = self.matched.key_row[theirs]
        partner = self.verdicts.partner_of_response[response.entities(number)]
        return {
            **response.data(number),
            "own": None,
            "match": np.where(key_row >= 0, key_row - ours.start, -1).tolist(),
            "verdict": self.verdicts.response[theirs].tolist(),
            "keyVerdict": self.verdicts.key[ours].tolist(),
            "keyCategories": key.category[key.entities(number)].tolist(),
            "partner": key.index[partner].tolist(),
            "cells": self._cells(number),
            "errors": self._errors(number),
        }

    def _cells(self, number: int) -> list[list[int]]:
        """Return each key entity and response entity that share mentions, and the number of these mentions."""
        rows, cells = self._cells_of[number], self.verdicts.overlap.cells
        key, response = (side.index for side in self.sides)
        return _listed(key[cells.key[rows]], response[cells.response[rows]], cells.shared[rows].astype(np.int64))

    def _errors(self, number: int) -> list[list[int]]:
        """Return the kind, span, type, size, entities and other span of each error."""
        rows, errors = self._errors_of[number], self.errors
        key, response = (side.index for side in self.sides)
        return _listed(
            errors.kind[rows],
            errors.start[rows],
            errors.end[rows],
            errors.type[rows],
            errors.size[rows],
            key[errors.key_entity[rows]],
            response[errors.response_entity[rows]],
            errors.other_start[rows],
            errors.other_end[rows],
        )


def document_data(name: str, systems: Sequence[SystemDocuments]) -> DocumentData:
    """Return a document, with the response of each system that has it.

    Parameters
    ----------
    name : str
        The name of the document.
    systems : sequence of SystemDocuments
        The systems. At least one of them must have the document.

    Returns
    -------
    DocumentData
        The key and the responses.
    """
    texts: list[TextData] = []
    responses: list[ResponseData | None] = []
    for system in systems:
        number = system.matched.key.number.get(name)
        if number is None:
            responses.append(None)
            continue
        texts.append(system.text(number))
        response = system.response(number)
        if _spans(texts[-1]) != _spans(texts[0]):
            response["own"] = texts[-1]
        responses.append(response)
    return {"name": name, **texts[0], "systems": responses}


def _spans(text: TextData) -> tuple[object, ...]:
    """Return the data that must be equal if systems are shown on one text."""
    return text["words"], text["empty"], text["key"]["start"], text["key"]["end"], text["key"]["entity"]


def categories(matched: Matched) -> tuple[Ints, Ints]:
    """Return the categories of key and response entities. A response entity has the category of its key entity."""
    rows = EntityTable.of(matched).rows
    number = {name: index for index, name in enumerate(CATEGORIES)}
    category = np.array([number.get(name, NO_CATEGORY) for name in rows.category.tolist()], dtype=np.int64)
    found = []
    for entity, corpus in ((rows.key, matched.key), (rows.response, matched.response)):
        column = np.full(len(corpus.labels), NO_CATEGORY, dtype=np.int64)
        column[entity[entity >= 0]] = category[entity >= 0]
        found.append(column)
    return found[0], found[1]


def _listed(*columns: Ints) -> list[list[int]]:
    rows: list[list[int]] = np.column_stack(columns).tolist()
    return rows


def _from_right(words: TokenFeatures) -> bool:
    """Return whether a text is written from right to left, by the letters at its beginning."""
    letters = "".join(words.tokens[:SAMPLE])[:SAMPLE]
    kinds = [unicodedata.bidirectional(letter) for letter in letters]
    return sum(kind in FROM_RIGHT for kind in kinds) > sum(kind == "L" for kind in kinds)
