"""Matching in stages: zeros by what they depend on, then equal mentions, then those that are near enough.

These are the rules of the shared tasks on CorefUD. What is near enough is settled for all mentions together that could
take each other's place, such as those with the same head: the greatest sum of what response mentions cover of key
mentions, |key and response| / |key|, and among equal sums those that come earlier in the text.
"""

from __future__ import annotations

import numpy as np

from corefscore.core.arrays import Ints
from corefscore.core.corpus import Corpus
from corefscore.core.problems import InputError, Problem
from corefscore.matching.candidates import Pairs, Sides, around, best_of, same_head, same_words, with_same
from corefscore.matching.empty_names import empty_names
from corefscore.matching.matched import NO_MATCH
from corefscore.matching.mention_words import Words, common_words
from corefscore.matching.zeros import align_zeros


def match_in_stages(key: Corpus, response: Corpus, match: str, zeros: str) -> tuple[Ints, tuple[Words, Words]]:
    """The row of the key mention that each response mention matches, and the words of both sides."""
    if match in ("head", "partial"):
        _check_heads([key, response] if match == "head" else [key])
    names = empty_names(key, response, zeros)
    sides = Sides(*common_words(key, response, names))
    pairing = _Pairing(key.mentions, response.mentions)
    if zeros == "dependency":
        pairing.add(align_zeros(key, response, names))
    codes = same_words(sides, with_heads=match == "head")
    pairing.add(_first_of_each(with_same(*codes, *pairing.left())))
    if match == "head":
        pairing.add(_best(sides, same_head(sides, *pairing.left())))
    elif match == "partial":
        head = sides.key.head
        pairing.add(_best(sides, around(sides, lambda row: frozenset([int(head[row])]), head, *pairing.left())))
    elif match == "min":
        from corefscore.matching.minimum import near_by_minimum

        pairing.add(_best(sides, near_by_minimum(key, response, sides, *pairing.left())))
    return pairing.key_row, (sides.key, sides.response)


def _check_heads(corpora: list[Corpus]) -> None:
    problems = []
    for corpus in corpora:
        head = corpus.extra.get("head")
        if corpus.mentions and (head is None or (head < 0).any()):
            message = (
                "the heads of mentions are not known; choose match=exact (--match), or give CorefUD, which has heads"
            )
            problems.append(Problem(corpus.source_name, 0, message))
    if problems:
        raise InputError(problems)


class _Pairing:
    """The pairs found so far, and who is left."""

    def __init__(self, key_mentions: int, response_mentions: int) -> None:
        self.key_free = np.ones(key_mentions, dtype=bool)
        self.key_row = np.full(response_mentions, NO_MATCH, dtype=np.int64)

    def add(self, pairs: Pairs) -> None:
        self.key_row[pairs.response] = pairs.key
        self.key_free[pairs.key] = False

    def left(self) -> tuple[Ints, Ints]:
        return np.flatnonzero(self.key_free), np.flatnonzero(self.key_row == NO_MATCH)


def _first_of_each(pairs: Pairs) -> Pairs:
    """The pairs with the first key mention of each response mention; no two response mentions share one."""
    order = np.lexsort((pairs.key, pairs.response))
    pairs = Pairs(pairs.key[order], pairs.response[order])
    return pairs.take(np.append(True, pairs.response[1:] != pairs.response[:-1])[: len(pairs.key)])


def _best(sides: Sides, pairs: Pairs) -> Pairs:
    """One-to-one pairs with the greatest sum of what response mentions cover of key mentions."""
    return best_of(pairs, sides.shared(pairs) / sides.key.size[pairs.key])
