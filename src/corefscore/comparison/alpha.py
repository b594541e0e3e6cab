"""Krippendorff's α of annotators who mark mentions and put them into entities.

The units are the mentions that at least one annotator marked. The label of a mention is the set of the other mentions
of its entity. So two mentions of one entity have different labels, and agreement by chance is close to 0. A mention
that an annotator did not mark has a special label.

Definition::

    α = 1 - Σ observed / Σ expected

For m annotators and U units, a document has n = m U labels. Its observed disagreement is the sum of the distances of
the labels of each unit, over all ordered pairs of annotators, divided by m - 1. Its expected disagreement is the sum of
the distances over all ordered pairs of two of its labels, divided by n - 1. Both are summed over documents.

All distances can be computed from the table of shared mentions: the overlap of two labels depends on the sizes of two
entities and on the number of mentions that they share. So the time is not quadratic in the number of mentions.

References
----------
Krippendorff (1980), Content Analysis. Passonneau (2004), Computing Reliability for Coreference Annotation, LREC.
Passonneau (2006), Measuring Agreement on Set-valued Items (MASI) for Semantic and Pragmatic Annotation, LREC.
Artstein and Poesio (2008), Inter-Coder Agreement for Computational Linguistics.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from corefscore.comparison.intervals import KURTOSIS, Bounds, degrees_of_freedom
from corefscore.core.arrays import Floats, ints
from corefscore.metrics.base import divide
from corefscore.metrics.overlap import Overlap

Likeness: TypeAlias = Callable[[Floats, Floats, Floats], Floats]
"""One minus the distance of two non-empty sets, computed from their sizes and the size of their intersection."""


def passonneau(shared: Floats, one: Floats, other: Floats) -> Floats:
    """Return 1 minus Passonneau's distance (equal sets 0, a subset 1/3, overlapping sets 2/3, disjoint sets 1)."""
    same, contained = (shared == one) & (shared == other), shared == np.minimum(one, other)
    return np.select([shared == 0, same, contained], [0.0, 1.0, 2 / 3], 1 / 3)


def jaccard(shared: Floats, one: Floats, other: Floats) -> Floats:
    """Return 1 minus Jaccard's distance: the intersection of two sets, divided by their union."""
    return divide(shared, one + other - shared)


def masi(shared: Floats, one: Floats, other: Floats) -> Floats:
    """Return 1 minus the MASI distance of Passonneau (2006): the product of `jaccard` and `passonneau`."""
    return passonneau(shared, one, other) * jaccard(shared, one, other)


DISTANCES: Mapping[str, Likeness] = {"passonneau": passonneau, "masi": masi, "jaccard": jaccard}
"""The distances of two labels, by name. Two empty labels are equal. An empty label has distance 1 from all others."""


class Disagreement(NamedTuple):
    """The observed and the expected disagreement of each document. Both can be summed over documents."""

    observed: Floats
    expected: Floats

    @property
    def alpha(self) -> float:
        """Krippendorff's α; 1 if there is no disagreement at all."""
        observed, expected = float(self.observed.sum()), float(self.expected.sum())
        return 1 - observed / expected if observed else 1.0

    def interval(self, level: float) -> Bounds | None:
        """Return a confidence interval by the jackknife over documents; None if the documents do not vary."""
        from scipy.special import stdtrit

        documents = len(self.observed)
        rest = [column.sum() - column for column in self]
        if documents < 2 or (rest[1] <= 0).any():
            return None
        moved = 1 - rest[0] / rest[1]
        moved = moved - moved.mean()
        error = float(np.sqrt((moved**2).sum() * (documents - 1) / documents))
        if not error:
            return None
        freedom = degrees_of_freedom(moved[:, np.newaxis], ints([documents]), KURTOSIS)[0]
        half = float(stdtrit(freedom, (1 + level) / 2)) * error
        return self.alpha - half, min(self.alpha + half, 1.0)


