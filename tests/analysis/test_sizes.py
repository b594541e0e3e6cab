"""Scores by the size of entities."""

from __future__ import annotations

import numpy as np
import pytest

import corefscore
from corefscore.analysis.sizes import SIZES, counts_by_size, sized_metric, sized_metrics
from corefscore.metrics.overlap import Overlap
from tests.simulated import random_key, response_to


@pytest.mark.parametrize("metric", [metric.name for metric in sized_metrics()])
def test_counts_of_all_sizes_add_up_to_the_corpus(metric: str) -> None:
    rng = np.random.default_rng(6)
    key = random_key(rng, 9, mentions=40)
    result = corefscore.score(key, response_to(rng, key, 0.3), metrics=[metric])
    assert result.matched is not None
    found = counts_by_size(Overlap.of(result.matched), sized_metric(metric))
    assert found.sum(axis=0).tolist() == pytest.approx(result.counts.total[metric].tolist())
    assert (found[:, 1] > 0).sum() >= (3 if metric in ("muc", "pairwise") else 4)


def test_recall_is_by_key_entities_and_precision_by_response_entities() -> None:
    result = corefscore.score([["a", "b"], ["c", "d", "e"]], [["a", "b", "c", "d", "e"]], metrics=["mentions"])
    assert result.matched is not None
    found = counts_by_size(Overlap.of(result.matched), sized_metric("mentions"))
    assert [size.title for size in SIZES] == ["1", "2", "3 to 5", "6 to 10", "more"]
    assert found.tolist() == [[0, 0, 0, 0], [2, 2, 0, 0], [3, 3, 5, 5], [0, 0, 0, 0], [0, 0, 0, 0]]


def test_links_between_entities_are_no_sum_over_entities() -> None:
    with pytest.raises(ValueError, match="blanc cannot be divided by size; choose from mentions, muc"):
        sized_metric("blanc")
