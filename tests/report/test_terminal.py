"""Verdicts on mentions, and documents as text."""

from __future__ import annotations

from hypothesis import given, settings

import corefscore
from corefscore.analysis.verdicts import MISSING, RIGHT, SPURIOUS, WRONG, Verdicts
from corefscore.matching.matched import Matched
from corefscore.report.terminal import DocumentText
from tests import brute
from tests.analysis.errors.toys import matched
from tests.strategies import Document, corpora


def shown(sides: Matched) -> str:
    return DocumentText(sides, 0).to_text()


@settings(max_examples=300, deadline=None)
@given(corpora)
def test_the_right_mentions_are_those_ceafm_counts(pairs: list[Document]) -> None:
    key = {str(number): pair[0] for number, pair in enumerate(pairs)}
    response = {str(number): pair[1] for number, pair in enumerate(pairs)}
    sides = corefscore.score(key, response, ["ceafm"]).matched
    assert sides is not None
    verdicts = Verdicts(sides)
    right, keys, _, responses = brute.total(brute.ceafm, pairs)
    shared = brute.total(brute.mentions, pairs)[0]
    assert (verdicts.key == RIGHT).sum() == (verdicts.response == RIGHT).sum() == right
    assert (verdicts.key == WRONG).sum() == (verdicts.response == WRONG).sum() == shared - right
    assert (verdicts.key == MISSING).sum() == keys - shared
    assert (verdicts.response == SPURIOUS).sum() == responses - shared


def test_aligned_entities_have_one_number_and_others_letters() -> None:
    key = [[(0, 0), (1, 1)], [(2, 2), (3, 3)]]
    response = [[(4, 4)], [(2, 2), (3, 3)], [(1, 1)], [(5, 5)]]
    verdicts = Verdicts(matched(key, response))
    assert [verdicts.key_name(entity) for entity in range(2)] == ["1", "2"]
    assert [verdicts.response_name(entity) for entity in range(4)] == ["a", "2", "1", "b"]


def test_each_verdict_has_its_bracket() -> None:
    sentences = ["Ann saw her dog .".split(), "It barked .".split(), "he ran home".split()]
    key = [[(0, 0), (2, 2), (8, 8)], [(2, 3), (5, 5)]]
    response = [[(0, 0), (2, 2)], [(2, 3)], [(5, 5), (10, 10)]]
    text = shown(matched(key, response, sentences))
    assert text.splitlines() == ["[1 Ann] saw [2 [1 her] dog] .", "[2≠a It] barked .", "[-1 he] ran [+a home]"]


def test_brackets_that_cross_have_their_labels_at_both_ends() -> None:
    text = shown(matched([[(0, 2)], [(1, 3)]], [[(0, 2)], [(1, 3)]], ["a b c d".split()]))
    assert text == "[1 a [2 b c]1 d]2"


def test_without_words_tokens_are_numbers() -> None:
    text = shown(matched([[(0, 1), (4, 4)]], [[(4, 4), (9, 9)]]))
    assert text == "[-1 #0 #1] … [1 #4] … [+1 #9]"


def test_control_characters_do_not_reach_the_terminal() -> None:
    assert "\x1b" not in shown(matched([[(0, 0)]], [[(0, 0)]], [["\x1b[31m", "x"]]))


def test_a_document_of_a_result_prints_as_text() -> None:
    result = corefscore.score([["Ann", "she"]], [["Ann"]])
    assert str(result.show("document")) == "[1 Ann] [-1 she]"
