"""Find which response mention is which key mention. Only this step knows what a span is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from corefscore.core.arrays import Bools, Ints, numbers, pack
from corefscore.core.corpus import Corpus

if TYPE_CHECKING:
    from corefscore.matching.mention_words import BothWords
    from corefscore.matching.whole import Whole

NO_MATCH = -1


class Pairs(NamedTuple):
    """Pairs of a key mention and a response mention, by their rows."""

    key: Ints
    response: Ints

    def take(self, rows: Ints | Bools) -> Pairs:
        """Return the given pairs only."""
        return Pairs(self.key[rows], self.response[rows])


@dataclass(frozen=True, eq=False, repr=False)
class Matched:
    """Key and response over the same documents, with the matches between their mentions.

    Parameters
    ----------
    key, response : Corpus
        The two sides.
    key_row : array of int
        For each response mention: the row of the key mention that it matches, or -1. Matches are one to one.
    words : BothWords, optional
        The words of both sides, if mentions have gaps or if there are empty nodes.
    zeros : str
        The policy that decides which empty nodes are the same.
    whole : Whole, optional
        All mentions of both files, if some are not scored or if there are relations between them.

    Examples
    --------
    >>> import corefscore
    >>> matched = corefscore.score([["a", "b", "c"]], [["a", "b"], ["d"]]).matched
    >>> matched
    <Matched: 2 of 3 key mentions and of 3 response mentions>
    >>> matched.key_row.tolist(), matched.response_row.tolist()
    ([0, 1, -1], [0, 1, -1])
    """

    key: Corpus
    response: Corpus
    key_row: Ints
    words: BothWords | None = None
    zeros: str = "dependency"
    whole: Whole | None = None

    def __repr__(self) -> str:
        sizes = f"{self.key.mentions:,} key mentions and of {self.response.mentions:,} response mentions"
        return f"<Matched: {len(self.pairs.key):,} of {sizes}>"

    @cached_property
    def pairs(self) -> Pairs:
        """The mentions that match, in the order of the response."""
        response = np.flatnonzero(self.key_row >= 0)
        return Pairs(self.key_row[response], response)

    @cached_property
    def response_row(self) -> Ints:
        """The row of the response mention that each key mention matches, or -1."""
        row = np.full(self.key.mentions, NO_MATCH, dtype=np.int64)
        row[self.pairs.key] = self.pairs.response
        return row

    def take(self, key: Ints, response: Ints) -> Matched:
        """Return the given mentions of both sides, in the order given. The matches between them stay."""
        new_row = np.full(self.key.mentions + 1, NO_MATCH)
        new_row[key] = numbers(len(key))
        return replace(
            self,
            key=self.key.take(key),
            response=self.response.take(response),
            key_row=new_row[self.key_row[response]],
            words=self.words and self.words.take(key, response),
            whole=self.whole
            and self.whole._replace(
                key_rows=self.whole.key_rows[key], response_rows=self.whole.response_rows[response]
            ),
        )


def find_matches(key: Corpus, response: Corpus, match: str = "exact", zeros: str = "dependency") -> Matched:
    """Match mentions one to one.

    Parameters
    ----------
    key, response : Corpus
        Both sides, over the same documents.
    match, zeros : str
        Policies; see `Settings`.

    Returns
    -------
    Matched
        Both sides with their matches.

    Raises
    ------
    InputError
        If the policy needs heads, minimum spans or parses that the corpora do not have.
    """
    if match == "exact" and key.has_plain_spans and response.has_plain_spans:
        return _same_tokens(key, response)
    from corefscore.matching.stages import match_in_stages

    key_row, words = match_in_stages(key, response, match, zeros)
    return Matched(key, response, key_row, words, zeros)


def _same_tokens(key: Corpus, response: Corpus) -> Matched:
    """Match the mentions that have the same tokens, one to one."""
    key_code, response_code = _codes(key, response)
    row = np.searchsorted(key_code, response_code)
    row[row == len(key_code)] = 0
    if not len(key_code):
        return Matched(key, response, np.full(len(response_code), NO_MATCH, dtype=np.int64))
    return Matched(key, response, np.where(key_code[row] == response_code, row, NO_MATCH))


def _codes(key: Corpus, response: Corpus) -> tuple[Ints, Ints]:
    """Return one number for each mention. The numbers increase in the order of the text."""
    names = ("document", "start", "end") if len(key) > 1 else ("start", "end")
    columns = (np.concatenate([getattr(corpus, name) for corpus in (key, response)]) for name in names)
    codes = pack(*columns)
    assert codes is not None, "documents and tokens are counted, so their numbers are small"
    return codes[: key.mentions], codes[key.mentions :]
