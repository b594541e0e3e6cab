"""Mentions of key and response that are the same except for their borders."""

from __future__ import annotations

import numpy as np

from corefscore.core.arrays import Bools, Ints, pack, rank_within, renumber
from corefscore.matching.matched import Matched, Pairs
from corefscore.matching.mention_types import MentionFeatures


def span_errors(matched: Matched, of_key: MentionFeatures, of_response: MentionFeatures) -> Pairs:
    """Pairs of mentions without a match that are one mention with different borders.

    First come mentions with equal borders after articles, possessives and symbols are trimmed off, then mentions with
    the same head, if no other mention without a match has it.
    """
    keys, responses = np.flatnonzero(matched.response_row < 0), np.flatnonzero(matched.key_row < 0)
    documents = matched.key.document, matched.response.document
    borders = [(of_key.start, of_response.start), (of_key.end, of_response.end)]
    by_border = _equal([documents, *borders], keys, responses)
    keys, responses = np.setdiff1d(keys, by_border.key), np.setdiff1d(responses, by_border.response)
    by_head = _equal([documents, (of_key.head, of_response.head)], keys, responses, alone=True)
    return Pairs(*(np.concatenate(both) for both in zip(by_border, by_head, strict=True)))


def _equal(columns: list[tuple[Ints, Ints]], keys: Ints, responses: Ints, alone: bool = False) -> Pairs:
    """Pairs of rows that are equal in all columns: the first of one side with the first of the other, and so on.

    With `alone`, only where each side has one such row.
    """
    code = pack(*(np.concatenate([ours[keys], theirs[responses]]) for ours, theirs in columns))
    assert code is not None, "documents and tokens are counted, so their numbers are small"
    group = renumber(code)[0]
    ours, theirs = group[: len(keys)], group[len(keys) :]
    if alone:
        single = _occurs_once(ours, len(group)) & _occurs_once(theirs, len(group))
        keys, responses = keys[single[ours]], responses[single[theirs]]
        ours, theirs = ours[single[ours]], theirs[single[theirs]]
    key_code, response_code = (side * (len(group) + 1) + rank_within(side) for side in (ours, theirs))
    _, key_index, response_index = np.intersect1d(key_code, response_code, assume_unique=True, return_indices=True)
    return Pairs(keys[key_index], responses[response_index])


def _occurs_once(group: Ints, groups: int) -> Bools:
    once: Bools = np.bincount(group, minlength=groups) == 1
    return once
