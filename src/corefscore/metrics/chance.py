"""The mutual information of two sides whose entities have some sizes, by chance alone."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Floats, Ints, changes, numbers, order_by, ranges, runs
from corefscore.metrics.overlap import Entities

DEVIATIONS = 12
BESIDES = 60
"""How far from its mean a number of shared mentions is considered: beyond this, its probability is below 1e-25."""

TERMS_AT_ONCE = 1 << 21


class Sizes(NamedTuple):
    """The different sizes of the entities of a document, and how many entities have each."""

    size: Floats
    times: Floats


def expected_information(key: Sizes, response: Sizes, mentions: float) -> float:
    """Return the expected mutual information of two sides with the given sizes, times the number of mentions.

    Two entities of sizes a and b share n of N mentions with the probability of the hypergeometric distribution. The sum
    is over the different sizes, which are few, and over all n whose probability is large enough to matter.
    """
    a, b = (grid.ravel() for grid in np.meshgrid(key.size, response.size, indexing="ij"))
    times = np.outer(key.times, response.times).ravel()
    mean = a * b / mentions
    spread = DEVIATIONS * np.sqrt(mean) + BESIDES
    low = np.maximum.reduce([np.ones_like(a), a + b - mentions, np.floor(mean - spread)])
    high = np.minimum.reduce([a, b, np.ceil(mean + spread)])
    lengths = np.asarray(np.maximum(high - low + 1, 0), dtype=np.int64)
    ends = np.cumsum(lengths)
    total, first = 0.0, 0
    while first < len(a):
        before = int(ends[first - 1]) if first else 0
        last = max(first + 1, int(np.searchsorted(ends, before + TERMS_AT_ONCE, side="right")))
        part = slice(first, last)
        total += _expected(a[part], b[part], times[part], low[part], lengths[part], mentions)
        first = last
    return total


def _expected(a: Floats, b: Floats, times: Floats, low: Floats, lengths: Ints, mentions: float) -> float:
    from scipy.special import gammaln

    pair = np.repeat(numbers(len(a)), lengths)
    shared = ranges(np.asarray(low, dtype=np.int64), lengths).astype(np.float64)
    a, b = a[pair], b[pair]
    log_probability = (
        gammaln(a + 1) + gammaln(b + 1) + gammaln(mentions - a + 1) + gammaln(mentions - b + 1)
        - gammaln(mentions + 1) - gammaln(shared + 1) - gammaln(a - shared + 1) - gammaln(b - shared + 1)
        - gammaln(mentions - a - b + shared + 1)
    )  # fmt: skip
    information = shared * np.log(shared / (a / mentions * b))
    return float(np.sum(times[pair] * information * np.exp(log_probability)))


def sizes_by_document(side: Entities, documents: int) -> list[Sizes]:
    """Return the sizes of the entities of each document; only mentions that both sides have count."""
    rows = np.flatnonzero(side.shared_mentions > 0)
    document, size = side.document[rows], side.shared_mentions[rows]
    times = np.ones(len(rows)) if side.times is None else side.times[rows]
    order = order_by(document, np.asarray(size, dtype=np.int64))
    document, size, times = document[order], size[order], times[order]
    first = changes(document, size)
    counted = np.asarray(np.bincount(runs(first), weights=times), dtype=np.float64)
    starts = np.flatnonzero(first)
    bounds = np.searchsorted(document[starts], np.arange(documents + 1))
    return [
        Sizes(size[starts[begin:end]].astype(np.float64), counted[begin:end])
        for begin, end in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True)
    ]
