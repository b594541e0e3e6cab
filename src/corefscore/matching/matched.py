"""Which response mention is which key mention. Only this step knows what a span is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from corefscore.core.arrays import Ints, numbers, pack
from corefscore.core.corpus import Corpus

if TYPE_CHECKING:
    from corefscore.matching.mention_words import Words

NO_MATCH = -1


@dataclass(frozen=True, eq=False)
class Matched:
    """Key and response over the same documents, with the matches between their mentions.

    Parameters
    ----------
    key, response : Corpus
        Both sides.
    key_row : array of int
        For each response mention the row of the key mention that it matches, or -1. Matches are one to one.
    words : pair of Words, optional
        The words of both sides, where mentions are more than all tokens from one to another.
    zeros : str
        The policy by which empty nodes are the same.
    """

    key: Corpus
    response: Corpus
    key_row: Ints
    words: tuple[Words, Words] | None = None
    zeros: str = "dependency"

    def __repr__(self) -> str:
        return f"<Matched: {len(self.pairs[0]):,} of {self.key.mentions:,} and {self.response.mentions:,} mentions>"

    @cached_property
    def pairs(self) -> tuple[Ints, Ints]:
        """The rows of matched mentions, in the key and in the response."""
        response = np.flatnonzero(self.key_row >= 0)
        return self.key_row[response], response

    @cached_property
    def response_row(self) -> Ints:
        """For each key mention the row of the response mention that it matches, or -1."""
        key, response = self.pairs
        row = np.full(self.key.mentions, NO_MATCH, dtype=np.int64)
        row[key] = response
        return row

    def take(self, key: Ints, response: Ints) -> Matched:
        """Some mentions of both sides, in the order given; matches are kept."""
        new_row = np.full(self.key.mentions + 1, NO_MATCH)
        new_row[key] = numbers(len(key))
        return replace(
            self,
            key=self.key.take(key),
            response=self.response.take(response),
            key_row=new_row[self.key_row[response]],
            words=self.words and (self.words[0].take(key), self.words[1].take(response)),
        )


def find_matches(key: Corpus, response: Corpus, match: str = "exact", zeros: str = "dependency") -> Matched:
    """Match mentions one to one.

    Parameters
    ----------
    key, response : Corpus
        Both sides, over the same documents.
    match, zeros : str
        Policies.
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
    """One number for each mention, growing in the order of the text."""
    columns = (
        np.concatenate([getattr(corpus, name) for corpus in (key, response)]) for name in ("document", "start", "end")
    )
    codes = pack(*columns)
    assert codes is not None, "documents and tokens are counted, so their numbers are small"
    return codes[: key.mentions], codes[key.mentions :]
