"""Functions that sort, group and pack columns of integers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from corefscore.core.problems import fail

if TYPE_CHECKING:
    import numpy.typing as npt

Array: TypeAlias = "npt.NDArray[Any]"
Ints: TypeAlias = "npt.NDArray[np.int64]"
Floats: TypeAlias = "npt.NDArray[np.float64]"
Bools: TypeAlias = "npt.NDArray[np.bool_]"

Numeric: TypeAlias = Any
"""A number or a column of numbers: integers, floats or exact fractions. The formulas of metrics accept all of them."""

WORD_BITS = 63
DIGIT_BITS = 11
"""The product of two such digits, summed over 2³⁰ rows, is below 2⁵³."""

GONE = -1
"""The number of a mention or an entity that is not known or was removed."""


def ints(values: npt.ArrayLike) -> Ints:
    """Return the values as a column of 64-bit integers."""
    return np.asarray(values, dtype=np.int64)


def numbers(count: int) -> Ints:
    """Return the 64-bit integers 0, 1, 2 ... on every system."""
    return np.arange(count, dtype=np.int64)


def bits(values: Ints) -> int:
    """Return how many bits the largest of the non-negative numbers needs."""
    return int(values.max()).bit_length() if values.size else 0


def pack(*keys: Ints) -> Ints | None:
    """Return the keys packed into one number that sorts as they do, or None if they do not fit.

    >>> pack(ints([1, 0]), ints([3, 7])).tolist()
    [11, 7]
    """
    width = [bits(key) for key in keys]
    if sum(width) > WORD_BITS:
        return None
    packed: Ints = ints(keys[0]).copy()
    for key, key_width in zip(keys[1:], width[1:], strict=True):
        packed <<= key_width
        packed |= key
    return packed


def order_by(*keys: Ints) -> Ints:
    """Return the order of the rows, sorted by the first key, then by the next, and so on. The sort is stable.

    >>> order_by(ints([1, 0, 1]), ints([5, 9, 4])).tolist()
    [1, 2, 0]
    """
    packed = _sorted_with_rows(keys)
    return ints(np.lexsort(keys[::-1])) if packed is None else packed & _mask(numbers(len(packed)))


def order_and_keys(*keys: Ints) -> tuple[Ints, list[Ints]]:
    """Return the order of the rows as `order_by` does, and the keys in this order.

    >>> order, keys = order_and_keys(ints([1, 0, 1]), ints([5, 9, 4]))
    >>> order.tolist(), [key.tolist() for key in keys]
    ([1, 2, 0], [[0, 1, 1], [9, 4, 5]])
    """
    packed = _sorted_with_rows(keys)
    if packed is None or (packed[:1] < 0).any():  # a negative key sets the sign bit, so it cannot be unpacked
        order = order_by(*keys)
        return order, [key[order] for key in keys]
    # The keys are unpacked from the sorted numbers. To index the columns would be slower: the rows are far apart.
    found = []
    for key in (numbers(len(packed)), *keys[::-1]):
        found.append(packed & _mask(key))
        packed >>= bits(key)
    order, *ordered = found
    return order, ordered[::-1]


def _sorted_with_rows(keys: Sequence[Ints]) -> Ints | None:
    """Return the keys, each packed with its row number and sorted, or None if they do not fit."""
    packed = pack(*keys, numbers(len(keys[0])))
    # To sort numbers that contain their row is several times faster than an indirect sort.
    if packed is not None:
        packed.sort()
    return packed


def _mask(values: Ints) -> int:
    """Return a number in which all bits are set that the non-negative values need."""
    return (1 << bits(values)) - 1


def is_ordered(*keys: Ints) -> bool:
    """Return whether the rows are already in the order of these keys."""
    packed = pack(*keys)
    if packed is None:
        return bool((np.lexsort(keys[::-1]) == np.arange(len(keys[0]))).all())
    return bool((packed[1:] >= packed[:-1]).all())


def changes(*keys: Array) -> Bools:
    """Return True for the first row of each run of equal keys.

    >>> changes(ints([4, 4, 6])).tolist()
    [True, False, True]
    """
    first = np.ones(len(keys[0]), dtype=bool)
    if len(first) > 1:
        np.not_equal(keys[0][1:], keys[0][:-1], out=first[1:])
        for key in keys[1:]:
            first[1:] |= key[1:] != key[:-1]
    return first


def are_among(values: Ints, wanted: Iterable[int]) -> Bools:
    """Return whether each value is among the wanted ones. All are numbers of rows or lines: at least 0, and not large.

    `np.isin` does this for any numbers. But it may load the masked arrays of NumPy, which takes as long as to score
    some small files.

    >>> are_among(ints([4, 0, 7]), [7, 9]).tolist()
    [False, False, True]
    """
    rows = [*wanted]
    is_wanted = np.zeros(max([int(values.max(initial=-1)), *rows]) + 1, dtype=bool)
    is_wanted[rows] = True
    return is_wanted[values]


def runs(first: Bools) -> Ints:
    """Return the number of the run that each row belongs to.

    >>> runs(np.array([True, False, True])).tolist()
    [0, 0, 1]
    """
    return np.cumsum(first, dtype=np.int64) - 1


def renumber(values: Ints) -> tuple[Ints, Ints]:
    """Number the values from 0 in their order. Return these numbers, and for each number one row that has it.

    >>> found, row = renumber(ints([30, 10, 30]))
    >>> found.tolist(), row.tolist()
    ([1, 0, 1], [1, 0])
    """
    if not values.size:
        return values, values
    low, high = int(values.min()), int(values.max())
    order = order_by(values - low) if high - low < 1 << WORD_BITS else ints(np.argsort(values, kind="stable"))
    first = changes(values[order])
    found = np.empty(len(values), dtype=np.int64)
    found[order] = runs(first)
    return found, order[first]


def dense_numbers(values: Ints) -> Ints:
    """Number the values from 0 without gaps, in their order.

    >>> dense_numbers(ints([30, 10, 30])).tolist()
    [1, 0, 1]
    """
    if not values.size:
        return values
    low, high = int(values.min()), int(values.max())
    if high - low > 4 * len(values):
        return renumber(values)[0]
    used = np.bincount(values - low) > 0
    if low == 0 and used.all():
        return values
    return runs(used)[values - low]


def numbers_in_documents(label: Ints, labels: int, document: Ints, documents: int) -> Ints:
    """Number the labels from 0 without gaps, document by document. A label in two documents gets two numbers.

    Parameters
    ----------
    label, document : array of int
        The label and the document of each row, both numbered from 0.
    labels, documents : int
        How many labels and how many documents there are.

    Examples
    --------
    >>> numbers_in_documents(ints([0, 1, 1]), 2, ints([1, 0, 1]), 2).tolist()
    [1, 0, 2]
    """
    owner = np.zeros(labels, dtype=np.int64)
    owner[label] = document
    if labels < len(label) and (owner[label] == document).all():
        # No label is in two documents, so only the labels are sorted. They are fewer than the rows.
        number = np.empty(labels, dtype=np.int64)
        number[order_by(owner)] = numbers(labels)
        return number[label]
    return dense_numbers(joined_numbers(document, label, documents, labels))


def rank_within(group: Ints) -> Ints:
    """Return the index of each row among the rows of its group.

    >>> rank_within(ints([7, 4, 7, 7])).tolist()
    [0, 0, 1, 2]
    """
    order = order_by(group)
    first = np.flatnonzero(changes(group[order]))
    rank = np.empty(len(group), dtype=np.int64)
    rank[order] = numbers(len(group)) - np.repeat(first, np.diff(first, append=len(group)))
    return rank


def ranges(starts: Ints, lengths: Ints) -> Ints:
    """Return all positions of all ranges, one range after the other.

    >>> ranges(ints([5, 9]), ints([2, 3])).tolist()
    [5, 6, 9, 10, 11]
    """
    offsets = starts - (np.cumsum(lengths) - lengths)
    return np.repeat(offsets, lengths) + numbers(int(lengths.sum()))


def sum_by(group: Ints, values: Numeric, groups: int) -> Floats:
    """Return the sum of the values in each group.

    Integers are summed exactly. Floats are summed pairwise, so the error grows with log n, not with n.

    Parameters
    ----------
    group : array of int
        The group of each row, from 0.
    values : column or number
        The values to sum; a single number is used for each row.
    groups : int
        The number of groups. A group without a row has the sum 0.

    Examples
    --------
    >>> sum_by(ints([0, 2, 0]), np.array([0.5, 1.0, 0.25]), 3).tolist()
    [0.75, 0.0, 1.0]
    """
    if np.ndim(values) == 0:
        return np.asarray(np.bincount(group, minlength=groups) * float(values), dtype=np.float64)
    if values.dtype.kind != "f":
        return np.asarray(np.bincount(group, weights=values, minlength=groups), dtype=np.float64)
    if groups == 1 and len(values):
        return np.asarray(np.add.reduceat(values, [0]), dtype=np.float64)
    if (group[1:] < group[:-1]).any():
        order = order_by(group)
        group, values = group[order], values[order]
    total = np.zeros(groups)
    first = np.flatnonzero(changes(group))
    if len(first):
        total[group[first]] = np.add.reduceat(values, first)
    return total


def exact_sum_by(group: Ints, values: Numeric, times: Numeric, groups: int) -> Array:
    """Return the exact sum of the integers in each group, as Python integers of any size.

    Parameters
    ----------
    group : array of int
        The group of each row, from 0.
    values : column of int or number
        The value of one item in each row.
    times : column of int or number
        How many items each row stands for.
    groups : int
        The number of groups. A group without a row has the sum 0.

    Examples
    --------
    >>> exact_sum_by(ints([0, 2, 0]), ints([1 << 62, 5, 1 << 62]), 4, 3).tolist()
    [36893488147419103232, 0, 20]
    """
    values, times = (np.broadcast_to(ints(column), len(group)) for column in (values, times))
    total = np.zeros(groups, dtype=object)
    for digit, part in _digits(values):
        for other_digit, other in _digits(times):
            sums = np.bincount(group, weights=part * other, minlength=groups)
            total += np.array([int(each) << (digit + other_digit) for each in sums.tolist()], dtype=object)
    return total


def _digits(values: Ints) -> Iterator[tuple[int, Ints]]:
    """Yield the values in digits of a few bits. Products and sums of digits are exact floats; the last has the sign."""
    for shift in range(0, bits(np.abs(values)) + 1, DIGIT_BITS):
        part = values >> shift
        is_last = shift + DIGIT_BITS > bits(np.abs(values))
        yield shift, part if is_last else part & ((1 << DIGIT_BITS) - 1)


def joined_numbers(first: Ints, second: Ints, firsts: int, seconds: int) -> Ints:
    """Return one number for each pair of numbers. The first is below `firsts`, the second below `seconds`.

    Raises
    ------
    InputError
        If the pairs may need more than 63 bits.

    Examples
    --------
    >>> joined_numbers(ints([0, 2]), ints([3, 1]), 3, 4).tolist()
    [3, 9]
    """
    if firsts * seconds > 1 << WORD_BITS:
        message = f"{firsts:,} × {seconds:,} pairs are more than 2⁶³, too many to number; score the data in parts"
        raise fail("entities", 0, message)
    return first * seconds + second
