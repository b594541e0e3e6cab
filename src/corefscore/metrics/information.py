"""Information: how much of the information of an entity is found, in its mentions and in the links between them.

    recall = Σₖ w(k) min(1, Σᵣ found(k, r) / links(k)) / Σ w(k)

w(k) is the weight of the mentions of k, links(k) the weight of all its links, and found(k, r) the weight of those that
r has too, as far as they are right. Precision is the same with key and response exchanged.

The metric is a proposal of this project. It follows the conjecture of Holen (2013) that people ask for correct links
and for correct mentions, whole or in part, of a certain weight. It is like LEA, with three changes:

* A mention weighs as much as the information it carries (`weights.information`), and a link weighs as much as its
  heavier mention: the link from "he" to "the chairman" weighs as much as the link from "Wang" to "the chairman".
* A mention that overlaps with its counterpart is right in part (Dice's coefficient of tokens), and a link is right to
  the product of its two mentions.
* Each mention has a link to itself, so that singletons need no rule of their own, and a mention found counts a little
  even if all its links are lost.

References
----------
Holen (2013), Critical Reflections on Evaluation Practices in Coreference Resolution, NAACL HLT Student Research
Workshop. Moosavi and Strube (2016), Which Coreference Evaluation Metric Do You Trust?, ACL.

Examples
--------
To lose a pronoun costs less than to lose a name:

>>> import corefscore
>>> key = [["Wang Jin-pyng", "the vice chairman", "he"]]
>>> corefscore.score(key, [["Wang Jin-pyng", "the vice chairman"]], ["information"])["information"]
Score(recall=0.6095, precision=1, f1=0.7574)
>>> corefscore.score(key, [["the vice chairman", "he"]], ["information"])["information"]
Score(recall=0.3143, precision=1, f1=0.4783)
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


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Information(CountedMetric):
    """The metric with its parameters, which docs/information.md varies one by one.

    Parameters
    ----------
    link : str
        What a link weighs: as much as its `heavier` mention, its `lighter` mention, or the `mean` of both.
    partial : float
        The power of the likeness of overlapping mentions. With 0 any overlap counts like a match, with infinity none
        counts.
    alone : float
        The factor for the link of a mention to itself.
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
            resolved = side.weight * np.minimum(part, 1)
            columns += [sum_by(entities.document, values, overlap.document_count) for values in (resolved, side.weight)]
        return np.column_stack(columns)

    def found(self, overlap: Overlap) -> FoundLinks:
        """The links that each pair of entities has in common, and all links of each entity."""
        return self._of_cells(overlap) if overlap.matched is None else self._of_mentions(overlap.matched)

    def _of_mentions(self, matched: Matched) -> FoundLinks:
        from corefscore.matching.same_tokens import correspondence, on_same_tokens

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
            sides.append(SideLinks(found, links, sum_by(side.entity, weight, entities)))
        return FoundLinks(key.entity[pairs.key[first]], response.entity[pairs.response[first]], *sides)

    def _links(self, group: Ints, weight: Floats, right: Floats, groups: int) -> Floats:
        """The weight of all links inside each group, as far as they are right."""
        totals = np.zeros(groups)
        for sign in LINKS[self.link]:
            # In the order of weight, each mention is the heavier (or lighter) one of its links to earlier mentions.
            order = np.lexsort((sign * weight, group))
            own, heavy = right[order], weight[order]
            before = np.cumsum(own) - own
            first = np.flatnonzero(changes(group[order]))
            before -= np.repeat(before[first], np.diff(first, append=len(order)))
            totals += sum_by(group[order], heavy * own * (before + self.alone), groups)
        return totals / len(LINKS[self.link])

    def _of_cells(self, overlap: Overlap) -> FoundLinks:
        """The same if only the entities of mentions are known: all mentions weigh the same."""

        def links(mentions: Numeric) -> Floats:
            return np.asarray(pairs(mentions) + self.alone * mentions, dtype=np.float64)

        cells = overlap.cells
        sides = (
            SideLinks(links(cells.shared), links(side.mentions), np.asarray(side.mentions, dtype=np.float64))
            for side in (overlap.keys, overlap.responses)
        )
        return FoundLinks(cells.key, cells.response, *sides)


class SideLinks(NamedTuple):
    """Links as one side weighs them: those found in each pair of entities, and links and weight of each entity."""

    found: Floats
    links: Floats
    weight: Floats


class FoundLinks(NamedTuple):
    """A row for each pair of a key entity and a response entity with mentions that correspond."""

    key: Ints
    response: Ints
    key_side: SideLinks
    response_side: SideLinks


def _numbered(key: Ints, response: Ints) -> tuple[Ints, Ints]:
    """A number for each different pair of entities, and one row that has it."""
    order = order_by(key, response)
    first = changes(key[order], response[order])
    number = np.empty(len(order), dtype=np.int64)
    number[order] = runs(first)
    return number, order[first]


def _weights(matched: Matched) -> tuple[Floats, Floats]:
    """The weights that mentions were given, or else those by information."""
    key, response = matched.key, matched.response
    if key.weight is not None and response.weight is not None:
        return key.weight, response.weight
    from corefscore.matching.weights import information

    return information(key, response)


def pair_rates(overlap: Overlap, aligned: Cells) -> tuple[Floats, Floats]:
    """The part of its links that each of two aligned entities has in common with the other."""
    found = INFORMATION.found(overlap)
    width = len(overlap.responses.document)
    row = np.searchsorted(found.key * width + found.response, aligned.key * width + aligned.response)
    recall = found.key_side.found[row] / found.key_side.links[aligned.key]
    precision = found.response_side.found[row] / found.response_side.links[aligned.response]
    return np.minimum(recall, 1), np.minimum(precision, 1)


INFORMATION = Information(
    name="information",
    title="Information",
    description="links and mentions found, whole or in part, weighted by their information",
    formula="Σ w(k) min(1, Σ found(k, r) / links(k)) / Σ w(k); weights of entities, of links found, and of all links",
    cite=("holen-2013", "moosavi-strube-2016"),
    weighted=True,
    pair=pair_rates,
    needs_text=True,
)
