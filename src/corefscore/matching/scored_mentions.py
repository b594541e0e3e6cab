"""Choose the mentions to score in corpora with relations: no non-referring mentions, and each plural entity once.

The elements of plural entities are atoms, that is, entities that are not plural. An element that is plural is replaced
by its own elements. Plural entities with the same atoms are one entity.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from corefscore.core.arrays import Bools, Ints, ints, numbers
from corefscore.core.corpus import Corpus
from corefscore.core.problems import Problem, raise_problems
from corefscore.core.relations import Relations
from corefscore.core.settings import Settings
from corefscore.formats.pairs import on_both
from corefscore.matching.whole import AllMentions, Whole


def scored_part(key: Corpus, response: Corpus, settings: Settings) -> tuple[Corpus, Corpus, Whole]:
    """Return the mentions of both sides that are scored, and all mentions.

    Parameters
    ----------
    key, response : Corpus
        Both sides, over the same documents.
    settings : Settings
        The policies.

    Raises
    ------
    InputError
        If an entity is an element of itself.
    """
    key, response = on_both(with_atoms if settings.split == "on" else without_elements, key, response)
    rows = [np.flatnonzero(_scored(side, settings.singletons == "drop")) for side in (key, response)]
    every = AllMentions(key, response, settings.match, settings.zeros)
    return key.take(rows[0]), response.take(rows[1]), Whole(every, rows[0], rows[1])


def refers(corpus: Corpus) -> Bools:
    """Return whether each mention refers to something."""
    referring: Bools = corpus.extra.get("referring", np.ones(corpus.mentions, dtype=bool))
    return referring.astype(bool)


def _scored(corpus: Corpus, drop_singletons: bool) -> Bools:
    """Return whether each mention is scored. The split antecedent of a plural entity counts in the entity's size."""
    scored = refers(corpus)
    if not drop_singletons:
        return scored
    size = np.bincount(corpus.entity[scored], minlength=len(corpus.labels))
    if corpus.relations is not None:
        size[corpus.relations.whole[_first_of_each(corpus.relations.whole)]] += 1
    return scored & (size[corpus.entity] > 1)


def _first_of_each(values: Ints) -> Ints:
    return ints(np.unique(values, return_index=True)[1])


def without_elements(corpus: Corpus) -> Corpus:
    """Return the corpus with only its bridges."""
    nothing = ints([])
    return replace(corpus, relations=corpus.relations and corpus.relations.with_elements(nothing, nothing))


def with_atoms(corpus: Corpus) -> Corpus:
    """Replace elements by atoms, and merge plural entities with the same atoms.

    Raises
    ------
    InputError
        If an entity is an element of itself.
    """
    if corpus.relations is None or not len(corpus.relations.whole):
        return corpus
    atoms = _atoms(corpus, corpus.relations)
    first: dict[frozenset[int], int] = {}
    joined = numbers(len(corpus.labels))
    for plural in sorted(atoms, key=_first_rows(corpus).__getitem__):
        joined[plural] = first.setdefault(atoms[plural], plural)
    pairs = sorted((plural, atom) for some, plural in first.items() for atom in some)
    whole, part = (ints([pair[side] for pair in pairs]) for side in range(2))
    relations = corpus.relations.with_entities(joined).with_elements(whole, part)
    return replace(corpus, entity=joined[corpus.entity], relations=relations).take(numbers(corpus.mentions))


def _first_rows(corpus: Corpus) -> list[int]:
    """Return the row of the first mention of each entity."""
    first = np.zeros(len(corpus.labels), dtype=np.int64)
    first[corpus.entity[::-1]] = numbers(corpus.mentions)[::-1]
    return [int(row) for row in first]


def _atoms(corpus: Corpus, relations: Relations) -> dict[int, frozenset[int]]:
    """Return the atoms of each plural entity. Elements without a mention do not count."""
    elements: dict[int, list[int]] = {}
    present = corpus.entity_sizes > 0
    for plural, element in zip(relations.whole.tolist(), relations.part.tolist(), strict=True):
        if present[plural] and present[element]:
            elements.setdefault(plural, []).append(element)
    order, circles = _inside_out(elements)
    raise_problems(_circle(corpus, circle) for circle in circles)
    atoms: dict[int, frozenset[int]] = {}
    for plural in order:
        atoms[plural] = frozenset(
            atom for element in elements[plural] for atom in atoms.get(element, frozenset([element]))
        )
    return atoms


def _inside_out(elements: Mapping[int, list[int]]) -> tuple[list[int], list[list[int]]]:
    """Return the plural entities, elements before their wholes, and the circles that make this order impossible."""
    from graphlib import CycleError, TopologicalSorter

    inner = {plural: [each for each in parts if each in elements] for plural, parts in elements.items()}
    try:
        return [*TopologicalSorter(inner).static_order()], []
    except CycleError as error:
        return [], [error.args[1]]


def _circle(corpus: Corpus, circle: list[int]) -> Problem:
    """Return the problem of a circle of elements, at the first mention of its first entity."""
    row = min(_first_rows(corpus)[entity] for entity in circle)
    names = " < ".join(corpus.label(entity) for entity in circle)
    return corpus.problem(row, f"the elements of entities are circular: {names}; remove one of these relations")
