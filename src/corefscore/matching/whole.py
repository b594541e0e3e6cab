"""All mentions of both sides, where only some of them are scored."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Ints, numbers
from corefscore.matching.matched import NO_MATCH, Matched


class Whole(NamedTuple):
    """All mentions of both sides, with those that refer to nothing and those of entities that are left out.

    Parameters
    ----------
    matched : Matched
        All mentions, matched among themselves, with the relations between them.
    key_rows, response_rows : array of int
        For each mention that is scored its row among all mentions of its side; -1 if it is not among them.
    """

    matched: Matched
    key_rows: Ints
    response_rows: Ints

    def shared(self) -> Whole:
        """The mentions that match alone."""
        rows = np.sort(self.matched.pairs.key), self.matched.pairs.response
        sides = (self.matched.key, self.key_rows), (self.matched.response, self.response_rows)
        numbered = (_numbers_among(kept, side.mentions)[old] for (side, old), kept in zip(sides, rows, strict=True))
        return Whole(self.matched.take(*rows), *numbered)


def _numbers_among(kept: Ints, mentions: int) -> Ints:
    """The new number of each mention, and -1 at the end, if some of them are kept."""
    number = np.full(mentions + 1, NO_MATCH, dtype=np.int64)
    number[kept] = numbers(len(kept))
    return number
