"""Turn values of other libraries into plain ones: arrays, tensors, spaCy spans, ``{"start": 0, "end": 1}``."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

from corefscore.core.problems import fail, shortened

Plain: TypeAlias = "Hashable | list[Plain] | set[Plain] | dict[str, Plain]"
"""A leaf (a text, a number, or any other hashable value), or a container of leaves or containers."""

SIMPLE = frozenset({str, int})
CONTAINERS = frozenset({list, tuple, set, frozenset, dict})
MENTIONS = "give texts, whole numbers, or spans such as (0, 1)"


class GivenSpan(NamedTuple):
    """A value that is certainly a span: a spaCy object, or an object with `start` and `end`."""

    start: int
    end: int


def plain(side: str, value: object) -> Plain:
    """Turn all containers in a value into lists, tuples, sets and dictionaries.

    Parameters
    ----------
    side : str
        `key` or `response`, for messages.
    value : object
        The value to convert.

    Raises
    ------
    InputError
        If a value cannot be a mention, because it cannot be compared by its contents or has none.

    Examples
    --------
    >>> import numpy as np
    >>> plain("key", [np.array([[0, 1], [3, 3]]), ({"start": 5, "end": 6},)])
    [[[0, 1], [3, 3]], (GivenSpan(start=5, end=6),)]
    """
    kind = type(value)
    if kind in SIMPLE:
        return value
    if kind in (list, tuple, set, frozenset):
        if SIMPLE.issuperset(map(type, value)):  # type: ignore[call-overload]
            return value
        inner = [plain(side, each) for each in value]  # type: ignore[attr-defined]
        return inner if kind is list else tuple(inner) if kind is tuple else _as_set(inner)
    return _converted(side, value)


def _as_set(values: list[Plain]) -> Plain:
    """Return the values as a set if they can be hashed, otherwise as a list."""
    try:
        return set(values)
    except TypeError:
        return values


def _converted(side: str, value: object) -> Plain:
    """Convert a value of another library or class."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Mapping):
        return _mapping(side, value)
    span = _span_of_spacy(value)
    if span is not None:
        return span
    if hasattr(value, "tolist"):
        return plain(side, value.tolist())
    if isinstance(value, Iterable) and _is_container(value):
        return plain(side, (tuple if isinstance(value, tuple) else list)(value))
    return _leaf(side, value)


def _is_container(value: object) -> bool:
    """Return whether a collection is a container. A hashable value such as bytes is not."""
    return isinstance(value, (range, tuple)) or not isinstance(value, Hashable) or not _has_equality(value)


def _mapping(side: str, value: Mapping[object, object]) -> Plain:
    if set(value) == {"start", "end"}:
        start, end = (plain(side, value[name]) for name in ("start", "end"))
        if not isinstance(start, int) or not isinstance(end, int):
            raise fail(side, 0, f"{shortened(value)} is not a span; give whole numbers for start and end")
        return GivenSpan(start, end)
    if {"start", "end"} < set(value) and all(isinstance(value[name], int) for name in ("start", "end")):
        raise fail(side, 0, f"{shortened(value)} has more than start and end; give a span as {{'start': 0, 'end': 1}}")
    return {str(name): plain(side, each) for name, each in value.items()}


def _span_of_spacy(value: Any) -> GivenSpan | None:
    """Return the tokens of a spaCy span or token; None for other values. Spans of two `Doc` objects are never equal."""
    if all(hasattr(value, name) for name in ("doc", "start", "end", "start_char")):
        return GivenSpan(int(value.start), int(value.end))
    if all(hasattr(value, name) for name in ("doc", "i", "idx")):
        return GivenSpan(int(value.i), int(value.i) + 1)
    return None


def _has_equality(value: object) -> bool:
    """Return whether a value is compared by its contents, not only by its identity."""
    return type(value).__eq__ is not object.__eq__


def _leaf(side: str, value: object) -> Hashable:
    if value is None or value != value:  # noqa: PLR0124  # NaN is not equal to itself
        raise fail(side, 0, f"{value} is not a mention; {MENTIONS}")
    try:
        hash(value)
    except TypeError:
        raise fail(side, 0, f"{shortened(value)} cannot be a mention; {MENTIONS}") from None
    if not _has_equality(value):
        message = f"{shortened(value)} is compared by its identity, so no other mention can be equal to it"
        raise fail(side, 0, f"{message}; {MENTIONS}")
    return value
