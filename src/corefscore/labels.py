"""Two labellings of the same mentions, as for clustering: mention i is in the entities key[i] and response[i]."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from corefscore.core.arrays import Ints, ints, renumber, runs
from corefscore.core.settings import Settings
from corefscore.formats.memory import KEY, RESPONSE
from corefscore.metrics.overlap import Overlap
from corefscore.metrics.registry import find_metrics
from corefscore.result import Counts, Result, Side, counted_metrics


def score_labels(
    key: npt.ArrayLike,
    response: npt.ArrayLike,
    documents: npt.ArrayLike | None = None,
    metrics: Iterable[str] | None = None,
    *,
    blanc: str | None = None,
) -> Result:
    """Score two lists of labels; `documents` has the document of each mention, all being in one without it.

    >>> result = score_labels([0, 0, 0, 1, 1], ["x", "x", "y", "y", "y"], metrics=["pairwise"])
    >>> result["pairwise"].recall
    0.5
    """
    settings = Settings.of(blanc=blanc)
    chosen = find_metrics(metrics, settings.blanc)
    names, document = _documents(documents, len(np.asarray(key)))
    key_entity, response_entity = (_entities(labels, document, len(names)) for labels in (key, response))
    if len(key_entity) != len(response_entity):
        raise ValueError(f"key has {len(key_entity):,} labels, but response has {len(response_entity):,}")
    sizes = [np.bincount(entity) for entity in (key_entity, response_entity)]
    overlap = Overlap.from_pairs(
        _entity_documents(key_entity, document, len(sizes[0])),
        sizes[0],
        _entity_documents(response_entity, document, len(sizes[1])),
        sizes[1],
        key_entity,
        response_entity,
        len(names),
    )
    counts = Counts(names, {metric.name: metric.count(overlap) for metric in counted_metrics(chosen)})
    key_side, response_side = (
        Side.of_sizes(source.name, len(names), size) for source, size in zip((KEY, RESPONSE), sizes, strict=True)
    )
    return Result(chosen, counts, settings, key_side, response_side)


def _documents(documents: npt.ArrayLike | None, mentions: int) -> tuple[tuple[str, ...], Ints | None]:
    """The names of the documents, and the number of each mention's document (None if there is but one)."""
    if documents is None:
        return ("document",), None
    names, number = np.unique(np.asarray(documents), return_inverse=True)
    if len(number) != mentions:
        raise ValueError(f"there are {mentions:,} labels, but documents are given for {len(number):,}")
    return tuple(map(str, names.tolist())), ints(number)


def _entities(labels: npt.ArrayLike, document: Ints | None, documents: int) -> Ints:
    """Labels as numbers from 0 without gaps; a label in two documents is two entities."""
    values = np.asarray(labels)
    if values.ndim != 1:
        raise ValueError(f"labels must be a flat list, not of {values.ndim} dimensions")
    if values.dtype.kind == "f" and np.isnan(values).any():
        raise ValueError("a label is not a number (nan); give each mention a label")
    if values.dtype.kind not in "iu":
        values = np.unique(values, return_inverse=True)[1]
    number = _dense(ints(values))
    return number if document is None else _dense(number * documents + document)


def _dense(values: Ints) -> Ints:
    """The values numbered from 0 without gaps, in their order."""
    if not values.size:
        return values
    low, high = int(values.min()), int(values.max())
    if high - low > 4 * len(values):
        return renumber(values)[0]
    used = np.bincount(values - low) > 0
    if low == 0 and used.all():
        return values
    return runs(used)[values - low]


def _entity_documents(entity: Ints, document: Ints | None, entities: int) -> Ints:
    found = np.zeros(entities, dtype=np.int64)
    if document is not None:
        found[entity] = document
    return found
