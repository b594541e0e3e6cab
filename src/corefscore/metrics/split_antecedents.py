"""Split antecedents: the sets of entities to which plural entities refer, and how far those of both sides agree.

A plural entity such as *they*, whose elements are Ann and Bob, has its mentions and one more member: the split
antecedent <Ann + Bob>. Two split antecedents are two sets of entities; these entities are called atoms. So a metric
compares two split antecedents as it compares a key and a response. It uses a small table whose documents are the pairs
of split antecedents that share a mention. In each document of the corpus, split antecedents are aligned one to one, so
that the sum of F1 is greatest. If several alignments have the same sum, plural entities that share more mentions are
preferred, then those that come first in the text.

References
----------
Paun, Yu, Moosavi and Poesio (2023), Scoring Coreference Chains with Split-Antecedent Anaphors, Dialogue & Discourse
14(2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Floats, Ints, changes, ints, numbers, order_by, ranges, renumber, sum_by
from corefscore.core.assignment import best_assignment, exact_assignment
from corefscore.core.corpus import Corpus
from corefscore.core.graphs import leaders
from corefscore.matching.matched import Matched
from corefscore.matching.whole import Whole
from corefscore.metrics.base import CountedMetric, RatioMetric, Split
from corefscore.metrics.overlap import Cells, Entities, Overlap

MOST_PLURALS = 60
"""Up to this number of connected plural entities, alignments use whole numbers, so that every tie is found."""
LARGEST_DENOMINATOR = 10**6
TIE_BREAK = 1e-9


@dataclass(frozen=True, eq=False, repr=False)
class Plurals:
    """The plural entities of one side, in the order of the text.

    Parameters
    ----------
    entity : array of int
        The number of each plural entity among the scored entities.
    first, size : array of int
        The position of the first atom of each plural entity, and the number of its atoms.
    atom : array of int
        The atoms of all plural entities, as numbers of entities among all entities of the file.
    """

    entity: Ints
    first: Ints
    size: Ints
    atom: Ints

    @classmethod
    def of(cls, scored: Corpus, whole: Corpus, rows: Ints) -> Plurals:
        """Return the plural entities of a side. `rows` are the scored mentions among all mentions of the file."""
        if whole.relations is None:
            return cls(ints([]), ints([]), ints([]), ints([]))
        number, first_row = (np.full(len(whole.labels), -1, dtype=np.int64) for _ in range(2))
        backwards = numbers(len(rows))[::-1][rows[::-1] >= 0]
        entity = whole.entity[rows[backwards]]
        number[entity], first_row[entity] = scored.entity[backwards], backwards
        plural, atom = whole.relations.whole, whole.relations.part
        kept = number[plural] >= 0
        plural, atom = plural[kept], atom[kept]
        order = order_by(first_row[plural], atom)
        plural, atom = plural[order], atom[order]
        begin = np.flatnonzero(np.diff(plural, prepend=-1))
        return cls(number[plural[begin]], begin, np.diff(begin, append=len(plural)), atom)

    def __len__(self) -> int:
        return len(self.entity)

    @property
    def of_atom(self) -> Ints:
        """The plural entity of each atom."""
        return np.repeat(numbers(len(self)), self.size)

    @property
    def rank(self) -> Ints:
        """The index of each atom among the atoms of its plural entity."""
        return numbers(len(self.atom)) - self.first[self.of_atom]

    def listed(self, plurals: Ints) -> Ints:
        """Return the atoms of the given plural entities, one after the other."""
        return self.atom[ranges(self.first[plurals], self.size[plurals])]


class Credit(NamedTuple):
    """How a metric counts split antecedents.

    Parameters
    ----------
    pair : array of int
        The aligned pairs.
    rates : array of float
        The recall, precision and F1 of these pairs, in columns.
    found : array of float
        The counts of these pairs, in the four columns of a metric.
    key_whole, response_whole : array of float
        The denominator of each split antecedent of a side.
    """

    pair: Ints
    rates: Floats
    found: Floats
    key_whole: Floats
    response_whole: Floats


@dataclass(frozen=True, eq=False, repr=False)
class SplitAntecedents:
    """The split antecedents of both sides.

    Parameters
    ----------
    overlap : Overlap
        The table of the entities.
    key, response : Plurals
        The plural entities of both sides.
    pair_key, pair_response : array of int
        The pairs of plural entities whose atoms share a mention.
    atoms : Overlap
        The table of the atoms: a document for each pair, then one for each plural entity of the key alone, then one for
        each plural entity of the response alone.
    """

    overlap: Overlap
    key: Plurals
    response: Plurals
    pair_key: Ints
    pair_response: Ints
    atoms: Overlap

    @classmethod
    def of(cls, overlap: Overlap, scored: Matched, whole: Whole) -> SplitAntecedents | None:
        """Return the split antecedents of matched mentions; None if no entity has one."""
        every = whole.mentions
        key = Plurals.of(scored.key, every.key, whole.key_rows)
        response = Plurals.of(scored.response, every.response, whole.response_rows)
        if not len(key) and not len(response):
            return None
        cells = Overlap.of(replace(whole.matched, whole=None)).cells
        sizes = every.key.entity_sizes, every.response.entity_sizes
        return cls(overlap, key, response, *_table_of_atoms(key, response, cells, sizes))

    def __repr__(self) -> str:
        return f"<SplitAntecedents: {len(self.key):,} of the key, {len(self.response):,} of the response>"

    @cached_property
    def _credits(self) -> dict[CountedMetric, Credit]:
        return {}

    def credit(self, metric: CountedMetric) -> Credit:
        """Compare and align split antecedents by a metric."""
        if metric not in self._credits:
            counts = metric.count(self.atoms)
            pairs, ours = len(self.pair_key), len(self.key)
            chosen = self._aligned(metric.rates(counts[:pairs]))
            self._credits[metric] = Credit(
                chosen,
                metric.rates(counts[chosen]),
                counts[chosen],
                counts[pairs : pairs + ours, 1],
                counts[pairs + ours :, 3],
            )
        return self._credits[metric]

    @cached_property
    def shared(self) -> Ints:
        """How many mentions the two plural entities of each pair share."""
        cells = self.overlap.cells_of(self.key.entity[self.pair_key], self.response.entity[self.pair_response])
        return ints(cells.shared_mentions)

    def _aligned(self, rates: Floats) -> Ints:
        """Return the pairs of the one-to-one alignment with the greatest sum of F1."""
        candidates = np.flatnonzero(rates[:, 2] > 0)
        ours, theirs = self.pair_key[candidates], self.pair_response[candidates] + len(self.key)
        nodes = range(len(self.key) + len(self.response))
        leader = leaders(nodes, zip(ours.tolist(), theirs.tolist(), strict=True))
        component = ints([leader[node] for node in ours.tolist()])
        order = order_by(component)
        parts = np.split(candidates[order], np.flatnonzero(np.diff(component[order])) + 1)
        return np.sort(np.concatenate([self._aligned_part(part, rates) for part in parts if len(part)] or [candidates]))

    def _aligned_part(self, pairs: Ints, rates: Floats) -> Ints:
        """Return the same for connected pairs."""
        if len(pairs) == 1:
            return pairs
        row, column = (renumber(side[pairs])[0] for side in (self.pair_key, self.pair_response))
        shared = self.shared[pairs].tolist()
        rows, columns = int(row.max()) + 1, int(column.max()) + 1
        if min(rows, columns) > MOST_PLURALS:
            weight = rates[pairs, 2] + TIE_BREAK * ints(shared) / (1 + sum(shared))
            return pairs[best_assignment(row, column, weight, rows, columns)]
        cells = {cell: number for number, cell in enumerate(zip(row.tolist(), column.tolist(), strict=True))}
        f1 = [_exact_f1(recall, precision) for recall, precision, _ in rates[pairs].tolist()]
        weights = _whole_numbers(f1, shared, list(cells), rows, columns)
        return pairs[[cells[cell] for cell in exact_assignment(weights)]]

    def credited(self, metric: RatioMetric, split: Split) -> tuple[Overlap, Overlap]:
        """Return the tables for recall and precision, in which split antecedents count in sizes and have a credit."""
        credit = self.credit(split.by or metric)
        if split.f1:
            both = self._with_credit(credit.pair, credit.rates[:, 2])
            return both, both
        return self._with_credit(credit.pair, credit.rates[:, 0]), self._with_credit(credit.pair, credit.rates[:, 1])

    def _with_credit(self, pair: Ints, credit: Floats) -> Overlap:
        plain = self.overlap
        key, response = self.key.entity[self.pair_key[pair]], self.response.entity[self.pair_response[pair]]
        keys = _with_split(plain.keys, self.key.entity, key, credit)
        responses = _with_split(plain.responses, self.response.entity, response, credit)
        width = max(len(responses.document), 1)
        known = plain.cells.key * width + plain.cells.response
        code = np.sort(np.concatenate([known, key * width + response]))
        code = code[changes(code)]
        shared, of_cell = np.zeros_like(code), np.zeros(len(code))
        shared[np.searchsorted(code, known)] = plain.cells.shared
        of_cell[np.searchsorted(code, key * width + response)] = credit
        cells = Cells(keys, responses, code // width, code % width, shared, credit=of_cell)
        return Overlap(keys, responses, cells, plain.document_count)

    def by_document(self, metric: CountedMetric) -> Floats:
        """Return the counts of split antecedents alone, for each document."""
        credit = self.credit(metric)
        documents = self.overlap.document_count
        ours, theirs = (
            side.document[plurals.entity]
            for side, plurals in ((self.overlap.keys, self.key), (self.overlap.responses, self.response))
        )
        aligned = ours[self.pair_key[credit.pair]]
        sums: Sequence[tuple[Ints, Floats]] = (
            (aligned, credit.found[:, 0]),
            (ours, credit.key_whole),
            (aligned, credit.found[:, 2]),
            (theirs, credit.response_whole),
        )
        return np.column_stack([sum_by(document, values, documents) for document, values in sums])


def _with_split(side: Entities, plural: Ints, aligned: Ints, credit: Floats) -> Entities:
    """Return entities whose sizes count split antecedents, with the credit of aligned split antecedents."""
    size, of_entity = np.array(side.size), np.zeros(len(side.size))
    size[plural] += 1
    of_entity[aligned] = credit
    return Entities(side.document, size, side.shared, credit=of_entity)


def _table_of_atoms(
    key: Plurals, response: Plurals, cells: Cells, sizes: tuple[Ints, Ints]
) -> tuple[Ints, Ints, Overlap]:
    """Return the pairs of plural entities whose atoms share mentions, and the table of the atoms of each pair."""
    ours, cell = _joined(key.atom, cells.key)
    by_response = order_by(response.atom)
    found, theirs = _joined(cells.response[cell], response.atom[by_response])
    ours, cell, theirs = ours[found], cell[found], by_response[theirs]
    width = max(len(response), 1)
    pair, of_cell = np.unique(key.of_atom[ours] * width + response.of_atom[theirs], return_inverse=True)
    pair_key, pair_response = pair // width, pair % width
    documents = len(pair) + len(key) + len(response)
    alone = len(pair) + numbers(len(key)), len(pair) + len(key) + numbers(len(response))

    def side(plurals: Plurals, in_pair: Ints, alone: Ints, size: Ints) -> tuple[Entities, Ints]:
        listed = np.concatenate([in_pair, numbers(len(plurals))])
        document = np.repeat(np.concatenate([numbers(len(pair)), alone]), plurals.size[listed])
        atom = plurals.listed(listed)
        begin = np.cumsum(plurals.size[listed]) - plurals.size[listed]
        return Entities(document, size[atom], np.zeros_like(atom)), begin

    (keys, key_begin), (responses, response_begin) = (
        side(*each) for each in ((key, pair_key, alone[0], sizes[0]), (response, pair_response, alone[1], sizes[1]))
    )
    row, column = key_begin[of_cell] + key.rank[ours], response_begin[of_cell] + response.rank[theirs]
    order = order_by(row, column)
    shared = ints(cells.shared_mentions)[cell][order]
    keys, responses = (
        each._replace(shared=ints(sum_by(rows[order], shared, len(each.size))))
        for each, rows in ((keys, row), (responses, column))
    )
    table = Cells(keys, responses, row[order], column[order], shared)
    return pair_key, pair_response, Overlap(keys, responses, table, documents)


def _joined(left: Ints, right: Ints) -> tuple[Ints, Ints]:
    """Return all pairs of rows with equal values. The second column is sorted."""
    low, high = (np.searchsorted(right, left, side) for side in ("left", "right"))
    return np.repeat(numbers(len(left)), high - low), ranges(low, high - low)


@lru_cache(maxsize=10_000)
def _exact_f1(recall: float, precision: float) -> Fraction:
    """Return the F1 of two rates as an exact fraction. The denominators of the rates are small."""
    exact = [Fraction(rate).limit_denominator(LARGEST_DENOMINATOR) for rate in (recall, precision)]
    return 2 * exact[0] * exact[1] / (exact[0] + exact[1])


def _whole_numbers(
    f1: Sequence[Fraction], shared: Sequence[int], cells: Sequence[tuple[int, int]], rows: int, columns: int
) -> list[list[int]]:
    """Return whole numbers whose greatest sum is that of F1, then of shared mentions, then the first in the text."""
    scale = lcm(*(each.denominator for each in f1))
    base, most_shared = columns + 1, sum(shared) + 1
    weights = [[0] * columns for _ in range(rows)]
    for (row, column), alike, mentions in zip(cells, f1, shared, strict=True):
        alike_and_near = alike.numerator * (scale // alike.denominator) * most_shared + mentions
        weights[row][column] = alike_and_near * base**rows + (columns - column) * base ** (rows - 1 - row)
    return weights
