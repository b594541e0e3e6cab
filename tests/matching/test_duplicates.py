"""Mentions that occur more than once."""

from __future__ import annotations

from pathlib import Path

import pytest

import corefscore
from corefscore.core.problems import InputError, InputWarning, collected_warnings
from corefscore.matching.duplicates import without_duplicates
from tests.files import clusters, conll, conllu, write


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "f.conll"


def resolved(file: Path, cells: str, policy: str) -> list[list[tuple[int, int]]]:
    return clusters(without_duplicates(corefscore.read(write(file, conll(cells))), policy))["(d); part 000"]


def test_a_mention_in_two_entities_is_an_error_that_says_where(file: Path) -> None:
    write(file, conll("(1) (2 2)|(7) / (1)|(2)", words="Ann the dog she"))
    with pytest.raises(InputError) as caught:
        corefscore.score(file, file)
    assert str(caught.value).splitlines()[0] == (
        f"{file}:6: mention 'she' (token 3) of document '(d); part 000' is in entity 1 and in entity 2; "
        "keep one, or choose duplicates=first, merge or reference (--duplicates)"
    )
    assert len(caught.value.problems) == 2  # the key's and the response's


@pytest.mark.filterwarnings("ignore:.*in a second entity")
def test_first_keeps_the_entity_that_comes_first_in_the_text(file: Path) -> None:
    assert resolved(file, "(9) (5) (5)|(9) (5)", "first") == [[(0, 0), (2, 2)], [(1, 1), (3, 3)]]
    assert resolved(file, "(9) (5) (9)|(5) (5)", "first") == [[(0, 0), (2, 2)], [(1, 1), (3, 3)]]


@pytest.mark.filterwarnings("ignore:.*in a second entity")
def test_merge_joins_entities_that_share_a_mention(file: Path) -> None:
    assert resolved(file, "(1)|(2) (2)|(3) (3) (4) (1)", "merge") == [[(0, 0), (1, 1), (2, 2), (4, 4)], [(3, 3)]]


@pytest.mark.parametrize("policy", ["error", "first", "merge"])
def test_a_mention_twice_in_one_entity_is_warned_of_and_counted_once(file: Path, policy: str) -> None:
    with pytest.warns(
        InputWarning, match=r"f\.conll:3: mention 'w1' \(token 1\) .* is twice in entity 1; it counts once"
    ):
        assert resolved(file, "(1) (1)|(1) (2)", policy) == [[(0, 0), (1, 1)], [(2, 2)]]


def test_beyond_the_first_they_share_one_warning(file: Path) -> None:
    with pytest.warns(InputWarning) as warned:
        resolved(file, "(1)|(1) " * 50, "error")
    assert len(warned) == 21
    assert "30 more mentions are twice in an entity" in str(warned[-1].message)


def test_clusters_in_memory() -> None:
    with pytest.raises(InputError, match=r"response: mention .b. .* is in entity 0 and in entity 1"):
        corefscore.score([["a", "b"]], [["a", "b"], ["b", "c"]])
    result = corefscore.score([["a", "b"]], [["a", "b"], ["b", "c"]], duplicates="first")
    assert (result["b3"].recall, result["b3"].precision_denominator) == (1, 3)


def test_singletons_are_dropped_on_both_sides_after_duplicates() -> None:
    key, response = [["a", "b"], ["c"]], [["a", "b"], ["c", "b"], ["d"]]
    result = corefscore.score(key, response, duplicates="first", singletons="drop")
    assert (result.key.mentions, result.response.mentions) == (2, 2)
    assert result["b3"].f1 == 1


@pytest.mark.parametrize(("policy", "effect"), [("first", "the entity that comes first"), ("merge", "become one")])
def test_mentions_in_two_entities_are_counted_in_one_warning(file: Path, policy: str, effect: str) -> None:
    write(file, conll("(1)|(2) (1)|(2) (1) (2)"))
    with collected_warnings() as warnings:
        without_duplicates(corefscore.read(file), policy)
    (warning,) = warnings
    assert str(warning).startswith(f"{file}: 2 mentions are in a second entity; ")
    assert effect in warning.message
    assert f"(duplicates={policy})" in warning.message


def test_repeated_spans_are_reported_under_crac(tmp_path: Path) -> None:
    path = write(tmp_path / "f.conllu", conllu("a:(e1-x-1-)(e2-x-1-) b:(e1-x-1-) c:(e2-x-1-)"))
    with pytest.warns(InputWarning, match=r"f.conllu: 1 mention is in a second entity; .* \(duplicates=first\)"):
        result = corefscore.score(path, path, profile="crac")
    assert result["mentions"].recall_denominator == 2  # e2 keeps one mention, and crac drops singletons
