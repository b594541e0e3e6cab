"""The metric `information` against its definition, and what must hold of it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscore
from corefscore.core.arrays import Floats, ints
from corefscore.core.corpus import Corpus, Memory, Origin
from corefscore.matching.matched import find_matches
from corefscore.matching.same_tokens import correspondence, overlapping_pairs
from corefscore.matching.weights import with_weights
from corefscore.metrics.information import INFORMATION
from corefscore.metrics.information_links import LINKS, LinkWeights
from corefscore.metrics.overlap import Overlap
from tests import weighted_brute
from tests.weighted_brute import Span, Spans

TOKENS = 8


@st.composite
def spans(draw: st.DrawFn) -> Spans:
    """A partition of some spans of a short text."""
    chosen = draw(st.lists(st.tuples(st.integers(0, TOKENS - 1), st.integers(0, 3)), max_size=7, unique=True))
    homes = draw(st.lists(st.integers(0, 2), min_size=len(chosen), max_size=len(chosen)))
    mentions = [(start, min(start + length, TOKENS - 1)) for start, length in chosen]
    unique = dict(zip(mentions, homes, strict=True))
    entities = [[span for span, home in unique.items() if home == number] for number in range(3)]
    return [entity for entity in entities if entity]


def weight_of(span: Span) -> float:
    return 0.25 + ((3 * span[0] + 5 * span[1]) % 7) / 4


def corpus(documents: list[Spans], weighted: bool = True) -> Corpus:
    rows = [
        (number, *span, entity)
        for number, side in enumerate(documents)
        for entity, members in enumerate(side)
        for span in members
    ]
    document, start, end, entity = ints(rows).reshape(-1, 4).T
    code, number = np.unique(document * 10 + entity, return_inverse=True)
    origins = [Origin(str(number), Memory("test")) for number in range(len(documents))]
    built = Corpus.build(origins, document, start, end, ints(number), code)
    weights = [weight_of(span) for span in zip(built.start.tolist(), built.end.tolist(), strict=True)]
    return with_weights(built, weights) if weighted else built


def counts(pairs: list[tuple[Spans, Spans]], links: LinkWeights | None = None) -> Floats:
    key, response = (corpus([pair[side] for pair in pairs]) for side in (0, 1))
    return (links or INFORMATION).count(Overlap.of(find_matches(key, response)))


documents = st.lists(st.tuples(spans(), spans()), min_size=1, max_size=3)


@settings(max_examples=400, deadline=None)
@given(documents)
def test_it_agrees_with_its_definition(pairs: list[tuple[Spans, Spans]]) -> None:
    weights = {(start, end): weight_of((start, end)) for start in range(TOKENS) for end in range(start, TOKENS)}
    for row, (key, response) in zip(counts(pairs), pairs, strict=True):
        assert row.tolist() == pytest.approx(weighted_brute.information(key, response, weights), abs=1e-9)


@settings(max_examples=150, deadline=None)
@given(documents)
def test_it_is_symmetric_and_between_0_and_1(pairs: list[tuple[Spans, Spans]]) -> None:
    forth = counts(pairs)
    back = counts([(response, key) for key, response in pairs])
    assert forth[:, [2, 3, 0, 1]] == pytest.approx(back, abs=1e-12)
    rates = INFORMATION.rates(forth)
    assert ((rates >= 0) & (rates <= 1)).all()


@settings(max_examples=150, deadline=None)
@given(spans(), spans())
def test_it_is_1_for_the_same_partition_and_for_no_other(key: Spans, response: Spans) -> None:
    same = {frozenset(entity) for entity in key} == {frozenset(entity) for entity in response}
    for pair, expected in (((key, key), True), ((key, response), same)):
        f1 = INFORMATION.rates(counts([pair]))[0, 2]
        if key or response:
            assert (f1 == 1) == (expected and bool(key))
        else:
            assert f1 == 0


@settings(max_examples=80, deadline=None)
@given(documents)
def test_documents_add_up(pairs: list[tuple[Spans, Spans]]) -> None:
    alone = np.vstack([counts([pair]) for pair in pairs])
    assert counts(pairs) == pytest.approx(alone, abs=1e-12)


@settings(max_examples=150, deadline=None)
@given(spans(), spans())
def test_all_mentions_with_a_token_in_common_are_found_once(key: Spans, response: Spans) -> None:
    sides = [corpus([side], weighted=False) for side in (key, response)]
    found = overlapping_pairs(*sides)
    pairs = [
        tuple((int(side.start[row]), int(side.end[row])) for side, row in zip(sides, rows, strict=True))
        for rows in zip(found.key.tolist(), found.response.tolist(), strict=True)
    ]
    expected = {
        (one, other)
        for one in (span for entity in key for span in entity)
        for other in (span for entity in response for span in entity)
        if one[0] <= other[1] and other[0] <= one[1]
    }
    assert len(pairs) == len(expected)
    assert set(pairs) == expected


@settings(max_examples=150, deadline=None)
@given(spans(), spans())
def test_no_mention_has_two_counterparts(key: Spans, response: Spans) -> None:
    found = correspondence(find_matches(corpus([key]), corpus([response])))
    for rows in (found.key.tolist(), found.response.tolist()):
        assert len(rows) == len(set(rows))
    assert ((found.likeness > 0) & (found.likeness <= 1)).all()


def test_labels_without_mentions_are_mentions_that_all_weigh_the_same() -> None:
    key, response = [0, 0, 0, 1, 1, 2], [0, 0, 1, 1, 2, 2]
    labels = corefscore.score_labels(key, response, metrics=["information"])["information"]
    clusters = [[[m for m in range(6) if side[m] == e] for e in range(3)] for side in (key, response)]
    scored = corefscore.score(clusters[0], clusters[1], ["information"], weights=lambda _: 1.0)["information"]
    assert labels.to_dict() == pytest.approx(scored.to_dict())


def test_given_weights_replace_those_by_information() -> None:
    key, response = [["the baker", "she", "her"]], [["the baker", "she"], ["her"]]
    informed, even = (corefscore.score(key, response, ["information"], weights=how) for how in (None, lambda _: 1.0))
    assert even["information"].recall == pytest.approx(3 / 6)
    assert informed["information"].recall == pytest.approx((1.1 + 1) / (1.2 + 2.1))


@settings(max_examples=150, deadline=None)
@given(documents)
def test_mentions_that_are_found_but_not_linked_earn_nothing(pairs: list[tuple[Spans, Spans]]) -> None:
    linked = [([entity for entity in key if len(entity) > 1], response) for key, response in pairs]
    alone = [(key, [[span] for entity in key for span in entity]) for key, _ in linked]
    assert not counts(alone)[:, [0, 2]].any()


def test_a_mention_found_without_a_link_is_not_paid_for() -> None:
    key = [["the baker", "the woman"]]
    unlinked = corefscore.score(key, [["the baker"], ["the woman"]], ["information"])["information"]
    assert (unlinked.recall, unlinked.precision, unlinked.f1) == (0, 0, 0)


def test_singletons_on_both_sides_count() -> None:
    score = corefscore.score([["a"], ["b", "c"]], [["a"], ["b", "d"]], ["information"], weights=lambda _: 1.0)
    assert (score["information"].recall, score["information"].precision) == pytest.approx((1 / 3, 1 / 3))


def test_a_mention_is_as_right_as_its_best_link() -> None:
    key, response = corpus([[[(0, 1), (3, 3), (5, 5)]]]), corpus([[[(0, 0), (3, 3), (5, 5)]]])
    even = find_matches(with_weights(key, np.ones(3)), with_weights(response, np.ones(3)))
    row = INFORMATION.count(Overlap.of(even))[0]
    likeness = 2 / 3
    assert row[0] / row[1] == pytest.approx((2 * likeness + 1 + likeness + 1 + 1) / 6)


def test_links_may_weigh_as_much_as_other_mentions_for_comparison() -> None:
    pairs = [([[(0, 0), (1, 1)]], [[(0, 0), (1, 1), (2, 2)]])]
    parts = {link: INFORMATION.rates(counts(pairs, LinkWeights(link=link)))[0] for link in LINKS}
    one, two, three = (weight_of((number, number)) for number in range(3))
    own, found = one + two + three, one + two
    expected = {
        "heavier": (found + max(one, two)) / (own + max(one, two) + max(one, three) + max(two, three)),
        "lighter": (found + min(one, two)) / (own + min(one, two) + min(one, three) + min(two, three)),
        "mean": (found + (one + two) / 2) / (2 * own),
    }
    assert {link: part[1] for link, part in parts.items()} == pytest.approx(expected)
    assert {part[0] for part in parts.values()} == {1}
