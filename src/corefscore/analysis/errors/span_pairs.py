"""Mentions that are the same but for their borders."""

from __future__ import annotations

import numpy as np

from corefscore.core.arrays import Bools, Ints, changes, numbers, order_by, pack, renumber, runs
from corefscore.matching.matched import Matched
from corefscore.matching.mention_types import MentionFeatures


def span_errors(matched: Matched, of_key: MentionFeatures, of_response: MentionFeatures) -> tuple[Ints, Ints]:
    """Rows of key and response without a match, in pairs.

    First those of equal borders once articles, possessives and signs are trimmed off, then those of the same head, if
    no other mention without a match has it.
    """
    keys, responses = np.flatnonzero(matched.response_row < 0), np.flatnonzero(matched.key_row < 0)
    documents = matched.key.document, matched.response.document
    borders = [(of_key.start, of_response.start), (of_key.end, of_response.end)]
    by_border = _pairs([documents, *borders], keys, responses)
    keys, responses = np.setdiff1d(keys, by_border[0]), np.setdiff1d(responses, by_border[1])
    by_head = _pairs([documents, (of_key.head, of_response.head)], keys, responses, alone=True)
    return np.concatenate([by_border[0], by_head[0]]), np.concatenate([by_border[1], by_head[1]])


def _pairs(columns: list[tuple[Ints, Ints]], keys: Ints, responses: Ints, alone: bool = False) -> tuple[Ints, Ints]:
    """Rows that are equal in all columns: the first of one side with the first of the other, and so on.

    With `alone`, only where each side has one such row.
    """
    code = pack(*(np.concatenate([ours[keys], theirs[responses]]) for ours, theirs in columns))
    assert code is not None, "documents and tokens are counted, so their numbers are small"
    group = renumber(code)[0]
    ours, theirs = group[: len(keys)], group[len(keys) :]
    if alone:
        single = _single(ours, len(group)) & _single(theirs, len(group))
        keys, responses = keys[single[ours]], responses[single[theirs]]
        ours, theirs = ours[single[ours]], theirs[single[theirs]]
    left_code, right_code = (side * (len(group) + 1) + _places(side) for side in (ours, theirs))
    _, left, right = np.intersect1d(left_code, right_code, assume_unique=True, return_indices=True)
    return keys[left], responses[right]


def _single(group: Ints, groups: int) -> Bools:
    single: Bools = np.bincount(group, minlength=groups) == 1
    return single


def _places(group: Ints) -> Ints:
    """The place of each row among those of its group."""
    order = order_by(group)
    first = changes(group[order])
    begin = np.flatnonzero(first)[runs(first)]
    found = np.empty(len(group), dtype=np.int64)
    found[order] = numbers(len(group)) - begin
    return found
