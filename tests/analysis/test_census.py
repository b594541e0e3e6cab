"""Numbers of a corpus, against their definitions."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from corefscore.analysis.census import Census, crossing, deepest
from corefscore.core.arrays import ints
from corefscore.formats.reading import read
from tests.files import conll, write

SPANS = st.lists(
    st.tuples(st.integers(0, 9), st.integers(0, 9)).map(lambda span: (min(span), max(span))), unique=True, max_size=12
)


def inside(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return other[0] <= one[0] and one[1] <= other[1] and one != other


@given(SPANS)
def test_the_deepest_nesting_is_the_longest_chain(spans: list[tuple[int, int]]) -> None:
    def chain(span: tuple[int, int]) -> int:
        return 1 + max((chain(other) for other in spans if inside(other, span)), default=0)

    ordered = sorted(spans)
    found = deepest(ints([start for start, _ in ordered]), ints([end for _, end in ordered]))
    assert found == max(map(chain, spans), default=0)


@given(SPANS)
def test_crossing_spans_overlap_and_neither_is_inside_the_other(spans: list[tuple[int, int]]) -> None:
    ordered = sorted(spans)
    expected = [any(a < c <= b < d or c < a <= d < b for c, d in ordered) for a, b in ordered]
    assert crossing(ints([a for a, _ in ordered]), ints([b for _, b in ordered])).tolist() == expected


def test_the_numbers_of_two_documents(tmp_path: Path) -> None:
    text = conll("(1|(2 (3 2)|3) (1)|1) / (4 (5 4) 5)", "a") + conll("(1) - -", "b")
    assert Census.of(read(write(tmp_path / "f.conll", text))).to_dict() == {
        "documents": 2,
        "tokens": 11,
        "characters": None,
        "mentions": 7,
        "entities": 6,
        "singletons": 5,
        "longest_entity": 2,
        "discontinuous": 0,
        "zeros": 0,
        "nested": 3,
        "crossing": 2,
    }


def test_an_empty_corpus_has_zeros(tmp_path: Path) -> None:
    census = Census.of(read(write(tmp_path / "f.conll", conll("- -"))))
    assert (census.mentions, census.longest_entity, census.nested, census.crossing) == (0, 0, 0, 0)
