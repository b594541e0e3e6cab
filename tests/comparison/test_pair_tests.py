"""Tests of all pairs, and groups of systems that do not differ."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefscore
from corefscore.comparison.pair_tests import MOST_SYSTEMS, PairTests, groups_of
from corefscore.comparison.significance import TESTS

NAMES = [f"s{number}" for number in range(7)]
PAIRS = [*combinations(NAMES, 2)]
KEY = {str(number): [["a", "b", "c"], ["d", "e"]] for number in range(12)}


def systems() -> dict[str, dict[str, list[list[str]]]]:
    """Systems that lose a mention in more and more documents."""
    return {
        name: KEY | {str(number): [["a", "b"], ["d", "e"]] for number in range(3 * count)}
        for count, name in enumerate(("best", "good", "fair", "poor", "worst"))
    }


@given(st.sets(st.sampled_from(PAIRS)))
def test_systems_share_a_letter_if_and_only_if_they_do_not_differ(differing: set[tuple[str, str]]) -> None:
    groups = groups_of(NAMES, sorted(differing))
    for pair in PAIRS:
        assert any({*pair} <= group for group in groups) == (pair not in differing)
    assert not any(one < other for one in groups for other in groups)


def test_a_difference_in_a_tie_of_all_splits_the_group() -> None:
    assert [sorted(group) for group in groups_of(["a", "b"], [])] == [["a", "b"]]
    assert [sorted(group) for group in groups_of(["a", "b"], [("a", "b")])] == [["a"], ["b"]]


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
def test_the_p_value_of_a_pair_is_that_against_a_baseline(test: str) -> None:
    comparison = corefscore.compare(KEY, systems(), ["muc", "b3"])
    found = comparison.with_pairs("b3", test, resamples=500, seed=3).pairs
    assert found is not None
    for better, worse in [("best", "fair"), ("good", "worst")]:
        alone = comparison.with_tests(better, test, resamples=500, seed=3).tests
        assert alone is not None
        assert found.p[better, worse] == pytest.approx(alone.p[worse]["b3"])


@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
def test_all_pairs_are_corrected_together() -> None:
    found = corefscore.compare(KEY, systems(), ["muc"]).with_pairs(test="t").pairs
    assert found is not None
    ordered = sorted(found.p.values())
    steps = [p * (len(ordered) - number) for number, p in enumerate(ordered)]
    expected = [min(1.0, max(steps[: number + 1])) for number in range(len(steps))]
    assert sorted(found.corrected.values()) == pytest.approx(expected)
    assert found.letters["best"][0] == "a"


@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
def test_too_many_systems_are_refused() -> None:
    comparison = corefscore.compare(KEY, {str(number): KEY for number in range(MOST_SYSTEMS + 1)}, ["muc"])
    with pytest.raises(ValueError, match="too many for tests of all pairs"):
        comparison.with_pairs()


def test_there_are_more_groups_than_letters() -> None:
    names = [f"s{number}" for number in range(60)]
    p = dict.fromkeys(combinations(names, 2), 0.0)
    letters = PairTests("t", "MUC", names, 0, 1, False, p, p).letters
    assert letters["s0"] == "a"
    assert letters["s51"] == "Z"
    assert letters["s52"] == "(53)"
    assert len({*letters.values()}) == 60
