"""The fast reader of JSON lines gives what the plain reader gives, or leaves the file to it."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscore
from corefscore.core.corpus import Corpus
from corefscore.core.problems import InputError, collected_warnings
from corefscore.formats.base import Reading
from corefscore.formats.files import open_file
from corefscore.formats.json import clean, jsonlines
from tests.files import write
from tests.native import built

DOCUMENT: dict[str, Any] = {
    "doc_key": "a",
    "sentences": [["Ann", 'said "so"'], ["she", "left", "\u00e4"]],
    "clusters": [[[0, 0], [2, 2]], [[1, 3]]],
}


def columns(corpus: Corpus) -> list[object]:
    names = ("document", "start", "end", "entity", "source_index")
    lines = [corpus.line(row) for row in range(corpus.mentions)]
    labels = [corpus.label(entity) for entity in range(len(corpus.labels))]
    words = [document.tokens for document in corpus]
    return [corpus.names, labels, lines, words, *(getattr(corpus, name).tolist() for name in names)]


def outcome(path: Path, plain: bool, side: str | None = "key", spans: str | None = None) -> object:
    """The columns and the warnings, or the message."""
    with pytest.MonkeyPatch.context() as patch, collected_warnings() as problems:
        if plain:
            patch.setattr(jsonlines, "read_clean", lambda file, reading: None)
        try:
            found = columns(jsonlines.read(open_file(path), Reading(side=side, spans=spans)))
        except InputError as error:
            return str(error)
    return [found, [str(problem) for problem in problems]]


@built
@pytest.mark.parametrize("ascii_only", [True, False])
def test_a_clean_file_is_read_without_the_plain_reader(tmp_path: Path, ascii_only: bool) -> None:
    path = write(tmp_path / "a.jsonl", json.dumps(DOCUMENT, ensure_ascii=ascii_only) + "\n")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        corpus = clean.read_clean(open_file(path), Reading(side="key"))
    assert corpus is not None
    assert outcome(path, plain=False) == outcome(path, plain=True)


FIELDS: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {
        "sentences": st.lists(st.lists(st.text(max_size=3), max_size=3), max_size=3)
        | st.sampled_from([[["a"], 5], ["a", "b"], "a", [[None]], [["a", {"b": "c"}]], None]),
        "clusters": st.lists(
            st.lists(st.tuples(st.integers(-1, 7), st.integers(0, 7)).map(list), min_size=1, max_size=3), max_size=3
        )
        | st.sampled_from([[[]], [[[0, 1.0]]], [[[0, True]]], [[[0, 10**9]]], [[[0, 10**30]]], None, [[["a", 1]]]]),
    },
    optional={
        "doc_key": st.sampled_from(["a", "b", "", 5, None]),
        "predicted_clusters": st.just([[[0, 0]]]),
        "spans": st.sampled_from(["inclusive", "exclusive", "characters", "no"]),
        "speakers": st.sampled_from([[["x"]], {"a": 1}]),
        "other": st.just(1),
        "text": st.just("abc"),
    },
)


@built
@settings(max_examples=250, deadline=None)
@given(st.lists(FIELDS, min_size=1, max_size=3), st.sampled_from(["key", "response", None]), st.booleans())
def test_both_readers_agree(documents: list[dict[str, Any]], side: str | None, stated: bool) -> None:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = write(Path(folder) / "a.jsonl", "".join(json.dumps(each) + "\n" for each in documents))
        spans = "inclusive" if stated else None
        assert outcome(path, False, side, spans) == outcome(path, True, side, spans)


@pytest.mark.parametrize(
    "line",
    [
        '{"doc_key": "a", "sentences": [["x"]], "clusters": [[[0, 0]]], "clusters": []}',
        '{"doc_key": "a", "sentences": [["x"]], "clusters": [[[0, 0]]], "cl\\u0075sters": []}',
        '{"doc_key": "a", "sentences": [["\\ud800"]], "clusters": [[[0, 0]]]}',
        '{"doc_key": "a", "sentences": [["\\x"]], "clusters": [[[0, 0]]]}',
        '{"doc_key": "a", "sentences": [["a\tb"]], "clusters": [[[0, 0]]]}',
        '{"doc_key": "a", "sentences": [["x"]], "clusters": [[[0, 0]]], "speakers": [{"a": 1, "a": 2}]}',
        '{"doc_key": "a", "sentences": [["x"]], "clusters": [[[0, 0]]]',
        '{"doc_key": "a", "sentences": [["x",]], "clusters": [[[0, 0]]]}',
    ],
)
def test_faults_have_the_messages_of_the_plain_reader(tmp_path: Path, line: str) -> None:
    path = write(tmp_path / "a.jsonl", line + "\n")
    found = outcome(path, plain=False)
    assert found == outcome(path, plain=True)
    assert isinstance(found, str)


def test_the_same_words_written_in_two_ways_are_the_same(tmp_path: Path) -> None:
    key = write(tmp_path / "key.jsonl", json.dumps(DOCUMENT) + "\n")
    response = write(
        tmp_path / "response.jsonl", json.dumps(DOCUMENT, ensure_ascii=False, separators=(",", ":")) + "\n"
    )
    assert corefscore.score(str(key), str(response), spans="inclusive")["conll"].f1 == 1
    other = {**DOCUMENT, "sentences": [["Ann", "said"], ["she", "left", "\u00e4"]]}
    write(response, json.dumps(other) + "\n")
    with pytest.raises(InputError, match=r"token 1 is 'said', but 'said \"so\"' in"):
        corefscore.score(str(key), str(response), spans="inclusive")


@pytest.mark.parametrize(
    ("key", "response"),
    [
        ([["a"], []], [["a"], [""]]),
        ([["a", "b"]], [["a\x1fb"]]),
        ([["a", "b"]], [["a\nb"]]),
        ([["a"], ["b"]], [["a\x1eb"]]),
        ([["a"], ["b"]], [["a\n\tb"]]),
    ],
)
@pytest.mark.parametrize("more", [{}, {"unusual": 1}], ids=["native", "plain"])
def test_separators_inside_words_do_not_make_texts_the_same(
    tmp_path: Path, key: list[list[str]], response: list[list[str]], more: dict[str, int]
) -> None:
    paths = []
    for side, sentences in (("key", key), ("response", response)):
        document = {"doc_key": "d", "sentences": sentences, "clusters": [[[0, 0]]], **more}
        paths.append(write(tmp_path / f"{side}.jsonl", json.dumps(document) + "\n"))
    for one, other in (paths, paths[::-1]):
        with pytest.raises(InputError, match="give both sides the same text"):
            corefscore.score(one, other, spans="inclusive")


def test_an_escape_in_json_is_not_the_same_word_in_a_format_without_escapes(tmp_path: Path) -> None:
    key = write(tmp_path / "key.jsonl", '{"doc_key": "d", "sentences": [["\\u0041"]], "clusters": [[[0, 0]]]}\n')
    same = write(tmp_path / "same.conll", "#begin document d\nd 0 0 A (1)\n#end document\n")
    other = write(tmp_path / "other.conll", "#begin document d\nd 0 0 \\u0041 (1)\n#end document\n")
    assert corefscore.score(key, same, spans="inclusive")["mentions"].f1 == 1
    with pytest.raises(InputError, match=r"token 0 is '.*u0041', but 'A' in"):
        corefscore.score(key, other, spans="inclusive")


LINE = json.dumps({**DOCUMENT, "speakers": [["x", None], [1.5e3, True]], "predicted_clusters": [[[0, 1]]]})
PIECES = [
    '"',
    "\\",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "0",
    "-",
    ".",
    "e",
    " ",
    "\t",
    "\r",
    "\n",
    "\v",
    "u00e4",
    "null",
    "\u00e4",
]


@built
@settings(max_examples=400, deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(LINE)), st.integers(0, 3), st.sampled_from(["", *PIECES])), max_size=3))
def test_both_readers_agree_on_damaged_lines(edits: list[tuple[int, int, str]]) -> None:
    from tempfile import TemporaryDirectory

    text = LINE
    for offset, length, piece in edits:
        text = text[:offset] + piece + text[offset + length :]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.jsonl"
        path.write_bytes(f"{text}\n{json.dumps({**DOCUMENT, 'doc_key': 'b'})}\n".encode())
        for side in ("key", "response"):
            assert outcome(path, False, side) == outcome(path, True, side)


@built
@pytest.mark.parametrize("end", ["\n", "\r\n", " \t\n\n \n", "\r", "\r\r\n"])
def test_both_readers_agree_on_the_ends_of_lines(tmp_path: Path, end: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes("".join(json.dumps({**DOCUMENT, "doc_key": name}) + end for name in "ab").encode())
    found = outcome(path, plain=False)
    assert found == outcome(path, plain=True)
    assert isinstance(found, list)


@built
def test_documents_without_names_and_with_both_fields_are_clean(tmp_path: Path) -> None:
    unnamed = {name: value for name, value in DOCUMENT.items() if name != "doc_key"} | {"predicted_clusters": []}
    path = write(tmp_path / "a.jsonl", 2 * (json.dumps(unnamed) + "\n"))
    for side, mentions in (("key", 6), ("response", 0)):
        corpus = clean.read_clean(open_file(path), Reading(side=side, spans="inclusive"))
        assert corpus is not None
        assert (corpus.names, corpus.mentions) == (("#1", "#2"), mentions)
        assert outcome(path, False, side, "inclusive") == outcome(path, True, side, "inclusive")


@pytest.mark.parametrize("number", [2**24, 2**63, -(2**70)])
def test_a_number_that_is_too_large_is_left_to_the_plain_reader(tmp_path: Path, number: int) -> None:
    path = write(tmp_path / "a.jsonl", json.dumps({**DOCUMENT, "clusters": [[[0, number]]]}) + "\n")
    assert outcome(path, plain=False) == outcome(path, plain=True)