def disagreement(units: Floats, overlaps: Mapping[tuple[int, int], Overlap], likeness: Likeness) -> Disagreement:
    """Return the disagreement of annotators.

    Parameters
    ----------
    units : array of float
        The number of mentions that at least one annotator marked, for each document.
    overlaps : mapping of (int, int) to Overlap
        The overlap table of each pair of annotators, by their numbers. All tables have the same documents.
    likeness : callable
        One minus the distance of two labels.

    Returns
    -------
    Disagreement
        The observed and the expected disagreement of each document.
    """
    annotators = 1 + max(second for _, second in overlaps)
    documents = len(units)
    of_units, of_all = np.zeros(documents), np.zeros(documents)
    unmarked, alone = np.zeros(documents), np.zeros(documents)
    for number in range(annotators):
        entities = _entities_of(overlaps, number)
        unmarked += units - _sums(entities.document, entities.size, documents)
        alone += _sums(entities.document, entities.size == 1, documents)
        of_all += _sums(entities.document, _within(entities.size, likeness), documents)
    for overlap in overlaps.values():
        of_units += 2 * _of_units(units, overlap, likeness)
        of_all += 2 * _sums(overlap.cells.document, _between(overlap, likeness), documents)
    of_all += unmarked * (unmarked - 1) + alone * (alone - 1)
    labels = annotators * units
    observed = units * annotators - of_units / (annotators - 1)
    expected = np.where(labels > 1, labels - of_all / np.maximum(labels - 1, 1), 0.0)
    # Sums of thirds are not exactly 0 after rounding, even if all labels of a document are equal.
    return Disagreement(*(np.where(np.abs(each) < 1e-9, 0.0, each) for each in (observed, expected)))


class EntitySizes(NamedTuple):
    """The document and the number of mentions of each entity."""

    document: np.ndarray
    size: Floats


def _entities_of(overlaps: Mapping[tuple[int, int], Overlap], number: int) -> EntitySizes:
    first, overlap = next((pair[0], overlap) for pair, overlap in overlaps.items() if number in pair)
    side = overlap.keys if first == number else overlap.responses
    return EntitySizes(side.document, np.asarray(side.mentions, dtype=float))


def _sums(document: np.ndarray, values: np.ndarray, documents: int) -> Floats:
    return np.bincount(document, values, minlength=documents).astype(float)


def _like(shared: Floats, one: Floats, other: Floats, likeness: Likeness) -> Floats:
    """Return the similarity of labels; 0 if one of them is empty."""
    return np.where((one > 0) & (other > 0), likeness(np.maximum(shared, 0), one, other), 0.0)


def _within(size: Floats, likeness: Likeness) -> Floats:
    """Return the sum of the similarities of the labels of two mentions of one entity, over all ordered pairs."""
    return size * (size - 1) * _like(size - 2, size - 1, size - 1, likeness)


def _between(overlap: Overlap, likeness: Likeness) -> Floats:
    """Return, for each cell, the sum of the similarities of labels over all pairs of a mention of k and a mention of r.

    A label does not contain its own mention. So the intersection of two labels depends on which of the two mentions are
    in both entities.
    """
    shared, key, response = _cell_columns(overlap)
    pairs = (
        ((key - shared) * (response - shared), shared),
        (shared * (key + response - 2 * shared), shared - 1),
        (shared * (shared - 1), shared - 2),
        (shared, shared - 1),  # the same mention
    )
    found = np.zeros_like(shared)
    for times, common in pairs:
        found += times * _like(common, key - 1, response - 1, likeness)
    return found


def _of_units(units: Floats, overlap: Overlap, likeness: Likeness) -> Floats:
    """Return, for each document, the sum of the similarities of the two labels of each unit."""
    shared, key, response = _cell_columns(overlap)
    documents = overlap.documents
    neither = units - documents.key_mentions - documents.response_mentions + documents.shared_mentions
    alike = np.where((key == 1) & (response == 1), 1.0, _like(shared - 1, key - 1, response - 1, likeness))
    found: Floats = neither + _sums(overlap.cells.document, shared * alike, len(units))
    return found


def _cell_columns(overlap: Overlap) -> Sequence[Floats]:
    cells = overlap.cells
    return [
        np.asarray(each, dtype=float) for each in (cells.shared_mentions, cells.key_mentions, cells.response_mentions)
    ]
