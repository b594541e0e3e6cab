"""Turn mentions into cells with openers and closers. Closers have no names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from corefscore.core.corpus import Parts


class Bracketed(NamedTuple):
    """A mention to put into brackets: its parts, the text of its first opener, and the text of further openers."""

    parts: Parts
    first: str
    further: str


class _Stretch(NamedTuple):
    start: int
    end: int
    opener: str
    further: str


def cells_of(mentions: Iterable[Bracketed]) -> tuple[dict[int, str], int]:
    """Return the cell of each token that has one, and how many mentions are divided because they cross others.

    A closer closes the mention that opened last. So if two mentions cross, the inner one is closed together with the
    outer one, and opens again after it under the same name.

    >>> cells_of([Bracketed(((0, 2),), "a|first", "a"), Bracketed(((1, 3),), "b|first", "b")])
    ({0: '(a|first', 1: '(b|first', 2: '))', 3: '(b)'}, 1)
    """
    beginning: dict[int, list[_Stretch]] = {}
    ending: dict[int, int] = {}
    for mention in mentions:
        for number, (start, end) in enumerate(mention.parts):
            opener = mention.further if number else mention.first
            beginning.setdefault(start, []).append(_Stretch(start, end, opener, mention.further))
            ending[end] = ending.get(end, 0) + 1
    return _swept(beginning, ending)


def _swept(beginning: dict[int, list[_Stretch]], ending: Mapping[int, int]) -> tuple[dict[int, str], int]:
    cells: dict[int, str] = {}
    still_open: list[_Stretch] = []
    crossing = 0
    tokens = sorted({*beginning, *ending}, reverse=True)
    while tokens:
        token = tokens.pop()
        new = sorted(beginning.get(token, ()), key=lambda stretch: -stretch.end)
        alone = sum(stretch.end == token for stretch in new)
        closed = _close(still_open, token, ending.get(token, 0) - alone)
        still_open += new[: len(new) - alone]
        cells[token] = ")" * len(closed) + "".join(f"({stretch.opener}" for stretch in new) + ")" * alone
        cut = [stretch._replace(opener=stretch.further) for stretch in closed if stretch.end > token]
        crossing += len(cut)
        if cut:
            beginning.setdefault(token + 1, []).extend(cut)
            if not tokens or tokens[-1] != token + 1:
                tokens.append(token + 1)
    return cells, crossing


def _close(still_open: list[_Stretch], token: int, count: int) -> list[_Stretch]:
    """Close the ranges that end at a token, and those that opened after them. Return all closed ranges."""
    closed: list[_Stretch] = []
    while count:
        closed.append(still_open.pop())
        count -= closed[-1].end == token
    return closed
