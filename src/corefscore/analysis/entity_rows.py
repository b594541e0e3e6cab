"""The columns of the table of entities: which entities are aligned, and the counts and scores of each pair.

The best one-to-one alignment decides which response entity is aligned to a key entity, if any.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from corefscore.analysis.categories import SpanPairs, SpanTest, categorize
from corefscore.core.arrays import Array, Bools, Floats, Ints, numbers, order_by
from corefscore.matching.matched import Matched, Pairs
from corefscore.matching.same_tokens import overlapping_pairs
from corefscore.metrics.base import RATES, CountedMetric, harmonic
from corefscore.metrics.ceafe import CEAFE, likeness
from corefscore.metrics.overlap import Cells, Overlap
from corefscore.metrics.registry import METRICS

NONE = -1


def pair_metrics() -> list[CountedMetric]:
    """Return the metrics that score one key entity and the response entity aligned to it."""
    return [metric for metric in METRICS.values() if isinstance(metric, CountedMetric) and metric.pair is not None]


def alignments() -> list[str]:
    """Return the names of the metrics whose similarity can align entities."""
    return [CEAFE.name, *(metric.name for metric in pair_metrics() if metric.own_pairs is not None)]


class Alignment(NamedTuple):
    """The alignment of entities, for all columns and for the metrics that align entities by their own similarity.

    Parameters
    ----------
    name : str
        The metric whose similarity aligns entities.
    cells : Cells
        The aligned pairs of entities.
    own : dict of str to Cells
        The aligned pairs of each metric that has its own alignment.
    """

    name: str
    cells: Cells
    own: dict[str, Cells]

    @classmethod
    def of(cls, overlap: Overlap, align: str | None) -> Alignment:
        """Return the alignment by a metric. None means CEAF-e, and the own alignments of metrics that have one."""
        own = {metric.name: metric.own_pairs for metric in pair_metrics() if metric.own_pairs is not None}
        if align in own:
            return cls(align, own[align](overlap), {})
        cells = overlap.aligned(likeness)
        return cls(CEAFE.name, cells, {} if align else {name: pairs(overlap) for name, pairs in own.items()})


class EntityRows(NamedTuple):
    """A row for each key entity, and for each response entity that is not aligned. -1 means that there is no entity.

    `scores` has the axes entity, metric, and rate (recall, precision, F1).
    """

    document: Ints
    key: Ints
    response: Ints
    size: Ints
    response_size: Ints
    shared: Ints
    missing: Ints
    spurious: Ints
    merged: Ints
    overlapping: Ints
    category: npt.NDArray[np.str_]
    scores: Floats

    def take(self, rows: Ints | Bools) -> EntityRows:
        """Return the given rows."""
        columns: Sequence[Array] = self
        return EntityRows(*(column[rows] for column in columns))


def partners(aligned: Cells, entities: int) -> Ints:
    """Return, for each key entity, the response entity aligned to it, or -1."""
    partner = np.full(entities, NONE, dtype=np.int64)
    partner[aligned.key] = aligned.response
    return partner


def overlapping_mentions(matched: Matched, aligned: Cells, test: SpanTest) -> Pairs:
    """Return the pairs of overlapping mentions of aligned entities, without mentions that these entities share."""
    key, response = matched.key, matched.response
    partner = partners(aligned, len(key.labels))
    together = matched.pairs.take(partner[key.entity[matched.pairs.key]] == response.entity[matched.pairs.response])
    key_open, response_open = partner[key.entity] != NONE, np.isin(response.entity, aligned.response)
    key_open[together.key] = False
    response_open[together.response] = False
    key_rows, response_rows = np.flatnonzero(key_open), np.flatnonzero(response_open)
    near = overlapping_pairs(key.take(key_rows), response.take(response_rows))
    pairs = Pairs(key_rows[near.key], response_rows[near.response])
    pairs = pairs.take(partner[key.entity[pairs.key]] == response.entity[pairs.response])
    return pairs.take(np.asarray(test(SpanPairs.of(key, response, pairs)), dtype=bool))


def entity_rows(matched: Matched, overlap: Overlap, alignment: Alignment, pairs: Pairs) -> EntityRows:
    """Return a row for each key entity and for each response entity that is not aligned, document by document."""
    aligned = alignment.cells
    keys, responses = overlap.keys, overlap.responses
    alone = np.setdiff1d(numbers(len(responses.document)), aligned.response)
    key = np.concatenate([numbers(len(keys.document)), np.full(len(alone), NONE)])
    response = np.concatenate([partners(aligned, len(keys.document)), alone])
    size, response_size = _or_zero(keys.mentions, key), _or_zero(responses.mentions, response)
    shared = np.zeros(len(key), dtype=np.int64)
    shared[aligned.key] = aligned.shared_mentions
    merged = _or_zero(responses.shared_mentions, response) - shared
    lacking = np.unique(pairs.key)
    overlapping = _or_zero(np.bincount(matched.key.entity[lacking], minlength=len(keys.document)), key)
    category = categorize(size, response_size, shared, merged, overlapping).astype("<U2")
    category[key == NONE] = ""
    document = np.where(key == NONE, _or_zero(responses.document, response), _or_zero(keys.document, key))
    rows = EntityRows(
        document,
        key,
        response,
        size,
        response_size,
        shared,
        size - shared,
        response_size - shared - merged,
        merged,
        overlapping,
        category,
        _scores(overlap, alignment, len(key)),
    )
    return rows.take(order_by(document))


def _or_zero(values: Ints, entities: Ints) -> Ints:
    """Return the values of the given entities, and 0 where there is no entity."""
    found: Ints = np.append(values, 0)[entities]
    return found


def _scores(overlap: Overlap, alignment: Alignment, rows: int) -> Floats:
    """Return recall, precision and F1 of aligned entities, for each of `pair_metrics`. Key entities come first."""
    metrics = pair_metrics()
    scores = np.zeros((rows, len(metrics), len(RATES)))
    sharing = alignment.cells.take(np.flatnonzero(alignment.cells.shared_mentions))
    for column, metric in enumerate(metrics):
        if metric.pair is not None:
            by_mentions = alignment.cells if metric.own_pairs is not None else sharing
            aligned = alignment.own.get(metric.name, by_mentions)
            recall, precision = metric.pair(overlap, aligned)
            scores[aligned.key, column] = np.stack([recall, precision, harmonic(recall, precision)], axis=-1)
    return scores
