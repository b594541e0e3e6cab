"""Mentions that are given by their words, found in the text of the key."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import corefscore
from corefscore.core.problems import InputError, InputWarning

WORDS = "Eve slept . she woke . Ann slept . she sang . Mr. Li 's dog slept .".split()


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "key.jsonl"
    clusters = [[[0, 0], [3, 3]], [[6, 6], [9, 9]], [[12, 15]]]
    path.write_text(json.dumps({"doc_key": "d", "sentences": [WORDS], "clusters": clusters}) + "\n")
    return path


def score(key: Path, clusters: object) -> corefscore.Result:
    path = key.with_name("response.json")
    path.write_text(json.dumps({"d": clusters}))
    return corefscore.score(key, path, ["mentions", "b3"], key_spans="inclusive")


def test_words_are_found_in_the_order_of_each_entity(key: Path) -> None:
    with pytest.warns(InputWarning, match="1 of 5 mentions, such as 'she', occur several times") as seen:
        result = score(key, [["Eve", "she"], ["Ann", "she"], ["Mr. Li's dog"]])
    assert result["b3"].f1 == 1
    assert len(seen) == 1


def test_the_order_of_entities_does_not_matter(key: Path) -> None:
    assert score(key, [["Ann", "she"], ["Eve", "she"], ["Mr. Li 's dog"]])["b3"].f1 == 1


@pytest.mark.filterwarnings("ignore::corefscore.core.problems.InputWarning")
def test_an_occurrence_can_be_stated(key: Path) -> None:
    right = score(key, [["Eve", {"text": "she", "occurrence": 1}], ["Ann", {"text": "she", "occurrence": 2}]])
    wrong = score(key, [["Eve", {"text": "she", "occurrence": 2}], ["Ann", {"text": "she", "occurrence": 1}]])
    assert right["b3"].precision == 1
    assert wrong["b3"].precision == 0.5


def test_words_that_are_not_there_are_lost_with_a_warning(key: Path) -> None:
    with pytest.warns(InputWarning, match="2 of 3 mentions, such as 'Eva', are not in the text"):
        result = score(key, [["Eva", "Eve"], ["lept"]])
    assert result["mentions"].recall_numerator == 1


def test_numbers_are_no_words(key: Path) -> None:
    with pytest.raises(InputError, match="are names, but tokens"):
        score(key, [[1, 2]])


@pytest.mark.parametrize("chat", ["{}", "Sure:\n```json\n{}\n```\nBye!\n", "Sure:\n{}\nBye!\n"])
@pytest.mark.filterwarnings("ignore::corefscore.core.problems.InputWarning")
def test_an_answer_about_one_document_needs_no_name(key: Path, chat: str) -> None:
    path = key.with_name("answer.txt")
    path.write_text(chat.replace("{}", json.dumps({"clusters": [["Eve", "she"], ["Ann", "she"], ["Mr. Li 's dog"]]})))
    assert corefscore.score(key, path, ["b3"], key_spans="inclusive")["b3"].f1 == 1


def test_chat_around_json_is_cut_with_a_warning(key: Path) -> None:
    path = key.with_name("answer.txt")
    path.write_text('Sure:\n```\n{"clusters": [["Eve"]]}\n```\n')
    with pytest.warns(InputWarning) as seen:
        corefscore.score(key, path, ["b3"], key_spans="inclusive")
    assert any("answer.txt:1: the text before and after the answer in JSON" in str(each.message) for each in seen)


def test_an_answer_that_is_cut_off_is_an_error(key: Path) -> None:
    path = key.with_name("answer.json")
    path.write_text('{"clusters": [["Eve", {"text": "she"}], ["Ann"')
    with pytest.raises(InputError, match="not JSON"):
        corefscore.score(key, path, ["b3"], key_spans="inclusive")
