"""Words with their parse, as the columns of CoNLL-2012 have it."""

from __future__ import annotations

from typing import NamedTuple


class Parsed(NamedTuple):
    """A word, its part of speech, and its part of the parse, such as ``(NP(NP*`` or ``*)``."""

    word: str
    pos: str
    bit: str
