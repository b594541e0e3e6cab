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
from corefscore.matching.documents import have_same_words
from tests.files import conll, conllu, write

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
    assert f"it has 3 tokens, but {key} has 2" in complaint(key, response)
    write(key, conll("(1) (1)", words="_ _"))
    write(response, conll("(1) (1) -", words="_ _ _"))
    assert f"it has 3 tokens, but {key} has 2" in complaint(key, response)


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
    pairs = zip(key.origins, response.origins, strict=True)
    return [have_same_words(ours.text, theirs.text) for ours, theirs in pairs if ours.text and theirs.text]


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
    paths: dict[str, Path] = {}
    for side, has_names in zip(("key", "response"), named, strict=True):
        documents = [
            {**({"doc_key": word} if has_names else {}), "sentences": [[word]], "clusters": [[[0, 0]]]}
            for word in ("Ann", "Tom")
        ]
        paths[side] = write(tmp_path / f"{side}.jsonl", "".join(f"{json.dumps(each)}\n" for each in documents))
    with pytest.warns(InputWarning, match=r"response.jsonl: not all documents have names; they are paired with"):
        assert corefscore.score(paths["key"], paths["response"], spans="inclusive")["b3"].f1 == 1


@pytest.fixture
def datasets(tmp_path: Path) -> tuple[Path, Path]:
    """A key of two data sets, one of which the response lacks."""
    for side, documents in (("key", {"en_a": 1, "es_b": 12}), ("response", {"en_a": 1})):
        (tmp_path / side).mkdir()
        for name, count in documents.items():
            text = "".join(conllu("a:(e1-x-1-)", name=f"{name}{number}") for number in range(count))
            write(tmp_path / side / f"{name}.conllu", text.replace("(e1-", "(e-").replace("eid-", "GRP-"))
    return tmp_path / "key", tmp_path / "response"


def test_a_missing_data_set_is_reported_in_one_line(datasets: tuple[Path, Path]) -> None:
    key, response = datasets
    message = f"{response / 'en_a.conllu'}: none of the 12 documents of {key / 'es_b.conllu'} is here; add them, or "
    assert complaint(key, response) == f"{message}choose missing=empty or missing=skip (--missing)"
    with pytest.warns(InputWarning, match=r"12 of 13 documents are missing \(among them all of .*es_b.conllu\)"):
        assert corefscore.score(key, response, missing="empty")["mentions"].recall == 1 / 13


def test_an_extra_data_set_is_reported_in_one_line(datasets: tuple[Path, Path]) -> None:
    response, key = datasets
    message = f"{response / 'es_b.conllu'}: none of its 12 documents is in {key / 'en_a.conllu'}; remove them, or "
    assert complaint(key, response) == f"{message}choose extra=ignore (--extra)"


def test_if_all_documents_are_missing_the_closest_name_is_given() -> None:
    lines = complaint({"a_1": [], "a_2": []}, {"a-1": [], "a-2": []}).splitlines()
    assert lines[0].startswith("response: none of the 2 documents of key is here (is 'a-1' its 'a_1'?); add them, or")
    assert lines[1].startswith("response: none of its 2 documents is in key; remove them, or")


def test_a_missing_document_with_empty_nodes_counts_as_empty_under_crac(tmp_path: Path) -> None:
    words = "a:(1-x-1-) 1.1:1~nsubj:(1-x-1-) b:(1-x-1-)"
    both = [conllu(words, name=name, layout="GRP-etype-head-other") for name in "ab"]
    key, response = write(tmp_path / "key.conllu", "".join(both)), write(tmp_path / "response.conllu", both[0])
    with pytest.warns(InputWarning, match="1 of 2 documents are missing; they count as empty"):
        score = corefscore.score(key, response, profile="crac", missing="empty")["mentions"]
    assert (score.recall, score.precision) == (0.5, 1)
