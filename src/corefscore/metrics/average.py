"""A figure made from the F1 of other metrics."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, eq=False)
class Average:
    """The mean F1 of several metrics; it has neither recall nor precision nor counts of its own."""

    name: str
    title: str
    description: str
    cite: tuple[str, ...]
    of: tuple[str, ...]
