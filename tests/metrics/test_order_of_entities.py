"""Nothing changes when entities are renamed or reordered, or tokens shifted: in files and in memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscore
from corefscore.matching.order_of_contents import content
from corefscore.metrics.registry import METRICS
from corefscore.result import Result
from tests.anaphora_brute import Annotation, Mention
from tests.annotated import NAMES, corpus_of, sides
from tests.files import write

IN_FILES_ALONE = {"links", "nec"}
"""Metrics that need a wider scope, or types of entities."""
OF_WORDS = ("information", "mor")
"""Metrics that depend on the words or the tokens of mentions, which mentions from memory may not have."""
EVERY = [name for name in METRICS if name not in IN_FILES_ALONE]
KINDS: dict[str, Callable[[Mention], Any]] = {
    "spans": lambda span: span,
    "lists": list,
    "parts": lambda span: (span, (span[1] + 40, span[1] + 41)),
    "texts": lambda span: f"word {span[0]:02}",
    "numbers": lambda span: span[0],
    "mixed": lambda span: span if span[0] % 3 else f"word {span[0]:02}",
    "pairs of texts": lambda span: ("word", f"{span[0]:02}"),
    "bytes": lambda span: f"{span[0]:02}".encode(),
}


def figures(result: Result, *without: str) -> dict[str, Any]:
    """The figures of all metrics and their families."""
    return {name: (score, score.families) for name, score in result.items() if name not in without}


def in_memory(side: Annotation, kind: str, order: st.DataObject | None = None, shift: int = 0) -> dict[str, Any]:
    """An annotation as a value in memory; with a source of chance, renamed and in another order."""

    def listed(values: Any) -> list[Any]:
        found = sorted(values)
        return found if order is None else order.draw(st.permutations(found))

    def named(name: str) -> str:
        return name if order is None else f"e{new[name]}"

    def mention(span: Mention) -> Hashable:
        found: Hashable = KINDS[kind]((span[0] + shift, span[1] + shift))
        return found

    new = dict(zip(listed(NAMES), range(len(NAMES)), strict=True))
    return {
        "clusters": {
            named(name): [mention(each) for each in listed(side.entities[name])] for name in listed(side.entities)
        },
        "elements": {
            named(name): [named(part) for part in listed(side.elements[name])] for name in listed(side.elements)
        },
        "bridges": [
            [mention(anaphor), mention(anchor), relation] if anchor else [mention(anaphor)]
            for anaphor, anchor, relation in side.bridges
        ],
        "nonreferring": [mention(each) for each in listed(side.nonreferring)],
    }


def is_related(side: Annotation) -> bool:
    return bool(side.elements or side.nonreferring or side.bridges)


def scored(key: object, response: object, documents: bool | None = None) -> Result:
    return corefscore.score(key, response, EVERY, documents=documents)


pytestmark = pytest.mark.filterwarnings("ignore::corefscore.InputWarning")  # of plural entities with one element
related = sides(9).filter(is_related)


@settings(max_examples=100, deadline=None)
@given(related, sides(9), st.sampled_from([*KINDS]), st.booleans(), st.data())
def test_the_order_of_values_in_memory_does_not_matter(
    ours: Annotation, theirs: Annotation, kind: str, swapped: bool, data: st.DataObject
) -> None:
    key, response = (theirs, ours) if swapped else (ours, theirs)
    plain = scored(in_memory(key, kind), in_memory(response, kind))
    other = scored(in_memory(key, kind, data), in_memory(response, kind, data))
    assert figures(plain) == figures(other)


@settings(max_examples=60, deadline=None)
@given(related, sides(9), st.sampled_from(["spans", "lists", "texts", "numbers"]), st.data())
def test_values_in_memory_are_scored_as_a_text_is(
    key: Annotation, response: Annotation, kind: str, data: st.DataObject
) -> None:
    text = scored(corpus_of({"document": key}), corpus_of({"document": response}))
    memory = scored(in_memory(key, kind, data), in_memory(response, kind, data))
    assert figures(text, *OF_WORDS) == figures(memory, *OF_WORDS)


@settings(max_examples=40, deadline=None)
@given(related, sides(9), st.integers(0, 50), st.data())
def test_shifted_tokens_change_nothing(key: Annotation, response: Annotation, shift: int, data: st.DataObject) -> None:
    plain = scored(in_memory(key, "spans"), in_memory(response, "spans"))
    other = [in_memory(side, "spans", data, shift) for side in (key, response)]
    assert figures(plain) == figures(scored(other[0], other[1]))
    moved = scored(corpus_of({"document": key}, shift), corpus_of({"document": response}, shift))
    assert figures(plain, *OF_WORDS) == figures(moved, *OF_WORDS)


@settings(max_examples=40, deadline=None)
@given(related, sides(9), st.sampled_from(["lists", "texts"]), st.data())
def test_the_order_of_json_does_not_matter(
    tmp_path_factory: pytest.TempPathFactory, key: Annotation, response: Annotation, kind: str, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("json")

    def files(order: st.DataObject | None) -> list[Path]:
        return [
            write(folder / f"{name}.json", json.dumps({"d": in_memory(side, kind, order)}))
            for name, side in (("key", key), ("response", response))
        ]

    plain, other = (scored(paths[0], paths[1]) for paths in map(files, (None, data)))
    assert figures(plain) == figures(other)
    beside = scored(files(data)[0], {"d": in_memory(response, kind, data)}, documents=True)
    assert figures(plain) == figures(beside)


def test_an_anchor_entity_is_its_last_mention_before_the_anaphor_in_memory_too() -> None:
    key = {"clusters": {"door": [(6, 6)], "house": [(0, 0), (3, 3)]}, "bridges": [[(6, 6), (3, 3)]]}
    response = {"clusters": {"door": [(6, 6)], "house": [(3, 3), (1, 1), (9, 9)]}, "bridges": [[(6, 6), "house"]]}
    assert corefscore.score(key, response, ["bridging"])["bridging"].f1 == 1


def test_matched_sides_of_a_result_can_be_scored_again() -> None:
    key = {"clusters": {"t": ["they"], "b": ["Bob"], "a": ["Ann"]}, "elements": {"t": ["a", "b"]}}
    response = {"clusters": {"b": ["Bob"], "t": ["they", "them"], "a": ["Ann"]}, "elements": {"t": ["a"]}}
    first = scored(key, response)
    assert first.matched is not None
    assert [mention.text for mention in first.matched.key.view(0).mentions] == ["Ann", "Bob", "they"]
    again = scored(first.matched.key, first.matched.response)
    assert again["mentions"] == first["mentions"]


@pytest.mark.parametrize("order", [1, -1])
def test_mentions_of_all_kinds_have_an_order(order: int) -> None:
    mentions: list[Hashable] = [
        (0, 1), ((0, 1), (5, 6)), (0, 7), (2, 2), 1, 1.5, 2, "Ann", "Bob", ("Ann", 1), ("Ann", 2),
        frozenset(["a", "b"]), frozenset(["a", "c"]), b"Ann", b"Bob",
    ]  # fmt: skip
    assert sorted(mentions[::order], key=content) == mentions
