"""The overlap table from which all metrics count: how many mentions each key entity and each response entity share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from corefscore.core.arrays import Array, Floats, Ints, Numeric, changes, exact_sum_by, ints, joined_numbers, sum_by
from corefscore.core.assignment import best_assignment
from corefscore.matching.matched import Matched

if TYPE_CHECKING:
    from corefscore.metrics.split_antecedents import SplitAntecedents

MANY_MENTIONS = 1 << 26
"""Below this number of mentions there are fewer than 2⁵² pairs, and floats hold and add such numbers exactly."""


class Entities(NamedTuple):
    """A row for each entity of one side.

    Parameters
    ----------
    document : array of int
        The document of each entity.
    size : column
        The mentions of each entity, `|k|`: their number, or the sum of their weights.
    shared : column
        The mentions of each entity that match a mention of the other side: their number, or the sum of their weights.
    counts : Entities, optional
        The numbers of mentions, if `size` and `shared` are sums of weights.
    times : array of int, optional
        How many entities each row represents, if equal entities share a row.
    credit : column, optional
        The credit of the split antecedent of each entity, from 0 (wrong) to 1 (right), if some entities have one. Then
        `size` counts split antecedents too.
    """

    document: Ints
    size: Numeric
    shared: Numeric
    counts: Entities | None = None
    times: Ints | None = None
    credit: Numeric = None

    def total(self, values: Numeric, documents: int, exact: bool = False) -> Numeric:
        """Return the sum over the entities of each document. `values` is what one entity of each row adds."""
        return _total(self.document, values, self.times, documents, exact)

    @property
    def mentions(self) -> Numeric:
        """The number of mentions, whatever their weights."""
        return self.size if self.counts is None else self.counts.size

    @property
    def shared_mentions(self) -> Numeric:
        """The number of mentions that match, whatever their weights."""
        return self.shared if self.counts is None else self.counts.shared

    @property
    def credit_squares(self) -> Numeric:
        """The squares of the credits."""
        return self.credit**2


@dataclass(frozen=True, eq=False, repr=False)
class Cells:
    """A row for each pair of a key entity k and a response entity r that share a mention.

    Parameters
    ----------
    keys, responses : Entities
        All entities of both sides.
    key, response : array of int
        The rows of k and of r in these tables.
    shared : column
        The mentions that k and r share, `|k ∩ r|`: their number, or the sum of their weights.
    counts : column, optional
        The numbers of shared mentions, if `shared` has sums of weights.
    times : array of int, optional
        How many pairs each row represents, if equal pairs share a row.
    credit : column, optional
        How far the split antecedents of k and r agree, from 0 to 1, if some entities have one. Then there are also
        pairs that share a split antecedent only.
    """

    keys: Entities
    responses: Entities
    key: Ints
    response: Ints
    shared: Numeric
    counts: Numeric = None
    times: Ints | None = None
    credit: Numeric = None

    def total(self, values: Numeric, documents: int, exact: bool = False) -> Numeric:
        """Return the sum over the pairs of each document. `values` is what one pair of each row adds."""
        return _total(self.document, values, self.times, documents, exact)

    @property
    def shared_mentions(self) -> Numeric:
        """The number of mentions that k and r share, whatever their weights."""
        return self.shared if self.counts is None else self.counts

    @property
    def common(self) -> Numeric:
        """The mentions that k and r share, `|k ∩ r|`, plus the credit of their split antecedents."""
        return self.shared if self.credit is None else self.shared + self.credit

    @property
    def credit_squares(self) -> Numeric:
        """The squares of the credits."""
        return self.credit**2

    @cached_property
    def document(self) -> Ints:
        """The document of each pair."""
        return self.keys.document[self.key]

    @cached_property
    def key_size(self) -> Numeric:
        """The number of mentions of k, `|k|`, or the weight of k."""
        return self.keys.size[self.key]

    @cached_property
    def response_size(self) -> Numeric:
        """The number of mentions of r, `|r|`, or the weight of r."""
        return self.responses.size[self.response]

    @cached_property
    def key_mentions(self) -> Numeric:
        """The number of mentions of k."""
        return self.keys.mentions[self.key]

    @cached_property
    def response_mentions(self) -> Numeric:
        """The number of mentions of r."""
        return self.responses.mentions[self.response]

    def take(self, rows: Ints) -> Cells:
        """Return the given cells only."""
        further = (None if column is None else column[rows] for column in (self.counts, self.times, self.credit))
        return Cells(self.keys, self.responses, self.key[rows], self.response[rows], self.shared[rows], *further)


class Documents(NamedTuple):
    """A row for each document: the mentions of each side and the shared mentions, as weights and as numbers.

    If some entities have a split antecedent, `credit` and `credit_squares` are the sums over the split antecedents.
    """

    key_size: Numeric
    response_size: Numeric
    shared: Numeric
    key_mentions: Numeric
    response_mentions: Numeric
    shared_mentions: Numeric
    credit: Numeric = None
    credit_squares: Numeric = None


@dataclass(frozen=True, eq=False, repr=False)
class Overlap:
    """The entities of a corpus, and the pairs of entities that share mentions.

    Parameters
    ----------
    keys, responses : Entities
        The entities of both sides.
    cells : Cells
        The pairs of entities that share a mention.
    document_count : int
        The number of documents.
    matched : Matched, optional
        The mentions from which the table was made, for metrics that need the mentions.

    Examples
    --------
    >>> import corefscore
    >>> matched = corefscore.score([[*"abc"], [*"defg"]], [[*"ab"], [*"cd"], [*"fghi"]]).matched
    >>> overlap = Overlap.of(matched)
    >>> cells = overlap.cells
    >>> list(zip(cells.key.tolist(), cells.response.tolist(), cells.shared.tolist()))
    [(0, 0, 2), (0, 1, 1), (1, 1, 1), (1, 2, 2)]
    >>> overlap.keys.size.tolist(), overlap.responses.size.tolist()
    ([3, 4], [2, 2, 4])
    """

    keys: Entities
    responses: Entities
    cells: Cells
    document_count: int
    matched: Matched | None = None

    def __repr__(self) -> str:
        sizes = f"{len(self.keys.document):,} key entities and {len(self.responses.document):,} response entities"
        return f"<Overlap of {sizes} in {len(self.cells.key):,} cells>"

    @classmethod
    def of(cls, matched: Matched) -> Overlap:
        """Return the table for matched mentions."""
        key, response = matched.key, matched.response
        overlap = cls.from_pairs(
            key.entity_documents,
            key.entity_sizes,
            response.entity_documents,
            response.entity_sizes,
            key.entity[matched.pairs.key],
            response.entity[matched.pairs.response],
            len(key),
            matched,
        )
        if key.weight is None or response.weight is None:
            return overlap
        return _weighted(overlap, matched, key.weight, response.weight)

    @classmethod
    def from_pairs(
        cls,
        key_document: Ints,
        key_size: Ints,
        response_document: Ints,
        response_size: Ints,
        pair_key: Ints,
        pair_response: Ints,
        documents: int,
        matched: Matched | None = None,
    ) -> Overlap:
        """Return the table for entities, given the two entities of each pair of matching mentions.

        Parameters
        ----------
        key_document, key_size, response_document, response_size : array of int
            The document and the number of mentions of each entity.
        pair_key, pair_response : array of int
            For each pair of matching mentions, the entities to which they belong.
        documents : int
            The number of documents.
        matched : Matched, optional
            The mentions, if they are known.
        """
        pair_key, pair_response = ints(pair_key), ints(pair_response)
        keys = Entities(key_document, key_size, np.bincount(pair_key, minlength=len(key_size)))
        responses = Entities(response_document, response_size, np.bincount(pair_response, minlength=len(response_size)))
        width = max(len(response_size), 1)
        code, shared = _tally(joined_numbers(pair_key, pair_response, len(key_size), width), len(key_size) * width)
        cells = Cells(keys, responses, code // width, code % width, shared)
        return cls(keys, responses, cells, documents, matched)

    @cached_property
    def documents(self) -> Documents:
        """The sums over the entities of each document."""
        keys, responses = self.keys, self.responses
        columns = [
            (keys, keys.size),
            (responses, responses.size),
            (keys, keys.shared),
            (keys, keys.mentions),
            (responses, responses.mentions),
            (keys, keys.shared_mentions),
        ]
        if keys.credit is not None:
            columns += [(keys, keys.credit), (keys, keys.credit_squares)]
        return Documents(*(side.total(column, self.document_count) for side, column in columns))

    @cached_property
    def split_antecedents(self) -> SplitAntecedents | None:
        """The split antecedents of plural entities; None if there are none."""
        if self.matched is None or self.matched.whole is None:
            return None
        from corefscore.metrics.split_antecedents import SplitAntecedents

        return SplitAntecedents.of(self, self.matched, self.matched.whole)

    @cached_property
    def has_many_pairs(self) -> bool:
        """Whether a document has so many mentions that a float cannot hold the number of their pairs exactly."""
        sides = (self.keys, self.responses)
        if self.keys.counts is not None or not any(map(_has_many_mentions, sides)):
            return False
        return any(side.total(side.size, self.document_count).max() >= MANY_MENTIONS for side in sides)

    @cached_property
    def exact_documents(self) -> Documents:
        """The sums over the entities of each document, as fractions, so that all arithmetic is exact."""
        return Documents(*(None if column is None else _fractions(column) for column in self.documents))

    def cells_of(self, key: Ints, response: Ints) -> Cells:
        """Return the cells of the given pairs of entities. The two entities need not share a mention.

        Parameters
        ----------
        key, response : array of int
            The entities of each pair.
        """
        width = max(len(self.responses.document), 1)
        known = self.cells.key * width + self.cells.response
        code = key * width + response
        row = np.searchsorted(known, code)
        sharing = np.append(known, -1)[row] == code

        def found(column: Numeric) -> Numeric:
            return np.where(sharing, np.append(column, 0)[row], 0)

        counts = None if self.cells.counts is None else found(self.cells.counts)
        return Cells(self.keys, self.responses, key, response, found(self.cells.shared), counts)

    def rewritten(self, steps: Sequence[Callable[[Overlap], Overlap]]) -> Overlap:
        """Return the table after the given steps. Steps with which several metrics begin are computed once."""
        if not steps:
            return self
        first, *rest = steps
        if first not in self._rewritings:
            self._rewritings[first] = first(self)
        return self._rewritings[first].rewritten(rest)

    @cached_property
    def _rewritings(self) -> dict[Callable[[Overlap], Overlap], Overlap]:
        return {}

    @cached_property
    def _aligned(self) -> dict[Callable[[Cells], Numeric], Cells]:
        return {}

    def aligned(self, similarity: Callable[[Cells], Numeric]) -> Cells:
        """Return the cells of the one-to-one alignment of entities with the greatest total similarity.

        Parameters
        ----------
        similarity : callable
            The similarity of the two entities of each cell.
        """
        if similarity not in self._aligned:
            chosen = best_assignment(
                self.cells.key,
                self.cells.response,
                similarity(self.cells),
                len(self.keys.size),
                len(self.responses.size),
            )
            self._aligned[similarity] = self.cells.take(chosen)
        return self._aligned[similarity]


def _has_many_mentions(side: Entities) -> bool:
    return bool((side.size.sum() if side.times is None else side.size @ side.times) >= MANY_MENTIONS)


def _fractions(column: Floats) -> Array:
    from fractions import Fraction

    return np.array([Fraction(each) for each in column.tolist()], dtype=object)


def _total(document: Ints, values: Numeric, times: Ints | None, documents: int, exact: bool) -> Numeric:
    if exact and np.asarray(values).dtype.kind in "biu":
        return exact_sum_by(document, values, 1 if times is None else times, documents)
    return sum_by(document, values if times is None else values * times, documents)


def _weighted(overlap: Overlap, matched: Matched, key_weight: Floats, response_weight: Floats) -> Overlap:
    """Return the table with sums of weights. A response mention that matches has the weight of its key mention."""
    key, response = matched.key, matched.response
    key_rows, response_rows = matched.pairs
    response_weight = response_weight.copy()
    response_weight[response_rows] = key_weight[key_rows]

    def sums(entity: Ints, weight: Floats, counts: Entities, shared: Ints) -> Entities:
        entities = len(counts.size)
        sizes, sharing = sum_by(entity, weight, entities), sum_by(entity[shared], weight[shared], entities)
        return Entities(counts.document, sizes, sharing, counts)

    keys = sums(key.entity, key_weight, overlap.keys, key_rows)
    responses = sums(response.entity, response_weight, overlap.responses, response_rows)
    cells = overlap.cells
    width = max(len(responses.size), 1)
    pair_code = key.entity[key_rows] * width + response.entity[response_rows]
    cell = np.searchsorted(cells.key * width + cells.response, pair_code)
    shared = sum_by(cell, key_weight[key_rows], len(cells.key))
    weighted = Cells(keys, responses, cells.key, cells.response, shared, counts=cells.shared)
    return Overlap(keys, responses, weighted, overlap.document_count, matched)


def _tally(code: Ints, limit: int) -> tuple[Ints, Ints]:
    """Return the different codes in order, and how often each occurs. All codes are below `limit`."""
    if limit <= 2 * len(code):
        counts = np.bincount(code, minlength=limit)
        found = np.flatnonzero(counts)
        return found, counts[found]
    code.sort()
    first = np.flatnonzero(changes(code))
    return code[first], np.diff(first, append=len(code))
