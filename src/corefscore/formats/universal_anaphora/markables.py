"""Markables of Universal Anaphora: turn openers and closers into mentions."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from corefscore.core.corpus import Parts
from corefscore.core.problems import Problem
from corefscore.formats.builder import joined_parts
from corefscore.formats.universal_anaphora.cells import Cell, Closer, Unreadable, marks_in
from corefscore.formats.universal_anaphora.remarks import Remarks

ENTITY, MARKABLE = "entityid", "markableid"
OUTSIDE = -1
WRITE = "write for example (EntityID=1|MarkableID=m1"


class Piece(NamedTuple):
    """Tokens in brackets: a markable, or one of its parts."""

    start: int
    end: int
    line: int
    attributes: dict[str, str]


class Markable(NamedTuple):
    """A mention as it is in the file: its name, its entity, its parts, its line, and all its attributes."""

    name: str
    entity: str
    parts: Parts
    line: int
    attributes: dict[str, str]


def markables_in(source: str, cells: Sequence[Cell], remarks: Remarks) -> tuple[list[Markable], list[Problem]]:
    """Return the markables in one column of a document, in the order in which they open, and their problems."""
    pieces, problems = _pieces(source, cells)
    wholes: dict[tuple[str, str], list[Piece]] = {}
    entity_of: dict[str, str] = {}
    for piece in pieces:
        name = piece.attributes.get(MARKABLE, "")
        entity = piece.attributes.get(ENTITY, "") or entity_of.get(name, "")
        if not entity:
            shown = "|".join(f"{key}={value}" for key, value in piece.attributes.items() if key)
            problems.append(Problem(source, piece.line, f"{shown!r} does not name an entity; {WRITE}"))
            continue
        if name and entity_of.setdefault(name, entity) != entity:
            remarks.add("shared names", piece.line, name)
        wholes.setdefault((name or f"({len(wholes)}", entity), []).append(piece)
    return [_markable(name, entity, parts, remarks) for (name, entity), parts in wholes.items()], problems


def _markable(name: str, entity: str, pieces: Sequence[Piece], remarks: Remarks) -> Markable:
    """Join all pieces with one name into a markable."""
    first = pieces[0]
    name = "" if name.startswith("(") else name
    if len(pieces) == 1:
        return Markable(name, entity, ((first.start, first.end),), first.line, first.attributes)
    spans = sorted((piece.start, piece.end) for piece in pieces)
    if any(start <= end for (_, end), (start, _) in pairwise(spans)):
        remarks.add("repeated pieces", first.line, name)
    attributes = {key: value for piece in reversed(pieces) for key, value in piece.attributes.items()}
    return Markable(name, entity, joined_parts(spans), first.line, attributes)


def _pieces(source: str, cells: Sequence[Cell]) -> tuple[list[Piece], list[Problem]]:
    """Return the tokens in brackets. A closer closes the last opener that is still open."""
    pieces: list[Piece] = []
    still_open: list[int] = []
    problems = []
    for cell in cells:
        for mark in marks_in(cell.text):
            if isinstance(mark, Closer):
                if still_open:
                    index = still_open.pop()
                    pieces[index] = pieces[index]._replace(end=cell.token)
                else:
                    message = "a markable closes here, but none is open in its document; remove ')' or open one"
                    problems.append(Problem(source, cell.line, message))
            elif isinstance(mark, Unreadable):
                problems.append(Problem(source, cell.line, f"{mark.text!r} is outside of brackets; {WRITE}"))
            else:
                still_open.append(len(pieces))
                pieces.append(Piece(cell.token, cell.token, cell.line, mark.attributes))
    for index in still_open:
        name = pieces[index].attributes.get(MARKABLE, "")
        message = f"markable {name!r} opens here and never closes in its document; close it with ')'"
        problems.append(Problem(source, pieces[index].line, message))
    return pieces, problems


def positions_of(ids: Sequence[str]) -> dict[str, list[int]]:
    """Return the tokens that have each number. Numbers may begin again in each sentence."""
    positions: dict[str, list[int]] = {}
    for token, number in enumerate(ids):
        positions.setdefault(number, []).append(token)
    return positions


def minimum_of(markable: Markable, positions: Mapping[str, Sequence[int]]) -> Parts | None:
    """Return the minimum span of a markable; empty if it has none, None if the span is outside the markable.

    Parameters
    ----------
    markable : Markable
        The markable. Its ``Min`` is the number of a token, or of the first and last token with a comma or a dash.
    positions : mapping of str to sequence of int
        The tokens of the document that have each number.

    Examples
    --------
    >>> markable = Markable("m1", "1", ((2, 4),), 1, {"min": "4-5"})
    >>> minimum_of(markable, positions_of(["1", "2", "3", "4", "5"]))
    ((3, 4),)
    """
    written = markable.attributes.get("min", "")
    if not written or written == "_":
        return ()
    written_bounds = written.replace("-", ",").split(",")
    bounds = [_inside(markable.parts, positions.get(each.strip(), ())) for each in written_bounds]
    if OUTSIDE in bounds:
        return None
    first, last = min(bounds), max(bounds)
    inside = ((max(start, first), min(end, last)) for start, end in markable.parts)
    return tuple((start, end) for start, end in inside if start <= end)


def _inside(parts: Parts, tokens: Sequence[int]) -> int:
    """Return the first of the tokens that is not before the markable; -1 if it is outside the markable."""
    index = bisect_left(tokens, parts[0][0])
    found = tokens[index] if index < len(tokens) else OUTSIDE
    return found if any(start <= found <= end for start, end in parts) else OUTSIDE
