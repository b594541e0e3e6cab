"""Choices that people make by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

SHOWN = 20


def check_choices(what: str, given: Iterable[str], known: Sequence[str]) -> None:
    """Check that some names are known.

    >>> check_choices("column", ["b3"], ["muc", "b3"])

    Raises
    ------
    ValueError
        If one is not; the message has the names to choose from.
    """
    unknown = [name for name in given if name not in known]
    if unknown:
        near = get_close_matches(unknown[0], known, n=1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        choices = ", ".join(known[:SHOWN]) + (", ..." if len(known) > SHOWN else "")
        raise ValueError(f"there is no {what} {unknown[0]!r}; {hint}choose from {choices}")
