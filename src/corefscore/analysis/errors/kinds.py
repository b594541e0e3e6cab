"""The kinds of errors, in the order in which they are repaired."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from corefscore.core.choices import check_choice

KUMMERFELD, MARTSCHAT = "kummerfeld", "martschat"


class ErrorKind(NamedTuple):
    """A kind of error of one of the taxonomies."""

    name: str
    title: str
    taxonomy: str
    meaning: str


KINDS = (
    ErrorKind("span", "Span error", KUMMERFELD, "the same mention with other borders"),
    ErrorKind("conflated", "Conflated entities", KUMMERFELD, "a response entity has a part of another entity"),
    ErrorKind("extra-mention", "Extra mention", KUMMERFELD, "a spurious mention in a response entity"),
    ErrorKind("extra-entity", "Extra entity", KUMMERFELD, "a response entity of spurious mentions (and pronouns)"),
    ErrorKind("divided", "Divided entity", KUMMERFELD, "a part of a key entity is apart from the rest of it"),
    ErrorKind("missing-mention", "Missing mention", KUMMERFELD, "a mention of a key entity that the response lacks"),
    ErrorKind(
        "missing-entity",
        "Missing entity",
        KUMMERFELD,
        "a key entity of which the response has nothing (except pronouns)",
    ),
    ErrorKind("extra-singleton", "Extra singleton", KUMMERFELD, "a spurious mention in an entity of its own"),
    ErrorKind("missing-singleton", "Missing singleton", KUMMERFELD, "a missing mention in an entity of its own"),
    ErrorKind("recall", "Recall error", MARTSCHAT, "a link of the key that the response lacks"),
    ErrorKind("precision", "Precision error", MARTSCHAT, "a link of the response that the key lacks"),
)
BY_NAME = {kind.name: kind for kind in KINDS}
NUMBER = {kind.name: number for number, kind in enumerate(KINDS)}
REPAIRS = tuple(kind.name for kind in KINDS if kind.taxonomy == KUMMERFELD)
TAXONOMIES = (KUMMERFELD, MARTSCHAT)


def find_kinds(names: Iterable[str]) -> set[int]:
    """The numbers of some kinds.

    >>> sorted(find_kinds(["divided", "span"]))
    [0, 4]
    """
    wanted = list(names)
    for name in wanted:
        check_choice("kind of error", name, NUMBER)
    return {NUMBER[name] for name in wanted}
