"""The meaning of nested values: one document or several, entities, mentions.

The leaves of a nested value are texts and numbers. The number of containers above them, on both sides together, shows
whether the outer level contains the entities of one document, or documents. If both are possible, nothing is assumed:
the user must state `documents=True` or `documents=False`.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import chain
from typing import NamedTuple

from corefscore.core.problems import InputError, fail, shortened
from corefscore.formats.foreign_values import CONTAINERS, MENTIONS, GivenSpan, Plain

STATE = "state documents=False if the outer level contains entities, documents=True if it contains documents"
PARTITION = "a list of entities, each a list of mentions"


class Nesting(NamedTuple):
    """How deeply one side is nested.

    Parameters
    ----------
    side : str
        `key` or `response`, for messages.
    value : object
        The side itself.
    depths : frozenset of int
        The numbers of containers above a leaf. The numbers of a span count as leaves here.
    spans : bool
        Whether each innermost container is a list or tuple of two whole numbers.
    given : bool
        Whether a span is certainly a span, and not two numbers.
    tuples : frozenset of int
        The levels (1 is the outermost) that have tuples.
    mappings : frozenset of int
        The levels that have mappings.
    containers : int
        The number of levels of containers, including empty ones.
    odd : str
        An innermost tuple that is neither a span nor a tuple of texts, for messages; empty if there is none.
    fractions : str
        An innermost container of numbers that are not whole, for messages; empty if there is none.
    """

    side: str
    value: Plain
    depths: frozenset[int]
    spans: bool
    given: bool
    tuples: frozenset[int]
    mappings: frozenset[int]
    containers: int
    odd: str
    fractions: str

    @property
    def span_depths(self) -> frozenset[int]:
        """The numbers of containers above the spans."""
        return frozenset(depth - 1 for depth in self.depths)


def nesting_of(side: str, value: Plain) -> Nesting:
    """Measure how deeply a plain value is nested.

    >>> nesting_of("key", [[(0, 1), (3, 3)]]).depths
    frozenset({3})
    """
    depths, tuples, mappings = set(), set(), set()
    innermost: list[Plain] = []
    level, depth = [value], 0
    while level:
        kinds = {*map(type, level)}
        containers = level if kinds <= CONTAINERS else [each for each in level if is_container(each)]
        if len(containers) < len(level):
            depths.add(depth)
        depth += 1
        if not containers:
            depth -= 1
            break
        if any(issubclass(kind, tuple) for kind in kinds):
            tuples.add(depth)
        if dict in kinds:
            mappings.add(depth)
        innermost += [each for each in containers if each and not is_container(_first(each))]
        level = [*chain.from_iterable(map(_values, containers))]
    return Nesting(
        side,
        value,
        frozenset(depths),
        all(map(is_span, innermost)),
        any(type(each) is GivenSpan for each in innermost),
        frozenset(tuples),
        frozenset(mappings),
        depth,
        next((shortened(each) for each in innermost if _is_odd(each)), ""),
        next((shortened(each) for each in innermost if float in map(type, _values(each))), ""),
    )


def is_container(value: object) -> bool:
    """Return whether a plain value is a container."""
    return type(value) in CONTAINERS or type(value) is GivenSpan


def _values(container: Plain) -> Sequence[Plain]:
    return [*container.values()] if isinstance(container, dict) else container  # type: ignore[return-value]


def _first(container: Plain) -> Plain:
    return next(iter(_values(container)))


def is_span(value: object) -> bool:
    """Return whether a plain value is a list or tuple of two whole numbers.

    >>> is_span([0, 1]), is_span((0, 1, 2)), is_span({0, 1})
    (True, False, False)
    """
    return isinstance(value, (list, tuple)) and len(value) == 2 and type(value[0]) is type(value[1]) is int


def _is_odd(value: Plain) -> bool:
    """Return whether an innermost container is a tuple that may be either an unusual mention or an entity."""
    return isinstance(value, tuple) and not is_span(value) and {*map(type, value)} != {str}


def are_documents(key: Nesting, response: Nesting) -> bool:
    """Return whether the outer level of both sides contains documents. If not, it contains entities of one document.

    Parameters
    ----------
    key, response : Nesting
        How deeply the two sides are nested.

    Raises
    ------
    InputError
        If this is not certain, or if the nesting has no meaning.

    Examples
    --------
    >>> are_documents(nesting_of("key", [[["Ann", "she"]]]), nesting_of("response", [[["Ann"]]]))
    True
    """
    sides = (key, response)
    for side in sides:
        _check_outer_levels(side)
    known = [side for side in sides if side.depths]
    if not known:
        return all(side.containers > 1 for side in sides)
    if all(side.spans for side in known):
        return _are_documents_of_spans(known)
    if any(side.given for side in known):
        odd = next(side for side in known if not side.spans)
        raise fail(odd.side, 0, "some mentions are spans, but others are not; give only spans")
    return _are_documents_of_names(known)


def _check_outer_levels(side: Nesting) -> None:
    for entity in _values(side.value):
        if is_container(entity):
            continue
        others = len(_values(side.value)) > 1 and side.depths != {1}
        if isinstance(entity, str) and others:
            raise fail(side.side, 0, "a cluster is a text; give a list or set of mentions")
        if others:
            raise fail(side.side, 0, f"{entity!r} is not a cluster; give a list or set of mentions")
        raise fail(side.side, 0, f"{shortened(side.value)} has mentions without entities; give {PARTITION}")
    if max(side.mappings, default=0) > 2:
        raise fail(side.side, 0, f"mappings are nested too deeply; give {PARTITION}, or these by document")


def _are_documents_of_names(sides: Sequence[Nesting]) -> bool:
    depths = frozenset().union(*(side.depths for side in sides))
    fractions = next((side for side in sides if side.fractions), None)
    if fractions is not None and depths != {2}:
        raise fail(fractions.side, 0, f"{fractions.fractions} is not a span; give whole numbers")
    odd = next((side for side in sides if side.odd), None)
    if odd is not None and depths != {2}:
        message = f"{odd.odd} may be one mention, or an entity with several mentions"
        raise fail(odd.side, 0, f"{message}; {STATE}")
    if depths in ({2}, {3}):
        return depths == {3}
    if len({side.spans for side in sides}) > 1:
        spans, other = sorted(sides, key=lambda side: not side.spans)
        message = f"its mentions seem to be spans, but those of the {other.side} are texts or numbers"
        raise fail(spans.side, 0, f"{message}; give mentions of the same kind on both sides")
    raise _uneven(sides, [*(sorted(side.depths) for side in sides)])


def _are_documents_of_spans(sides: Sequence[Nesting]) -> bool:
    depths = frozenset().union(*(side.span_depths for side in sides))
    uneven = any(len(side.span_depths) > 1 for side in sides)
    if depths == {1}:
        raise _flat_spans(sides[0])
    if depths == {2}:
        _check_numbers(sides)
        return False
    if depths == {3}:
        _check_entities(sides)
        return True
    if depths == {4} or (uneven and depths in ({2, 3}, {3, 4})):
        return depths != {2, 3}
    raise _uneven(sides, [*(sorted(side.span_depths) for side in sides)])


def _flat_spans(side: Nesting) -> InputError:
    message = f"{shortened(side.value)} may be entities of two numbers each, or spans without entities"
    advice = "state documents=False for entities of numbers, or give a list of entities, each a list of spans"
    return fail(side.side, 0, f"{message}; {advice}")


def _check_numbers(sides: Sequence[Nesting]) -> None:
    """Raise an error if entities of spans could also be documents with entities of numbers."""
    if all(side.mappings for side in sides) and not any(side.given for side in sides):
        message = "may be entities of spans, or documents with entities of two numbers each"
        raise fail(sides[0].side, 0, f"{shortened(sides[0].value)} {message}; {STATE}")


def _check_entities(sides: Sequence[Nesting]) -> None:
    """Raise an error if entities of spans could also be mentions with several parts."""
    unsure = next((side for side in sides if 3 in side.tuples and 2 not in side.mappings), None)
    if unsure is not None:
        message = "a tuple of spans may be an entity, or one mention with several parts"
        raise fail(unsure.side, 0, f"{shortened(unsure.value)}: {message}; {STATE}")


def _uneven(sides: Sequence[Nesting], depths: Sequence[Sequence[int]]) -> InputError:
    shown = ", ".join(
        f"{' or '.join(map(str, each))} levels above mentions in the {side.side}"
        for side, each in zip(sides, depths, strict=True)
    )
    return fail(sides[-1].side, 0, f"the nesting fits neither one document nor several ({shown}); {STATE}")


def mention_of(side: str, value: Plain) -> Hashable:
    """Turn a plain value into a mention: lists become tuples, and the parts of a span are sorted.

    >>> mention_of("key", [[5, 6], [0, 1]]), mention_of("key", [[5, 6]]), mention_of("key", "Ann")
    (((0, 1), (5, 6)), (5, 6), 'Ann')
    """
    if not is_container(value):
        return value  # type: ignore[return-value]
    if isinstance(value, dict):
        raise fail(side, 0, f"{shortened(value)} cannot be a mention; {MENTIONS}")
    parts = [mention_of(side, each) for each in value]  # type: ignore[union-attr]
    if isinstance(value, (set, frozenset)):
        return frozenset(parts)
    if parts and all(map(is_span, parts)):
        return parts[0] if len(parts) == 1 else tuple(sorted(parts))  # type: ignore[type-var]
    return tuple(parts)
