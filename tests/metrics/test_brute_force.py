"""The package against definitions written apart from it (tests/brute.py), on random partitions."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

import corefscore
from corefscore.result import Result
from tests import brute
from tests.strategies import Document, corpora

METRICS = [*brute.COUNTED, "blanc", "conll"]


def scored(pairs: list[Document], blanc: str = "reference") -> Result:
    key = {str(number): pair[0] for number, pair in enumerate(pairs)}
    response = {str(number): pair[1] for number, pair in enumerate(pairs)}
    return corefscore.score(key, response, metrics=METRICS, blanc=blanc)


@settings(max_examples=2000, deadline=None)
@given(corpora)
def test_every_metric_agrees_with_its_definition(pairs: list[Document]) -> None:
    result = scored(pairs)
    for name, definition in brute.COUNTED.items():
        counts = brute.total(definition, pairs)
        score = result[name]
        found = (
            score.recall_numerator,
            score.recall_denominator,
            score.precision_numerator,
            score.precision_denominator,
        )
        assert found == pytest.approx([float(count) for count in counts], abs=1e-12), name
        expected = [float(rate) for rate in brute.rates(counts)]
        assert [score.recall, score.precision, score.f1] == pytest.approx(expected, abs=1e-12), name
    assert result["conll"].f1 == pytest.approx(float(brute.conll(pairs)), abs=1e-12)


@settings(max_examples=1000, deadline=None)
@given(corpora)
@pytest.mark.parametrize("edge", ["reference", "luo2014"])
def test_blanc_agrees_with_its_definition(edge: str, pairs: list[Document]) -> None:
    result = scored(pairs, blanc=edge)
    for name, (key, response) in zip(result.documents, pairs, strict=True):
        blanc = result.documents[name]["blanc"]
        expected = [float(rate) for rate in brute.blanc(key, response, edge)]
        assert [blanc.recall, blanc.precision, blanc.f1] == pytest.approx(expected, abs=1e-12)
    for family, definition in (("coreference", brute.pairwise), ("noncoreference", brute.noncoreference)):
        counts = [float(count) for count in brute.total(definition, pairs)]
        links = result["blanc"].families[family]
        assert [links.recall_numerator, links.recall_denominator] == counts[:2]
        assert [links.precision_numerator, links.precision_denominator] == counts[2:]
