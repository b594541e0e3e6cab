"""Mentions with gaps consist of their parts alone, and characters are not taken for words."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import corefscore
from corefscore.core.arrays import ints
from corefscore.core.corpus import Corpus, Memory, Origin, Parts
from corefscore.formats.builder import GivenText
from corefscore.matching.same_tokens import dice, overlapping_pairs
from corefscore.matching.weights import information, tokens


def corpus(*mentions: Parts) -> Corpus:
    """Each mention is an entity of a document of ten words."""
    origin = Origin("f", Memory("f"), 0, GivenText([[f"w{number}" for number in range(10)]]))
    shapes = [mention for mention in mentions if len(mention) > 1]
    shape = [shapes.index(mention) + 1 if len(mention) > 1 else 0 for mention in mentions]
    return Corpus.build(
        [origin],
        document=ints([0] * len(mentions)),
        start=ints([mention[0][0] for mention in mentions]),
        end=ints([mention[-1][1] for mention in mentions]),
        entity=ints(range(len(mentions))),
        labels=np.array([f"e{number}" for number in range(len(mentions))]),
        extra={"shape": ints(shape)},
        shapes=shapes,
    )


def test_a_gap_weighs_nothing() -> None:
    side = corpus(((0, 1), (4, 4)), ((5, 6),))
    assert tokens(side).tolist() == [3, 2]
    assert information(side, side)[0].tolist() == pytest.approx([2, math.log2(3)])


def test_mentions_that_share_only_a_gap_do_not_overlap() -> None:
    key, response = corpus(((0, 1), (4, 4))), corpus(((1, 3),), ((2, 3),))
    pairs = overlapping_pairs(key, response)
    assert pairs.response.tolist() == [0]
    assert dice(key, response, pairs).tolist() == [2 * 1 / (3 + 3)]


@pytest.fixture
def brat(tmp_path: Path) -> tuple[str, str]:
    for side, link in (("key", "T1 T2"), ("response", "T1 T3")):
        (tmp_path / side).mkdir()
        (tmp_path / side / "a.txt").write_text("Ann Lee met Tom. She smiled.")
        spans = "T1\tP 0 7\tAnn Lee\nT2\tP 17 20\tShe\nT3\tP 12 15\tTom\n"
        (tmp_path / side / "a.ann").write_text(f"{spans}*\tCoref {link}\n")
    return str(tmp_path / "key"), str(tmp_path / "response")


def test_the_texts_of_characters_are_quoted_as_they_stand(brat: tuple[str, str]) -> None:
    errors = corefscore.score(*brat).errors.records()
    assert {error["text"] for error in errors} == {"Tom", "She"}
    assert {error["type"] for error in errors} == {"unknown"}


@pytest.mark.parametrize("policy", ["tokens", "information"])
def test_characters_are_not_weighed_as_words(brat: tuple[str, str], policy: str) -> None:
    with pytest.raises(corefscore.InputError, match="use files with tokens"):
        corefscore.score(*brat, weights=policy)
    with pytest.raises(corefscore.InputError, match="use files with tokens"):
        corefscore.score(*brat, ["information"])
