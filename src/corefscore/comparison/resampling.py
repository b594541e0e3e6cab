"""Computes many resamples of a corpus at once: a matrix of weights times a matrix of counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from corefscore.core.arrays import Bools, Floats, numbers
from corefscore.core.export import abridged
from corefscore.core.problems import fail, warn
from corefscore.core.settings import Settings
from corefscore.metrics.average import Average
from corefscore.metrics.base import CountedMetric, Metric
from corefscore.metrics.selection import counted

FEW = 30
CELLS_AT_ONCE = 1 << 20
F1 = 2


@dataclass(frozen=True)
class StackedMetrics:
    """Metrics whose counts are columns of one matrix, so that one matrix product sums all of them.

    Parameters
    ----------
    metrics : sequence of Metric
        The metrics. They may be averages of other metrics.
    """

    metrics: Sequence[Metric]

    def __repr__(self) -> str:
        return f"<StackedMetrics {abridged(metric.name for metric in self.metrics)}>"

    @cached_property
    def parts(self) -> list[CountedMetric]:
        """The metrics that are counted. An average is replaced by the metrics that it averages."""
        return counted(self.metrics)

    @cached_property
    def carriers(self) -> Floats:
        """The upper limit of the degrees of freedom of each metric; infinite if it has none."""
        limits = {part.name: part.carriers for part in self.parts}
        return np.array([min(limits[name] for name in metric.parts) for metric in self.metrics])

    def stack(self, rows: Mapping[str, Floats]) -> Floats:
        """Return the counts of all metrics, with a row for each document."""
        return np.hstack([rows[part.name] for part in self.parts])

    def rates(self, sums: Floats) -> Floats:
        """Return recall, precision and F1 (last axis) of each metric (axis before), from sums of counts (last axis)."""
        found = {part.name: part.rates(counts) for part, counts in self._by_part(sums)}
        return np.stack([_rates_of(metric, found) for metric in self.metrics], axis=-2)

    def f1(self, sums: Floats) -> Floats:
        """Return the F1 of each metric (last axis)."""
        return self.rates(sums)[..., F1]

    def defined(self, sums: Floats) -> Bools:
        """Return whether the F1 of each metric (last axis) is defined: recall or precision is not 0 / 0."""
        found = {
            part.name: np.any([counts[..., family][..., [1, 3]] > 0 for family in part.families.values()], axis=(0, -1))
            for part, counts in self._by_part(sums)
        }
        return np.stack([np.any([found[name] for name in metric.parts], axis=0) for metric in self.metrics], axis=-1)

    def _by_part(self, sums: Floats) -> Iterator[tuple[CountedMetric, Floats]]:
        first = 0
        for part in self.parts:
            width = max(columns.stop for columns in part.families.values())
            yield part, sums[..., first : first + width]
            first += width


def _rates_of(metric: Metric, found: Mapping[str, Floats]) -> Floats:
    if not isinstance(metric, Average):
        return found[metric.name]
    mean = np.mean([found[name][..., F1] for name in metric.of], axis=0)
    unknown = np.full_like(mean, np.nan)
    return np.stack([unknown, unknown, mean], axis=-1)


def check_enough(source: str, documents: int, what: str) -> None:
    """Raise an error if there is only one document to resample, and warn if there are few."""
    if documents < 2:
        raise fail(source, 0, f"{what} need two or more documents, because documents are resampled; leave them out")
    if documents < FEW:
        warn(source, 0, f"{what} from {documents} documents are not reliable; use {FEW} or more documents")


def warn_of_windows(source: str, settings: Settings, what: str) -> None:
    """Warn if documents are windows of longer documents. Such windows are not independent of each other."""
    if settings.windows != type(settings).windows:
        warn(
            source,
            0,
            f"windows of one document are not independent, so {what} are too optimistic (windows={settings.windows})",
        )


def warn_of_small_groups(source: str, documents: Mapping[str, int]) -> None:
    """Warn of groups with few documents, whose intervals are not reliable, or with one document, without intervals."""
    alone = [name for name, size in documents.items() if size < 2]
    few = [f"{name} ({size})" for name, size in documents.items() if 2 <= size < FEW]
    if alone:
        message = f"groups of one document have no intervals, so the mean of groups has none: {abridged(alone)}"
        warn(source, 0, message)
    if few:
        message = f"confidence intervals of groups with fewer than {FEW} documents are not reliable: {abridged(few)}"
        warn(source, 0, message)


def bootstrap_weights(documents: int, resamples: int, seed: int) -> Iterator[Floats]:
    """Yield how often each document is drawn in each resample: a row for each resample, in blocks."""
    rng = np.random.default_rng(seed)
    for count in _blocks(documents, resamples):
        drawn = rng.integers(documents, size=(count, documents)) + documents * numbers(count)[:, np.newaxis]
        times = np.bincount(drawn.ravel(), minlength=count * documents)
        yield times.reshape(count, documents).astype(np.float64)


def swaps(documents: int, resamples: int, seed: int) -> Iterator[Floats]:
    """Yield which documents two systems exchange (1) or keep (0): a row for each resample, in blocks.

    If the number of possible exchanges is not above the number of resamples, each exchange is used once. Then nothing
    is random.

    >>> [block.tolist() for block in swaps(2, resamples=10, seed=1)]
    [[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]]
    """
    if has_all_swaps(documents, resamples):
        yield (numbers(1 << documents)[:, np.newaxis] >> numbers(documents) & 1).astype(np.float64)
        return
    rng = np.random.default_rng(seed)
    for count in _blocks(documents, resamples):
        yield rng.integers(2, size=(count, documents), dtype=np.int8).astype(np.float64)


def has_all_swaps(documents: int, resamples: int) -> bool:
    """Return whether the number of possible exchanges of documents is not above the number of resamples."""
    return documents < resamples.bit_length() and 1 << documents <= resamples


def _blocks(documents: int, resamples: int) -> Iterator[int]:
    """Yield the number of resamples to draw at once, so that memory stays limited."""
    size = max(1, CELLS_AT_ONCE // documents)
    for begin in range(0, resamples, size):
        yield min(size, resamples - begin)
