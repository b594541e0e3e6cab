"""All mentions of both sides, where only some of them are scored."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Ints, numbers
from corefscore.core.corpus import Corpus
from corefscore.matching.matched import NO_MATCH, Matched, find_matches


class AllMentions:
    """All mentions of both sides. They are matched when their matches are first used.

    Parameters
    ----------
    key, response : Corpus
        Both sides, with the relations between their mentions.
    match, zeros : str
        Policies; see `Settings`.
    """

    def __init__(self, key: Corpus, response: Corpus, match: str, zeros: str) -> None:
        self.key = key
        self.response = response
        self.match = match
        self.zeros = zeros

    @cached_property
    def matched(self) -> Matched:
        """All mentions, matched among themselves."""
        return find_matches(self.key, self.response, self.match, self.zeros)


class Whole(NamedTuple):
    """All mentions of both sides, with those that refer to nothing and those of entities that are left out.

    Parameters
    ----------
    mentions : AllMentions
        All mentions, with the relations between them.
    key_rows, response_rows : array of int
        For each mention that is scored its row among all mentions of its side; -1 if it is not among them.
    """

    mentions: AllMentions
    key_rows: Ints
    response_rows: Ints

    @property
    def matched(self) -> Matched:
        """All mentions, matched among themselves."""
        return self.mentions.matched

    def know(self, scored: Matched) -> None:
        """Take over the matches of the mentions that are scored, if these are all mentions."""
        every = self.mentions
        if (scored.key.mentions, scored.response.mentions) == (every.key.mentions, every.response.mentions):
            every.matched = Matched(every.key, every.response, scored.key_row, scored.words, scored.zeros)

    def shared(self) -> Whole:
        """Return only the mentions that match."""
        rows = np.sort(self.matched.pairs.key), self.matched.pairs.response
        sides = (self.matched.key, self.key_rows), (self.matched.response, self.response_rows)
        numbered = (_numbers_among(kept, side.mentions)[old] for (side, old), kept in zip(sides, rows, strict=True))
        taken = self.matched.take(*rows)
        every = AllMentions(taken.key, taken.response, self.mentions.match, self.mentions.zeros)
        every.matched = taken
        return Whole(every, *numbered)


def _numbers_among(kept: Ints, mentions: int) -> Ints:
    """Return the new number of each mention, or -1 if it is not kept, and -1 once more at the end."""
    number = np.full(mentions + 1, NO_MATCH, dtype=np.int64)
    number[kept] = numbers(len(kept))
    return number
