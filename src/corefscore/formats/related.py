"""Turn elements and bridges from any format into relations, and check them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import GONE, Ints, ints
from corefscore.core.corpus import Corpus
from corefscore.core.problems import InputError, warn
from corefscore.core.relations import Relations

SHOWN = 5
"""The most entities of a circle that a message names."""


class Bridge(NamedTuple):
    """A bridge: two rows of mentions, and the number of an entity; -1 if one is not known."""

    anaphor: int
    anchor: int
    anchor_entity: int
    relation: str


def relations_of(elements: Sequence[tuple[int, int]], bridges: Iterable[Bridge]) -> Relations | None:
    """Return the relations of one document, which has number 0, or None if there are none.

    Parameters
    ----------
    elements : sequence of tuples
        Each plural entity with one of its elements.
    bridges : iterable of Bridge
        The bridges. Repeated bridges are left out.

    Examples
    --------
    >>> relations_of([(2, 0), (2, 1)], [Bridge(4, 0, 0, "poss"), Bridge(-1, 0, 0, "poss")])
    <Relations: 2 elements, 1 bridges>
    """
    different = [*dict.fromkeys(bridges)]
    known = [bridge for bridge in different if bridge.anaphor != GONE]
    if not elements and not different:
        return None
    relation = np.empty(len(known), dtype=object)
    relation[:] = [bridge.relation for bridge in known]
    return Relations(
        ints([whole for whole, _ in elements]),
        ints([part for _, part in elements]),
        ints([bridge.anaphor for bridge in known]),
        ints([bridge.anchor for bridge in known]),
        ints([bridge.anchor_entity for bridge in known]),
        relation,
        ints([0] * (len(different) - len(known))),
    )


def check_elements(corpus: Corpus) -> None:
    """Check the elements of plural entities.

    Raises
    ------
    InputError
        If an entity is an element of itself, directly or through other entities.

    Warns
    -----
    InputWarning
        If a plural entity has only one element, or an element whose mentions do not refer.
    """
    if corpus.relations is None or not len(corpus.relations.whole):
        return
    wholes, parts = corpus.relations.whole.tolist(), corpus.relations.part.tolist()
    circle = _circle(wholes, parts)
    if circle:
        row = _first_row(corpus, circle[0])
        where = f"document {corpus.names[int(corpus.document[row])]!r}"
        shown = _shown_circle([corpus.label(entity) for entity in circle])
        raise InputError([corpus.problem(row, f"{where}: {shown}")])
    _warn_of_single_elements(corpus, corpus.relations)
    _warn_of_nonreferring_elements(corpus, corpus.relations)


def _circle(wholes: list[int], parts: list[int]) -> list[int]:
    """Return entities in which each is an element of the one before it, and the first of the last; empty if none."""
    parts_of: dict[int, list[int]] = {}
    wholes_of: dict[int, list[int]] = {}
    for whole, part in zip(wholes, parts, strict=True):
        parts_of.setdefault(whole, []).append(part)
        wholes_of.setdefault(part, []).append(whole)
    open_parts = {whole: len(each) for whole, each in parts_of.items()}
    done = [part for part in wholes_of if part not in parts_of]
    while done:
        for whole in wholes_of.get(done.pop(), ()):
            open_parts[whole] -= 1
            if not open_parts[whole]:
                done.append(whole)
    left = [whole for whole, count in open_parts.items() if count]
    path: dict[int, None] = {}
    entity = left[0] if left else GONE
    while left and entity not in path:
        path[entity] = None
        entity = next(part for part in parts_of[entity] if open_parts.get(part))
    listed = [*path]
    return listed[listed.index(entity) :] if left else []


def circular(elements: Sequence[tuple[int, int]], labels: Sequence[str]) -> str | None:
    """Return a message if an entity is an element of itself, directly or through others. Otherwise return None.

    >>> circular([(0, 1), (1, 0)], ["a", "b"])
    'the elements of entities are circular: a has the element b, which has the element a; remove one of these elements'
    """
    circle = _circle([whole for whole, _ in elements], [part for _, part in elements])
    return _shown_circle([labels[entity] for entity in circle]) if circle else None


def _shown_circle(names: Sequence[str]) -> str:
    listed = [*names[1:], names[0]] if len(names) <= SHOWN else [*names[1:SHOWN], "...", names[0]]
    shown = f"{names[0]} has the element {', which has the element '.join(listed)}"
    return f"the elements of entities are circular: {shown}; remove one of these elements"


def _first_row(corpus: Corpus, entity: int) -> int:
    return int(np.argmax(corpus.entity == entity))


def _warn_of_single_elements(corpus: Corpus, relations: Relations) -> None:
    plural, count = np.unique(relations.whole, return_counts=True)
    _warn_of(corpus, plural[count == 1], "plural entities such as {!r} have only one element; is another one missing?")


def _warn_of_nonreferring_elements(corpus: Corpus, relations: Relations) -> None:
    if "referring" not in corpus.extra:
        return
    refers = np.zeros(len(corpus.labels), dtype=bool)
    refers[corpus.entity[corpus.extra["referring"].astype(bool)]] = True
    found = np.unique(relations.part[~refers[relations.part]])
    _warn_of(corpus, found, "elements of plural entities, such as {!r}, are non-referring; they are kept as elements")


def _warn_of(corpus: Corpus, entities: Ints, message: str) -> None:
    if len(entities):
        problem = corpus.problem(_first_row(corpus, int(entities[0])), message.format(corpus.label(int(entities[0]))))
        warn(problem.source, problem.line, f"{len(entities):,} {problem.message}")
