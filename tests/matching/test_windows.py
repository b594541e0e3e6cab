"""Documents cut into windows."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscore
from corefscore import InputError, InputWarning
from tests import brute, scoped_brute
from tests.files import conll, conllu, write
from tests.scoped_brute import Side

COUNTS = ("recall_numerator", "recall_denominator", "precision_numerator", "precision_denominator")
METRICS = {name: getattr(brute, name) for name in ("mentions", "muc", "b3", "lea", "pairwise")}
TOKENS = 12


@st.composite
def sides(draw: st.DrawFn) -> tuple[Side, Side]:
    """Key and response of two documents of twelve tokens."""
    found = []
    for _ in range(2):
        side: dict[str, dict[str, list[tuple[int, int]]]] = {}
        for document in ("one", "two"):
            side[document] = {}
            for token, name in enumerate(draw(st.lists(st.sampled_from(["", "a", "b"]), min_size=9, max_size=TOKENS))):
                if name:
                    side[document].setdefault(name, []).append((token, token + 1))
        found.append(side)
    return found[0], found[1]


@settings(deadline=None, max_examples=60)
@given(sides(), st.integers(1, 15))
def test_a_mention_belongs_to_the_window_of_its_first_token(pair: tuple[Side, Side], length: int) -> None:
    result = corefscore.score(*pair, [*METRICS], windows=length)
    cut = [scoped_brute.windows(side, length, dict.fromkeys(side, TOKENS)) for side in pair]
    for name, definition in METRICS.items():
        total = np.sum([[float(each) for each in definition(*both)] for both in zip(*cut, strict=True)], axis=0)
        assert [getattr(result[name], count) for count in COUNTS] == pytest.approx(total), name


@settings(deadline=None, max_examples=30)
@given(sides())
def test_windows_longer_than_the_text_change_nothing(pair: tuple[Side, Side]) -> None:
    plain, cut = corefscore.score(*pair), corefscore.score(*pair, windows=TOKENS + 1)
    assert cut.settings.windows == str(TOKENS + 1)
    for part in ("metrics", "documents", "key", "response"):
        assert cut.to_dict()[part] == plain.to_dict()[part]


def jsonlines(path: Path, side: Side, tokens: dict[str, int]) -> Path:
    lines = [
        json.dumps({"doc_key": name, "sentences": [["w"] * tokens[name]], "clusters": [*side[name].values()]})
        for name in side
    ]
    return write(path, "\n".join([*lines, ""]))


@pytest.mark.parametrize("tokens", [700, 1500, 3000, 3700])
def test_windows_of_bookcoref_are_cut_as_its_script_cuts_them(tmp_path: Path, tokens: int) -> None:
    rng = np.random.default_rng(tokens)
    borders = [0, 1, 2, 1499, 1500, 1501, 2199, 2200, 2201, 2999, 3000, 3001, 3698]
    starts = sorted({*(each for each in borders if each < tokens), *rng.integers(tokens - 2, size=200).tolist()})
    sides: list[Side] = []
    for share in (0.0, 0.2):
        side: dict[str, list[tuple[int, int]]] = {}
        for start in starts:
            side.setdefault(f"e{rng.integers(5) if rng.random() < share else start % 5}", []).append((start, start))
        sides.append({"book": side})
    paths = [jsonlines(tmp_path / f"{number}.jsonl", side, {"book": tokens}) for number, side in enumerate(sides)]
    result = corefscore.score(paths[0], paths[1], [*METRICS], profile="bookcoref", spans="inclusive")
    cut = [scoped_brute.bookcoref_windows(side, {"book": tokens}) for side in sides]
    for name, definition in METRICS.items():
        total = np.sum([[float(each) for each in definition(*both)] for both in zip(*cut, strict=True)], axis=0)
        assert [getattr(result[name], count) for count in COUNTS] == pytest.approx(total), name
    assert len(result.documents) == tokens // 1500 + 1


def test_windows_have_their_texts_and_lines(tmp_path: Path) -> None:
    text = conll("(1) - / - (1 1) (2)", words="Ann slept Then Ann Smith Bob")
    path = write(tmp_path / "key.conll", text)
    result = corefscore.score(path, path, windows=4)
    corpus = result.mentions().key
    assert corpus.names == ("(d); part 000; tokens 0-3", "(d); part 000; tokens 4-5")
    assert [mention.text for mention in corpus.view(0).mentions] == ["Ann", "Ann Smith"]
    assert [mention.text for mention in corpus.view(1).mentions] == ["Bob"]
    lines = [mention.line for document in corpus for mention in document.mentions]
    assert [text.splitlines()[line - 1].split("\t")[3] for line in lines] == ["Ann", "Ann", "Bob"]
    assert result.explain("b3", "tokens 4-5").to_dict()["document"] == "(d); part 000; tokens 4-5"


def test_windows_need_tokens(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="have no positions, but windows need tokens"):
        corefscore.score([["a", "b"]], [["a", "b"]], windows=3)
    nodes = write(tmp_path / "key.conllu", conllu("a:(e1--1) 1.1:1~nsubj:(e1--1)"))
    with pytest.raises(InputError, match="has empty nodes"):
        corefscore.score(nodes, nodes, windows=3)
    with pytest.raises(InputError, match="has no text, so its last window is not known"):
        corefscore.score([[(0, 1)]], [[(0, 1)]], windows="bookcoref")


@pytest.mark.parametrize("windows", [0, -1, "many", "1.5", "", "05"])
def test_windows_are_whole_numbers_above_0(windows: int | str) -> None:
    with pytest.raises(ValueError, match="there is no windows policy"):
        corefscore.score([[(0, 1)]], [[(0, 1)]], windows=windows)


def test_intervals_of_windows_are_too_sure() -> None:
    key = {str(number): [[(0, 0), (5, 5), (9, 9)], [(7, 7), (8, 8)]] for number in range(30)}
    with pytest.warns(InputWarning, match="windows of one document are not independent"):
        corefscore.score(key, key, windows=6).with_intervals()


def test_documents_are_either_joined_or_cut() -> None:
    with pytest.raises(ValueError, match="choose one of the two"):
        corefscore.score([[(0, 1)]], [[(0, 1)]], windows=3, scope="corpus")
