"""The entities of Holen (2013), and how metrics rank them."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau

from corefscore.comparison.rankings import kendall
from corefscore.studies import holen2013
from corefscore.studies.agreement_checks import by_text, permutation
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


def test_information_agrees_better_than_any_metric_without_weights(taus: dict[str, float]) -> None:
    assert taus["Information"] == pytest.approx(0.829, abs=5e-4)
    assert taus["Information"] == max(taus.values())


def test_weights_do_not_carry_the_agreement_but_credit_for_overlap_does() -> None:
    changed = {each.name: each.tau for each in sensitivity(samples=1).agreements}
    weights = [tau for name, tau in changed.items() if "weigh" in name and "link" not in name]
    assert len(weights) == 9
    assert min(weights) > 0.8
    assert changed["credit for overlap: none"] < 0.7


def test_no_single_entity_and_no_text_carries_the_lead_of_information() -> None:
    study = human_study(samples=10)
    for found in (study.leave_one_out, study.by_text):
        ours, theirs = found["Information"].without, found["BLANC (links in entities)"].without
        assert all(ours[name] > theirs[name] for name in ours if name != "WB")
    left = [judged for judged in holen2013.ENTITIES if judged.name != "NW0"]
    scores = dict(zip((j.name for j in holen2013.ENTITIES), study.agreements[0].scores, strict=True))
    alone = kendalltau([scores[judged.name] for judged in left], [-judged.human for judged in left]).statistic
    assert study.leave_one_out["MUC"].without["NW0"] == pytest.approx(alone)


def test_drawing_texts_is_drawing_all_their_entities() -> None:
    texts = [judged.document for judged in holen2013.ENTITIES]
    human = np.array([judged.human for judged in holen2013.ENTITIES], dtype=np.float64)
    scores = np.array(human_study(samples=1).agreements[0].scores)
    generator = np.random.default_rng(5)
    names = sorted(set(texts))
    drawn = []
    for _ in range(1500):
        rows = [row for name in generator.choice(names, 5) for row, text in enumerate(texts) if text == name]
        drawn.append(kendall(np.column_stack([scores[rows], -human[rows]]))[0, 1])
    found = by_text(scores[:, np.newaxis], human, texts)[0]
    assert np.nanquantile(drawn, [0.025, 0.975]) == pytest.approx([found.low, found.high], abs=0.04)


def test_the_permutation_test_is_the_exact_one_for_few_entities() -> None:
    """Of all 2^n exchanges, the part with as great a difference; equal scores have p = 1."""
    human = np.arange(1.0, 9.0)
    ours, rival = -human, np.array([-1.0, -2, -4, -3, -8, -5, -6, -7])
    leads = []
    for swaps in product([False, True], repeat=8):
        one, other = np.where(swaps, rival, ours), np.where(swaps, ours, rival)
        leads.append(kendall(np.column_stack([one, -human]))[0, 1] - kendall(np.column_stack([other, -human]))[0, 1])
    exact = np.mean(np.abs(leads) >= abs(leads[0]) - 1e-12)
    test, same = permutation(ours, np.column_stack([rival, ours]), human, 4000, 1)
    assert test.p == pytest.approx(exact, abs=0.02)
    assert same == (0, 1)


def test_ranks_are_those_of_table_6_except_where_the_paper_is_wrong() -> None:
    found = human_study(samples=1).to_dict()
    ranks, printed = found["ranks"], found["printed_ranks"]
    assert isinstance(ranks, dict)
    assert isinstance(printed, dict)
    titles = {"muc": "MUC", "b3": "B³", "ceafe": "CEAF-e", "ceafm": "CEAF-m", "blanc": "BLANC (links in entities)"}
    differing = {
        (entity, metric)
        for entity, row in printed.items()
        for metric, title in titles.items()
        if row[metric] != ranks[entity][title]
    }
    moved_by_bn1 = {(entity, "muc") for entity in ("BN1", "BC45", "NW2")}
    not_ranked = {(entity, "muc") for entity in ("MZ38", "NW4")}
    assert differing == moved_by_bn1 | not_ranked
    assert all(row["human"] == ranks[entity]["human"] for entity, row in printed.items())


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
