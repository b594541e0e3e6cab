"""Scores by the size of entities."""

from __future__ import annotations

import numpy as np
import pytest

import corefscore
from corefscore.analysis.sizes import METRICS, SIZES, counts_by_size
from tests.simulated import random_key, response_to


@pytest.mark.parametrize("metric", METRICS)
def test_counts_of_all_sizes_add_up_to_the_corpus(metric: str) -> None:
    rng = np.random.default_rng(6)
    key = random_key(rng, 9, mentions=40)
    result = corefscore.score(key, response_to(rng, key, 0.3), metrics=[metric])
    assert result.matched is not None
    found = counts_by_size(result.matched, metric)
    assert found.sum(axis=0).tolist() == pytest.approx(result.counts.total[metric].tolist())
    assert (found[:, 1] > 0).sum() >= (3 if metric in ("muc", "pairwise") else 4)


def test_recall_is_by_key_entities_and_precision_by_response_entities() -> None:
    result = corefscore.score([["a", "b"], ["c", "d", "e"]], [["a", "b", "c", "d", "e"]], metrics=["mentions"])
    assert result.matched is not None
    found = counts_by_size(result.matched, "mentions")
    assert [size.title for size in SIZES] == ["1", "2", "3–5", "6–10", "> 10"]
    assert found.tolist() == [[0, 0, 0, 0], [2, 2, 0, 0], [3, 3, 5, 5], [0, 0, 0, 0], [0, 0, 0, 0]]


def test_an_alignment_is_no_sum_over_entities() -> None:
    result = corefscore.score([["a", "b"]], [["a", "b"]])
    assert result.matched is not None
    with pytest.raises(ValueError, match="ceafe is no sum"):
        counts_by_size(result.matched, "ceafe")
