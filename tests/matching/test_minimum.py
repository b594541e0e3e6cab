"""Minimum spans: annotated ones, and those found in parses."""

from __future__ import annotations

from pathlib import Path

import pytest

import corefscore
from corefscore.core.problems import InputError
from corefscore.formats.conll.parsed import Parsed
from corefscore.matching.minimum import minimum_span
from tests.files import conllu, write

LAYOUT = "eid-etype-head-minspan"


def parsed(text: str) -> list[Parsed]:
    """Words as WORD/POS/BIT."""
    return [Parsed(*word.split("/")) for word in text.split()]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the/DT/(NP(NP* viewing/NN/* experience/NN/*) of/IN/(PP* art/NN/(NP*)))", "the viewing experience"),
        ("John/NNP/(NP(NP*) and/CC/* his/PRP$/(NP* old/JJ/* friend/NN/*))", "John his old friend"),
        ("one/CD/(TOP(S(NP(NP*) of/IN/(PP* my/PRP$/(NP* friends/NNS/*)))))", "one"),
        ("the/DT/(NP* dog/NN/*)", "the dog"),
        ("barked/VBD/(VP* loudly/RB/(ADVP*))", "barked"),
        ("to/TO/(S(VP* run/VB/(VP*)))", "to"),
        ("of/IN/(PP*)", "of"),
        (",/,/(NP* and/CC/*)", ", and"),
        ("5/CD/(NP(QP* %/NN/*) of/IN/(PP* it/PRP/(NP*)))", "5 %"),
        ("dog/NN/*) of/IN/(PP* war/NN/(NP*))", "dog"),
    ],
)
def test_the_minimum_of_a_parse(text: str, expected: str) -> None:
    words = parsed(text)
    found = minimum_span(words, 0, len(words) - 1)
    assert " ".join(words[token].word for token in sorted(found)) == expected


def conll2012(words: list[Parsed], cells: str) -> str:
    rows = zip(words, cells.split(), strict=True)
    lines = (
        "\t".join(["d", "0", str(number), word.word, word.pos, word.bit, *"-----", cell])
        for number, (word, cell) in enumerate(rows)
    )
    return "\n".join(["#begin document (d); part 000", *lines, "", "#end document", ""])


WORDS = parsed("the/DT/(TOP(S(NP(NP* use/NN/*) of/IN/(PP* art/NN/(NP*))) it/PRP/(NP*) is/VBZ/(VP*)))")


def test_mentions_with_the_same_minimum_in_the_parse_of_the_key_are_matched(tmp_path: Path) -> None:
    key = write(tmp_path / "k.conll", conll2012(WORDS, "(1 - - 1) (1) -"))
    response = write(tmp_path / "r.conll", conll2012(WORDS, "(1 1) - - (1) -"))
    assert corefscore.score(key, response, ["muc"])["muc"].f1 == 0
    result = corefscore.score(key, response, ["muc", "mentions"], match="min")
    assert (result["muc"].f1, result["mentions"].f1) == (1, 1)


def test_minima_are_matched_one_to_one(tmp_path: Path) -> None:
    key = write(tmp_path / "k.conll", conll2012(WORDS, "(1 - - 1) (1) -"))
    response = write(tmp_path / "r.conll", conll2012(WORDS, "(1|(2 1) 2) - (1) -"))
    result = corefscore.score(key, response, ["mentions"], match="min")
    assert [result["mentions"].recall, result["mentions"].precision] == pytest.approx([1, 2 / 3])
    assert result.matched is not None
    assert result.matched.key_row.tolist() == [-1, 0, 1]


def test_words_without_parses_are_refused(tmp_path: Path) -> None:
    words = [word._replace(bit="-") for word in WORDS]
    path = write(tmp_path / "k.conll", conll2012(words, "(1 - - 1) (1) -"))
    with pytest.raises(InputError, match="neither minimum spans nor parses are known"):
        corefscore.score(path, path, match="min")


def test_an_annotated_minimum_must_be_covered_within_the_mention(tmp_path: Path) -> None:
    key = write(tmp_path / "k.conllu", conllu("a:(e1--1-2,3 b c d:e1) e:(e1)", layout=LAYOUT))
    for mentions, found in (
        ("a b:(e1 c:e1) d e:(e1)", 2),
        ("a:(e1 b c:e1) d e:(e1)", 2),
        ("a:(e1 b:e1) c d e:(e1)", 1),
        ("a b:(e1 c d e:e1)", 0),
    ):
        response = write(tmp_path / "r.conllu", conllu(mentions))
        assert corefscore.score(key, response, ["mentions"], match="min")["mentions"].recall_numerator == found


def test_a_mention_without_a_minimum_is_matched_exactly(tmp_path: Path) -> None:
    key = write(tmp_path / "k.conllu", conllu("a:(e1--1-1 b:e1) c:(e2--1 d:e2)", layout=LAYOUT))
    response = write(tmp_path / "r.conllu", conllu("a:(e1) b c:(e2) d"))
    assert corefscore.score(key, response, ["mentions"], match="min")["mentions"].recall_numerator == 1
