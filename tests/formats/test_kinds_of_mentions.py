"""Mentions in memory that are likely mistakes are reported, and not scored in silence."""

from __future__ import annotations

import warnings

import pytest

import corefscore
from corefscore import InputError, InputWarning

TEXTS, NUMBERS, SPANS = [["a", "b"]], [[1, 2, 3]], [[(1, 2), (3, 4)]]


@pytest.mark.parametrize(
    ("key", "response", "kinds"),
    [
        (TEXTS, NUMBERS, "key are texts, such as 'a', but those of the response are numbers, such as 1"),
        (NUMBERS, TEXTS, "key are numbers, such as 1, but those of the response are texts, such as 'a'"),
        (TEXTS, SPANS, "key are texts, such as 'a', but those of the response are spans, such as (1, 2)"),
        (SPANS, NUMBERS, "key are spans, such as (1, 2), but those of the response are numbers, such as 1"),
        ([["1"]], [[1]], "key are texts, such as '1', but those of the response are numbers, such as 1"),
    ],
)
def test_kinds_that_cannot_match_are_named(key: object, response: object, kinds: str) -> None:
    with pytest.raises(InputError) as error:
        corefscore.score(key, response, documents=False)
    assert kinds in str(error.value)
    assert "give mentions of the same kind on both sides" in str(error.value)
    scorer = corefscore.Scorer()
    with pytest.raises(InputError):
        scorer.update(key, response, documents=False)
    assert len(scorer) == 0


@pytest.mark.parametrize(("key", "response"), [(TEXTS, SPANS), (SPANS, TEXTS)])
def test_spans_beside_texts_are_named_without_a_statement_too(key: object, response: object) -> None:
    with pytest.raises(InputError, match=r"its mentions seem to be spans, but those of the .* are texts or numbers"):
        corefscore.score(key, response)


@pytest.mark.parametrize(
    ("key", "response"), [(TEXTS, []), ([["a", 1]], [[1]]), ([[1]], [[1.0]]), ([[("a", 1)]], [[("a", 2)]])]
)
def test_other_mentions_are_scored(key: object, response: object) -> None:
    corefscore.score(key, response, documents=False)


def test_one_document_of_the_wrong_kind_is_found_among_others() -> None:
    with pytest.raises(InputError, match="document 'y'"):
        corefscore.score({"x": [["a"]], "y": [["b"]]}, {"x": [["a"]], "y": [[7]]}, documents=True)


@pytest.mark.parametrize("wrong", [(5, 1), ((0, 1), (5, 4))])
def test_reversed_spans_are_scored_with_one_warning(wrong: object) -> None:
    documents = {str(number): [[(0, 1), wrong]] for number in range(3)}
    with pytest.warns(InputWarning, match="key: spans end before they start, such as") as caught:
        result = corefscore.score(documents, {name: [[(0, 1)]] for name in documents}, documents=True)
    assert len(caught) == 1
    assert result["mentions"].recall == 0.5


def test_spans_of_one_token_or_none_are_not_reversed() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert corefscore.score([[(0, 0), (5, 6)]], [[(0, 0), (5, 6)]])["conll"].f1 == 1


def test_a_scorer_warns_of_reversed_spans() -> None:
    scorer = corefscore.Scorer()
    scorer.update([[(5, 1), (6, 7)]], [[(5, 1), (6, 7)]])
    with pytest.warns(InputWarning, match="such as"):
        assert scorer.compute()["conll"].f1 == 1
