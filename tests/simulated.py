"""Imaginary systems: random keys and responses that err at a given rate."""

from __future__ import annotations

import numpy as np

import corefscore
from corefscore.comparison.resampling import StackedMetrics
from corefscore.core.arrays import Floats, Ints
from corefscore.metrics.base import ValueMetric
from corefscore.metrics.registry import METRICS

Corpus = dict[str, list[list[int]]]

ALL = [
    name
    for name, metric in METRICS.items()
    if name not in ("zeros", "links") and not isinstance(metric, ValueMetric) and not metric.of_relations
]
"""The metrics with an F1, except for those of zeros and of links across documents, which these systems lack."""


def random_key(rng: np.random.Generator, documents: int, mentions: int = 16) -> Corpus:
    """Documents of several sizes, with singletons here and there."""
    corpus = {}
    for number in range(documents):
        size = int(rng.integers(mentions // 2, 2 * mentions))
        corpus[f"d{number}"] = _clusters(np.arange(size), rng.integers(size // 3 + 1, size=size))
    return corpus


def response_to(rng: np.random.Generator, key: Corpus, rate: float) -> Corpus:
    """A response in which mentions are missing, spurious, or in another entity, each at a third of the rate."""
    corpus = {}
    for name, entities in key.items():
        entity = np.array([number for number, members in enumerate(entities) for _ in members])
        mention = np.array([each for members in entities for each in members])
        chance = rng.random(len(mention)) / rate
        entity = np.where(chance < 1 / 3, rng.permutation(entity), entity)
        mention = np.where((chance > 1 / 3) & (chance < 2 / 3), mention + 1000, mention)
        kept = (chance < 2 / 3) | (chance > 1)
        corpus[name] = _clusters(mention[kept], entity[kept])
    return corpus


def _clusters(mentions: Ints, entities: Ints) -> list[list[int]]:
    groups: dict[int, list[int]] = {}
    for mention, entity in zip(mentions.tolist(), entities.tolist(), strict=True):
        groups.setdefault(entity, []).append(mention)
    return list(groups.values())


def counts_of(key: Corpus, response: Corpus) -> tuple[StackedMetrics, Floats]:
    """The counts of all metrics, a row for each document."""
    result = corefscore.score(key, response, metrics=ALL)
    stacked = StackedMetrics(result.metrics)
    return stacked, stacked.stack(result.counts.rows)
