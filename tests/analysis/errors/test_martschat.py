"""The taxonomy of Martschat and Strube."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscore
from corefscore.analysis.errors.error_table import Errors
from corefscore.analysis.errors.martschat import TREES
from tests import brute
from tests.analysis.errors import toys
from tests.analysis.errors.toys import Span, matched, singles
from tests.brute import Entity
from tests.strategies import Document, corpora, documents

WORDS = {"name": "Ann", "nominal": "dog", "pronoun": "he"}


def pairs(errors: Errors, kind: str) -> set[tuple[Span, Span]]:
    found = set()
    for record in errors.only(kinds=[kind]).records():
        assert record["other_start"] is not None
        assert record["other_end"] is not None
        found.add(((record["start"], record["end"]), (record["other_start"], record["other_end"])))
    return found


def test_the_worked_example_of_cort() -> None:
    key = [[(0, 0), (1, 1), (2, 3), (4, 5), (5, 6), (7, 7)], [(3, 4), (7, 8), (10, 10)]]
    response = [[(0, 0), (2, 3)], [(4, 5), (5, 6)], [(7, 7), (10, 10)]]
    found = pairs(Errors.of(matched(key, response), tree="closest"), "recall")
    assert found == {
        ((1, 1), (0, 0)),
        ((4, 5), (2, 3)),
        ((7, 7), (5, 6)),
        ((7, 8), (3, 4)),
        ((10, 10), (7, 8)),
    }


@settings(max_examples=100, deadline=None)
@given(corpora)
def test_there_are_as_many_errors_as_muc_misses_links(pairs: list[Document]) -> None:
    key = {str(number): pair[0] for number, pair in enumerate(pairs)}
    response = {str(number): pair[1] for number, pair in enumerate(pairs)}
    counts = brute.total(brute.muc, pairs)
    result = corefscore.score(key, response, ["muc"])
    assert result.matched is not None
    for tree in TREES:
        errors = Errors.of(result.matched, tree).counts
        assert errors["recall"] == counts[1] - counts[0]
        assert errors["precision"] == counts[3] - counts[2]


@settings(max_examples=120, deadline=None)
@given(documents(mentions=9), st.lists(st.sampled_from(list(WORDS)), min_size=9, max_size=9))
@pytest.mark.parametrize("tree", TREES)
def test_links_agree_with_their_definition(
    tree: str, pair: tuple[list[Entity], list[Entity]], types: list[str]
) -> None:
    key, response = toys.numbered(pair)
    sentences = [["so", WORDS[kind]] for kind in types]
    spans = [[[(2 * m + 1, 2 * m + 1) for m, _ in entity] for entity in singles(side)] for side in (key, response)]
    errors = Errors.of(matched(spans[0], spans[1], sentences), tree)
    known = types if tree == "accessibility" else None
    for kind, ours, theirs in (("recall", key, response), ("precision", response, key)):
        found = {(mention[0] // 2, other[0] // 2) for mention, other in pairs(errors, kind)}
        assert found == toys.links(ours, theirs, known)


def test_a_tree_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="no spanning tree 'oak'; choose from accessibility, closest"):
        Errors.of(matched([], []), "oak")
