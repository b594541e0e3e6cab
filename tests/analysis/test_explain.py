"""Explanations: they must add up to the scores they explain, and read like the worked example of the paper."""

from __future__ import annotations

import json
import pickle
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings

import corefscore
from corefscore import InputError
from corefscore.analysis.explain.explain import explain
from corefscore.analysis.explain.explanation import Explanation, Sum
from corefscore.core.arrays import ints
from corefscore.core.corpus import Corpus, Memory, Origin
from corefscore.core.settings import Settings
from corefscore.metrics import registry as metrics
from corefscore.metrics.base import COUNTS, Count, Ratio, RatioMetric, ValueMetric
from corefscore.result import Result, Score
from tests import brute
from tests.brute import partition
from tests.shared import EXAMPLES
from tests.strategies import Document, corpora

NOT_SHOWN = {"links", "information", "mor", "zeros", "vmeasure", "clusters", "b3-clusters"}
METRICS = [
    name for name, metric in metrics.METRICS.items() if name not in NOT_SHOWN and not isinstance(metric, ValueMetric)
]
COUNTED = [name for name in METRICS if name not in ("conll", "blanc", "bridging")]


def example() -> Result:
    """Section 4 of Pradhan et al. (2014)."""
    return corefscore.score(partition("abc defg"), partition("ab cd fghi"))


def worked(metric: str) -> str:
    # Sets have no order of their own; the paper's has.
    key, response = ([list(word) for word in text.split()] for text in ("abc defg", "ab cd fghi"))
    return corefscore.score(key, response).explain(metric).to_text()


def counts(explanation: Explanation) -> list[Fraction]:
    rates = [rate for account in explanation.accounts for rate in account.rates]
    return [each.total for rate in rates for each in (rate.numerator, rate.denominator)]


def counts_of(score: Score) -> list[float]:
    return [getattr(score, count) for count in COUNTS]


@settings(max_examples=40, deadline=None)
@given(corpora)
def test_an_explanation_adds_up_to_the_score_for_every_metric(pairs: list[Document]) -> None:
    key, response = ({str(n): pair[side] for n, pair in enumerate(pairs)} for side in (0, 1))
    result = corefscore.score(key, response, metrics=METRICS)
    for document, scores in result.documents.items():
        for name in METRICS:
            explanation = result.explain(name, document)
            assert float(explanation.f1) == pytest.approx(scores[name].f1, abs=1e-12), name
            if explanation.recall is not None and explanation.precision is not None:
                rates = [float(explanation.recall), float(explanation.precision)]
                assert rates == pytest.approx([scores[name].recall, scores[name].precision], abs=1e-12), name
            if name in COUNTED:
                assert [float(c) for c in counts(explanation)] == pytest.approx(counts_of(scores[name])), name
            json.loads(explanation.to_json())
        families = scores["blanc"].families.values()
        links = [count for family in families for count in counts_of(family)]
        assert counts(result.explain("blanc", document)) == links


@settings(max_examples=30, deadline=None)
@given(corpora)
def test_blanc_is_explained_under_both_edge_rules(pairs: list[Document]) -> None:
    for key, response in pairs:
        for edge in ("reference", "luo2014"):
            found = corefscore.score(key, response, blanc=edge).explain("blanc")
            assert (found.recall, found.precision, found.f1) == brute.blanc(key, response, edge)


def evaluated(text: str) -> Fraction:
    """What a term says, worked out."""
    assert re.fullmatch(r"[-0-9²/()+×… a-z]*", text), text
    plain = text.replace("²", "**2").replace("×", "*")
    return Fraction(eval(re.sub(r"\d+", lambda digits: f"Fraction({digits[0]})", plain)))


@settings(max_examples=30, deadline=None)
@given(corpora)
def test_what_is_written_is_what_is_counted(pairs: list[Document]) -> None:
    for key, response in pairs:
        result = corefscore.score(key, response)
        for name in METRICS:
            for account in result.explain(name).accounts:
                for rate in account.rates:
                    for total in (rate.numerator, rate.denominator):
                        assert all(evaluated(term.text) == term.value for term in total.terms), name


def test_links_that_are_listed_are_those_that_are_counted() -> None:
    text = worked("blanc")
    sets = {name: found.split(", ") for name, found in re.findall(r"^(.*) = \{(.*)\}$", text, re.MULTILINE)}
    key, response = partition("abc defg"), partition("ab cd fghi")
    assert {frozenset(link) for link in sets["C(key)"]} == brute.links_within(key)
    assert {frozenset(link) for link in sets["N(response)"]} == brute.links_between(response)
    assert len(sets["N(key)"]) == 12
    assert "in both = {ab, fg}" in text
    assert "in both = {ad, af, ag, bd, bf, bg, cf, cg}" in text


