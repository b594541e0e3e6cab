"""The errors and warnings about tables. All engines use the same words."""

from __future__ import annotations

from collections.abc import Sequence

from corefscore.core.problems import SHOWN, InputError, Problem, fail, warn

__all__ = [
    "SHOWN",
    "duplicate",
    "no_entity",
    "no_mention",
    "not_comparable",
    "other_mentions",
    "shown",
    "unreadable",
    "warn_of_dropped",
]


def shown(ids: Sequence[object]) -> str:
    """Return a mention as readers see it: its id, or the ids of its columns."""
    return repr(ids[0]) if len(ids) == 1 else f"({', '.join(map(repr, ids))})"


def duplicate(source: str, mention: Sequence[object], first: object, second: object) -> Problem:
    """Return the problem of a mention that is twice on a side."""
    where = f"twice in entity {first!r}" if first == second else f"in entity {first!r} and in entity {second!r}"
    return Problem(source, 0, f"mention {shown(mention)} is {where}; keep one row for each mention")


def no_mention(source: str, column: str, rows: int) -> InputError:
    """Return the error for rows without a mention."""
    return fail(source, 0, f"{_rows(rows)} no value in column {column!r}; delete them, or give each mention an id")


def no_entity(source: str, column: str, rows: int) -> InputError:
    """Return the error for rows without an entity, if the policy does not leave them out."""
    advice = "give each mention an entity, or choose unlabelled='drop'"
    return fail(source, 0, f"{_rows(rows)} no value in column {column!r}; {advice}")


def warn_of_dropped(source: str, column: str, rows: int) -> None:
    """Warn about rows without an entity, which are left out."""
    if rows:
        warn(source, 0, f"{_rows(rows)} no value in column {column!r} and {'is' if rows == 1 else 'are'} left out")


def _rows(count: int) -> str:
    return "1 row has" if count == 1 else f"{count:,} rows have"


def not_comparable(source: str, column: str, kind: str) -> InputError:
    """Return the error for ids that the other side cannot have, such as fractions instead of whole numbers."""
    return fail(source, 0, f"column {column!r} has values that are not of type {kind}; give both sides the same type")


def other_mentions(source: str, mention: Sequence[object], missing: int, spurious: int) -> InputError:
    """Return the error for a response whose mentions are not those of the key."""
    counts = f"{missing:,} mentions are only in the key and {spurious:,} only in the response"
    advice = "give the response the mentions of the key, or choose mentions='all' or 'shared'"
    return fail(source, 0, f"{counts}, such as {shown(mention)}; {advice}")


def unreadable(source: str, error: Exception) -> InputError:
    """Return the error for a file that its library cannot read."""
    reason = " ".join(str(error).split())
    return fail(source, 0, f"this table cannot be read ({reason}); check the file, or write it again")
