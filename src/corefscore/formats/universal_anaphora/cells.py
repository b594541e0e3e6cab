"""The cells of Universal Anaphora, such as ``)(EntityID=3|MarkableID=m4|Min=7``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

OPENER_OR_CLOSER = re.compile(r"\(([^()]*)|\)|[^()]+")
NEXT_OPENER = re.compile(r"@(?=(?:Entity|Markable|Mention)ID=)", re.I)
BETWEEN = "@"
EMPTY_CELL = "_"
SAME_KEYS = {"mentionid": "markableid"}
KEYS = frozenset({"entityid", "markableid", "min", "semtype", "elementof"})
KEYS_OF_BRIDGES = frozenset({"markableid", "rel", "mentionanchor", "entityanchor"})
PSEUDO = re.compile(r"(.*)[-_]Pseudo", re.I | re.S)


class Cell(NamedTuple):
    """A cell that is not empty: its token, its line and its text."""

    token: int
    line: int
    text: str


class Opener(NamedTuple):
    """The beginning of a markable, with its attributes by their names in lower case."""

    attributes: dict[str, str]


class Closer(NamedTuple):
    """The end of a markable. It has no name."""


class Unreadable(NamedTuple):
    """Text that is neither an opener nor a closer."""

    text: str


def marks_in(cell: str) -> Iterator[Opener | Closer | Unreadable]:
    """Yield the marks of a cell in order.

    >>> [*marks_in(")(EntityId=3|MarkableID=m4@(EntityID=5|MentionID=m6)")]  # doctest: +NORMALIZE_WHITESPACE
    [Closer(), Opener(attributes={'entityid': '3', 'markableid': 'm4'}),
     Opener(attributes={'entityid': '5', 'markableid': 'm6'}), Closer()]
    """
    for mark in OPENER_OR_CLOSER.finditer(cell):
        if mark[1] is not None:
            for text in NEXT_OPENER.split(mark[1]):
                yield Opener(attributes_of(text.strip(BETWEEN)))
        elif mark[0] == ")":
            yield Closer()
        elif mark[0].strip(BETWEEN):
            yield Unreadable(mark[0])


def attributes_of(text: str) -> dict[str, str]:
    """Return the attributes of a markable or a bridge. Known keys become lower case, others stay as they are."""
    attributes = {}
    for item in text.split("|"):
        name, _, value = item.partition("=")
        key = SAME_KEYS.get(name.strip().lower(), name.strip().lower())
        attributes[key if key in KEYS | KEYS_OF_BRIDGES else name.strip()] = value.strip()
    return attributes


def unknown_keys(attributes: Iterable[str], known: frozenset[str]) -> list[str]:
    """Return the keys that are not known."""
    return [key for key in attributes if key and key not in known]


def bridges_in(cell: str) -> list[dict[str, str]]:
    """Return the attributes of each bridge of a cell, with brackets or without.

    >>> bridges_in("MarkableID=m4|Rel=poss|MentionAnchor=m1")
    [{'markableid': 'm4', 'rel': 'poss', 'mentionanchor': 'm1'}]
    """
    pieces = (piece for bracketed in re.split(r"[()]", cell) for piece in NEXT_OPENER.split(bracketed))
    return [attributes_of(text) for piece in pieces if (text := piece.strip(BETWEEN))]


def listed(value: str) -> list[str]:
    """Return the names in a value, separated by commas."""
    return [name for each in value.split(",") if (name := each.strip())]


def is_pseudo(entity: str) -> bool:
    """Return whether the name of an entity marks its mentions as non-referring.

    >>> is_pseudo("6-Pseudo"), is_pseudo("6_Pseudo"), is_pseudo("6")
    (True, True, False)
    """
    return PSEUDO.fullmatch(entity) is not None


def plain_name(entity: str) -> str:
    """Return the name of an entity without the mark of non-referring mentions.

    >>> plain_name("6-Pseudo"), plain_name("6")
    ('6', '6')
    """
    pseudo = PSEUDO.fullmatch(entity)
    return entity if pseudo is None else pseudo[1]
