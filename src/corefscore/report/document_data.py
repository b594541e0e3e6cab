"""What the page needs to know of one document, as columns that JSON can carry."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from corefscore.analysis.errors.error_table import Errors
from corefscore.analysis.verdicts import Verdicts, ranks
from corefscore.core.arrays import Ints, numbers, order_by
from corefscore.core.corpus import Corpus
from corefscore.matching.matched import Matched
from corefscore.matching.mention_types import TokenFeatures
from corefscore.report.marks import categories

SAMPLE = 2000
FROM_RIGHT = ("R", "AL")


class ByDocument:
    """The rows of each document of a column of document numbers."""

    def __init__(self, document: Ints, documents: int) -> None:
        self._order = order_by(document)
        self._bounds = np.searchsorted(document[self._order], numbers(documents + 1))

    def __getitem__(self, document: int) -> Ints:
        return self._order[self._bounds[document] : self._bounds[document + 1]]


@dataclass(eq=False)
class Side:
    """The key or the response, with the type of each mention and the category of each entity."""

    corpus: Corpus
    type: Ints
    category: Ints

    @cached_property
    def place(self) -> Ints:
        """The place of each entity in its document, and after the last -1, for no entity."""
        return np.append(ranks(self.corpus) - 1, -1)

    @cached_property
    def _entities(self) -> ByDocument:
        return ByDocument(self.corpus.entity_documents, len(self.corpus))

    def entities(self, document: int) -> Ints:
        """The entities of a document, by their first mentions."""
        rows = self._entities[document]
        return rows[np.argsort(self.place[rows])]

    def columns(self, document: int) -> dict[str, Any]:
        rows = self.corpus.view(document).rows
        entities = self.entities(document)
        return {
            "start": self.corpus.start[rows].tolist(),
            "end": self.corpus.end[rows].tolist(),
            "entity": self.place[self.corpus.entity[rows]].tolist(),
            "type": self.type[rows].tolist(),
            "labels": [self.corpus.label(int(entity)) for entity in entities],
            "categories": self.category[entities].tolist(),
        }


@dataclass(eq=False)
class System:
    """A response against the key, with all that is shown of it."""

    errors: Errors

    @cached_property
    def matched(self) -> Matched:
        """Key and response, without repeats."""
        return self.errors.mentions.matched

    @cached_property
    def verdicts(self) -> Verdicts:
        return Verdicts(self.matched)

    @cached_property
    def sides(self) -> tuple[Side, Side]:
        mentions = self.errors.mentions
        of_key, of_response = categories(self.matched)
        return (
            Side(self.matched.key, mentions.key.type, of_key),
            Side(self.matched.response, mentions.response.type, of_response),
        )

    @cached_property
    def _errors_of(self) -> ByDocument:
        return ByDocument(self.errors.document, len(self.matched.key))

    @cached_property
    def _cells_of(self) -> ByDocument:
        return ByDocument(self.verdicts.overlap.cells.document, len(self.matched.key))

    def document(self, number: int) -> dict[str, Any]:
        """A document with its key mentions, as far as no response is needed."""
        words = self.errors.mentions.texts[number]
        text: dict[str, Any] = {"words": None, "sentences": [0], "fromRight": False, "loose": True}
        if words is not None:
            begins = np.flatnonzero(np.diff(words.sentence, prepend=-1)).tolist()
            text = {
                "words": words.tokens,
                "sentences": begins,
                "fromRight": _from_right(words),
                "loose": words.loose,
            }
        return {"name": self.matched.key.names[number], **text, "key": self.sides[0].columns(number)}

    def response(self, number: int) -> dict[str, Any]:
        """The response to a document, and how both sides stand."""
        key, response = self.sides
        ours, theirs = (side.corpus.view(number).rows for side in self.sides)
        key_row = self.matched.key_row[theirs]
        partner = self.verdicts.partner_of_response[response.entities(number)]
        return response.columns(number) | {
            "twin": np.where(key_row >= 0, key_row - ours.start, -1).tolist(),
            "verdict": self.verdicts.response[theirs].tolist(),
            "keyVerdict": self.verdicts.key[ours].tolist(),
            "keyCategories": key.category[key.entities(number)].tolist(),
            "partner": key.place[partner].tolist(),
            "cells": self._cells(number),
            "errors": self._errors(number),
        }

    def _cells(self, number: int) -> list[list[int]]:
        """Key entity, response entity and the number of mentions they share, where they share any."""
        rows, cells = self._cells_of[number], self.verdicts.overlap.cells
        key, response = (side.place for side in self.sides)
        columns = (key[cells.key[rows]], response[cells.response[rows]], cells.shared[rows].astype(np.int64))
        return _listed(*columns)

    def _errors(self, number: int) -> list[list[int]]:
        """Kind, span, type, size, entities and other span of each error."""
        rows, errors = self._errors_of[number], self.errors
        key, response = (side.place for side in self.sides)
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


def _listed(*columns: Ints) -> list[list[int]]:
    rows: list[list[int]] = np.column_stack(columns).tolist()
    return rows


def _from_right(words: TokenFeatures) -> bool:
    """Whether a text is written from right to left, by most of the letters it begins with."""
    letters = "".join(words.tokens[:SAMPLE])[:SAMPLE]
    kinds = [unicodedata.bidirectional(letter) for letter in letters]
    return sum(kind in FROM_RIGHT for kind in kinds) > sum(kind == "L" for kind in kinds)
