"""Errors as columns, while they are looked for."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Ints, changes, order_by

NONE = -1


class Found(NamedTuple):
    """A row for each error.

    `unit` is the first mention the error is about, `size` the number of such mentions, `other` the mention of the same
    entity that it should (or should not) be with, or -1.
    """

    kind: Ints
    unit: Ints
    other: Ints
    size: Ints


def one_each(kind: int, units: Ints, other: Ints) -> Found:
    """Errors about one mention each; `other` has a mention for every unit there is."""
    return Found(np.full(len(units), kind), units, other[units], np.ones_like(units))


def grouped(kind: int, units: Ints, group: Ints, other: Ints) -> Found:
    """An error for each group of mentions, which are in the order of the text."""
    order = order_by(group)
    begin = np.flatnonzero(changes(group[order])) if len(order) else order
    first = units[order][begin]
    return Found(np.full(len(first), kind), first, other[first], np.diff(begin, append=len(order)))


def joined(parts: list[Found]) -> Found:
    """All errors in the order of the text, those of one place in the order of their kinds."""
    kind, unit, other, size = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    rows = order_by(unit, kind)
    return Found(kind[rows], unit[rows], other[rows], size[rows])
