"""Zeros are matched by what they depend on; their numbers, which change when a node is added, do not matter."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscore
from corefscore.result import Result
from tests.files import conllu, write

MATCHES = ["exact", "head", "partial"]
METRICS = ["mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "lea", "mor", "zeros", "conll"]


def scored(tmp_path: Path, key: str, response: str, **policies: str) -> Result:
    paths = [write(tmp_path / f"{name}.conllu", text) for name, text in (("key", key), ("response", response))]
    chosen: dict[str, Any] = {"profile": "crac", **policies}
    return corefscore.score(paths[0], paths[1], METRICS, **chosen)


KEY = conllu("a:(e1) d:(e2) 2.1:1~nsubj:(e1) 2.2:1~obj:(e2)")


@pytest.mark.parametrize("match", MATCHES)
@pytest.mark.parametrize("singletons", ["keep", "drop"])
def test_another_empty_node_that_shifts_the_numbers_changes_nothing(
    tmp_path: Path, match: str, singletons: str
) -> None:
    response = conllu("a:(e1) d:(e2) 2.1:1~iobj: 2.2:1~nsubj:(e1) 2.3:1~obj:(e2)")
    result = scored(tmp_path, KEY, response, match=match, singletons=singletons)
    assert {name: score.f1 for name, score in result.items()} == dict.fromkeys(METRICS, pytest.approx(1))


@pytest.mark.parametrize("match", MATCHES)
@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_numbers_in_another_order_change_nothing(tmp_path: Path, match: str, order: tuple[int, ...]) -> None:
    zeros = ["1~nsubj:(e1)", "1~obj:(e2)", "2~nsubj:(e3)"]

    def text(order: tuple[int, ...]) -> str:
        nodes = " ".join(f"2.{number}:{zeros[zero]}" for number, zero in enumerate(order, 1))
        return conllu(f"a:(e1)(e4--1 d:(e2) {nodes} c:e4)(e3) 3.1:3~x:(e4)")

    result = scored(tmp_path, text((0, 1, 2)), text(order), match=match)
    assert {name: score.f1 for name, score in result.items()} == dict.fromkeys(METRICS, pytest.approx(1))


WORDS = 3


@st.composite
def moved_zeros(draw: st.DrawFn) -> tuple[str, str]:
    """A sentence with zeros, each with dependencies of its own, and the same with the zeros in other positions."""
    words = [f"w:(e{draw(st.integers(1, 3))})" for _ in range(WORDS)]
    ties = draw(st.lists(st.tuples(st.integers(1, WORDS), st.sampled_from("xyz")), unique=True, min_size=1, max_size=5))
    zeros = [f"{parent}~{relation}:(e{draw(st.integers(1, 3))})" for parent, relation in ties]

    def text() -> str:
        tokens: list[list[str]] = [[], *([word] for word in words)]
        for zero in draw(st.permutations(zeros)):
            gap = draw(st.integers(1, WORDS))
            tokens[gap].append(f"{gap}.{len(tokens[gap])}:{zero}")
        return conllu(" ".join(token for gap in tokens for token in gap))

    return text(), text()


@settings(max_examples=60)
@given(moved_zeros(), st.sampled_from(MATCHES))
def test_zeros_in_another_order_change_nothing(pair: tuple[str, str], match: str) -> None:
    with TemporaryDirectory() as folder:
        same, moved = (scored(Path(folder), pair[0], response, match=match) for response in (pair[0], pair[1]))
    assert {name: score.f1 for name, score in moved.items()} == {
        name: pytest.approx(score.f1) for name, score in same.items()
    }


def test_two_zeros_of_one_entity_may_change_their_order(tmp_path: Path) -> None:
    key, response = (conllu(f"go 1.1:1~{first}:(e1) 1.2:1~{second}:(e1)") for first, second in (("a", "b"), ("b", "a")))
    assert scored(tmp_path, key, response)["zeros"].f1 == 1


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_zeros_that_depend_on_zeros_are_found_by_the_words_above(tmp_path: Path, order: tuple[int, ...]) -> None:
    names = {node: f"2.{number + 1}" for number, node in enumerate(order)}
    parents = {0: "1", 1: names[0], 2: names[1]}
    nodes = " ".join(f"{names[node]}:{parents[node]}~det:(e{node})" for node in order)
    tail = "a:(e0) b:(e1) c:(e2)"
    key = conllu("a:(e0) b:(e1) 2.1:1~det:(e0) 2.2:2.1~det:(e1) 2.3:2.2~det:(e2) c:(e2)")
    response = conllu(tail.replace("b:(e1)", f"b:(e1) {nodes}"))
    result = scored(tmp_path, key, response)
    assert {name: score.f1 for name, score in result.items()} == dict.fromkeys(METRICS, pytest.approx(1))


def test_by_position_numbers_count(tmp_path: Path) -> None:
    response = conllu("a:(e1) d:(e2) 2.1:1~obj:(e2) 2.2:1~nsubj:(e1)")
    by_position = scored(tmp_path, KEY, response, zeros="position")
    assert by_position["b3"].f1 == pytest.approx(1 / 2)
    assert "zeros:position" in by_position.signature
    assert scored(tmp_path, KEY, response)["b3"].f1 == pytest.approx(1)


def test_a_zero_with_the_right_parent_but_another_relation_is_matched_where_none_is_better(tmp_path: Path) -> None:
    key = conllu("a:(e1) b 2.1:1~nsubj:(e1) 2.2:1~obj:(e1)")
    response = conllu("a:(e1) b 2.1:1~obl:(e1) 2.2:1~nsubj:(e1)")
    result = scored(tmp_path, key, response)
    assert result.matched is not None
    assert result.matched.key_row.tolist() == [0, 2, 1]


def test_zeros_of_other_sentences_and_words_are_not_the_same(tmp_path: Path) -> None:
    key = conllu("a:(e1) 1.1:1~nsubj:(e1)", "b")
    response = conllu("a:(e1)", "b 1.1:1~nsubj:(e1)")
    assert scored(tmp_path, key, response)["mentions"].recall == pytest.approx(1 / 2)


def test_nodes_without_dependencies_are_matched_by_position(tmp_path: Path) -> None:
    text = conllu("a:(e1) 1.1::(e1) 1.2::(e2) b:(e2)")
    assert scored(tmp_path, text, text)["conll"].f1 == pytest.approx(1)


def test_a_circle_of_empty_nodes_is_no_trouble(tmp_path: Path) -> None:
    key = conllu("a:(e1) 1.1:1.2~x:(e1) 1.2:1.1~x:(e2) b:(e2)")
    response = conllu("a:(e1) 1.1:1.2~x:(e1) 1.2:1.1~x:(e2) 1.3:1~x: b:(e2)")
    assert scored(tmp_path, key, response)["conll"].f1 == pytest.approx(1)


def test_the_only_token_of_a_zero_is_its_head_where_none_is_given(tmp_path: Path) -> None:
    shifted = conllu("a:(e1) d:(e2) 2.1:1~iobj: 2.2:1~nsubj:(e1) 2.3:1~obj:(e2)")
    paths = [write(tmp_path / f"{name}.conllu", text) for name, text in (("key", KEY), ("response", shifted))]
    sides = [corefscore.read(path) for path in paths]
    key, response = (replace(side, extra={"zero": side.extra["zero"]}) for side in sides)
    assert corefscore.score(key, response, ["mentions"])["mentions"].f1 == pytest.approx(1)


def test_what_becomes_of_each_zero_anaphor(tmp_path: Path) -> None:
    """One is right, one linked to the wrong entity, one missing, one spurious; first mentions are no anaphors."""
    key = conllu("a:(e1) b:(e2) 2.1:1~x:(e1) 2.2:2~x:(e1) 2.3:3~x:(e2) c 3.1:3~y:(e3) d:(e3)")
    response = conllu("a:(e1) b:(e2) 2.1:1~x:(e1) 2.2:2~x:(e2) 2.3:3~x: c:(e3) 3.1:3~y:(e3) d")
    zeros = scored(tmp_path, key, response)["zeros"]
    assert (zeros.recall_numerator, zeros.recall_denominator) == (1, 3)
    assert (zeros.precision_numerator, zeros.precision_denominator) == (1, 3)


def test_labels_and_clusters_have_no_zeros() -> None:
    assert corefscore.score([["a", "b"]], [["a", "b"]], metrics=["zeros", "mor"])["zeros"].recall_denominator == 0
    result = corefscore.score_labels([0, 0, 1], [0, 1, 1], metrics=["zeros", "mor"])
    assert (result["zeros"].f1, result["mor"].f1) == (0, 1)


def test_a_truncated_response_is_an_error(tmp_path: Path) -> None:
    key = conllu("a:(e1) b:(e1)", "c:(e1) d")
    for response in (conllu("a:(e1) b:(e1)"), conllu("a:(e1) b:(e1)", "c:(e1)")):
        with pytest.raises(corefscore.InputError, match=r"tokens, but .* has 4"):
            scored(tmp_path, key, response)


def test_a_difference_is_reported_with_its_line_although_empty_nodes_come_before_it(tmp_path: Path) -> None:
    with pytest.raises(
        corefscore.InputError, match=r"response.conllu:6: document 'd': token 1 is 'x', but 'b' in .*:4"
    ):
        scored(tmp_path, conllu("a b"), conllu("a 1.1:: 1.2:: x"))
