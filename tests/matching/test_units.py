"""Tokens on one side and characters of the same text on the other are aligned."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefscore
from corefscore.core.arrays import ints
from corefscore.core.corpus import Corpus, Memory, Origin
from corefscore.core.problems import InputError, Problem
from corefscore.formats.builder import GivenText
from corefscore.matching.characters import _bounds
from tests.files import write

WORDS = [["Ann", "saw", "Tom", "."], ["She", "ran", "."]]
TEXT = "Ann saw Tom.\n She  ran."
ALIGNED = "1 of 1 documents count tokens on one side and characters on the other"
TOKENS: dict[str, Any] = {"doc_key": "a", "sentences": WORDS, "spans": "inclusive"}
CHARACTERS: dict[str, Any] = {"doc_key": "a", "text": TEXT, "spans": "characters"}


def files(folder: Path, tokens: object, characters: object) -> tuple[str, str]:
    one = write(folder / "tokens.jsonl", json.dumps({**TOKENS, "clusters": tokens}) + "\n")
    other = write(folder / "characters.jsonl", json.dumps({**CHARACTERS, "clusters": characters}) + "\n")
    return str(one), str(other)


@pytest.mark.parametrize("exchanged", [False, True])
def test_tokens_are_aligned_with_the_characters_of_the_same_text(tmp_path: Path, exchanged: bool) -> None:
    paths = files(tmp_path, [[[0, 0], [4, 4]], [[2, 3]]], [[[0, 3], [14, 17]], [[8, 12]]])
    with pytest.warns(corefscore.InputWarning, match=ALIGNED):
        result = corefscore.score(*(paths[::-1] if exchanged else paths))
    assert result["conll"].f1 == 1
    assert result.matched is not None
    assert [mention.text for mention in result.matched.key["a"].mentions] == ["Ann", "Tom.", "She"]


def test_a_span_that_ends_inside_a_token_matches_no_token(tmp_path: Path) -> None:
    paths = files(tmp_path, [[[0, 0], [4, 4]]], [[[0, 2], [14, 17]]])
    with pytest.warns(corefscore.InputWarning, match=ALIGNED):
        counts = corefscore.score(*paths)["mentions"]
    assert (counts.recall, counts.precision) == (0.5, 0.5)


def test_another_text_is_reported_with_its_first_difference(tmp_path: Path) -> None:
    tokens, characters = files(tmp_path, [[[0, 0]]], [[[0, 3]]])
    write(Path(characters), json.dumps({**CHARACTERS, "text": "Ann saw Tim. She ran.", "clusters": []}) + "\n")
    message = r"tokens.jsonl:1: document 'a': token 2 is 'Tom', but 'Tim.Sheran.' follows in the text of .*; give both"
    with pytest.raises(InputError, match=message):
        corefscore.score(tokens, characters)


def test_without_a_text_nothing_is_aligned(tmp_path: Path) -> None:
    tokens, characters = files(tmp_path, [[[0, 0]]], [[[0, 3]]])
    write(Path(tokens), json.dumps({"doc_key": "a", "spans": "inclusive", "clusters": [[[0, 0]]]}) + "\n")
    with pytest.raises(InputError, match=r"are characters, but tokens in .*; give both sides their text"):
        corefscore.score(tokens, characters)


LETTERS = st.text("ab\u00e4\U0001f600", min_size=1, max_size=3)


@given(st.lists(st.tuples(LETTERS, st.sampled_from(["", " ", "\n\n", " \t"])), min_size=1, max_size=8))
def test_every_token_is_found_at_its_characters(pairs: list[tuple[str, str]]) -> None:
    text = "".join(word + blank for word, blank in pairs)
    source = Memory("f")
    bounds = _bounds(
        Origin("a", source, 0, GivenText([[word for word, _ in pairs]])),
        Origin("a", source, 0, GivenText([list(text)])),
    )
    assert not isinstance(bounds, Problem)
    found = [text[first : last + 1] for first, last in zip(bounds.first, bounds.last, strict=True)]
    assert found == [word for word, _ in pairs]


def test_parts_of_a_mention_with_a_gap_are_aligned(tmp_path: Path) -> None:
    (tmp_path / "key.ann").write_text("T1\tP 0 3;8 11\tAnn Tom\nT2\tP 14 17\tShe\n*\tCoref T1 T2\n")
    (tmp_path / "key.txt").write_text(TEXT)
    words = [word for sentence in WORDS for word in sentence]
    gaps = corefscore.read(str(tmp_path / "key.ann"))
    tokens = corefscore.read(files(tmp_path, [[[4, 4]]], [])[0])
    origin = tokens.origins[0]._replace(name=gaps.names[0], text=GivenText([words]))
    response = Corpus.build(
        [origin],
        document=ints([0, 0]),
        start=ints([0, 4]),
        end=ints([2, 4]),
        entity=ints([0, 0]),
        labels=gaps.labels[:1],
        source_index=ints([0, 0]),
        extra={"shape": ints([1, 0])},
        shapes=[((0, 0), (2, 2))],
    )
    with pytest.warns(corefscore.InputWarning, match=ALIGNED):
        assert corefscore.score(gaps, response)["conll"].f1 == 1
