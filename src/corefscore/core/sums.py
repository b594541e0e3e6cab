"""Sums of floating-point numbers without rounding. They can be added in parts."""

from __future__ import annotations

import numpy as np

from corefscore.core.arrays import Floats

UNIT_BITS = 1074
"""The smallest positive number is 2 to the power of minus this. Every number is a multiple of it."""
MANTISSA_BITS = 53
HALF_BITS = 26
FEW_ROWS = 32
MOST_ROWS = 1 << 30


class ExactSums:
    """The exact sum of each column of many rows, in constant memory.

    A sum is a whole number of units, and the unit is the smallest positive floating-point number. It is rounded once,
    by `rounded`. So it does not depend on the order of the rows or on how many are added at a time.

    Parameters
    ----------
    columns : int
        The number of columns.

    Examples
    --------
    >>> sums = ExactSums(1)
    >>> for value in (1e100, 1 / 3, -1e100):
    ...     sums.add(np.array([[value]]))
    >>> sums.rounded().tolist() == [1 / 3]
    True
    """

    def __init__(self, columns: int) -> None:
        self._units = [0] * columns

    def add(self, rows: Floats) -> None:
        """Add rows."""
        for begin in range(0, len(rows), MOST_ROWS):
            block = rows[begin : begin + MOST_ROWS]
            units = _units_one_by_one(block) if len(block) <= FEW_ROWS else _units_at_once(block)
            self._units = [ours + more for ours, more in zip(self._units, units, strict=True)]

    def plus(self, other: ExactSums) -> ExactSums:
        """Return the sums over the rows of both."""
        total = ExactSums(0)
        total._units = [ours + theirs for ours, theirs in zip(self._units, other._units, strict=True)]
        return total

    def rounded(self) -> Floats:
        """Return each sum as the nearest floating-point number."""
        return np.array([units / (1 << UNIT_BITS) for units in self._units])


def _units_one_by_one(rows: Floats) -> list[int]:
    found = []
    for column in rows.T.tolist():
        units = 0
        for value in column:
            numerator, denominator = value.as_integer_ratio()
            units += numerator << (UNIT_BITS + 1 - denominator.bit_length())
        found.append(units)
    return found


def _units_at_once(rows: Floats) -> list[int]:
    """Return the exact sums of many rows. Digits of numbers with the same exponent are added as integers."""
    fraction, exponent = np.frexp(rows)
    digits = np.ldexp(fraction, MANTISSA_BITS).astype(np.int64)
    halves = (digits >> HALF_BITS, digits & ((1 << HALF_BITS) - 1))
    found = []
    for column in range(rows.shape[1]):
        units = 0
        powers = exponent[:, column]
        for power in np.unique(powers).tolist():
            same = powers == power
            high, low = (int(half[same, column].sum()) for half in halves)
            units += _shifted((high << HALF_BITS) + low, UNIT_BITS + power - MANTISSA_BITS)
        found.append(units)
    return found


def _shifted(number: int, bits: int) -> int:
    """Return a number times a power of two. Numbers below the smallest normal one end in zeros, so nothing is lost."""
    return number << bits if bits >= 0 else number >> -bits
