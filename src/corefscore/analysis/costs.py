"""The gain of a single repair: the points of F1 by which a metric rises if nothing else is repaired.

A repair moves mentions between response entities, adds mentions, or removes mentions. So it changes a few cells of the
table of shared mentions. For metrics that are sums over entities, only the changed response entities are counted again.
For all other metrics, such as CEAF and BLANC, the whole document is counted again.

The repair of a key entity takes its mentions out of their response entities, adds the missing mentions, and makes one
response entity of all of them. All other response mentions stay as they are. The repair of a response entity with
spurious mentions only removes this entity. A perfect entity costs 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Array, Floats, Ints, changes, numbers, order_by, ranges, runs, sum_by
from corefscore.metrics.average import Average
from corefscore.metrics.base import CountedMetric, Metric, RatioMetric, check_rates
from corefscore.metrics.overlap import Cells, Entities, Overlap
from corefscore.metrics.selection import counted, find_metrics

SPURIOUS = -1
"""The number that is used as the key entity of spurious mentions."""
ROWS_AT_ONCE = 1 << 21
ROUNDING = 1e-12


class Moves(NamedTuple):
    """The moves of repairs: a row for mentions of one key entity that join or leave one response entity.

    Parameters
    ----------
    repair : array of int
        The number of the repair.
    key : array of int
        The key entity of the mentions, or `SPURIOUS`.
    response : array of int
        The response entity that the mentions join or leave. Numbers that are not in the table are new entities.
    amount : array of float
        The sum of the weights and the number of the mentions, in two columns. Values below 0 mean that mentions leave.
    """

    repair: Ints
    key: Ints
    response: Ints
    amount: Floats

    @classmethod
    def joined(cls, parts: list[Moves]) -> Moves:
        """Return the rows of all parts."""
        return cls(*(np.concatenate(column) for column in zip(*parts, strict=True)))

    def of(self, first: int, end: int) -> Moves:
        """Return the moves of the repairs from `first` to before `end`, numbered from 0."""
        rows = (self.repair >= first) & (self.repair < end)
        return Moves(self.repair[rows] - first, self.key[rows], self.response[rows], self.amount[rows])


class RepairTable(NamedTuple):
    """Parts of a table of shared mentions: the key entities, response entities and cells of each repair.

    Each row of an entity or a cell begins with the number of its repair.
    """

    repairs: int
    keys: tuple[Ints, Ints]
    responses: tuple[Array, ...]
    cells: tuple[Array, ...]

    def changed(self, moves: Moves) -> RepairTable:
        """Return the parts of the table after the repairs."""
        met = moves.key != SPURIOUS
        responses = (moves.repair, moves.response, moves.amount)
        cells = (moves.repair[met], moves.key[met], moves.response[met], moves.amount[met])
        return self._replace(
            responses=_appended(self.responses, responses),
            cells=_appended(self.cells, cells),
        )

    def overlap(self, base: Overlap) -> Overlap:
        """Return the table of shared mentions, with a document for each repair."""
        repair, key = _different(*self.keys)
        (their_repair, response), size = _summed(*self.responses)
        (cell_repair, cell_key, cell_response), shared = _summed(*self.cells)
        rows = _rows(repair, key, cell_repair, cell_key), _rows(their_repair, response, cell_repair, cell_response)
        ours = _entities(repair, _amounts(base.keys)[key], rows[0], shared, base)
        theirs = _entities(their_repair, size, rows[1], shared, base)
        counts = None if base.cells.counts is None else shared[:, 1]
        cells = Cells(ours, theirs, *rows, shared[:, 0], counts)
        return Overlap(ours, theirs, cells, self.repairs)


def gains(overlap: Overlap, document: Ints, moves: Moves, metric: str) -> Floats:
    """Return how much the F1 of a metric rises if only this repair is made, for each repair.

    Parameters
    ----------
    overlap : Overlap
        The table of shared mentions of the whole corpus.
    document : array of int
        The document of each repair.
    moves : Moves
        The moves of each repair.
    metric : str
        The name of the metric.

    Returns
    -------
    array of float
        The difference of F1 for each repair, between -1 and 1.

    Raises
    ------
    ValueError
        If the metric has no F1, or needs more than the table of shared mentions.
    """
    chosen = find_metrics([metric])[0]
    _check_metric(chosen)
    after = {}
    before = {}
    for part in counted([chosen]):
        rows = part.count(overlap)
        total = rows.sum(axis=0)
        before[part.name] = part.rates(total)[..., -1]
        after[part.name] = part.rates(total + _differences(overlap, document, moves, part, rows))[..., -1]
    difference: Floats = _mean(chosen, after) - _mean(chosen, before)
    return np.where(np.abs(difference) < ROUNDING, 0.0, difference)


def _check_metric(metric: Metric) -> None:
    check_rates([metric])
    if metric.needs_text or not counted([metric]):
        raise ValueError(f"costs are not defined for the metric {metric.name}; choose a metric such as b3 or conll")


def _mean(metric: Metric, f1: dict[str, Floats]) -> Floats:
    return np.mean([f1[name] for name in metric.of], axis=0) if isinstance(metric, Average) else f1[metric.name]


def _differences(overlap: Overlap, document: Ints, moves: Moves, metric: CountedMetric, rows: Floats) -> Floats:
    """Return the changes that each repair makes to the counts of its document."""
    found = [np.zeros((0, rows.shape[1]))]
    local = _is_local(metric)
    sizes = _touched_cells(overlap, moves, len(document)) if local else _document_rows(overlap)[document]
    for first, end in _batches(sizes):
        some, documents = moves.of(first, end), document[first:end]
        table = _touched(overlap, some, end - first) if local else _whole(overlap, documents)
        new = metric.count(table.changed(some).overlap(overlap))
        found.append(new - (metric.count(table.overlap(overlap)) if local else rows[documents]))
    return np.concatenate(found)


def _is_local(metric: CountedMetric) -> bool:
    """Return whether the counts depend only on the changed response entities and their cells."""
    return isinstance(metric, RatioMetric) and metric.is_sum and metric.is_sum_over_entities


def _batches(sizes: Ints) -> Iterator[tuple[int, int]]:
    """Yield ranges of repairs, each with a limited number of rows, so that memory stays limited."""
    if not len(sizes):
        return
    batch = np.cumsum(sizes) // ROWS_AT_ONCE
    ends = [*(np.flatnonzero(np.diff(batch)) + 1).tolist(), len(sizes)]
    yield from zip([0, *ends[:-1]], ends, strict=True)


def _document_rows(overlap: Overlap) -> Ints:
    """Return how many cells and entities each document has."""
    rows = (overlap.cells.document, overlap.keys.document, overlap.responses.document)
    found: Ints = np.sum([np.bincount(each, minlength=overlap.document_count) for each in rows], axis=0)
    return found


def _touched_cells(overlap: Overlap, moves: Moves, repairs: int) -> Ints:
    """Return, for each repair, about how many cells the response entities in its moves have."""
    cells = np.bincount(overlap.cells.response, minlength=len(overlap.responses.document))
    known = moves.response < len(cells)
    sums = sum_by(moves.repair[known], cells[moves.response[known]], repairs)
    return sums.astype(np.int64) + 1


def _touched(overlap: Overlap, moves: Moves, repairs: int) -> RepairTable:
    """Return the response entities that the repairs change, with all their cells."""
    known = moves.response < len(overlap.responses.document)
    repair, response = _different(moves.repair[known], moves.response[known])
    cells = overlap.cells
    order, counts = order_by(cells.response), np.bincount(cells.response, minlength=len(overlap.responses.document))
    rows = order[ranges((np.cumsum(counts) - counts)[response], counts[response])]
    of_cell = np.repeat(repair, counts[response])
    met = moves.key != SPURIOUS
    keys = (np.concatenate([of_cell, moves.repair[met]]), np.concatenate([cells.key[rows], moves.key[met]]))
    of_responses = (repair, response, _amounts(overlap.responses)[response])
    return RepairTable(
        repairs, keys, of_responses, (of_cell, cells.key[rows], cells.response[rows], _shared(cells)[rows])
    )


def _whole(overlap: Overlap, document: Ints) -> RepairTable:
    """Return all entities and cells of the document of each repair."""
    documents = overlap.document_count
    keys, responses, cells = (
        _rows_of(each, document, documents)
        for each in (overlap.keys.document, overlap.responses.document, overlap.cells.document)
    )
    table = overlap.cells
    return RepairTable(
        len(document),
        keys,
        (*responses, _amounts(overlap.responses)[responses[1]]),
        (cells[0], table.key[cells[1]], table.response[cells[1]], _shared(table)[cells[1]]),
    )


def _rows_of(document_of_row: Ints, wanted: Ints, documents: int) -> tuple[Ints, Ints]:
    """Return the rows of the wanted documents, each with the index of its document in `wanted`."""
    order, counts = order_by(document_of_row), np.bincount(document_of_row, minlength=documents)
    rows = order[ranges((np.cumsum(counts) - counts)[wanted], counts[wanted])]
    return np.repeat(numbers(len(wanted)), counts[wanted]), rows


def _amounts(side: Entities) -> Floats:
    """Return the size of each entity: the sum of weights, and the number of mentions."""
    return np.column_stack([side.size, side.mentions]).astype(float)


def _shared(cells: Cells) -> Floats:
    return np.column_stack([cells.shared, cells.shared_mentions]).astype(float)


def _appended(ours: tuple[Array, ...], theirs: tuple[Array, ...]) -> tuple[Array, ...]:
    return tuple(np.concatenate(both) for both in zip(ours, theirs, strict=True))


def _different(repair: Ints, entity: Ints) -> tuple[Ints, Ints]:
    """Return the different pairs of a repair and an entity, in order."""
    order = order_by(repair, entity)
    first = changes(repair[order], entity[order])
    return repair[order][first], entity[order][first]


def _rows(repair: Ints, entity: Ints, wanted_repair: Ints, wanted: Ints) -> Ints:
    """Return the rows of the wanted pairs of a repair and an entity among all pairs, which are sorted."""
    width = int(entity.max(initial=0)) + 1
    return np.searchsorted(repair * width + entity, wanted_repair * width + wanted)


def _summed(*columns: Array) -> tuple[tuple[Ints, ...], Floats]:
    """Return the different rows in order, with the sums of the last column; rows without mentions are left out."""
    *names, amount = columns
    order = order_by(*names)
    sorted_names = [each[order] for each in names]
    first = changes(*sorted_names)
    group, count = runs(first), int(np.count_nonzero(first))
    sums = np.column_stack([sum_by(group, amount[order, column], count) for column in (0, 1)])
    there = sums[:, 1] > 0.5
    return tuple(each[first][there] for each in sorted_names), sums[there]


def _entities(repair: Ints, size: Floats, row: Ints, shared: Floats, base: Overlap) -> Entities:
    sharing = np.column_stack([sum_by(row, shared[:, column], len(repair)) for column in (0, 1)])
    counts = None if base.keys.counts is None else Entities(repair, size[:, 1], sharing[:, 1])
    return Entities(repair, size[:, 0], sharing[:, 0], counts)


@dataclass(frozen=True, eq=False)
class EntityCosts:
    """The cost of each entity, as a difference of F1 between -1 and 1.

    Parameters
    ----------
    key : array of float
        The cost of each key entity.
    response : array of float
        The cost of each response entity that has only spurious mentions. All others have 0, because their errors are
        part of the costs of key entities.

    Examples
    --------
    >>> import corefscore
    >>> result = corefscore.score([["a", "b"], ["c", "d"]], [["a", "b"], ["c"], ["x"]], ["b3"])
    >>> costs = EntityCosts.of(Overlap.of(result.mentions()))
    >>> costs.key.round(3).tolist(), costs.response.round(3).tolist()
    ([0.0, 0.207], [0.0, 0.0, 0.087])
    """

    key: Floats
    response: Floats

    @classmethod
    def of(cls, overlap: Overlap, metric: str = "b3") -> EntityCosts:
        """Return the costs of all entities of a table of shared mentions, as F1 of a metric."""
        keys, responses = len(overlap.keys.document), len(overlap.responses.document)
        cells = overlap.cells
        spurious = np.flatnonzero(np.bincount(cells.response, minlength=responses) == 0)
        moves = [
            Moves(cells.key, cells.key, cells.response, -_shared(cells)),
            Moves(numbers(keys), numbers(keys), np.full(keys, responses), _amounts(overlap.keys)),
            Moves(
                keys + numbers(len(spurious)),
                np.full(len(spurious), SPURIOUS),
                spurious,
                -_amounts(overlap.responses)[spurious],
            ),
        ]
        document = np.concatenate([overlap.keys.document, overlap.responses.document[spurious]])
        found = gains(overlap, document, Moves.joined(moves), metric)
        of_responses = np.zeros(responses)
        of_responses[spurious] = found[keys:]
        return cls(found[:keys], of_responses)
