"""Information: how much of what an entity tells is found, in its mentions and in the links between them.

A proposal of this project, after the conjecture of Holen (2013) that people ask for correct links, and for correct
mentions, whole or in part, of a certain weight. It has the shape of LEA (how much of an entity is resolved, weighted by
what the entity is worth), with three changes:

* a mention is worth what it tells (`weights.information`), and a link is worth as much as its heavier mention: to learn
  that "he" is "the chairman" is worth as much as to learn that "Wang" is;
* a mention that overlaps with its counterpart is right in part (Dice's coefficient of tokens), and a link is right to
  the product of its ends;
* each mention has a link to itself, so that singletons need no rule of their own, and a mention found counts a little
  even if all its links are lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Floats, Ints, Numeric, changes, order_by, runs, sum_by
from corefscore.matching.matched import Matched
from corefscore.metrics.base import CountedMetric, pairs
from corefscore.metrics.overlap import Cells, Overlap

LINKS: Mapping[str, tuple[int, ...]] = {"heavier": (1,), "lighter": (-1,), "mean": (1, -1)}


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Information(CountedMetric):
    """The parameters are there to show how much hangs on each of them; see docs/information.md.

    `link` is the mention a link weighs as much as; `partial` is the power of the likeness of overlapping mentions (0:
    any overlap is as good as a match, infinity: none counts); `alone` is what a mention's link to itself is worth.
    """

    link: str = "heavier"
    partial: float = 1.0
    alone: float = 1.0

    def count(self, overlap: Overlap) -> Floats:
        found = self.found(overlap)
        columns = []
        for entities, side, rows in (
            (overlap.keys, found.key_side, found.key),
            (overlap.responses, found.response_side, found.response),
        ):
            part = sum_by(rows, side.found, len(side.links)) / side.links
            resolved = side.worth * np.minimum(part, 1)
            columns += [sum_by(entities.document, values, overlap.count) for values in (resolved, side.worth)]
        return np.column_stack(columns)

    def found(self, overlap: Overlap) -> Found:
        """What each pair of entities has in common, in links and mentions, and what there is to find."""
        return self._of_cells(overlap) if overlap.matched is None else self._of_mentions(overlap.matched)

    def _of_mentions(self, matched: Matched) -> Found:
        from corefscore.matching.correspondence import correspondence
        from corefscore.matching.same_tokens import on_same_tokens

        matched = on_same_tokens(matched)
        key, response = matched.key, matched.response
        pairs = correspondence(matched)
        right = pairs.likeness**self.partial
        cell, first = _numbered(key.entity[pairs.key], response.entity[pairs.response])
        sides = []
        for side, rows, weight in zip((key, response), (pairs.key, pairs.response), _weights(matched), strict=True):
            entities = len(side.labels)
            found = self._links(cell, weight[rows], right, len(first))
            links = self._links(side.entity, weight, np.ones(side.mentions), entities)
            sides.append(FoundSide(found, links, sum_by(side.entity, weight, entities)))
        return Found(key.entity[pairs.key[first]], response.entity[pairs.response[first]], *sides)

    def _links(self, group: Ints, weight: Floats, right: Floats, groups: int) -> Floats:
        """The weight of all links inside each group, as far as they are right."""
        totals = np.zeros(groups)
        for sign in LINKS[self.link]:
            # In the order of weight, each mention is the heavier (or lighter) one of its links to those before it.
            order = np.lexsort((sign * weight, group))
            own, heavy = right[order], weight[order]
            before = np.cumsum(own) - own
            first = np.flatnonzero(changes(group[order]))
            before -= np.repeat(before[first], np.diff(first, append=len(order)))
            totals += sum_by(group[order], heavy * own * (before + self.alone), groups)
        return totals / len(LINKS[self.link])

    def _of_cells(self, overlap: Overlap) -> Found:
        """The same where nothing is known of mentions but their entities: all weigh the same."""

        def links(mentions: Numeric) -> Floats:
            return np.asarray(pairs(mentions) + self.alone * mentions, dtype=np.float64)

        cells = overlap.cells
        sides = (
            FoundSide(links(cells.shared), links(side.mentions), np.asarray(side.mentions, dtype=np.float64))
            for side in (overlap.keys, overlap.responses)
        )
        return Found(cells.key, cells.response, *sides)


class FoundSide(NamedTuple):
    """From the view of one side: what each pair of entities has in common; links and worth of each of its entities."""

    found: Floats
    links: Floats
    worth: Floats


class Found(NamedTuple):
    """A row for each key entity and response entity with mentions that correspond."""

    key: Ints
    response: Ints
    key_side: FoundSide
    response_side: FoundSide


def _numbered(key: Ints, response: Ints) -> tuple[Ints, Ints]:
    """A number for each different pair of entities, and one row that has it."""
    order = order_by(key, response)
    first = changes(key[order], response[order])
    number = np.empty(len(order), dtype=np.int64)
    number[order] = runs(first)
    return number, order[first]


def _weights(matched: Matched) -> tuple[Floats, Floats]:
    """The weights that mentions were given, or else what they tell."""
    key, response = matched.key, matched.response
    if key.weight is not None and response.weight is not None:
        return key.weight, response.weight
    from corefscore.matching.weights import information

    return information(key, response)


def pair_rates(overlap: Overlap, aligned: Cells) -> tuple[Floats, Floats]:
    """What aligned entities have in common, of all that each has."""
    found = INFORMATION.found(overlap)
    width = len(overlap.responses.document)
    row = np.searchsorted(found.key * width + found.response, aligned.key * width + aligned.response)
    recall = found.key_side.found[row] / found.key_side.links[aligned.key]
    precision = found.response_side.found[row] / found.response_side.links[aligned.response]
    return np.minimum(recall, 1), np.minimum(precision, 1)


INFORMATION = Information(
    name="information",
    title="Information",
    description="links and mentions found, whole or in part, weighted by what they tell",
    formula="Σ w(k) min(1, Σ links found of k / links of k) / Σ w(k), over key entities k; links and entities have weights",
    cite=("holen-2013", "moosavi-strube-2016"),
    weighted=True,
    pair=pair_rates,
)
