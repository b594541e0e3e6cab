"""How each mention and each entity stands against the other side, by the alignment of CEAF-m.

A mention is right if both sides have it and their entities are aligned; so the right mentions are as many as CEAF-m
counts. Key entities are numbered from 1 in each document; a response entity has the number of the key entity it is
aligned with, or else a letter.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from corefscore.core.arrays import Bools, Ints, changes, numbers, order_by, runs
from corefscore.core.corpus import Corpus
from corefscore.matching.matched import Matched
from corefscore.metrics.ceafm import shared_mentions
from corefscore.metrics.overlap import Overlap

RIGHT, WRONG, MISSING, SPURIOUS = range(4)
VERDICTS = ("right", "wrong entity", "missing", "spurious")

NONE = -1
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(eq=False)
class Verdicts:
    """The sides, which of their entities are aligned, and how their mentions stand."""

    matched: Matched

    @cached_property
    def overlap(self) -> Overlap:
        return Overlap.of(self.matched)

    @cached_property
    def partner_of_response(self) -> Ints:
        """For each response entity the key entity it is aligned with, or -1."""
        aligned = self.overlap.aligned(shared_mentions)
        found = np.full(len(self.matched.response.labels), NONE)
        found[aligned.response] = aligned.key
        return found

    @cached_property
    def response(self) -> Ints:
        """How each response mention stands: right, wrong or spurious."""
        key_row = self.matched.key_row
        meant = self.partner_of_response[self.matched.response.entity]
        key_entity = np.append(self.matched.key.entity, NONE)[key_row]
        return np.where(key_row < 0, SPURIOUS, np.where(meant == key_entity, RIGHT, WRONG))

    @cached_property
    def key(self) -> Ints:
        """How each key mention stands: right, wrong or missing."""
        found = np.full(self.matched.key.mentions, MISSING)
        key_rows, response_rows = self.matched.pairs
        found[key_rows] = self.response[response_rows]
        return found

    @cached_property
    def key_number(self) -> Ints:
        """The number of each key entity in its document, from 1."""
        return ranks(self.matched.key)

    @cached_property
    def response_number(self) -> Ints:
        """The number of each response entity; from 1 among those that are aligned with none."""
        alone = self.partner_of_response < 0
        return np.where(
            alone, ranks(self.matched.response, alone), np.append(self.key_number, NONE)[self.partner_of_response]
        )

    def key_name(self, entity: int) -> str:
        return str(self.key_number[entity])

    def response_name(self, entity: int) -> str:
        number = int(self.response_number[entity])
        return letters(number) if self.partner_of_response[entity] < 0 else str(number)


def letters(number: int) -> str:
    """A name of letters for a number from 1.

    >>> [letters(number) for number in (1, 26, 27, 703)]
    ['a', 'z', 'aa', 'aaa']
    """
    name = ""
    while number:
        number, place = divmod(number - 1, len(LETTERS))
        name = LETTERS[place] + name
    return name


def ranks(corpus: Corpus, chosen: Bools | None = None) -> Ints:
    """Entities numbered from 1 in each document by their first mentions, all or those that are chosen."""
    first = np.full(len(corpus.labels), NONE)
    first[corpus.entity[::-1]] = numbers(corpus.mentions)[::-1]
    entities = numbers(len(corpus.labels)) if chosen is None else np.flatnonzero(chosen)
    entities = entities[order_by(first[entities])]
    begins = changes(corpus.entity_documents[entities])
    found = np.zeros(len(corpus.labels), dtype=np.int64)
    if len(entities):
        found[entities] = numbers(len(entities)) - np.flatnonzero(begins)[runs(begins)] + 1
    return found
