"""Values of other libraries as plain ones: arrays and tensors, spans of spaCy, ``{"start": 0, "end": 1}``."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

from corefscore.core.problems import fail, shortened

Plain: TypeAlias = "Hashable | list[Plain] | set[Plain] | dict[str, Plain]"
"""A leaf (a text, a number, or anything that can be looked up), or a container of leaves or containers."""

SIMPLE = frozenset({str, int})
CONTAINERS = frozenset({list, tuple, set, frozenset, dict})
MENTIONS = "give texts, whole numbers, or spans such as (0, 1)"


class GivenSpan(NamedTuple):
    """A span that says of itself that it is one: an object of spaCy, or an object with `start` and `end`."""

    start: int
    end: int


def plain(side: str, value: object) -> Plain:
    """A value in which all containers are lists, tuples, sets and dictionaries.

    Parameters
    ----------
    side : str
        `key` or `response`, for messages.
    value : object
        What was given.

    Raises
    ------
    InputError
        If a value can be no mention: it is not known by its contents, or it has none.

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
    """Values of a set, which stay a set if they can."""
    try:
        return set(values)
    except TypeError:
        return values


def _converted(side: str, value: object) -> Plain:
    """A value of another library or class."""
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
    """Whether a collection is not itself a value that can be looked up, as bytes are."""
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
    """The tokens of a span or a token of spaCy, which are equal to none of another `Doc`; None for other values."""
    if all(hasattr(value, name) for name in ("doc", "start", "end", "start_char")):
        return GivenSpan(int(value.start), int(value.end))
    if all(hasattr(value, name) for name in ("doc", "i", "idx")):
        return GivenSpan(int(value.i), int(value.i) + 1)
    return None


def _has_equality(value: object) -> bool:
    """Whether a value is known by its contents, and not only by its identity."""
    return type(value).__eq__ is not object.__eq__


def _leaf(side: str, value: object) -> Hashable:
    if value is None or value != value:  # noqa: PLR0124  # NaN is not equal to itself
        raise fail(side, 0, f"{value} is no mention; {MENTIONS}")
    try:
        hash(value)
    except TypeError:
        raise fail(side, 0, f"{shortened(value)} cannot be a mention; {MENTIONS}") from None
    if not _has_equality(value):
        message = f"{shortened(value)} is known by its identity only, so no other mention can be equal to it"
        raise fail(side, 0, f"{message}; {MENTIONS}")
    return value
