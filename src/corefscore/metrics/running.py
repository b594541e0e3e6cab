"""Counts of documents that are added one after the other."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from corefscore.core.arrays import Floats
from corefscore.core.sums import ExactSums

FIRST_CAPACITY = 64


class RunningCounts:
    """The exact sums of counts and, if `keep_rows` is True, the rows of all documents.

    The time to add a document and the time to read the sums do not depend on the number of documents. Rows that were
    returned once do not change later.

    Parameters
    ----------
    keep_rows : bool
        Whether to keep a row for each document. Without rows, the memory needed is constant.

    Examples
    --------
    >>> counts = RunningCounts()
    >>> counts.add({"muc": np.array([[1.0, 2.0, 1.0, 1.0]])})
    >>> counts.add({"muc": np.array([[1.0, 1.0, 1.0, 3.0]])})
    >>> counts.total["muc"].tolist(), len(counts)
    ([2.0, 3.0, 2.0, 4.0], 2)
    """

    def __init__(self, keep_rows: bool = True) -> None:
        self._keep_rows = keep_rows
        self._columns: dict[str, slice] = {}
        self._sums = ExactSums(0)
        self._rows: Floats = np.empty((0, 0))
        self._size = 0

    def __len__(self) -> int:
        """Return the number of documents."""
        return self._size

    def add(self, rows: Mapping[str, Floats]) -> None:
        """Add the counts of documents: for each metric, a matrix with a row for each document."""
        if not self._columns:
            self._begin(rows)
        stacked = np.hstack([rows[name] for name in self._columns])
        self._sums.add(stacked)
        if self._keep_rows:
            self._append(stacked)
        self._size += len(stacked)

    def _begin(self, rows: Mapping[str, Floats]) -> None:
        """Create the columns of each metric."""
        end = 0
        for name, counts in rows.items():
            begin, end = end, end + counts.shape[1]
            self._columns[name] = slice(begin, end)
        self._sums = ExactSums(end)
        self._rows = np.empty((FIRST_CAPACITY if self._keep_rows else 0, end))

    def _append(self, stacked: Floats) -> None:
        needed = self._size + len(stacked)
        if needed > len(self._rows):
            larger = np.empty((max(needed, 2 * len(self._rows)), self._rows.shape[1]))
            larger[: self._size] = self._rows[: self._size]
            self._rows = larger
        self._rows[self._size : needed] = stacked

    @property
    def total(self) -> dict[str, Floats]:
        """The sums over documents, each rounded once."""
        sums = self._sums.rounded()
        return {name: sums[columns] for name, columns in self._columns.items()}

    @property
    def rows(self) -> dict[str, Floats] | None:
        """A row for each document so far; None if rows are not kept."""
        if not self._keep_rows:
            return None
        return {name: self._rows[: self._size, columns] for name, columns in self._columns.items()}

    def plus(self, other: RunningCounts) -> RunningCounts:
        """Return the counts of the documents of both."""
        parts = [part for part in (self, other) if part._columns]
        total = RunningCounts(self._keep_rows)
        if parts:
            total._columns = dict(parts[0]._columns)
            total._sums = ExactSums(parts[0]._rows.shape[1])
            total._rows = np.vstack([part._rows[: part._size] for part in parts])
        for part in parts:
            total._sums = total._sums.plus(part._sums)
            total._size += part._size
        return total
