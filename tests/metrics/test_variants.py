"""Variants for predicted mentions, against definitions on sets and against what they promise."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscore
from corefscore.metrics.base import COUNTS
from corefscore.metrics.citations import ENTRIES
from corefscore.metrics.registry import METRICS
from corefscore.metrics.selection import DEFAULT
from corefscore.metrics.variants import Variant
from corefscore.result import Result
from tests import brute
from tests.brute import Entity, partition
from tests.strategies import Document, partitions

VARIANTS = [name for name, metric in METRICS.items() if isinstance(metric, Variant)]


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """Small, because each added singleton multiplies the alignments to try."""
    size = draw(st.integers(0, 6))
    return draw(partitions(size, 3)), draw(partitions(size, 3))


corpora = st.lists(documents(), min_size=1, max_size=3)


def scored(pairs: list[Document], metrics: list[str] = VARIANTS) -> Result:
    key = {str(number): pair[0] for number, pair in enumerate(pairs)}
    response = {str(number): pair[1] for number, pair in enumerate(pairs)}
    return corefscore.score(key, response, metrics=metrics)


def test_the_variants_are_those_of_the_papers_and_none_is_a_default() -> None:
    assert set(VARIANTS) == set(brute.VARIANTS)
    assert not set(VARIANTS) & set(DEFAULT)
    assert all(paper in ENTRIES for name in VARIANTS for paper in METRICS[name].cite)


@settings(max_examples=400, deadline=None)
@given(corpora)
def test_every_variant_agrees_with_its_definition(pairs: list[Document]) -> None:
    result = scored(pairs)
    for name, definition in brute.VARIANTS.items():
        expected = [float(count) for count in brute.total(definition, pairs)]
        assert [getattr(result[name], count) for count in COUNTS] == pytest.approx(expected, abs=1e-12), name
        for (key, response), scores in zip(pairs, result.documents.values(), strict=True):
            counts = [float(count) for count in definition(key, response)]
            assert [getattr(scores[name], count) for count in COUNTS] == pytest.approx(counts, abs=1e-12), name


@settings(max_examples=50, deadline=None)
@given(corpora)
def test_a_variant_alone_is_the_same_as_among_others(pairs: list[Document]) -> None:
    together = scored(pairs, [name for name in METRICS if name != "links"])
    for name in VARIANTS:
        assert scored(pairs, [name])[name] == together[name]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1))
def test_where_no_mention_is_twinless_every_variant_is_its_plain_metric(labels: list[tuple[int, int]]) -> None:
    key, response = zip(*labels, strict=True)
    result = corefscore.score_labels(key, response, metrics=[*VARIANTS, "b3", "ceafm", "ceafe"])
    for name in VARIANTS:
        plain = result[name.split("-")[0]]
        assert result[name][:7] == pytest.approx(plain[:7], abs=1e-12)


@pytest.mark.parametrize("name", ["b3-0", "b3-rn", "b3-sys", "ceafm-rn", "ceafm-sys", "ceafe-sys"])
def test_spurious_singletons_do_not_move_these_variants(name: str) -> None:
    key: list[Entity] = partition("abc defg")
    response = partition("ab cd fghi")
    before, after = (scored([(key, side)], [name])[name] for side in (response, [*response, *partition("x y z")]))
    assert before == after


def test_only_b3_all_is_raised_by_spurious_singletons() -> None:
    pairs = [(partition("ab"), partition("abd")), (partition("ab"), partition("abd i j k"))]
    before, after = (scored([pair], [*VARIANTS, "b3", "ceafm", "ceafe"]) for pair in pairs)
    assert [name for name in before if after[name].precision > before[name].precision] == ["b3-all"]


def test_repeated_mentions_under_the_reference_policy_count_where_they_come_first() -> None:
    key, response = [["a", "b", "c"]], [["a", "b"], ["c"], *(["a", "b", "x"] for _ in range(4))]
    reference = corefscore.score(
        {"d": key, "e": key}, {"d": response, "e": [["a", "c"]]}, VARIANTS, duplicates="reference"
    )
    first = corefscore.score({"d": key, "e": key}, {"d": response, "e": [["a", "c"]]}, VARIANTS, duplicates="first")
    assert {name: score.to_dict() for name, score in reference.items()} == {
        name: score.to_dict() for name, score in first.items()
    }


def test_rewritings_are_made_once_for_all_variants() -> None:
    matched = corefscore.score(partition("abc"), partition("abd x")).matched
    assert matched is not None
    from corefscore.metrics.overlap import Overlap

    overlap = Overlap.of(matched)
    for name in ("b3-sys", "ceafm-sys"):
        variant = METRICS[name]
        assert isinstance(variant, Variant)
        variant.count(overlap)
    variant = METRICS["ceafe-sys"]
    assert isinstance(variant, Variant)
    assert overlap.rewritten(variant.recall) is overlap.rewritten(variant.recall)
    assert np.array_equal(overlap.responses.size, [3, 1])  # and the table itself stays as it was
