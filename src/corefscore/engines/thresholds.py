"""Score the clusters at every threshold of scored pairs, in one pass.

Pairs are taken in the order of their scores, the best first, and join the entities of their mentions (union-find). Only
changed rows of the overlap table are stored: a row that disappears counts −1, a row that appears counts +1. The table
has the threshold instead of the document. So a metric that is a sum over rows counts all changes at once, and running
totals are its counts at each threshold. Other metrics (CEAF, variants, entropies) count the whole table each time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from corefscore.core.arrays import Floats, Ints, dense_numbers, ints
from corefscore.core.export import Exportable, Json
from corefscore.core.graphs import find
from corefscore.core.problems import fail
from corefscore.core.tables import Column, Figure, Table
from corefscore.engines.columns import ENTITY, MENTION
from corefscore.engines.pair_tables import LEFT, RIGHT, SCORE, KeyAndPairs, key_and_pairs
from corefscore.engines.score_tables import table_metrics
from corefscore.engines.sources import TableInput
from corefscore.engines.table_settings import TableSettings
from corefscore.metrics.base import CountedMetric, Metric, ValueMetric
from corefscore.metrics.overlap import Cells, Entities, Overlap
from corefscore.metrics.selection import counted
from corefscore.result import Score, Scores, main_figure, scores_of_rows

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Picture

USUAL = ("pairwise", "b3")


class Best(NamedTuple):
    """The best threshold by a metric."""

    metric: str
    threshold: float
    figure: float


@dataclass(frozen=True, eq=False)
class Thresholds(Exportable):
    """The scores at each threshold, from the highest.

    Parameters
    ----------
    metrics : sequence of Metric
        The metrics.
    thresholds : array of float
        The different scores of pairs.
    scores : mapping of str to list of Score
        The score of each metric at each threshold.
    best : Best
        The threshold at which the chosen metric is best. If several are, it is the highest.
    """

    metrics: Sequence[Metric]
    thresholds: Floats
    scores: dict[str, list[Score]]
    best: Best

    def __repr__(self) -> str:
        return f"<Thresholds: {len(self.thresholds):,}, {self.best.metric} is best at {self.best.threshold:g}>"

    def to_dict(self) -> Json:
        """Return a row for each threshold, and the best one."""
        rows = [
            {
                "threshold": threshold,
                "metrics": Scores({name: column[row] for name, column in self.scores.items()}).to_dict(),
            }
            for row, threshold in enumerate(self.thresholds.tolist())
        ]
        single = isinstance(self._best_metric, ValueMetric)
        best = {
            "metric": self.best.metric,
            "threshold": self.best.threshold,
            "value" if single else "f1": self.best.figure,
        }
        return {"thresholds": rows, "best": best}

    @property
    def _best_metric(self) -> Metric:
        return next(metric for metric in self.metrics if metric.name == self.best.metric)

    def table(self) -> Table:
        """Return the main figure of each metric at each threshold."""
        columns = [Column("Threshold", "threshold", "number", decimals=4)]
        for metric in self.metrics:
            is_value = isinstance(metric, ValueMetric)
            columns.append(Column(metric.title, metric.name, "number" if is_value else "percent", 4 if is_value else 2))
        rows: list[list[object]] = []
        for row, threshold in enumerate(self.thresholds.tolist()):
            figures = (
                Figure(main_figure(self.scores[metric.name][row]), best=self._is_best(metric, threshold))
                for metric in self.metrics
            )
            rows.append([threshold, *figures])
        foot = f"{self._best_metric.title} is best at threshold {self.best.threshold:g}"
        return Table(columns, rows, foot=[foot])

    def _is_best(self, metric: Metric, threshold: float) -> bool:
        return (metric.name, threshold) == (self.best.metric, self.best.threshold)

    def full_table(self) -> Table:
        """Return a row for each threshold and metric, with recall, precision and F1, or the value."""
        names = ("recall", "precision", "f1", "value")
        rows = [
            [threshold, name, *(getattr(column[row], figure) for figure in names)]
            for row, threshold in enumerate(self.thresholds.tolist())
            for name, column in self.scores.items()
        ]
        return Table([Column(name, name) for name in ("threshold", "metric", *names)], rows)

    def plot(self) -> Picture:
        """Return a picture with the curve of each metric over thresholds."""
        from corefscore.core.plots import panels

        figure, (axes,) = panels(width=7, height=4.5)
        for metric in self.metrics:
            axes.plot(self.thresholds, [main_figure(each) for each in self.scores[metric.name]], label=metric.title)
        axes.axvline(self.best.threshold, color="grey", linewidth=0.8, linestyle=":")
        axes.set_xlabel("threshold")
        axes.legend()
        return figure


def thresholds(
    key: TableInput,
    pairs: TableInput,
    metrics: Iterable[str] | None = None,
    *,
    best: str | None = None,
    mention: str = MENTION,
    entity: str = ENTITY,
    left: str = LEFT,
    right: str = RIGHT,
    score: str = SCORE,
    max_bytes: int | None = None,
) -> Thresholds:
    """Score the clusters of scored pairs at every threshold.

    At a threshold t, mentions are in one entity if pairs with a score of at least t connect them. Every mention of the
    key is in the response. It is a singleton if no pair contains it.

    Parameters
    ----------
    key : table
        A row for each mention, as for `score_tables`.
    pairs : table
        A row for each pair, with its score.
    metrics : iterable of str, optional
        Names of metrics; by default, pairwise and B³.
    best : str, optional
        The metric that chooses the best threshold; by default, the first one.
    mention, entity, left, right, score : str
        The columns of the key, and of the pairs.
    max_bytes : int, optional
        The most bytes that a compressed file may unpack to, as for `read`.

    Returns
    -------
    Thresholds
        A row for each different score.

    Raises
    ------
    InputError
        If a table cannot be read, there is no pair, or a mention is twice in the key.
    ValueError
        If there is no such metric.

    Examples
    --------
    >>> key = {"mention": [1, 2, 3, 4], "entity": ["a", "a", "a", "b"]}
    >>> found = thresholds(key, {"left": [1, 2, 3], "right": [2, 3, 4], "score": [0.9, 0.8, 0.1]})
    >>> found
    <Thresholds: 3, pairwise is best at 0.8>
    """
    settings = TableSettings()
    names = list(USUAL if metrics is None else metrics)
    chosen = table_metrics([*names, *([best] if best else [])], settings)
    by = table_metrics([best], settings)[0] if best else chosen[0]
    data = key_and_pairs(key, pairs, mention, entity, left, right, score, max_bytes)
    assert data.score is not None
    if not len(data.score):
        raise fail(data.source, 0, "there are no pairs; give pairs with scores")
    levels, level = np.unique(-data.score, return_inverse=True)
    sweep = _Sweep(data, dense_numbers(ints(level)), len(levels))
    needed = counted(chosen)
    sums = [metric for metric in needed if metric.is_sum]
    anew = [metric for metric in needed if not metric.is_sum]
    rows = sweep.run(sums, anew)
    scores = scores_of_rows(chosen, rows)
    found = -levels
    figures = np.array([main_figure(each) for each in scores[by.name]])
    top = int(np.argmin(figures) if by.is_distance else np.argmax(figures))
    return Thresholds(chosen, found, scores, Best(by.name, float(found[top]), float(figures[top])))


class _Changes:
    """Rows of the overlap table that appear or disappear: entities of the response, and pairs of entities."""

    def __init__(self) -> None:
        self.responses: list[tuple[int, int, int, int]] = []
        self.cells: list[tuple[int, int, int, int]] = []

    def add(self, level: int, size: int, shared: dict[int, int], sign: int) -> None:
        """Add an entity of the response that appears (1) or disappears (-1), with its pairs."""
        row = len(self.responses)
        self.responses.append((level, size, sum(shared.values()), sign))
        self.cells.extend((row, key, count, sign) for key, count in shared.items())


class _Sweep:
    """The union-find of mentions, from the highest score down.

    Parameters
    ----------
    data : KeyAndPairs
        The key and the pairs.
    level : array of int
        The number of the threshold of each pair, 0 for the highest.
    levels : int
        The number of thresholds.
    """

    def __init__(self, data: KeyAndPairs, level: Ints, levels: int) -> None:
        self.levels = levels
        self.key_sizes = np.bincount(data.entity, minlength=1) if len(data.entity) else ints([])
        self.order = np.argsort(level, kind="stable")
        self.left, self.right, self.level = data.left[self.order], data.right[self.order], level[self.order]
        entity = np.full(data.mentions, -1, dtype=np.int64)
        entity[data.mention] = data.entity
        self.entity = entity
        self.leader = list(range(data.mentions))
        self.size = [1] * data.mentions
        self.shared: list[dict[int, int]] = [{key: 1} if key >= 0 else {} for key in entity.tolist()]

    def run(self, sums: Sequence[CountedMetric], anew: Sequence[CountedMetric]) -> dict[str, Floats]:
        """Return the counts of each metric at each threshold."""
        changes = _Changes()
        counts: dict[str, list[Floats]] = {metric.name: [] for metric in anew}
        for level, touched in self._levels():
            for before in touched.values():
                for size, shared in before:
                    changes.add(level, size, shared, -1)
            for root in touched:
                changes.add(level, self.size[root], self.shared[root], 1)
            if anew:
                overlap = self._overlap()
                for metric in anew:
                    counts[metric.name].append(metric.count(overlap)[0])
        rows = {name: np.array(found) for name, found in counts.items()}
        if sums:
            overlap = self._changed(changes)
            rows |= {metric.name: np.cumsum(metric.count(overlap), axis=0) for metric in sums}
        return rows

    def _levels(self) -> Iterator[tuple[int, dict[int, list[tuple[int, dict[int, int]]]]]]:
        """Yield for each threshold the new entities, by their roots, with the entities that they were before."""
        bounds = np.searchsorted(self.level, np.arange(self.levels + 1))
        for level in range(self.levels):
            part = slice(int(bounds[level]), int(bounds[level + 1]))
            touched: dict[int, list[tuple[int, dict[int, int]]]] = {}
            for left, right in zip(self.left[part].tolist(), self.right[part].tolist(), strict=True):
                self._join(find(self.leader, left), find(self.leader, right), touched)
            yield level, touched

    def _join(self, one: int, other: int, touched: dict[int, list[tuple[int, dict[int, int]]]]) -> None:
        if one == other:
            return
        if self.size[one] < self.size[other]:
            one, other = other, one
        before = touched.pop(other, None) or [(self.size[other], self.shared[other])]
        if one not in touched:
            touched[one] = [(self.size[one], dict(self.shared[one]))]
        touched[one] += before
        ours = self.shared[one]
        for key, count in self.shared[other].items():
            ours[key] = ours.get(key, 0) + count
        self.leader[other] = one
        self.size[one] += self.size[other]

    def _keys(self, times: int = 1) -> Entities:
        count = len(self.key_sizes)
        return Entities(
            np.zeros(count, dtype=np.int64), self.key_sizes, self.key_sizes, times=np.full(count, times, dtype=np.int64)
        )

    def _overlap(self) -> Overlap:
        """Return the overlap table at the present threshold."""
        roots = ints([find(self.leader, mention) for mention in range(len(self.leader))])
        response = dense_numbers(roots)
        known = self.entity >= 0
        sizes = np.bincount(response)
        documents = (np.zeros(len(side), dtype=np.int64) for side in (self.key_sizes, sizes))
        key_document, response_document = documents
        return Overlap.from_pairs(
            key_document, self.key_sizes, response_document, sizes, self.entity[known], response[known], 1
        )

    def _changed(self, changes: _Changes) -> Overlap:
        """Return all rows that appear or disappear. Thresholds replace documents; singletons appear at the first."""
        start = _Changes()
        for key in self.entity.tolist():
            start.add(0, 1, {key: 1} if key >= 0 else {}, 1)
        offset = len(start.responses)
        responses = np.array([*start.responses, *changes.responses], dtype=np.int64).reshape(-1, 4)
        cells = np.array(
            [*start.cells, *((row + offset, key, count, sign) for row, key, count, sign in changes.cells)],
            dtype=np.int64,
        ).reshape(-1, 4)
        sides = Entities(responses[:, 0], responses[:, 1], responses[:, 2], times=responses[:, 3])
        keys = self._keys()
        table = _ChangedCells(keys, sides, cells[:, 1], cells[:, 0], cells[:, 2], times=cells[:, 3])
        return Overlap(keys, sides, table, self.levels)


class _ChangedCells(Cells):
    """Pairs with the document of the response entity. Here this is the threshold, because only this side changes."""

    @property
    def document(self) -> Ints:
        return self.responses.document[self.response]
