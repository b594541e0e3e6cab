"""The evaluators of the e2e lineage give the figures of the definitions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscore
from corefscore.integrations.e2e import ClusterChecker, CorefEvaluator, MentionEvaluator, evaluate_conll, get_metrics
from tests import brute
from tests.files import conll, write
from tests.shared import EXAMPLES, shared_data

Partition = list[list[tuple[int, int]]]


def grouped(mentions: list[tuple[int, int]]) -> Partition:
    entities: dict[int, list[tuple[int, int]]] = {}
    for entity, start in mentions:
        entities.setdefault(entity, []).append((start, start + 2))
    return [*entities.values()]


partitions = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 9)), max_size=7, unique_by=lambda mention: mention[1]
).map(grouped)
DEFINITIONS = {"muc": brute.muc, "b_cubed": brute.b3, "ceafe": brute.ceafe}


def frozen(partition: Partition) -> list[frozenset[object]]:
    return [frozenset(entity) for entity in partition]


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(partitions, partitions), min_size=1, max_size=3))
def test_the_evaluator_gives_the_figures_of_the_definitions(documents: list[tuple[Partition, Partition]]) -> None:
    evaluator, checker = CorefEvaluator(), ClusterChecker()
    for gold, predicted in documents:
        evaluator.update(predicted, gold, {}, {})
        checker.add_predictions(gold, predicted)
    pairs = [(frozen(gold), frozen(predicted)) for gold, predicted in documents]
    f1s = []
    for part, (name, definition) in zip(evaluator.evaluators, DEFINITIONS.items(), strict=True):
        recall, precision, f1 = map(float, brute.rates(brute.total(definition, pairs)))
        assert evaluator.get_prf(name) == pytest.approx((precision, recall, f1), abs=1e-12)
        assert part.get_prf() == evaluator.get_prf(name)
        f1s.append(f1)
    assert evaluator.get_f1() == pytest.approx(sum(f1s) / 3, abs=1e-12)
    assert evaluator.get_f1("conll2012") == evaluator.get_prf()[2] == pytest.approx(checker.bakeoff, abs=1e-15)
    assert checker.mbc == pytest.approx(f1s, abs=1e-12)
    recall, precision, f1 = map(float, brute.rates(brute.total(brute.lea, pairs)))
    assert checker.total_lea == pytest.approx((f1, precision, recall), abs=1e-12)


def test_predicted_clusters_come_first() -> None:
    evaluator = CorefEvaluator()
    evaluator.update(predicted=[((0, 0), (1, 1))], gold=(((0, 0), (1, 1), (2, 2)),))
    assert evaluator.get_prf("muc") == pytest.approx((1.0, 0.5, 2 / 3))
    assert evaluator.get_precision("muc") > evaluator.get_recall("muc")
    assert evaluator.evaluators[0].get_counts() == (1, 1, 1, 2)
    assert evaluator.get_prf("b_cubed") == evaluator.get_prf("bcub")


def test_a_document_that_is_found_completely_scores_1() -> None:
    """coreference-eval has 95.24 for this."""
    gold = [[(0, 0), (1, 1)], [(2, 2)]]
    average, metrics = get_metrics(gold, gold)
    assert average == 1
    assert {rate for rates in metrics.values() for rate in rates.values()} == {1}
    assert [*metrics] == ["muc", "b_cubed", "ceafe", "lea"]


def test_nothing_that_a_model_predicts_raises_an_error() -> None:
    gold = [[(0, 0), (1, 1)], [(2, 2), (3, 3)]]
    cases: tuple[Any, ...] = (
        [],
        [[]],
        [[(0, 0), (0, 0)]],
        [[(0, 0), (1, 1)], [(1, 1), (2, 2)]],
        [[[0, 0], [1, 1]]],
        [[(0, 0, 1)]],
        {((0, 0), (1, 1))},
    )
    for predicted in cases:
        evaluator, checker = CorefEvaluator(), ClusterChecker()
        evaluator.update(predicted, gold)
        checker.add_predictions(gold, predicted)
        assert 0 <= evaluator.get_f1() <= 1
        assert 0 <= checker.total_lea[0] <= 1


def test_numbers_in_place_of_spans_are_a_mistake_and_no_score() -> None:
    with pytest.raises(corefscore.InputError, match="those of the response are numbers"):
        CorefEvaluator().update([[0, 1], [2, 3]], [[(0, 0), (1, 1)]])


def test_repeats_count_as_in_the_official_scorer() -> None:
    gold, predicted = [[(0, 0), (1, 1)], [(2, 2), (3, 3)]], [[(0, 0), (1, 1)], [(1, 1), (2, 2), (3, 3)]]
    evaluator = CorefEvaluator()
    evaluator.update(predicted, gold)
    official = corefscore.score(gold, predicted, profile="conll2012")
    assert evaluator.get_f1() == pytest.approx(official["conll"].f1, abs=1e-15)


def test_mentions() -> None:
    evaluator = MentionEvaluator()
    assert evaluator.get_prf() == (0, 0, 0)
    evaluator.update([[0, 0], (1, 1)], {(0, 0)})
    evaluator.update(set(), {(5, 5)})
    assert evaluator.get_prf() == (0.5, 0.5, 0.5)


def test_clusters_against_a_file(tmp_path: Path) -> None:
    path = str(EXAMPLES / "key.conll")
    response = corefscore.read(EXAMPLES / "response.conll")
    official = corefscore.score(path, str(EXAMPLES / "response.conll"), profile="conll2012")
    found = evaluate_conll(path, response.clusters)
    assert found["bcub"] == {
        "r": pytest.approx(100 * official["b3"].recall),
        "p": pytest.approx(100 * official["b3"].precision),
        "f": pytest.approx(100 * official["b3"].f1),
    }
    one = str(write(tmp_path / "one.conll", conll("(1) - (1)", name="(a/b); part 002")))
    subtokens = {"a/b_2": [0, 0, 1, 2, 2]}
    assert evaluate_conll(one, {"a/b_2": [[(0, 1), (3, 4)]]}, subtokens)["muc"] == {"r": 100, "p": 100, "f": 100}
    assert evaluate_conll(one, {})["muc"]["f"] == 0
    with pytest.raises(ValueError, match="has a span outside its 5 subtokens"):
        evaluate_conll(one, {"a/b_2": [[(0, 9)]]}, subtokens)
    with pytest.raises(ValueError, match="'a/b_3' of the predictions is not in"):
        evaluate_conll(one, {"a/b_3": []})


def test_litbank_has_its_official_score() -> None:
    folder = shared_data() / "pairs" / "litbank-noisy"
    gold, predicted = (corefscore.read(next(folder.glob(f"{side}*"))).clusters for side in ("key", "response"))
    evaluator = CorefEvaluator()
    for name, clusters in gold.items():
        evaluator.update(predicted[name], clusters)
    assert round(100 * evaluator.get_f1(), 2) == 76.91
