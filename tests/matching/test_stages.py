"""Matching by heads, parts and minimum spans against its definition, and the order of ties."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscore
from corefscore.core.corpus import Corpus
from corefscore.core.problems import InputError
from corefscore.formats.corefud import format as corefud
from corefscore.formats.files import File
from corefscore.formats.reading import read
from corefscore.matching.matched import Matched, find_matches
from tests import brute_matching
from tests.brute_matching import Mention
from tests.files import conll, conllu, write

WORDS = 5
LAYOUT = "eid-etype-head-minspan"


@st.composite
def sides(draw: st.DrawFn) -> list[Mention]:
    """Up to four mentions of five words, some with gaps, each with a head and a word it must cover."""
    words = st.frozensets(st.integers(1, WORDS), min_size=1, max_size=4)
    found = draw(st.lists(words, max_size=4, unique=True))
    return [
        Mention(each, draw(st.sampled_from(sorted(each))), frozenset([draw(st.sampled_from(sorted(each)))]))
        for each in found
    ]


def corpus_of(mentions: list[Mention]) -> Corpus:
    """Each mention in an entity of its own."""
    cells: dict[int, list[str]] = {}
    for number, mention in enumerate(mentions):
        words = sorted(word for word in mention.words if isinstance(word, int))
        starts = [word for word in words if word - 1 not in words]
        ends = [word for word in words if word + 1 not in words]
        (least,) = mention.least
        fields = f"--{words.index(mention.head) + 1}-{words.index(least) + 1}"  # type: ignore[arg-type]
        for part, (start, end) in enumerate(zip(starts, ends, strict=True), 1):
            name = f"e{number}" if len(starts) == 1 else f"e{number}[{part}/{len(starts)}]"
            cells.setdefault(start, []).append(f"({name}{fields}{')' if start == end else ''}")
            if start < end:
                cells.setdefault(end, []).insert(0, f"{name})")
    tokens = (f"w:{''.join(cells[word])}" if word in cells else "w" for word in range(1, WORDS + 1))
    return corefud.read(File("a.conllu", conllu(" ".join(tokens), layout=LAYOUT).encode()))


def mentions_in_order(corpus: Corpus, mentions: list[Mention]) -> list[Mention]:
    return [mentions[int(corpus.label(entity)[1:])] for entity in corpus.entity.tolist()]


@settings(max_examples=120, deadline=None)
@given(sides(), sides(), st.sampled_from(["exact", "head", "partial", "min"]))
def test_the_best_pairing_is_found(key: list[Mention], response: list[Mention], match: str) -> None:
    corpora = corpus_of(key), corpus_of(response)
    matched = find_matches(*corpora, match)
    ours, theirs = (mentions_in_order(corpus, side) for corpus, side in zip(corpora, (key, response), strict=True))
    pairs = [(ours[match], theirs[row]) for row, match in enumerate(matched.key_row.tolist()) if match >= 0]
    assert len({id(mention) for mention, _ in pairs}) == len(pairs)
    equal, best = brute_matching.best_total(key, response, match)
    same = [brute_matching.same(one, other, match) for one, other in pairs]
    assert sum(same) == equal
    likeness = brute_matching.LIKENESS.get(match, brute_matching.covered)
    found = [likeness(one, other) for (one, other), is_same in zip(pairs, same, strict=True) if not is_same]
    assert sum(found) == best
    assert all(found)


@pytest.mark.filterwarnings("ignore:.*has no mention:corefscore.InputWarning")
@settings(max_examples=60, deadline=None)
@given(sides(), sides())
def test_mor_is_the_greatest_overlap(key: list[Mention], response: list[Mention]) -> None:
    score = corefscore.score(corpus_of(key), corpus_of(response), metrics=["mor"])["mor"]
    found = [
        score.recall_numerator,
        score.recall_denominator,
        score.precision_numerator,
        score.precision_denominator,
    ]
    assert found == brute_matching.mor(key, response)


def test_mor_of_a_worked_example(tmp_path: Path) -> None:
    key = write(tmp_path / "k.conll", conll("(1 - - - 1) (2) - -"))
    response = write(tmp_path / "r.conll", conll("- (1 - 1) - (2 2) (3)"))
    mor = corefscore.score(key, response, metrics=["mor"])["mor"]
    assert (mor.recall, mor.precision, mor.f1) == pytest.approx((4 / 6, 4 / 6, 2 / 3))


def matched(tmp_path: Path, key: str, response: str, match: str = "head") -> Matched:
    corpora = [read(write(tmp_path / f"{number}.conllu", text)) for number, text in enumerate((key, response))]
    return find_matches(corpora[0], corpora[1], match)


def test_among_equals_the_earlier_key_mention_is_matched(tmp_path: Path) -> None:
    found = matched(tmp_path, conllu("a:(e1--2 b:(e2)e1) c"), conllu("a:(e1--2 b c:e1)"))
    assert found.key_row.tolist() == [0]


def test_among_equals_the_earlier_response_mention_is_matched(tmp_path: Path) -> None:
    found = matched(tmp_path, conllu("a b:(e1--1) c d"), conllu("a:(e1--2 b:(e2--1 c:e1)e2) d"))
    assert found.key_row.tolist() == [0, -1]


def test_the_same_span_with_another_head_comes_after_the_same_head(tmp_path: Path) -> None:
    found = matched(tmp_path, conllu("a:(e1--1 b:e1)"), conllu("a:(e1)(e2--2 b:e2)"))
    assert found.key_row.tolist() == [0, -1]


def test_a_response_that_covers_more_than_the_key_matches_by_head_but_not_in_part(tmp_path: Path) -> None:
    key, response = conllu("a b:(e1) c"), conllu("a:(e1--2 b c:e1)")
    assert matched(tmp_path, key, response, "head").key_row.tolist() == [0]
    assert matched(tmp_path, key, response, "partial").key_row.tolist() == [-1]


@pytest.mark.parametrize("match", ["head", "partial", "min"])
def test_formats_without_heads_are_refused(tmp_path: Path, match: str) -> None:
    path = write(tmp_path / "a.conll", conll("(1 1)"))
    with pytest.raises(InputError, match=r"not known|are known"):
        corefscore.score(path, path, match=match)


def test_reference_duplicates_go_with_exact_matching_alone() -> None:
    with pytest.raises(ValueError, match="does not have match='head'"):
        corefscore.score([["a"]], [["a"]], profile="conll2012", match="head")


def test_many_mentions_of_one_head_are_matched(tmp_path: Path) -> None:
    """Hundreds of mentions on each side that could all match each other."""
    size = 300

    def text(first: int) -> str:
        opening = "".join(f"(e{number}--1" for number in range(size))
        ends = [f"w:e{number})" for number in range(size)]
        return conllu(" ".join([f"w:{opening}", *["w"] * first, *ends, *["w"] * (size - first)]))

    found = matched(tmp_path, text(0), text(size))
    assert sorted(found.key_row.tolist()) == list(range(size))
