"""What must hold of every metric, whatever the input."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscore
from corefscore.metrics.base import ValueMetric
from corefscore.metrics.registry import METRICS
from corefscore.result import Result
from tests.brute import Entity
from tests.strategies import Document, corpora

ALL = [name for name in METRICS if name != "links"]  # which needs a wider scope; see tests/matching/test_scopes.py
SINGLE = {name for name, metric in METRICS.items() if isinstance(metric, ValueMetric)}
OF_RELATIONS = {"bridging", "nonreferring", *(name for name in METRICS if name.startswith("split-"))}
DISTANCES = {"variation-of-information", "merge-distance"}
ONE_SIDED = {"b3-0", "b3-rn", "b3-sys", "ceafm-rn", "ceafm-sys", "ceafe-sys"}  # these rewrite the response first


def scored(pairs: list[Document]) -> Result:
    key = {str(number): pair[0] for number, pair in enumerate(pairs)}
    response = {str(number): pair[1] for number, pair in enumerate(pairs)}
    return corefscore.score(key, response, metrics=ALL)


def figures(result: Result) -> dict[str, tuple[float, ...]]:
    return {name: (score.recall, score.precision, score.f1, score.value) for name, score in result.items()}


@settings(deadline=None)
@given(corpora)
def test_rates_lie_between_0_and_1(pairs: list[Document]) -> None:
    for name, rates in figures(scored(pairs)).items():
        low, high = -1 if name.startswith("adjusted") else 0, math.inf if name in DISTANCES else 1
        assert all(math.isnan(rate) or low <= rate <= high + 1e-12 for rate in rates)


@settings(deadline=None)
@given(corpora)
def test_a_key_scores_1_against_itself_wherever_that_is_defined(pairs: list[Document]) -> None:
    result = scored([(key, key) for key, _ in pairs])
    sizes = [len(entity) for key, _ in pairs for entity in key]
    links = sum(sizes) - len(sizes)
    for name, score in result.items():
        two_mentions = links or any(len(key) > 1 for key, _ in pairs)
        needed = {"muc": links, "pairwise": links, "conll": links, "blanc": two_mentions, "fowlkes-mallows": links}
        always = SINGLE | {"vmeasure"} - {"fowlkes-mallows"}
        absent = dict.fromkeys(("zeros", "nec", *OF_RELATIONS), 0)
        defined = {**absent, **needed}.get(name, name in always or sizes)
        figure = score.value if name in SINGLE else score.f1
        if defined:
            assert figure == pytest.approx(0 if name in DISTANCES else 1, abs=1e-12)
        elif name != "conll":
            assert figure == 0


@settings(deadline=None)
@given(corpora)
def test_precision_is_the_recall_of_the_exchanged_sides(pairs: list[Document]) -> None:
    forth, back = scored(pairs), scored([(response, key) for key, response in pairs])
    for name in SINGLE:
        assert forth[name].value == pytest.approx(back[name].value, abs=1e-12)
    for name in set(ALL) - {"conll", "blanc", "b3-clusters"} - ONE_SIDED - SINGLE:
        assert forth[name].precision == pytest.approx(back[name].recall, abs=1e-12)
        assert forth[name].recall == pytest.approx(back[name].precision, abs=1e-12)
    for family in ("coreference", "noncoreference"):
        assert forth["blanc"].families[family].precision == back["blanc"].families[family].recall


@settings(deadline=None)
@given(corpora, st.randoms(use_true_random=False))
def test_order_and_names_do_not_matter(pairs: list[Document], rng: random.Random) -> None:
    shuffled = []
    for key, response in rng.sample(pairs, len(pairs)):
        renamed = {m: f"m{m}" for side in (key, response) for entity in side for m in entity}
        sides: list[list[Entity]] = [
            [frozenset(renamed[m] for m in e) for e in rng.sample(side, len(side))] for side in (key, response)
        ]
        shuffled.append((sides[0], sides[1]))
    before, after = scored(pairs), scored(shuffled)
    for name in ALL:
        assert figures(after)[name] == pytest.approx(figures(before)[name], abs=1e-12, nan_ok=True)


@settings(deadline=None)
@given(corpora)
def test_corpus_counts_are_the_sums_of_document_counts(pairs: list[Document]) -> None:
    result = scored(pairs)
    for name in set(ALL) - {"conll", "blanc", "bridging"} - SINGLE:
        for count in ("recall_numerator", "recall_denominator", "precision_numerator", "precision_denominator"):
            parts = [getattr(scores[name], count) for scores in result.documents.values()]
            assert getattr(result[name], count) == math.fsum(parts)
    for document, pair in zip(result.documents.values(), pairs, strict=True):
        alone = scored([pair])
        assert {name: score.to_dict() for name, score in alone.items()} == document.to_dict()


@settings(deadline=None)
@given(corpora)
def test_streaming_equals_batch_and_scorers_add_up(pairs: list[Document]) -> None:
    batch = scored(pairs)
    half = len(pairs) // 2
    scorers = [corefscore.Scorer(metrics=ALL) for _ in range(3)]
    for number, pair in enumerate(pairs):
        scorers[0].update(*pair)
        scorers[1 if number < half else 2].update(*pair)
    for result in (scorers[0].compute(), (scorers[1] + scorers[2]).compute()):
        for name in ALL:
            assert result[name].to_dict() == batch[name].to_dict()
        assert result.key.mentions == batch.key.mentions
        assert len(result.documents) == len(batch.documents)


def test_metrics_are_registered_under_their_own_names() -> None:
    assert [metric.name for metric in METRICS.values()] == list(METRICS)
