"""The kinds of errors, in the order in which they are repaired, and a table of found errors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Ints, changes, order_by
from corefscore.core.problems import check_choice

KUMMERFELD, MARTSCHAT, RELATIONS = "kummerfeld", "martschat", "relations"


TAXONOMIES = (KUMMERFELD, MARTSCHAT, RELATIONS)
NONE = -1


class ErrorKind(NamedTuple):
    """A kind of error of one of the taxonomies."""

    name: str
    title: str
    taxonomy: str
    meaning: str


KINDS = (
    ErrorKind("span", "Span error", KUMMERFELD, "the response has the mention with other borders"),
    ErrorKind("conflated", "Conflated entities", KUMMERFELD, "a response entity contains a part of another entity"),
    ErrorKind("extra-mention", "Extra mention", KUMMERFELD, "a spurious mention in a response entity"),
    ErrorKind("extra-entity", "Extra entity", KUMMERFELD, "a response entity of spurious mentions (and pronouns)"),
    ErrorKind("divided", "Divided entity", KUMMERFELD, "a part of a key entity is separated from the rest"),
    ErrorKind("missing-mention", "Missing mention", KUMMERFELD, "a mention of a key entity that the response lacks"),
    ErrorKind(
        "missing-entity",
        "Missing entity",
        KUMMERFELD,
        "a key entity of which the response has no mention (except pronouns)",
    ),
    ErrorKind("extra-singleton", "Extra singleton", KUMMERFELD, "a spurious mention in an entity of its own"),
    ErrorKind("missing-singleton", "Missing singleton", KUMMERFELD, "a missing mention in an entity of its own"),
    ErrorKind("recall", "Recall error", MARTSCHAT, "a link of the key that the response lacks"),
    ErrorKind("precision", "Precision error", MARTSCHAT, "a link of the response that the key lacks"),
    ErrorKind("missing-element", "Missing element", RELATIONS, "an element of a plural entity that the response lacks"),
    ErrorKind("extra-element", "Extra element", RELATIONS, "an element of a plural entity that the key lacks"),
    ErrorKind("wrong-anaphor", "Set at the wrong anaphor", RELATIONS, "a set of the key at another plural entity"),
    ErrorKind("wrong-anchor", "Bridge to the wrong entity", RELATIONS, "a bridge whose anchor is in another entity"),
)
BY_NAME = {kind.name: kind for kind in KINDS}
NUMBER = {kind.name: number for number, kind in enumerate(KINDS)}
REPAIRS = tuple(kind.name for kind in KINDS if kind.taxonomy == KUMMERFELD)


def find_kinds(names: Iterable[str]) -> set[int]:
    """Return the numbers of the kinds with the given names.

    >>> sorted(find_kinds(["divided", "span"]))
    [0, 4]
    """
    wanted = list(names)
    for name in wanted:
        check_choice("kind of error", name, NUMBER)
    return {NUMBER[name] for name in wanted}


class FoundErrors(NamedTuple):
    """The errors that were found, with one row for each error. Mentions are rows of `JointMentions`.

    Parameters
    ----------
    kind : array of int
        The kind of each error, as an index in `KINDS`.
    mention : array of int
        The first mention of the error.
    other : array of int
        A mention of the entity to which the mention should belong, or should not belong; or -1.
    size : array of int
        The number of mentions of the error.
    """

    kind: Ints
    mention: Ints
    other: Ints
    size: Ints


def one_each(kind: int, mentions: Ints, other: Ints) -> FoundErrors:
    """Return errors with one mention each. `other` has a value for every joint mention."""
    return FoundErrors(np.full(len(mentions), kind), mentions, other[mentions], np.ones_like(mentions))


def grouped(kind: int, mentions: Ints, group: Ints, other: Ints) -> FoundErrors:
    """Return an error for each group of mentions. The mentions are in the order of the text."""
    order = order_by(group)
    begin = np.flatnonzero(changes(group[order])) if len(order) else order
    first = mentions[order][begin]
    return FoundErrors(np.full(len(first), kind), first, other[first], np.diff(begin, append=len(order)))


def joined(parts: list[FoundErrors]) -> FoundErrors:
    """Return all errors in the order of the text. Errors of the same mention are in the order of their kinds."""
    kind, mention, other, size = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    rows = order_by(mention, kind)
    return FoundErrors(kind[rows], mention[rows], other[rows], size[rows])
