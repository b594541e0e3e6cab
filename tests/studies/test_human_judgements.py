"""The entities of Holen (2013), and how metrics rank them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau

from corefscore.comparison.rankings import kendall
from corefscore.studies import holen2013
from corefscore.studies.human_judgements import human_study, sensitivity


@pytest.fixture(scope="module")
def taus() -> dict[str, float]:
    return {each.name: each.tau for each in human_study(samples=10).agreements}


def test_there_are_21_entities_with_ranks() -> None:
    assert len(holen2013.ENTITIES) == 21
    assert [holen2013.RANKS[judged.name]["human"] for judged in holen2013.ENTITIES] == [
        j.human for j in holen2013.ENTITIES
    ]
    names = [judged.category for judged in holen2013.ENTITIES]
    assert [names.count(category) for category in ("1", "2a", "2b", "3", "4")] == [4, 4, 4, 4, 5]


def test_key_and_response_have_the_same_words() -> None:
    for key, response in (holen2013.corpora(), holen2013.pairs()):
        assert [document.tokens for document in key] == [document.tokens for document in response]
    texts = {mention.text for document in holen2013.corpora()[1] for mention in document.mentions}
    assert {"a school in Shenzhen", "People 's Congress", "clinical dermatologists"} <= texts


def test_the_papers_own_ranks_agree_with_its_printed_scores() -> None:
    for metric in ("b3", "ceafe", "ceafm"):
        scores = [judged.printed[metric].f1 for judged in holen2013.ENTITIES]
        ranks = [1 + sum(other > score + 0.011 for other in scores) for score in scores]
        assert ranks == [holen2013.RANKS[judged.name][metric] for judged in holen2013.ENTITIES]


def test_plain_metrics_agree_with_the_person_as_the_paper_found(taus: dict[str, float]) -> None:
    plain = [taus[name] for name in ("MUC", "B³", "CEAF-e", "CEAF-m", "BLANC (links in entities)")]
    assert all(0.66 < tau < 0.69 for tau in plain)


def test_information_agrees_better_than_any_other(taus: dict[str, float]) -> None:
    assert taus["Information"] > 0.85
    assert taus["Information"] == max(taus.values())


def test_no_single_choice_among_the_weights_carries_the_agreement() -> None:
    changed = {each.name: each.tau for each in sensitivity(samples=1).agreements}
    weights = [tau for name, tau in changed.items() if "weigh" in name and "link" not in name]
    assert len(weights) == 9
    assert min(weights) > 0.8
    assert changed["credit for overlap: none"] < 0.8


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=12))
def test_tau_is_scipys(values: list[tuple[int, int]]) -> None:
    one, other = np.array(values, dtype=np.float64).T
    if len(set(one)) > 1 and len(set(other)) > 1:
        assert kendall(np.column_stack([one, other]))[0, 1] == pytest.approx(kendalltau(one, other).statistic)
    else:
        assert np.isnan(kendall(np.column_stack([one, other]))[0, 1])


def test_the_bootstrap_can_be_repeated() -> None:
    one, two, other = (human_study(samples=50, seed=seed).to_dict() for seed in (1, 1, 2))
    assert one == two
    assert one != other
