"""Repairs of errors, and what they bring."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscore
from corefscore.analysis.errors.joint_mentions import ComparedMentions, JointMentions
from corefscore.analysis.errors.kinds import REPAIRS
from corefscore.analysis.errors.prices import prices
from corefscore.analysis.errors.repairs import repaired
from corefscore.core.plots import save
from tests.analysis.errors import toys
from tests.analysis.errors.toys import corpus, matched, partition, singles, toy
from tests.brute import Entity
from tests.shared import ROOT, shared_data
from tests.strategies import Document, corpora, documents

KEY, RESPONSE = Path("examples/key.conll"), Path("examples/response.conll")


def repaired_toy(key: str, response: str, *kinds: str) -> set[frozenset[int]]:
    """The repaired response of a toy, as sets of the numbers of its mentions."""
    found = partition(repaired(JointMentions.of(ComparedMentions.of(toy(key, response))), kinds))
    return {frozenset(span[1] // 3 for span in entity) for entity in found}  # type: ignore[index]


@settings(max_examples=100, deadline=None)
@given(documents(mentions=9), st.sets(st.integers(0, 8)))
def test_repairing_everything_gives_the_key(pair: tuple[list[Entity], list[Entity]], pronouns: set[int]) -> None:
    key, response = toys.numbered(pair)
    sentences = [["he" if token in pronouns else f"Ann{token}"] for token in range(10)]
    sides = matched(singles(key), singles(response), sentences)
    found = repaired(JointMentions.of(ComparedMentions.of(sides)), REPAIRS)
    assert partition(found) == partition(sides.key)


@settings(max_examples=30, deadline=None)
@given(corpora)
def test_the_last_repair_scores_as_the_key_against_itself(pairs: list[Document]) -> None:
    key = {str(number): pair[0] for number, pair in enumerate(pairs)}
    response = {str(number): pair[1] for number, pair in enumerate(pairs)}
    found = prices(corefscore.score(key, response))
    best = corefscore.score(key, key)
    last = list(found.progressive.values())[-1]
    assert {name: score.f1 for name, score in last.items()} == {name: score.f1 for name, score in best.items()}


@pytest.mark.parametrize(
    ("key", "response", "kind", "expected"),
    [
        ("A0 A1 | B2 B3", "A0 A1 B2 B3", "conflated", [{0, 1}, {2, 3}]),
        ("A0 A1 A2 A3", "A0 A1 | A2 A3", "divided", [{0, 1, 2, 3}]),
        ("A0 A1 A2", "A1 A2", "divided", [{0, 1, 2}]),
        ("A1 A2", "B0 A1 A2", "conflated", [{1, 2}]),
        ("A0 A1", "A0 A1 B2", "extra-mention", [{0, 1}]),
        ("A0 A1", "A0 A1 | B2 B3", "extra-entity", [{0, 1}]),
        ("A0 A1 A2", "A0 A1", "missing-mention", [{0, 1, 2}]),
        ("A0 A1 | B2 B3", "A0 A1", "missing-entity", [{0, 1}, {2, 3}]),
        ("A0 A1 | B2", "A0 A1", "missing-singleton", [{0, 1}, {2}]),
        ("A0 A1", "A0 A1 | B2", "extra-singleton", [{0, 1}]),
        ("A0 he1 A2 | B3 B4", "he1 B3 B4", "missing-entity", [{0, 2}, {1, 3, 4}]),
        ("A0 he1", "he1 B2 C3", "extra-entity", [{1}]),
        ("A0 A1 A2 | B3 B4", "A0 A1 | A2 B3 B4", "conflated", [{0, 1}, {2}, {3, 4}]),
        ("A0 A1 A2 | B3 B4", "A0 A1 | A2 B3 B4", "divided", [{0, 1, 2, 3, 4}]),
        ("A0 A1 A2", "A2", "missing-mention", [{1, 2}]),
    ],
)
def test_one_kind_is_repaired_and_nothing_else(key: str, response: str, kind: str, expected: list[set[int]]) -> None:
    assert repaired_toy(key, response, kind) == {frozenset(entity) for entity in expected}


def test_spans_are_those_of_the_key() -> None:
    sentence = ["the", "dog", "saw", "it"]
    sides = matched([[(0, 1), (3, 3)]], [[(1, 1), (3, 3)]], [sentence])
    assert partition(repaired(JointMentions.of(ComparedMentions.of(sides)), [])) == partition(
        corpus([[(0, 1), (3, 3)]])
    )


def test_gains_are_differences_of_scores() -> None:
    found = prices(corefscore.score([["a", "b", "c", "d"]], [["a", "b"], ["c", "d"]], ["muc", "b3"]))
    assert found.errors["divided"] == 1
    assert found.gain("divided", "b3") == pytest.approx(1 - 2 / 3)
    assert found.gain("conflated", "b3") == 0
    assert found.before["muc"].f1 == pytest.approx(0.8)


@pytest.mark.parametrize("policies", [{}, {"singletons": "drop"}, {"profile": "conll2012"}])
def test_policies_hold_for_repaired_responses(policies: dict[str, str]) -> None:
    result = corefscore.score(ROOT / KEY, ROOT / RESPONSE, **policies)  # type: ignore[arg-type]
    found = prices(result)
    assert found.before["conll"].f1 == result["conll"].f1
    assert {score.f1 for score in list(found.progressive.values())[-1].values()} == {1.0}
    assert found.signature == result.signature


def test_repeated_mentions_do_not_keep_repairs_from_100() -> None:
    result = corefscore.score([["a", "b"], ["b", "c", "d"]], [["a", "c"]], duplicates="reference")
    with pytest.warns(corefscore.InputWarning, match="repeated"):
        found = prices(result)
    assert list(found.progressive.values())[-1]["conll"].f1 == 1.0


def test_prices_as_tables_and_for_machines(tmp_path: Path) -> None:
    found = corefscore.prices(corefscore.score(ROOT / KEY, ROOT / RESPONSE, ["b3", "conll"]))
    assert [column.key for column in found.table().columns] == ["kind", "errors", "b3", "conll"]
    assert found.progressive_table().rows[0][0] == "As scored"
    records = json.loads(found.to_json())["prices"]
    assert len(found.to_csv().splitlines()) == len(records) + 1
    steps = [r for r in records if (r["mode"], r["metric"], r["rate"]) == ("progressive", "b3", "f1")]
    assert steps[0]["before"] + sum(step["gain"] for step in steps) == pytest.approx(1)
    for name in ("waterfall.svg", "again.svg"):
        save(found.plot(), str(tmp_path / name))
    assert (tmp_path / "waterfall.svg").read_text() == (tmp_path / "again.svg").read_text()
    assert "Divided entity (6)" in (tmp_path / "waterfall.svg").read_text()


def test_a_result_without_mentions_says_so() -> None:
    import pickle

    result = pickle.loads(pickle.dumps(corefscore.score([["a"]], [["a"]])))
    for ask in (prices, lambda result: result.errors, lambda result: result.show("document")):
        with pytest.raises(ValueError, match="this result has no mentions"):
            ask(result)


@pytest.mark.parametrize("pair", ["emma-booknlp", "wiki100", "titaantjes-dutchcoref"])
def test_real_responses_are_repaired_to_100(pair: str) -> None:
    folder = shared_data() / "pairs" / pair
    result = corefscore.score(folder / "key.conll.gz", folder / "response.conll.gz", profile="conll2012")
    found = prices(result)
    assert {score.f1 for score in list(found.progressive.values())[-1].values()} == {1.0}
