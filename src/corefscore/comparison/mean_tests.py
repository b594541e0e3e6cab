"""Tests whether one system has a better mean over groups of documents, such as datasets, than another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from corefscore.comparison.resampling import StackedMetrics
from corefscore.core.arrays import Bools, Floats, Ints


@dataclass(frozen=True, repr=False)
class MeanOverGroups(StackedMetrics):
    """Metrics whose F1 is the mean over groups of documents. A group in which an F1 is 0 / 0 does not count.

    Each group has its own columns of counts, so that sums over documents keep groups separate. Resampling exchanges the
    same document of two systems, so documents stay in their groups.

    Parameters
    ----------
    metrics : sequence of Metric
        The metrics.
    rows : sequence of arrays of int
        The documents of each group.

    Examples
    --------
    >>> from corefscore.metrics.selection import find_metrics
    >>> mean = MeanOverGroups(find_metrics(["muc"]), [np.array([0, 1]), np.array([2])])
    >>> counts = mean.apart(np.array([[1.0, 2, 1, 2], [1, 2, 1, 2], [3, 3, 3, 3]]))
    >>> mean.f1(counts.sum(axis=0)).tolist()
    [0.75]
    """

    rows: Sequence[Ints] = ()

    def apart(self, counts: Floats) -> Floats:
        """Return the counts of documents, with columns for each group."""
        documents, width = counts.shape
        wide = np.zeros((documents, len(self.rows), width))
        for number, members in enumerate(self.rows):
            wide[members, number] = counts[members]
        return wide.reshape(documents, -1)

    def f1(self, sums: Floats) -> Floats:
        """Return the mean F1 of each metric (last axis)."""
        by_group = sums.reshape(*sums.shape[:-1], len(self.rows), -1)
        counting = super().defined(by_group)
        total = (super().f1(by_group) * counting).sum(axis=-2)
        mean: Floats = total / np.maximum(counting.sum(axis=-2), 1)
        return mean

    def defined(self, sums: Floats) -> Bools:
        """Return whether the F1 of each metric (last axis) is defined in a group."""
        by_group = sums.reshape(*sums.shape[:-1], len(self.rows), -1)
        found: Bools = np.asarray(super().defined(by_group).any(axis=-2))
        return found
