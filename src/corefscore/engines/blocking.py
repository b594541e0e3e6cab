"""The quality of candidate pairs: how many true pairs they contain, and how many comparisons they save.

    pairs completeness = candidates that are true / true pairs,    reduction ratio = 1 − candidates / all pairs

A pair counts once, in either order. A mention is not a pair with itself.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from corefscore.core.arrays import ints, joined_numbers
from corefscore.core.export import Exportable, Json
from corefscore.core.problems import warn
from corefscore.core.tables import Column, Table
from corefscore.engines.columns import ENTITY, MENTION
from corefscore.engines.pair_tables import LEFT, RIGHT, key_and_pairs
from corefscore.engines.sources import TableInput
from corefscore.metrics.base import links


@dataclass(frozen=True)
class Blocking(Exportable):
    """The quality of candidate pairs.

    Parameters
    ----------
    candidates, found, true, all : int
        The numbers of different candidate pairs, of true candidate pairs, of all true pairs, and of all pairs of key
        mentions.
    """

    candidates: int
    found: int
    true: int
    all: int

    @property
    def pairs_completeness(self) -> float:
        """The share of true pairs that are candidates; NaN if there is no true pair."""
        return self.found / self.true if self.true else math.nan

    @property
    def reduction_ratio(self) -> float:
        """The share of all pairs that are not candidates; NaN if there is no pair."""
        return (self.all - self.candidates) / self.all if self.all else math.nan

    def to_dict(self) -> Json:
        """Return all figures; None for a figure that is not defined."""
        rates = {"pairs_completeness": self.pairs_completeness, "reduction_ratio": self.reduction_ratio}
        known = {name: None if math.isnan(value) else value for name, value in rates.items()}
        return {**known, "candidates": self.candidates, "found": self.found, "true": self.true, "all": self.all}

    def table(self) -> Table:
        """Return one row with all figures."""
        columns = [
            Column("Pairs completeness", "pairs_completeness", "percent"),
            Column("Reduction ratio", "reduction_ratio", "percent"),
            *(Column(name.capitalize(), name, "count") for name in ("candidates", "found", "true", "all")),
        ]
        counts = [self.candidates, self.found, self.true, self.all]
        return Table(columns, [[self.pairs_completeness, self.reduction_ratio, *counts]])


def blocking(
    key: TableInput,
    pairs: TableInput,
    *,
    mention: str = MENTION,
    entity: str = ENTITY,
    left: str = LEFT,
    right: str = RIGHT,
    max_bytes: int | None = None,
) -> Blocking:
    """Count the true pairs among candidate pairs.

    Parameters
    ----------
    key : table
        A row for each mention, as for `score_tables`.
    pairs : table
        A row for each candidate pair. A pair with a mention that is not in the key is left out, with a warning.
    mention, entity, left, right : str
        The columns of the key, and of the pairs.
    max_bytes : int, optional
        The most bytes that a compressed file may unpack to, as for `read`.

    Returns
    -------
    Blocking
        Pairs completeness, reduction ratio, and the counts behind them.

    Raises
    ------
    InputError
        If a table cannot be read, or if a mention is twice in the key.

    Examples
    --------
    >>> key = {"mention": [1, 2, 3, 4], "entity": ["a", "a", "a", "b"]}
    >>> found = blocking(key, {"left": [1, 2, 3], "right": [2, 1, 4]})
    >>> found.to_dict()["pairs_completeness"], found.candidates, found.all
    (0.3333333333333333, 2, 6)
    """
    data = key_and_pairs(key, pairs, mention, entity, left, right, None, max_bytes)
    entities = np.full(data.mentions, -1, dtype=np.int64)
    entities[data.mention] = data.entity
    low, high = np.minimum(data.left, data.right), np.maximum(data.left, data.right)
    known = (entities[low] >= 0) & (entities[high] >= 0)
    if not known.all():
        warn(data.source, 0, f"{np.count_nonzero(~known):,} pairs have a mention outside the key; they are left out")
    kept = known & (low != high)
    code = np.unique(joined_numbers(low[kept], high[kept], data.mentions, data.mentions))
    found = entities[code // max(data.mentions, 1)] == entities[code % max(data.mentions, 1)]
    sizes, mentions = ints(np.bincount(data.entity)), np.int64(len(data.mention))
    true, possible = links(sizes, sizes).sum(), links(mentions, mentions)
    return Blocking(len(code), int(found.sum()), int(true), int(possible))