@pytest.mark.parametrize(
    ("metric", "lines"),
    [
        (
            "muc",
            [
                "K1      {a, b} {c} ",
                "K2      {d} {f, g} {e}",
                "R3      {f, g} {h} {i}",
                "Recall     = ((3 - 2) + (4 - 3)) / ((3 - 1) + (4 - 1)) = 2 / 5 = 2/5 = 0.4",
                "Precision  = ((2 - 1) + (2 - 2) + (4 - 3)) / ((2 - 1) + (2 - 1) + (4 - 1)) = 2 / 5 = 2/5 = 0.4",
            ],
        ),
        (
            "b3",
            [
                "Recall     = (2²/3 + 1²/3 + 1²/4 + 2²/4) / (3 + 4) = (35/12) / 7 = 5/12 ≈ 0.4167",
                "Precision  = (2²/2 + 1²/2 + 1²/2 + 2²/4) / (2 + 2 + 4) = 4 / 8 = 1/2 = 0.5",
                "5/11 ≈ 0.4545",
            ],
        ),
        ("ceafm", ["(2 + 2) / (3 + 4) = 4 / 7 = 4/7 ≈ 0.5714", "(2 + 2) / (2 + 2 + 4) = 4 / 8", "8/15 ≈ 0.5333"]),
        (
            "ceafe",
            [
                "Recall     = (2×2/(3+2) + 2×2/(4+4)) / 2 = (13/10) / 2 = 13/20 = 0.65",
                "Precision  = (2×2/(3+2) + 2×2/(4+4)) / 3 = (13/10) / 3 = 13/30 ≈ 0.4333",
                "13/25 = 0.52",
            ],
        ),
        ("blanc", ["2 / 9 = 2/9 ≈ 0.2222", "2 / 8 = 1/4 = 0.25", "8 / 12 = 2/3 ≈ 0.6667", "8 / 20 = 2/5 = 0.4"]),
        ("lea", ["(3×1/3 + 4×1/6) / (3 + 4) = (5/3) / 7 = 5/21", "(2×1/1 + 2×0/1 + 4×1/6) / (2 + 2 + 4) = (8/3) / 8"]),
        ("conll", ["F1         = (0.4000 + 0.4545 + 0.5200) / 3 = 126/275 ≈ 0.4582"]),
    ],
)
def test_the_worked_example_prints_the_numbers_of_the_paper(metric: str, lines: list[str]) -> None:
    text = worked(metric)
    assert [line for line in lines if line not in text] == []


def test_a_variant_shows_both_rewritten_sides() -> None:
    key, response = [["a", "b", "c"]], [["a", "b", "d"], ["i", "j"]]
    recall, precision = corefscore.score(key, response).explain("b3-sys").accounts
    assert recall.partitions is not None
    assert precision.partitions is not None
    assert [str(entity) for entity in recall.partitions.response] == ["{a, b}", "{c}"]
    assert [str(entity) for entity in precision.partitions.key] == ["{a, b, c}", "{d}", "{i}", "{j}"]
    assert [str(entity) for entity in precision.partitions.response] == ["{a, b, d}", "{i, j}", "{c}"]
    assert precision.notes[-1] == "Put response mentions that the key lacks into the key, as singletons."


def test_a_metric_of_ones_own_is_explained_by_its_totals() -> None:
    exact = Ratio(
        Count(cell=lambda c: (c.shared == c.key_size) * (c.shared == c.response_size)), Count(key=lambda _: 1)
    )
    metric = RatioMetric(name="exact", title="Exact", description="entities found whole", recall=exact, precision=exact)
    matched = corefscore.score([["a", "b"], ["c"]], [["a", "b"], ["c", "d"]]).matched
    assert matched is not None
    assert "Recall     = 1 / 2 = 1/2 = 0.5" in explain(matched, None, metric, Settings()).to_text()


def test_long_sums_are_cut_for_people_but_not_for_machines() -> None:
    clusters = [[f"m{n}", f"n{n}"] for n in range(40)]
    explanation = corefscore.score(clusters, clusters).explain("b3")
    assert "2²/2 + … 28 more) /" in explanation.to_text()
    steps = explanation.to_dict()["steps"]
    assert isinstance(steps, list)
    assert len(steps[0]["rates"]["recall"]["numerator"]["terms"]) == 40
    whole = corefscore.score([[f"m{n}" for n in range(40)]], [[f"m{n}" for n in range(40)]]).explain("muc")
    assert "{m0, m1, m2, m3, m4, m5, m6, m7, … 32 more}" in whole.to_text()
    assert json.loads(whole.to_json())["steps"][0]["tables"]["The key entities, cut by the response"][0]["parts"] == [
        [f"m{n}" for n in range(40)]
    ]
    assert "3,120 links, too many to list" in corefscore.score(clusters, clusters).explain("blanc").to_text()


