"""Documents that only one side has, and words that differ."""

from __future__ import annotations

from pathlib import Path

import pytest

import corefscore
from corefscore.problems import InputError
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
    empty = corefscore.score(KEY, response, missing="empty")
    assert (empty["muc"].recall_numerator, empty["muc"].recall_denominator) == (1, 3)
    assert list(empty.documents) == ["a", "b"]
    skipped = corefscore.score(KEY, response, missing="skip")
    assert (skipped["muc"].recall_numerator, skipped["muc"].recall_denominator) == (1, 1)
    assert list(skipped.documents) == ["a"]


def test_an_extra_document_is_an_error_or_ignored(pair: tuple[Path, Path]) -> None:
    key, response = pair
    write(key, conll("(1) (1)", "a"))
    write(response, conll("(1) (1)", "x") + conll("(1) (1)", "a"))
    expected = f"{response}:1: document 'x' is not in {key}; remove it, or choose extra=ignore (--extra)"
    assert complaint(key, response) == expected
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


@pytest.mark.parametrize("at_once", [1, 2, 8192])
def test_files_are_compared_but_for_their_cells(
    pair: tuple[Path, Path], at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("corefscore.formats.words.LINES_AT_ONCE", at_once)
    key = corefscore.read(write(pair[0], conll("(1) - (2 2)|(13) / - - (100)", words="a b c d e f g")))
    same = corefscore.read(write(pair[1], conll("- (7) (12345|(2 2)|12345) / - (1) -", words="a b c d e f g")))
    assert key.origins[0].source.same_words(same.origins[0].source)
    assert same.origins[0].source.same_words(key.origins[0].source)
    for words in ("a b c d e f h", "x b c d e f g", "a b c dd e f g", "a b cd d e f g"):
        other = corefscore.read(write(pair[1], conll("- (7) (12345 12345) / - (1) -", words=words)))
        assert not key.origins[0].source.same_words(other.origins[0].source)
