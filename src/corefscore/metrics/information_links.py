"""The links of entities and what they weigh: how the metric `information` is counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Floats, Ints, Numeric, changes, order_by, runs, sum_by
from corefscore.core.assignment import best_assignment
from corefscore.matching.matched import Matched
from corefscore.metrics.base import harmonic, pairs
from corefscore.metrics.overlap import Cells, Overlap

LINKS: Mapping[str, tuple[int, ...]] = {"heavier": (1,), "lighter": (-1,), "mean": (1, -1)}


@dataclass(frozen=True)
class LinkWeights:
    """The parameters of the metric, which docs/explanation/information.md varies one by one, and its counts.

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
        """Return the four counts of each document."""
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
        """Return the links that each pair of entities shares, and all links of each entity."""
        return self._of_cells(overlap) if overlap.matched is None else self._of_mentions(overlap.matched)

    def _of_mentions(self, matched: Matched) -> FoundLinks:
        from corefscore.matching.same_tokens import correspondence, on_same_tokens

        matched = on_same_tokens(matched)
        key, response = matched.key, matched.response
        pairs = correspondence(matched)
        right = pairs.likeness**self.partial
        cell, first = _numbered(key.entity[pairs.key], response.entity[pairs.response])
        singletons = (key.entity_sizes == 1)[key.entity[pairs.key]] & (
            (response.entity_sizes == 1)[response.entity[pairs.response]]
        )
        alone = right * np.where(singletons, 1.0, _best_other(cell, right))
        sides = []
        for side, rows, weight in zip(
            (key, response), (pairs.key, pairs.response), mention_weights(matched), strict=True
        ):
            entities = len(side.labels)
            found = self._links(cell, weight[rows], right, alone, len(first))
            every = np.ones(side.mentions)
            links = self._links(side.entity, weight, every, every, entities)
            sides.append(SideLinks(found, links, sum_by(side.entity, weight, entities)))
        return FoundLinks(key.entity[pairs.key[first]], response.entity[pairs.response[first]], *sides)

    def _links(self, group: Ints, weight: Floats, right: Floats, alone: Floats, groups: int) -> Floats:
        """Return the weight of all links inside each group, each multiplied by its degree.

        The degree of a link between two mentions is the product of their values in `right`. The degree of the link from
        a mention to itself is its value in `alone`.
        """
        totals = np.zeros(groups)
        for sign in LINKS[self.link]:
            # In the order of weight, each mention is the heavier (or lighter) one of its links to earlier mentions.
            order = np.lexsort((sign * weight, group))
            own, heavy = right[order], weight[order]
            before = np.cumsum(own) - own
            first = np.flatnonzero(changes(group[order]))
            before -= np.repeat(before[first], np.diff(first, append=len(order)))
            totals += sum_by(group[order], heavy * (own * before + self.alone * alone[order]), groups)
        return totals / len(LINKS[self.link])

    def _of_cells(self, overlap: Overlap) -> FoundLinks:
        """Return the same if only the entities of mentions are known. Then all mentions have the same weight."""

        def links(mentions: Numeric) -> Floats:
            return np.asarray(pairs(mentions) + self.alone * mentions, dtype=np.float64)

        cells = overlap.cells
        resolved = (cells.shared > 1) | (cells.key_mentions == 1) & (cells.response_mentions == 1)
        sides = (
            SideLinks(links(cells.shared) * resolved, links(side.mentions), np.asarray(side.mentions, np.float64))
            for side in (overlap.keys, overlap.responses)
        )
        return FoundLinks(cells.key, cells.response, *sides)


class SideLinks(NamedTuple):
    """Links with the weights of one side: those found in each pair of entities, and links and weight of each entity."""

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
    """Return a number for each different pair of entities, and one row that contains this pair."""
    order = order_by(key, response)
    first = changes(key[order], response[order])
    number = np.empty(len(order), dtype=np.int64)
    number[order] = runs(first)
    return number, order[first]


def _best_other(group: Ints, right: Floats) -> Floats:
    """Return, for each row, the highest degree among the other rows of its group; 0 if there is no other row."""
    order = np.lexsort((-right, group))
    falling = right[order]
    first = np.flatnonzero(changes(group[order]))
    size = np.diff(first, append=len(order))
    best = np.repeat(falling[first], size)
    best[first] = np.where(size > 1, np.append(falling, 0.0)[first + 1], 0.0)
    other = np.empty(len(order))
    other[order] = best
    return other


def mention_weights(matched: Matched) -> tuple[Floats, Floats]:
    """Return the weights of the mentions: the given ones or, without them, those by information."""
    key, response = matched.key, matched.response
    if key.weight is not None and response.weight is not None:
        return key.weight, response.weight
    from corefscore.matching.weights import information

    return information(key, response)


def pair_rates(overlap: Overlap, aligned: Cells) -> tuple[Floats, Floats]:
    """Return the share of its links that each of two aligned entities shares with the other."""
    found = LinkWeights().found(overlap)
    width = len(overlap.responses.document)
    row = np.searchsorted(found.key * width + found.response, aligned.key * width + aligned.response)
    recall, precision = _pair_rates(found)
    return recall[row], precision[row]


def aligned_pairs(overlap: Overlap) -> Cells:
    """Return the one-to-one alignment of entities for which the sum of the F1 of pairs is greatest."""
    found = LinkWeights().found(overlap)
    sizes = len(overlap.keys.document), len(overlap.responses.document)
    chosen = best_assignment(found.key, found.response, harmonic(*_pair_rates(found)), *sizes)
    return overlap.cells_of(found.key[chosen], found.response[chosen])


def _pair_rates(found: FoundLinks) -> tuple[Floats, Floats]:
    recall = found.key_side.found / found.key_side.links[found.key]
    precision = found.response_side.found / found.response_side.links[found.response]
    return np.minimum(recall, 1), np.minimum(precision, 1)