def test_mentions_of_the_same_text_are_distinguished() -> None:
    explanation = corefscore.score(EXAMPLES / "key.conll", EXAMPLES / "response.conll").explain("b3", "bakery")
    texts = [mention.text for side in explanation.partitions for entity in side for mention in entity.mentions]
    assert "it@23" in texts
    assert "Mara Quill" in texts


def test_a_sum_of_nothing_is_zero() -> None:
    assert str(Sum(())) == "0"
    empty = corefscore.score([], [["a", "b"]])
    assert "0 / 0, which counts as 0" in empty.explain("b3").to_text()
    assert "Only links of a kind that the key has count: none" in empty.explain("blanc").to_text()


def test_a_document_is_found_by_a_part_of_its_name() -> None:
    result = corefscore.score(EXAMPLES / "key.conll", EXAMPLES / "response.conll")
    assert result.explain("muc", "chess").document == "(news/chess); part 000"
    with pytest.raises(ValueError, match=r"2 documents have 'lighthouse' in their names, such as .*part 000"):
        result.explain("muc", "lighthouse")
    with pytest.raises(ValueError, match=r"there is no document 'bakry' among 4; did you mean '\(story/bakery"):
        result.explain("muc", "bakry")
    with pytest.raises(ValueError, match="there are 4 documents; name one of them"):
        result.explain("muc")


def test_what_cannot_be_explained_is_refused() -> None:
    key, response = [["a", "b"]], [["a", "b"], ["b", "c"]]
    repeated = corefscore.score(key, response, duplicates="reference")
    with pytest.raises(InputError, match="has a repeated mention"):
        repeated.explain("b3")
    with pytest.raises(ValueError, match="this result has no mentions"):
        corefscore.score_labels([0, 0], [0, 1]).explain("b3")
    with pytest.raises(ValueError, match="this result has no mentions"):
        pickle.loads(pickle.dumps(example())).explain("b3")


def test_markdown_has_tables_and_the_same_figures() -> None:
    text = example().explain("ceafe").to_markdown()
    assert text.startswith("## CEAF-e, document document\n\n| Key | Mentions |\n| --- | --- |\n| K1 | {")
    assert "- **Recall** = (2×2/(3+2) + 2×2/(4+4)) / 2 = (13/10) / 2 = 13/20 = 0.65" in text


@settings(max_examples=25, deadline=None)
@given(corpora)
def test_metrics_on_mentions_and_weighted_metrics_add_up_too(pairs: list[Document]) -> None:
    key, response = ({str(n): pair[side] for n, pair in enumerate(pairs)} for side in (0, 1))
    weighted = [name for name, metric in metrics.METRICS.items() if getattr(metric, "weighted", False)]
    plain = corefscore.score(key, response, metrics=["information", "mor", "zeros"])
    informed = corefscore.score(key, response, metrics=[*weighted, "conll"], weights=lambda m: 1 + int(m.text) / 4)
    for result in (plain, informed):
        for document, scores in result.documents.items():
            for name, score in scores.items():
                explanation = result.explain(name, document)
                assert float(explanation.f1) == pytest.approx(score.f1, abs=1e-12), name
                if name not in ("blanc", "conll"):
                    assert [float(count) for count in counts(explanation)] == pytest.approx(counts_of(score)), name
                json.loads(explanation.to_json())


def test_information_shows_weights_correspondences_and_parts() -> None:
    text = corefscore.score([["the old baker", "she"]], [["the old baker", "she"]]).explain("information").to_text()
    for title in (
        "Mentions that correspond",
        "Weights of key mentions",
        "Recall: entities by the weight of their links",
    ):
        assert title in text
    assert "Recall     = 1.685×1 / 1.685" in text


def test_weights_are_shown_and_blanc_names_only_the_links_that_count() -> None:
    weighted = corefscore.score([["a", "b"]], [["a", "b"]], weights="tokens")
    text = weighted.explain("blanc").to_text()
    assert "Weights of key mentions" in text
    assert "F1         = mean over coreference = 1" in text
    assert "Recall credit" in weighted.explain("b3").to_text()


def test_zeros_show_the_verdict_on_each_anaphor() -> None:
    def side(entity: list[int], labels: list[str]) -> Corpus:
        document, start, end, home = (ints(column) for column in ([0, 0, 0], [0, 3, 6], [1, 3, 6], entity))
        zero = np.array([False, True, True])
        return Corpus.build(
            [Origin("d", Memory("x"))], document, start, end, home, np.array(labels), extra={"zero": zero}
        )

    result = corefscore.score(side([0, 0, 0], ["A"]), side([0, 0, 1], ["A", "B"]), ["zeros"])
    verdicts = [row[-1] for _, table in result.explain("zeros").accounts[0].tables for row in table.rows]
    assert verdicts == ["right", "not resolved"]
