"""Confidence intervals by the jackknife over documents."""

from __future__ import annotations

import json
import math
import pickle

import numpy as np
import pytest
from benchmarks.populations import METRICS, STACKED, generated

import corefscore
from corefscore.comparison import intervals as room
from corefscore.comparison.intervals import jackknife, mean_of, spread
from corefscore.core.arrays import Floats
from tests.simulated import ALL, counts_of, random_key, response_to

F1 = 2


def example(documents: int = 40, seed: int = 0) -> corefscore.Result:
    rng = np.random.default_rng(seed)
    key = random_key(rng, documents)
    return corefscore.score(key, response_to(rng, key, 0.3), metrics=ALL)


@pytest.fixture(scope="module")
def heterogeneous() -> Floats:
    """Documents whose lengths have a log-normal distribution."""
    return generated(500).a


@pytest.mark.parametrize("documents", [5, 8, 20, 100])
def test_intervals_hold_the_true_value_as_often_as_they_say(heterogeneous: Floats, documents: int) -> None:
    """Bootstrap percentiles hold it in 85 to 91 % of all corpora of five documents, and BLANC's in 87 % of 20."""
    rng = np.random.default_rng(5)
    truth = STACKED.rates(heterogeneous.sum(axis=0))
    trials, held = 300, np.zeros(truth.shape)
    for _ in range(trials):
        sample = heterogeneous[rng.integers(len(heterogeneous), size=documents)]
        bounds = jackknife(STACKED, sample).bounds
        for row, metric in enumerate(METRICS):
            for rate, name in enumerate(("recall", "precision", "f1")):
                low, high = bounds[metric].get(name, (-math.inf, math.inf))
                held[row, rate] += low <= truth[row, rate] <= high
    covered = held[~np.isnan(truth)] / trials
    assert covered.min() > 0.91 - 2 * math.sqrt(0.91 * 0.09 / trials)
    assert 0.93 < covered.mean() < 0.99


@pytest.mark.parametrize("level", [0.5, 0.8])
def test_other_levels_hold_the_true_value_too(level: float) -> None:
    rng = np.random.default_rng(5)
    key = random_key(rng, 1000)
    stacked, population = counts_of(key, response_to(rng, key, 0.3))
    truth = stacked.f1(population.sum(axis=0))
    held = np.zeros(truth.shape)
    trials = 300
    for _ in range(trials):
        bounds = jackknife(stacked, population[rng.integers(len(population), size=60)], level).bounds
        ends = np.array([bounds[metric.name]["f1"] for metric in stacked.metrics])
        held += (ends[:, 0] <= truth) & (truth <= ends[:, 1])
    covered = held / trials
    assert (covered > level - 0.08).all()
    linear = covered[np.isinf(stacked.carriers)]
    assert abs(linear.mean() - level) < 0.06


def test_the_standard_error_is_that_of_leaving_out_each_document(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "ROWS_AT_ONCE", 3)
    rng = np.random.default_rng(1)
    key = random_key(rng, 7)
    response = response_to(rng, key, 0.4)
    stacked, counts = counts_of(key, response)
    found = spread(stacked, counts)
    without = []
    for left_out in key:
        ours, theirs = ({name: side[name] for name in key if name != left_out} for side in (key, response))
        without.append([score.f1 for score in corefscore.score(ours, theirs, metrics=ALL).values()])
    scores = np.array(without)
    expected = np.sqrt(6 / 7 * ((scores - scores.mean(axis=0)) ** 2).sum(axis=0))
    assert found.error[:, F1] == pytest.approx(expected, abs=1e-12)


def test_a_mean_of_groups_has_the_variance_of_independent_groups() -> None:
    rng = np.random.default_rng(2)
    spreads = []
    for _ in range(3):
        key = random_key(rng, 12)
        stacked, counts = counts_of(key, response_to(rng, key, 0.4))
        spreads.append(spread(stacked, counts))
    shares = np.full((3, *spreads[0].rates.shape), 1 / 3)
    mean = mean_of(spreads, shares)
    assert mean.rates[0, F1] == pytest.approx(np.mean([each.rates[0, F1] for each in spreads]))
    assert mean.error[0, F1] == pytest.approx(math.sqrt(sum(each.error[0, F1] ** 2 for each in spreads)) / 3)
    least, most = (f([each.freedom[0, F1] for each in spreads]) for f in (min, sum))
    assert least < mean.freedom[0, F1] <= most


