"""Confidence intervals by the bootstrap over documents."""

from __future__ import annotations

import json
import math
import pickle

import numpy as np
import pytest

import corefscore
from corefscore.comparison import resampling
from corefscore.comparison.intervals import bootstrap, samples
from corefscore.comparison.resampling import bootstrap_weights
from tests.simulated import ALL, counts_of, random_key, response_to

F1 = 2


def example(documents: int = 40, seed: int = 0) -> corefscore.Result:
    rng = np.random.default_rng(seed)
    key = random_key(rng, documents)
    return corefscore.score(key, response_to(rng, key, 0.3), metrics=ALL)


@pytest.mark.parametrize("level", [0.8, 0.95])
def test_intervals_hold_the_true_value_as_often_as_they_say(level: float) -> None:
    rng = np.random.default_rng(5)
    key = random_key(rng, 3000)
    stacked, population = counts_of(key, response_to(rng, key, 0.3))
    truth = stacked.rates(population.sum(axis=0))
    trials, held = 400, np.zeros(truth.shape)
    for trial in range(trials):
        sample = population[rng.integers(len(population), size=40)]
        bounds = bootstrap(stacked, sample, level, resamples=400, seed=trial).bounds
        for row, metric in enumerate(stacked.metrics):
            for rate, name in enumerate(("recall", "precision", "f1")):
                low, high = bounds[metric.name].get(name, (-math.inf, math.inf))
                held[row, rate] += low <= truth[row, rate] <= high
    covered = held[~np.isnan(truth)] / trials
    deviation = math.sqrt(level * (1 - level) / trials)
    assert (np.abs(covered - level) < 3.5 * deviation).all(), covered
    assert abs(covered.mean() - level) < 1.5 * deviation


def test_a_resample_is_the_score_of_the_documents_drawn() -> None:
    rng = np.random.default_rng(1)
    key = random_key(rng, 7)
    response = response_to(rng, key, 0.4)
    stacked, counts = counts_of(key, response)
    found = samples(stacked, counts, resamples=5, seed=3)
    (weights,) = bootstrap_weights(7, 5, seed=3)
    for row, rates in zip(weights.astype(int).tolist(), found, strict=True):
        drawn = [(name, copy) for name, times in zip(key, row, strict=True) for copy in range(times)]
        ours, theirs = ({f"{n}-{c}": side[n] for n, c in drawn} for side in (key, response))
        again = corefscore.score(ours, theirs, metrics=ALL)
        assert rates[:, F1].tolist() == pytest.approx([score.f1 for score in again.values()], abs=1e-12)
        assert rates[0, :2].tolist() == pytest.approx(again["mentions"][:2], abs=1e-12)


def test_each_resample_draws_as_many_documents_as_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resampling, "CELLS_AT_ONCE", 100)
    blocks = list(bootstrap_weights(9, 50, seed=1))
    assert [len(block) for block in blocks] == [11, 11, 11, 11, 6]
    weights = np.concatenate(blocks)
    assert (weights.sum(axis=1) == 9).all()
    assert weights.std(axis=0).min() > 0.5


def test_the_signature_tells_level_number_and_seed() -> None:
    result = example().with_intervals(level=0.9, resamples=200, seed=8)
    assert result.signature.endswith("|documents:40|ci:0.9|resamples:200|seed:8")
    assert "90 % bootstrap" in result.to_text()


def test_the_same_seed_gives_the_same_intervals_and_another_one_others() -> None:
    first, again, other = (example().with_intervals(resamples=200, seed=seed).to_dict() for seed in (1, 1, 2))
    assert first == again
    assert first["intervals"] != other["intervals"]


def test_figures_stay_as_they_are_and_lie_within() -> None:
    plain = example()
    result = plain.with_intervals(resamples=500)
    assert dict(result) == dict(plain)
    for name, score in result.items():
        for rate, (low, high) in result.intervals.bounds[name].items():  # type: ignore[union-attr]
            assert low < getattr(score, rate) < high


def test_an_average_has_an_interval_of_its_f1_only() -> None:
    intervals = example().with_intervals(resamples=100).intervals
    assert intervals is not None
    assert list(intervals.bounds["conll"]) == ["f1"]
    assert list(intervals.bounds["blanc"]) == ["recall", "precision", "f1"]


def test_intervals_are_written_and_sent_along() -> None:
    result = pickle.loads(pickle.dumps(example().with_intervals(resamples=100)))
    figures = json.loads(result.to_json())
    low, high = figures["intervals"]["metrics"]["b3"]["f1"]
    assert low < figures["metrics"]["b3"]["f1"] < high
    assert f"{100 * low:.2f}, {100 * high:.2f}]" in result.to_text()
    head, *rows = result.to_csv().splitlines()
    assert head.endswith("recall_low,recall_high,precision_low,precision_high,f1_low,f1_high")
    assert rows[2].startswith("b3,")
    assert rows[2].endswith(f"{low},{high}")
    assert {row.count(",") for row in rows} == {head.count(",")}


def test_one_document_cannot_be_resampled() -> None:
    with pytest.raises(corefscore.InputError, match="takes more than one"):
        corefscore.score([["a", "b"]], [["a", "b"]]).with_intervals()


def test_few_documents_are_warned_of() -> None:
    with pytest.warns(corefscore.InputWarning, match="from 29 documents are rough"):
        example(29).with_intervals(resamples=100)


def test_a_level_lies_between_0_and_1() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        example().with_intervals(level=95)
