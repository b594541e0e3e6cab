"""Which response mention is which key mention. Only this step knows what a span is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from corefscore.core.arrays import Ints, numbers, pack
from corefscore.core.corpus import Corpus

if TYPE_CHECKING:
    from corefscore.matching.mention_words import Words

NO_TWIN = -1


@dataclass(frozen=True, eq=False)
class Matched:
    """Key and response over the same documents; `twin` has the key mention of each response mention, or -1.

    `words` has the words of both sides where mentions are more than all tokens from one to another, `zeros` the
    policy by which empty nodes are the same.
    """

    key: Corpus
    response: Corpus
    twin: Ints
    words: tuple[Words, Words] | None = None
    zeros: str = "dependency"

    def take(self, key: Ints, response: Ints) -> Matched:
        """Some mentions of both sides, in the order given; twins stay twins."""
        row = np.full(self.key.mentions + 1, NO_TWIN)
        row[key] = numbers(len(key))
        words = self.words and (self.words[0].take(key), self.words[1].take(response))
        twin = row[self.twin[response]]
        return replace(self, key=self.key.take(key), response=self.response.take(response), twin=twin, words=words)


def find_matches(key: Corpus, response: Corpus, match: str = "exact", zeros: str = "dependency") -> Matched:
    """Pair mentions one to one; `match` and `zeros` are policies."""
    if match == "exact" and key.has_plain_spans and response.has_plain_spans:
        return _same_tokens(key, response)
    from corefscore.matching.stages import match_in_stages

    twin, words = match_in_stages(key, response, match, zeros)
    return Matched(key, response, twin, words, zeros)


def _same_tokens(key: Corpus, response: Corpus) -> Matched:
    """Pair the mentions that have the same tokens, one to one."""
    key_code, response_code = _codes(key, response)
    place = np.searchsorted(key_code, response_code)
    place[place == len(key_code)] = 0
    if not len(key_code):
        return Matched(key, response, np.full(len(response_code), NO_TWIN, dtype=np.int64))
    return Matched(key, response, np.where(key_code[place] == response_code, place, NO_TWIN))


def _codes(key: Corpus, response: Corpus) -> tuple[Ints, Ints]:
    """One number for each mention, growing in the order of the text."""
    columns = (
        np.concatenate([getattr(corpus, name) for corpus in (key, response)]) for name in ("document", "start", "end")
    )
    codes = pack(*columns)
    assert codes is not None, "documents and tokens are counted, so their numbers are small"
    return codes[: key.mentions], codes[key.mentions :]
