"""Documents that only one side has, and words that differ."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscore
from corefscore.core.corpus import Corpus
from corefscore.core.problems import InputError, InputWarning
from tests.files import conll, write

KEY = {"a": [["m", "n"]], "b": [["m", "n", "o"]]}


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    return tmp_path / "key.conll", tmp_path / "response.conll"


def complaint(key: object, response: object, **policies: str) -> str:
    with pytest.raises(InputError) as caught:
        corefscore.score(key, response, **policies)  # type: ignore[arg-type]
    return str(caught.value)


def test_a_missing_document_is_an_error() -> None:
    message = "response: document 'b' of key is missing; add it, or choose missing=empty or missing=skip (--missing)"
    assert complaint(KEY, {"a": [["m", "n"]]}) == message


def test_a_document_of_a_similar_name_is_named() -> None:
    assert "document 'b_1' of key is missing (is it 'b-1'?)" in complaint({"b_1": []}, {"b-1": []})


def test_a_missing_document_can_be_empty_or_skipped() -> None:
    response = {"a": [["m", "n"]]}
    with pytest.warns(InputWarning, match="1 of 2 documents are missing; they count as empty"):
        empty = corefscore.score(KEY, response, missing="empty")
    assert (empty["muc"].recall_numerator, empty["muc"].recall_denominator) == (1, 3)
    assert list(empty.documents) == ["a", "b"]
    with pytest.warns(InputWarning, match="1 of 2 documents are missing; they are not scored"):
        skipped = corefscore.score(KEY, response, missing="skip")
    assert (skipped["muc"].recall_numerator, skipped["muc"].recall_denominator) == (1, 1)
    assert list(skipped.documents) == ["a"]


def test_an_extra_document_is_an_error_or_ignored(pair: tuple[Path, Path]) -> None:
    key, response = pair
    write(key, conll("(1) (1)", "a"))
    write(response, conll("(1) (1)", "x") + conll("(1) (1)", "a"))
    expected = f"{response}:1: document 'x' is not in {key}; remove it, or choose extra=ignore (--extra)"
    assert complaint(key, response) == expected
    with pytest.warns(InputWarning, match="1 of 2 documents are not in .*; they are not scored"):
        assert corefscore.score(key, response, extra="ignore")["muc"].precision_denominator == 1


def test_documents_may_come_in_any_order() -> None:
    response = {"b": [["m", "n", "o"]], "a": [["m"], ["n"]]}
    result = corefscore.score(KEY, response)
    assert list(result.documents) == ["a", "b"]
    assert [scores["muc"].recall for scores in result.documents.values()] == [0, 1]


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("(a/b); part 000", "(a/b); part 0"),
        ("(a/b); part 000", "(a/b);"),
        ("(a/b); part 001", "a/b; part 1"),
        ("a", "(a)"),
    ],
)
def test_names_that_differ_in_writing_only(pair: tuple[Path, Path], ours: str, theirs: str) -> None:
    write(pair[0], conll("(1) (1)", ours))
    write(pair[1], conll("(1) (1)", theirs))
    assert list(corefscore.score(*pair).documents) == [ours]


def test_names_are_not_stretched_when_that_is_ambiguous(pair: tuple[Path, Path]) -> None:
    write(pair[0], conll("(1)", "(a); part 0"))
    write(pair[1], conll("(1)", "(a)") + conll("(1)", "(a);"))
    assert "is missing" in complaint(*pair)
    assert "part 1" in complaint({"(a); part 0": []}, {"(a); part 1": []})


def test_words_that_differ(pair: tuple[Path, Path]) -> None:
    key, response = pair
    write(key, conll("(1) (1) -", words="the cat sat"))
    write(response, conll("(1) (1) -", words="the dog sat"))
    assert complaint(key, response) == (
        f"{response}:3: document '(d); part 000': token 1 is 'dog', but 'cat' in {key}:3; "
        "give both sides the same text, or choose tokens=ignore (--tokens)"
    )
    assert corefscore.score(key, response, tokens="ignore")["b3"].f1 == 1


def test_a_token_too_many(pair: tuple[Path, Path]) -> None:
    key, response = pair
    write(key, conll("(1) (1)", words="the cat"))
    write(response, conll("(1) (1) -", words="the cat sat"))
    assert f"it has 3 tokens, but 2 in {key}" in complaint(key, response)
    write(key, conll("(1) (1)", words="_ _"))
    write(response, conll("(1) (1) -", words="_ _ _"))
    assert f"it has 3 tokens, but 2 in {key}" in complaint(key, response)


def test_sentences_that_differ(pair: tuple[Path, Path]) -> None:
    key, response = pair
    write(key, conll("(1) / (1) - -"))
    write(response, conll("(1) (1) / - -"))
    assert "token 1 ('w1') begins a sentence only in" in complaint(key, response)
    assert "token 1 ('w1') begins a sentence only here" in complaint(response, key)


def test_other_columns_may_differ(pair: tuple[Path, Path]) -> None:
    write(pair[0], "#begin document d\nd\t0\t0\tthe\tDT\tx\t(1\nd\t0\t1\tcat\tNN\ty\t1)\n#end document\n")
    write(pair[1], "#begin document d\nd 0 0 the (1\nd 0 1 cat 1)\n#end document\n")
    assert corefscore.score(*pair)["mentions"].f1 == 1


def test_text_is_not_compared_where_a_side_has_none(pair: tuple[Path, Path]) -> None:
    write(pair[0], conll("(1) (1)", words="the cat"))
    write(pair[1], conll("(1) (1)", words="_ _"))
    assert corefscore.score(*pair)["b3"].f1 == 1


def agree(key: Corpus, response: Corpus) -> list[bool]:
    compare = key.origins[0].source.comparison(response.origins[0].source)
    pairs = zip(key.origins, response.origins, strict=True)
    return [compare(ours.text, theirs.text) for ours, theirs in pairs if ours.text and theirs.text]


def test_files_are_compared_except_for_their_cells(pair: tuple[Path, Path]) -> None:
    long = "x" * 70
    words = f"a b {long} d e f g"
    key = corefscore.read(write(pair[0], conll("(1) - (2 2)|(13) / - - (100)", words=words)))
    same = corefscore.read(write(pair[1], conll("- (7) (12345|(2 2)|12345) / - (1) -", words=words)))
    assert agree(key, same) == agree(same, key) == [True]
    for other_words in (
        f"a b {long} d e f h",
        f"x b {long} d e f g",
        f"a b {long}y d e f g",
        f"a b {long[1:]}y d e f g",
    ):
        other = corefscore.read(write(pair[1], conll("- (7) (12345 12345) / - (1) -", words=other_words)))
        assert agree(key, other) == [False]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(["a", "b", "cc", "", "_", "#", "é"]), min_size=1, max_size=12), st.data())
def test_words_are_compared_whatever_the_other_columns(
    tmp_path_factory: pytest.TempPathFactory, words: list[str], data: st.DataObject
) -> None:
    """Two documents in each file, with random columns, comments and blank lines on each side."""
    folder = tmp_path_factory.mktemp("words")
    listed = [[word or "x" for word in words], ["z", *(word or "x" for word in words)]]
    changed = data.draw(st.booleans())
    corpora = []
    for side in ("key", "response"):
        separator = data.draw(st.sampled_from(["\t", "  "]))
        columns = data.draw(st.integers(0, 3))
        lines = []
        for number, document in enumerate(listed):
            lines.append(f"#begin document {number}")
            for index, word in enumerate(document):
                lines += (
                    data.draw(st.lists(st.sampled_from(["# comment here now", ""]), max_size=1)) if index == 0 else []
                )
                shown = word + "y" if changed and side == "response" and number == index == 0 else word
                lines.append(separator.join(["n", "0", str(index), shown, *("c" * columns), "(1)"]))
            lines.append("#end document")
        corpora.append(corefscore.read(write(folder / f"{side}.conll", "\n".join(lines) + "\n")))
    assert agree(corpora[0], corpora[1]) == [not changed, True]


@pytest.mark.parametrize("named", [(False, False), (True, False), (False, True)])
def test_documents_without_names_are_paired_by_their_order_with_a_notice(
    tmp_path: Path, named: tuple[bool, bool]
) -> None:
    paths = []
    for side, has_names in zip(("key", "response"), named, strict=True):
        documents = [
            {**({"doc_key": word} if has_names else {}), "sentences": [[word]], "clusters": [[[0, 0]]]}
            for word in ("Ann", "Tom")
        ]
        paths.append(write(tmp_path / f"{side}.jsonl", "".join(f"{json.dumps(each)}\n" for each in documents)))
    with pytest.warns(InputWarning, match=r"response.jsonl: not all documents have names; they are paired with"):
        assert corefscore.score(*paths, spans="inclusive")["b3"].f1 == 1
