"""Scores by the size of entities: recall over key entities of a size, precision over response entities of that size."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Bools, Floats, Ints, numbers
from corefscore.core.corpus import Corpus
from corefscore.matching.matched import Matched
from corefscore.metrics.base import Metric
from corefscore.metrics.overlap import Overlap
from corefscore.metrics.registry import counted, find_metrics


class Size(NamedTuple):
    """A range of entity sizes, both ends included."""

    title: str
    low: int
    high: float

    def holds(self, sizes: Ints) -> Bools:
        return np.asarray((sizes >= self.low) & (sizes <= self.high))


SIZES = (Size("1", 1, 1), Size("2", 2, 2), Size("3–5", 3, 5), Size("6–10", 6, 10), Size("> 10", 11, np.inf))
METRICS = ("b3", "lea", "muc", "mentions", "pairwise")
"""Metrics whose recall is a sum over key entities and whose precision is a sum over response entities."""


def counts_by_size(matched: Matched, metric: str) -> Floats:
    """The four counts of a metric for each size; over all sizes they add up to those of the corpus."""
    if metric not in METRICS:
        raise ValueError(f"{metric} is no sum over entities; choose from {', '.join(METRICS)}")
    (chosen,) = counted(find_metrics([metric]))
    return np.stack([_counts(matched, chosen, size) for size in SIZES])


def _counts(matched: Matched, metric: Metric, size: Size) -> Floats:
    key, response = (numbers(side.mentions) for side in (matched.key, matched.response))
    recall = matched.take(_having(matched.key, size), response)
    precision = matched.take(key, _having(matched.response, size))
    totals = [metric.count(Overlap.of(side)).sum(axis=0) for side in (recall, precision)]
    return np.concatenate([totals[0][:2], totals[1][2:]])


def _having(corpus: Corpus, size: Size) -> Ints:
    """The mentions of entities of a size."""
    return np.flatnonzero(size.holds(corpus.entity_sizes)[corpus.entity])
