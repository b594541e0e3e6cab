"""Random partitions and documents for hypothesis."""

from __future__ import annotations

from typing import TypeAlias

from hypothesis import strategies as st

from tests.brute import Entity

Document: TypeAlias = tuple[list[Entity], list[Entity]]


@st.composite
def partitions(draw: st.DrawFn, mentions: int, entities: int = 4) -> list[Entity]:
    """A partition of some of the mentions 0, 1, 2 ..."""
    places = draw(st.lists(st.integers(-1, entities - 1), min_size=mentions, max_size=mentions))
    groups = (frozenset(m for m, place in enumerate(places) if place == entity) for entity in range(entities))
    return [group for group in groups if group]


@st.composite
def documents(draw: st.DrawFn, mentions: int = 7) -> Document:
    """Key and response with missing, spurious and shared mentions, singletons, and sometimes an empty side."""
    size = draw(st.integers(0, mentions))
    return draw(partitions(size)), draw(partitions(size))


corpora = st.lists(documents(), min_size=1, max_size=4)
