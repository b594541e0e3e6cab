"""Turn labels of mentions (lists, arrays or columns of data frames) into numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import count
from typing import Any

import numpy as np

from corefscore.core.arrays import Array, Ints, dense_numbers, ints, numbers, numbers_in_documents

ADVICE = "give each mention a label"
NOT_COMPARABLE = "labels are of kinds that cannot be compared; give texts or numbers only"
TEXTS = "US"
"""The NumPy kinds of arrays of texts and of bytes."""


def joined_labels(key: object, response: object, documents: object = None) -> tuple[object, object, object]:
    """Return the labels in the same order. Two pandas Series are joined by their index.

    Raises
    ------
    ValueError
        If the indexes of two Series differ, or if one has a value twice.
    """
    if not _has_index(key) or not _has_index(response):
        return key, response, _in_order_of(key, documents, "documents")
    return key, _in_order_of(key, response, "response"), _in_order_of(key, documents, "documents")


def _has_index(labels: object) -> bool:
    """Return whether the labels are a pandas Series, or a Series of a similar library."""
    return hasattr(labels, "reindex") and hasattr(labels, "index")


def _in_order_of(key: Any, other: Any, name: str) -> object:
    """Return a Series in the order of the key's index."""
    if not _has_index(key) or not _has_index(other) or key.index.equals(other.index):
        return other
    if not key.index.is_unique or not other.index.is_unique:
        message = "the index of a Series has a value twice, and the two indexes differ"
        raise ValueError(f"{message}; give unique indexes, or arrays to pair them by order (labels.to_numpy())")
    missing = key.index.difference(other.index)
    extra = other.index.difference(key.index)
    if len(missing) or len(extra):
        odd, side = (missing[0], name) if len(missing) else (extra[0], "key")
        message = f"the indexes of the key and of {name} differ: {odd!r} is missing in {side}"
        raise ValueError(f"{message}; give the same index, or arrays to pair them by order (labels.to_numpy())")
    return other.reindex(key.index)


def label_array(labels: object) -> Array:
    """Return the labels as an array with one dimension.

    Raises
    ------
    ValueError
        If a label is missing, or if there is more than one dimension.

    Examples
    --------
    >>> label_array(["x", None])
    Traceback (most recent call last):
    ...
    ValueError: a label is missing (None, at index 1); give each mention a label
    """
    if labels is None:
        raise ValueError(f"there are no labels (None); {ADVICE}")
    values = np.asarray(labels.to_numpy() if hasattr(labels, "to_numpy") else labels)
    if values.ndim != 1:
        raise ValueError(f"labels have {values.ndim} dimensions; give a list of values")
    missing = _missing(values)
    if missing is not None:
        raise ValueError(f"a label is missing ({values[missing]}, at index {missing}); {ADVICE}")
    if values.dtype.kind in TEXTS and isinstance(labels, (list, tuple)):
        _check_kinds(labels)  # NumPy turns 1 and "1" into the same text
    return values


def _check_kinds(values: Iterable[object]) -> None:
    """Raise an error if some labels are texts and others are not."""
    if len({issubclass(kind, str) for kind in {*map(type, values)}}) > 1:
        raise ValueError(NOT_COMPARABLE)


def _missing(values: Array) -> int | None:
    """Return the index of the first label that is missing (None, NaN or similar), or None if all labels are there."""
    if values.dtype.kind == "f":
        found = np.isnan(values)
    elif values.dtype.kind == "O":
        if {*map(type, values.tolist())} == {str}:
            return None
        found = np.array([value is None or _is_not_itself(value) for value in values.tolist()], dtype=bool)
    elif values.dtype.kind in "mM":
        found = np.isnat(values)
    else:
        return None
    return int(np.argmax(found)) if found.any() else None


def _is_not_itself(value: object) -> bool:
    """Return whether a value is NaN, or another value that means "missing", such as pandas' NA."""
    try:
        return bool(value != value)  # noqa: PLR0124
    except TypeError:
        return True


def label_numbers(labels: Array, document: Ints | None, documents: int) -> Ints:
    """Number the labels from 0 without gaps. A label in two documents is two entities."""
    number = dense_numbers(ints(labels if labels.dtype.kind in "iu" else _distinct(labels)[1]))
    if document is None:
        return number
    return numbers_in_documents(number, int(number.max(initial=-1)) + 1, document, documents)


def label_documents(documents: object, mentions: int, only: str) -> tuple[tuple[str, ...], Ints | None]:
    """Return the names of the documents, and the number of the document of each mention (None if there is only one)."""
    if documents is None:
        return (only,), None
    names, number = _distinct(label_array(documents))
    if len(number) != mentions:
        message = f"there are {mentions:,} labels, but documents are given for {len(number):,}"
        raise ValueError(f"{message}; give one document for each label")
    order = sorted(range(len(names)), key=names.__getitem__)
    rank = np.empty(len(names), dtype=np.int64)
    rank[order] = numbers(len(names))
    return tuple(str(names[row]) for row in order), rank[number]


def _distinct(values: Array) -> tuple[list[Any], Ints]:
    """Return the distinct values, and the number of the value of each row.

    Raises
    ------
    ValueError
        If some values are texts and others are not, or if a value cannot be hashed.
    """
    if values.dtype.kind not in f"O{TEXTS}":
        found, number = np.unique(values, return_inverse=True)
        return found.tolist(), ints(number)
    number_of: dict[Any, int] = defaultdict(count().__next__)
    try:  # a look-up in a dictionary is faster than sorting the texts
        number = np.fromiter(map(number_of.__getitem__, values.tolist()), np.int64, len(values))
    except TypeError:
        raise ValueError(NOT_COMPARABLE) from None
    _check_kinds(number_of)
    return [*number_of], number