def test_documents_in_which_a_metric_counts_nothing_add_no_certainty() -> None:
    key = {f"d{number}": [[1, 2, 3], [4, 5]] for number in range(4)}
    response = {name: [[1, 2], [4, 5]][: 1 + number % 2] for number, name in enumerate(key)}
    empty = {f"e{number}": [[1]] for number in range(40)}
    few = spread(*counts_of(key, response))
    many = spread(*counts_of(key | empty, response | empty))
    muc = ALL.index("muc")
    assert many.freedom[muc, F1] == pytest.approx(few.freedom[muc, F1], rel=0.2)


def test_what_shows_no_variation_has_no_interval_and_a_reason() -> None:
    key = {str(number): [["a", "b"], ["c", "d", "e"]] for number in range(6)}
    perfect = corefscore.score(key, key, metrics=["b3", "conll"])
    alike = corefscore.score(key, {name: [["a", "b"], ["c", "d"]] for name in key}, metrics=["b3"])
    with pytest.warns(corefscore.InputWarning, match="not reliable"):
        results = [result.with_intervals() for result in (perfect, alike)]
    intervals = [result.intervals for result in results]
    assert intervals[0] is not None
    assert intervals[0].bounds == {"b3": {}, "conll": {}}
    assert "an end of the scale" in intervals[0].refused["b3"]["recall"]
    assert intervals[1] is not None
    assert "the same in all documents" in intervals[1].refused["b3"]["recall"]
    assert "no interval for b3 recall, b3 f1: it is the same in all documents" in results[1].to_text()
    assert json.loads(results[1].to_json())["intervals"]["refused"]["b3"]["f1"]


def test_a_single_error_in_many_documents_does_not_make_the_interval_useless() -> None:
    key = {str(number): [["a", "b"], ["c", "d", "e"]] for number in range(50)}
    response = key | {"7": [["a", "b"], ["c", "d"], ["e"]]}
    intervals = corefscore.score(key, response, metrics=["b3"]).with_intervals().intervals
    assert intervals is not None
    low, high = intervals.bounds["b3"]["f1"]
    assert 0.7 < low < high < 1


def test_the_signature_names_level_and_method() -> None:
    result = example().with_intervals(level=0.9)
    assert result.signature.endswith("|documents:40|ci:0.9|method:jackknife")
    assert "90 % intervals over documents (jackknife)" in result.to_text()


def test_intervals_draw_no_random_numbers() -> None:
    first, other = (example().with_intervals(resamples=200, seed=seed).to_dict() for seed in (1, 2))
    assert first == other


def test_figures_stay_as_they_are_and_lie_within() -> None:
    plain = example()
    result = plain.with_intervals()
    assert dict(result) == dict(plain)
    for name, score in result.items():
        for rate, (low, high) in result.intervals.bounds[name].items():  # type: ignore[union-attr]
            assert 0 < low < getattr(score, rate) < high < 1


def test_an_average_has_an_interval_of_its_f1_only() -> None:
    intervals = example().with_intervals().intervals
    assert intervals is not None
    assert list(intervals.bounds["conll"]) == ["f1"]
    assert list(intervals.bounds["blanc"]) == ["recall", "precision", "f1"]


def test_intervals_are_written_and_sent_along() -> None:
    result = pickle.loads(pickle.dumps(example().with_intervals()))
    figures = json.loads(result.to_json())
    low, high = figures["intervals"]["metrics"]["b3"]["f1"]
    assert low < figures["metrics"]["b3"]["f1"] < high
    assert f"{100 * low:.2f}, {100 * high:.2f}]" in result.to_text()
    head, *rows = result.to_csv().splitlines()
    assert head.endswith("recall_low,recall_high,precision_low,precision_high,f1_low,f1_high")
    assert rows[2].startswith("b3,")
    assert rows[2].endswith(f"{low},{high}")
    assert {row.count(",") for row in rows} == {head.count(",")}


def test_one_document_has_no_interval() -> None:
    with pytest.raises(corefscore.InputError, match="need two or more documents"):
        corefscore.score([["a", "b"]], [["a", "b"]]).with_intervals()


def test_few_documents_are_warned_of() -> None:
    with pytest.warns(corefscore.InputWarning, match="from 29 documents are not reliable"):
        example(29).with_intervals()


def test_a_level_lies_between_0_and_1() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        example().with_intervals(level=95)
