"""The verdict on each mention: right, in the wrong entity, missing or spurious, by the alignment of CEAF-m.

A mention is right if both sides have it and its two entities are aligned. So the number of right mentions is the
numerator of CEAF-m. Key entities are numbered from 1 in each document. A response entity has the number of the key
entity that is aligned to it, or else a letter.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from corefscore.core.arrays import Bools, Ints, numbers, order_by, rank_within
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
    """A verdict on each mention, and names for the entities of both sides.

    Parameters
    ----------
    matched : Matched
        The mentions of both sides.

    Examples
    --------
    >>> import corefscore
    >>> verdicts = Verdicts(corefscore.score([["a", "b", "c"]], [["a", "b"], ["c", "d"]]).matched)
    >>> [VERDICTS[each] for each in verdicts.response]
    ['right', 'right', 'wrong entity', 'spurious']
    >>> verdicts.response_name(0), verdicts.response_name(1)
    ('1', 'a')
    """

    matched: Matched

    @cached_property
    def overlap(self) -> Overlap:
        """The table of shared mentions."""
        return Overlap.of(self.matched)

    @cached_property
    def partner_of_response(self) -> Ints:
        """The key entity that is aligned to each response entity, or -1."""
        aligned = self.overlap.aligned(shared_mentions)
        found = np.full(len(self.matched.response.labels), NONE)
        found[aligned.response] = aligned.key
        return found

    @cached_property
    def response(self) -> Ints:
        """The verdict on each response mention: right, wrong or spurious."""
        key_row = self.matched.key_row
        aligned = self.partner_of_response[self.matched.response.entity]
        key_entity = np.append(self.matched.key.entity, NONE)[key_row]
        return np.where(key_row < 0, SPURIOUS, np.where(aligned == key_entity, RIGHT, WRONG))

    @cached_property
    def key(self) -> Ints:
        """The verdict on each key mention: right, wrong or missing."""
        found = np.full(self.matched.key.mentions, MISSING)
        found[self.matched.pairs.key] = self.response[self.matched.pairs.response]
        return found

    @cached_property
    def key_number(self) -> Ints:
        """The number of each key entity in its document, from 1."""
        return ranks(self.matched.key)

    @cached_property
    def response_number(self) -> Ints:
        """The number of each response entity: that of its key entity, or a number from 1 if it is not aligned."""
        alone = self.partner_of_response < 0
        return np.where(
            alone, ranks(self.matched.response, alone), np.append(self.key_number, NONE)[self.partner_of_response]
        )

    def key_name(self, entity: int) -> str:
        """Return the name of a key entity: its number."""
        return str(self.key_number[entity])

    def response_name(self, entity: int) -> str:
        """Return the name of a response entity: the number of its key entity, or a letter."""
        number = int(self.response_number[entity])
        return letters(number) if self.partner_of_response[entity] < 0 else str(number)


def letters(number: int) -> str:
    """Return a name made of letters for a number from 1.

    >>> [letters(number) for number in (1, 26, 27, 703)]
    ['a', 'z', 'aa', 'aaa']
    """
    name = ""
    while number:
        number, index = divmod(number - 1, len(LETTERS))
        name = LETTERS[index] + name
    return name


def ranks(corpus: Corpus, chosen: Bools | None = None) -> Ints:
    """Return the numbers of entities, from 1 in each document by their first mentions; 0 if not chosen."""
    first = np.full(len(corpus.labels), NONE)
    first[corpus.entity[::-1]] = numbers(corpus.mentions)[::-1]
    entities = numbers(len(corpus.labels)) if chosen is None else np.flatnonzero(chosen)
    entities = entities[order_by(first[entities])]
    found = np.zeros(len(corpus.labels), dtype=np.int64)
    found[entities] = 1 + rank_within(corpus.entity_documents[entities])
    return found
