"""Markables of Universal Anaphora: openers and closers become mentions."""

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
WRITE = "write (EntityID=1|MarkableID=m1 or the like"


class Piece(NamedTuple):
    """Some tokens in brackets: a markable, or one of its parts."""

    start: int
    end: int
    line: int
    attributes: dict[str, str]


class Markable(NamedTuple):
    """A mention as it is written: its name, its entity, its parts, its line, and all of its attributes."""

    name: str
    entity: str
    parts: Parts
    line: int
    attributes: dict[str, str]


def markables_in(source: str, cells: Sequence[Cell], remarks: Remarks) -> tuple[list[Markable], list[Problem]]:
    """The markables of the cells of one column of a document, in the order in which they open, and what is wrong."""
    pieces, problems = _pieces(source, cells)
    wholes: dict[tuple[str, str], list[Piece]] = {}
    entity_of: dict[str, str] = {}
    for piece in pieces:
        name = piece.attributes.get(MARKABLE, "")
        entity = piece.attributes.get(ENTITY, "") or entity_of.get(name, "")
        if not entity:
            shown = "|".join(f"{key}={value}" for key, value in piece.attributes.items() if key)
            problems.append(Problem(source, piece.line, f"{shown!r} names no entity; {WRITE}"))
            continue
        if name and entity_of.setdefault(name, entity) != entity:
            remarks.add("shared names", piece.line, name)
        wholes.setdefault((name or f"({len(wholes)}", entity), []).append(piece)
    return [_markable(name, entity, parts, remarks) for (name, entity), parts in wholes.items()], problems


def _markable(name: str, entity: str, pieces: Sequence[Piece], remarks: Remarks) -> Markable:
    """One markable of all pieces that have its name."""
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
    """What stands in brackets; a closer belongs to the opener before it that is still open."""
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
                problems.append(Problem(source, cell.line, f"{mark.text!r} stands outside of brackets; {WRITE}"))
            else:
                still_open.append(len(pieces))
                pieces.append(Piece(cell.token, cell.token, cell.line, mark.attributes))
    for index in still_open:
        name = pieces[index].attributes.get(MARKABLE, "")
        message = f"markable {name!r} opens here and never closes in its document; close it with ')'"
        problems.append(Problem(source, pieces[index].line, message))
    return pieces, problems


def positions_of(ids: Sequence[str]) -> dict[str, list[int]]:
    """The tokens that have each number, which may begin again in each sentence."""
    positions: dict[str, list[int]] = {}
    for token, number in enumerate(ids):
        positions.setdefault(number, []).append(token)
    return positions


def minimum_of(markable: Markable, positions: Mapping[str, Sequence[int]]) -> Parts | None:
    """The minimum span of a markable; nothing if it has none, None if it lies outside.

    Parameters
    ----------
    markable : Markable
        The markable, whose ``Min`` is the number of a token, or those of the first and the last with a comma or a dash.
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
    """The first of some tokens, in order, behind the beginning of a markable; -1 if it is outside."""
    index = bisect_left(tokens, parts[0][0])
    found = tokens[index] if index < len(tokens) else OUTSIDE
    return found if any(start <= found <= end for start, end in parts) else OUTSIDE
