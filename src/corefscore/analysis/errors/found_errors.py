"""Errors as columns, before they become a table."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Ints, changes, order_by

NONE = -1


class FoundErrors(NamedTuple):
    """A row for each error; mentions are rows of `JointMentions`.

    Parameters
    ----------
    kind : array of int
        The kind, as an index in `KINDS`.
    mention : array of int
        The first mention that the error is about.
    other : array of int
        The mention of the same entity that it should be with, or should not be with; or -1.
    size : array of int
        How many mentions the error is about.
    """

    kind: Ints
    mention: Ints
    other: Ints
    size: Ints


def one_each(kind: int, mentions: Ints, other: Ints) -> FoundErrors:
    """Errors about one mention each; `other` has a value for every joint mention."""
    return FoundErrors(np.full(len(mentions), kind), mentions, other[mentions], np.ones_like(mentions))


def grouped(kind: int, mentions: Ints, group: Ints, other: Ints) -> FoundErrors:
    """An error for each group of mentions, which are in the order of the text."""
    order = order_by(group)
    begin = np.flatnonzero(changes(group[order])) if len(order) else order
    first = mentions[order][begin]
    return FoundErrors(np.full(len(first), kind), first, other[first], np.diff(begin, append=len(order)))


def joined(parts: list[FoundErrors]) -> FoundErrors:
    """All errors in the order of the text; those about the same mention in the order of their kinds."""
    kind, mention, other, size = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    rows = order_by(mention, kind)
    return FoundErrors(kind[rows], mention[rows], other[rows], size[rows])
