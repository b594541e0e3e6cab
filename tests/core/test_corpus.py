"""Columns, whatever the order they come in."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefscore.core.arrays import changes, ints, numbers, order_by, pack, ranges, renumber
from corefscore.core.corpus import Corpus, Memory, Origin, concatenate
from tests.files import clusters


def corpus(rows: list[tuple[int, int, int, int]], documents: int = 2) -> Corpus:
    document, start, end, entity = (ints([row[index] for row in rows]) for index in range(4))
    labels = np.arange(max([row[3] for row in rows], default=-1) + 1)
    origins = [Origin(f"d{number}", Memory("test")) for number in range(documents)]
    return Corpus.build(origins, document, start, end, entity, labels, source_index=numbers(len(rows)))


ROWS = [(1, 4, 4, 0), (0, 2, 3, 1), (0, 0, 1, 2), (1, 0, 0, 3), (0, 2, 2, 2), (1, 0, 5, 0)]


@given(st.permutations(ROWS))
def test_equal_annotations_are_equal_columns(rows: list[tuple[int, int, int, int]]) -> None:
    found = corpus(rows)
    assert found.start.tolist() == [0, 2, 2, 0, 0, 4]
    assert found.end.tolist() == [1, 2, 3, 0, 5, 4]
    assert found.entity.tolist() == [0, 0, 1, 2, 3, 3]
    assert [found.label(entity) for entity in range(4)] == ["2", "1", "3", "0"]


def test_sizes_documents_and_bounds_of_entities() -> None:
    found = corpus(ROWS)
    assert found.entity_sizes.tolist() == [2, 1, 1, 2]
    assert found.entity_documents.tolist() == [0, 0, 1, 1]
    assert found.document_bounds.tolist() == [0, 3, 6]


def test_taking_mentions_leaves_no_empty_entity() -> None:
    part = corpus(ROWS).take(ints([2, 4, 5]))
    assert clusters(part) == {"d0": [[(2, 3)]], "d1": [[(0, 5), (4, 4)]]}
    assert part.labels.tolist() == [1, 0]


def test_documents_can_be_left_out_and_reordered() -> None:
    found = corpus(ROWS)
    moved = found.with_documents([found.origins[1], found.origins[0]], ints([1, 0]))
    assert clusters(moved) == {"d1": clusters(found)["d1"], "d0": clusters(found)["d0"]}
    assert clusters(found.with_documents([found.origins[1]], ints([-1, 0]))) == {"d1": clusters(found)["d1"]}


def test_corpora_are_joined() -> None:
    one, other = corpus(ROWS), corpus([(0, 0, 0, 0)], documents=1)
    joined = concatenate([one, other])
    assert joined.names == ("d0", "d1", "d0")
    assert joined.entity.tolist() == [*one.entity.tolist(), 4]
    assert joined.document.tolist() == [*one.document.tolist(), 2]


def test_a_document_without_mentions_is_a_document() -> None:
    assert clusters(corpus([], documents=1)) == {"d0": []}


whole = st.lists(st.integers(-(2**63), 2**63 - 1), max_size=30)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2**62)), max_size=30))
def test_order_by_is_a_stable_sort_even_of_numbers_too_large_to_pack(rows: list[tuple[int, int]]) -> None:
    keys = [ints([row[index] for row in rows]) for index in (0, 1)]
    assert order_by(*keys).tolist() == sorted(range(len(rows)), key=lambda index: (rows[index], index))


@given(whole)
def test_renumber_keeps_order_and_equality(values: list[int]) -> None:
    found, row = renumber(ints(values))
    ranks = {value: rank for rank, value in enumerate(sorted(set(values)))}
    assert found.tolist() == [ranks[value] for value in values]
    assert [values[index] for index in row] == sorted(set(values))


def test_pack_says_when_numbers_do_not_fit() -> None:
    assert pack(ints([2**40]), ints([2**30])) is None


@pytest.mark.parametrize("values", [[], [1], [1, 1, 2]])
def test_changes(values: list[int]) -> None:
    expected = [index == 0 or values[index] != values[index - 1] for index in range(len(values))]
    assert changes(ints(values)).tolist() == expected


def test_ranges_of_nothing() -> None:
    assert ranges(ints([3]), ints([0])).tolist() == []
