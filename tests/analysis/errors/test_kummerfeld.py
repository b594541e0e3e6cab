"""The taxonomy of Kummerfeld and Klein."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscore
from corefscore.analysis.errors.error_table import Errors
from corefscore.analysis.errors.joint_mentions import JointMentions
from corefscore.analysis.errors.kinds import KUMMERFELD
from corefscore.core.arrays import ints
from corefscore.matching.matched import Matched
from tests.analysis.errors import toys
from tests.analysis.errors.toys import counts, matched, singles, toy
from tests.brute import Entity
from tests.shared import shared_data
from tests.strategies import documents

# What the authors' program says of sentences "X runs ." with mentions of one token; A, B and C are names.
VECTORS = [
    ("A0 A1 | B2 B3", "A0 A1", {"missing-entity": 1}),
    ("A0 A1", "A0 A1 | B2 B3", {"extra-entity": 1}),
    ("A0 A1 A2", "A0 A1", {"missing-mention": 1}),
    ("A0 A1 A2", "A1 A2", {"divided": 1}),
    ("A0 A1", "A0 A1 B2", {"extra-mention": 1}),
    ("A1 A2", "B0 A1 A2", {"conflated": 1}),
    ("A0 A1 | B2 B3", "A0 A1 B2 B3", {"conflated": 1}),
    ("A0 A1 A2 A3", "A0 A1 | A2 A3", {"divided": 1}),
    ("A0 A1 A2 | B3 B4", "A0 A1 | A2 B3 B4", {"conflated": 1, "divided": 1}),
    ("A0 he1 A2", "", {"missing-entity": 1}),
    ("A0 he1 A2 | B3 B4", "he1 B3 B4", {"conflated": 1, "divided": 1, "missing-entity": 1}),
    ("A0 he1", "he1 B2 C3", {"conflated": 1, "extra-entity": 1, "divided": 1}),
]


def of(sides: Matched) -> Errors:
    return Errors.of(sides).only(taxonomy=KUMMERFELD)


@pytest.mark.parametrize(("key", "response", "expected"), VECTORS)
def test_the_authors_program_says_the_same(key: str, response: str, expected: dict[str, int]) -> None:
    assert counts(of(toy(key, response))) == expected


def test_an_article_more_or_less_is_a_span_error() -> None:
    sentence = ["the", "dog", "saw", "it"]
    errors = of(matched([[(0, 1), (3, 3)]], [[(1, 1), (3, 3)]], [sentence]))
    assert counts(errors) == {"span": 1}
    record = errors.records()[0]
    assert (record["text"], record["other_text"], record["distance"]) == ("the dog", "dog", None)


def test_the_example_of_the_reference_paper() -> None:
    result = corefscore.score([list("abc"), list("defg")], [list("ab"), list("cd"), list("fghi")])
    expected = {"conflated": 1, "divided": 2, "extra-mention": 2, "missing-mention": 1}
    assert counts(result.errors.only(taxonomy=KUMMERFELD)) == expected


@settings(max_examples=150, deadline=None)
@given(documents(mentions=9), st.sets(st.integers(0, 8)))
def test_counts_agree_with_the_operations_on_sets(pair: tuple[list[Entity], list[Entity]], pronouns: set[int]) -> None:
    key, response = toys.numbered(pair)
    sentences = [["he" if token in pronouns else f"Ann{token}"] for token in range(10)]
    found = counts(of(matched(singles(key), singles(response), sentences)))
    assert found == toys.kummerfeld(key, response, pronouns)


def test_singletons_of_one_side_have_kinds_of_their_own() -> None:
    assert counts(of(toy("A0 A1 | B2", "A0 A1 | C3"))) == {"extra-singleton": 1, "missing-singleton": 1}


def test_borders_are_trimmed_of_signs_articles_and_possessives() -> None:
    sentence = '" The old dog \'s " bone is gone'.split()
    errors = of(matched([[(2, 3), (6, 6)]], [[(0, 5), (6, 6)]], [sentence]))
    assert counts(errors) == {"span": 1}


def test_one_mention_goes_with_one_other_only() -> None:
    sentence = "the dog , barked".split()
    key, response = [[(1, 1), (3, 3)]], [[(0, 1), (3, 3)], [(1, 2)]]
    assert counts(of(matched(key, response, [sentence])))["span"] == 1


def test_spans_of_one_head_are_the_same_mention() -> None:
    sentence = "the keeper of the lamp slept".split()
    errors = of(matched([[(0, 4), (5, 5)]], [[(1, 1), (5, 5)]], [sentence]))
    assert counts(errors) == {"span": 1}
    two = of(matched([[(0, 4), (5, 5)]], [[(1, 2), (5, 5)], [(1, 3)]], [sentence]))
    assert "span" not in counts(two)


def test_heads_known_to_the_file_come_first() -> None:
    sides = matched([[(0, 3), (5, 5)]], [[(0, 0), (5, 5)]], ["casa grande en Madrid , ella".split()])
    assert "span" not in counts(of(sides))
    key, response = (replace(side, extra={"head": ints([0, 5])}) for side in (sides.key, sides.response))
    assert counts(of(replace(sides, key=key, response=response))) == {"span": 1}


def test_without_words_the_last_token_is_the_head() -> None:
    errors = of(matched([[(0, 4), (8, 8)]], [[(3, 4), (8, 8)]]))
    assert counts(errors) == {"span": 1}
    record = errors.records()[0]
    assert (record["text"], record["other_text"], record["type"]) == ("[0-4]", "[3-4]", "unknown")


def test_an_error_points_to_the_closest_mention_of_its_entity() -> None:
    errors = of(toy("A0 A1 A2 A3", "A0 A1 | A2 A3"))
    record = errors.records()[0]
    assert (record["start"], record["size"], record["other_start"]) == (6, 2, 3)
    assert (record["distance"], record["sentences"]) == (3, 1)
    first_missing = of(toy("A0 A1 A2", "A1 A2")).records()[0]
    assert (first_missing["start"], first_missing["other_start"]) == (3, 0)


def test_types_of_mentions() -> None:
    sentences = ["Old Tom met the King of Spain .".split(), "Men said he slept .".split(), "the men , old .".split()]
    key = [[(0, 1), (11, 11)], [(3, 6)], [(8, 8), (13, 14)]]
    types = {(record["text"]): record["type"] for record in of(matched(key, [], sentences)).records()}
    assert types["Old Tom"] == "name"
    assert types["the King of Spain"] == "name"
    assert types["Men"] == "nominal", "it begins a sentence, and is written small elsewhere"


def test_zeros_count_as_pronouns() -> None:
    sides = toy("A0 B1 A2", "B1")
    assert counts(of(sides)) == {"missing-mention": 1, "divided": 1}
    key = replace(sides.key, extra={"zero": sides.key.start == 3})
    assert counts(of(replace(sides, key=key))) == {"missing-entity": 1, "divided": 1}


def test_repeated_mentions_are_warned_of_and_counted_once() -> None:
    key = [["a", "b"], ["b", "c"]]
    with pytest.warns(corefscore.InputWarning, match="1 repeated mentions are left out"):
        errors = corefscore.score(key, [["a", "b"]], duplicates="reference").errors
    assert counts(errors.only(taxonomy=KUMMERFELD)) == {"missing-singleton": 1}


@pytest.mark.parametrize("pair", ["emma-booknlp", "wiki100", "ontogum-xrenner"])
def test_real_documents_agree_with_the_operations_on_sets(pair: str) -> None:
    folder = shared_data() / "pairs" / pair
    result = corefscore.score(folder / "key.conll.gz", folder / "response.conll.gz", ["muc"], duplicates="first")
    errors = result.errors
    joint = JointMentions.of(errors.mentions)
    for number, document in enumerate(errors.mentions.matched.key.names[:20]):
        here = errors.only(documents=[document], taxonomy=KUMMERFELD)
        found = {kind: count for kind, count in counts(here).items() if kind != "span"}
        assert found == _by_sets(joint, number)


def _by_sets(joint: JointMentions, document: int) -> dict[str, int]:
    """The same from sets of mentions, numbered in the order of the text once spans are repaired."""
    rows = [row for row in range(len(joint)) if joint.document[row] == document]
    sides: list[dict[int, set[int]]] = [{}, {}]
    for row in rows:
        for side, entity in zip(sides, (joint.key_entity[row], joint.response_entity[row]), strict=True):
            if entity >= 0:
                side.setdefault(int(entity), set()).add(row)
    pronouns = {row for row in rows if joint.pronoun[row]}
    key, response = ([frozenset(entity) for entity in side.values()] for side in sides)
    return toys.kummerfeld(key, response, pronouns)
