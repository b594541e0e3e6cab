"""What cannot be read gets one line for each problem, with file, line and remedy, and all of them at once."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

import corefscore
from corefscore.core.problems import InputError, collected_warnings
from corefscore.formats.conll.plain import ADVICE
from corefscore.formats.reading import read
from tests.files import conll, write


def problems(path: Path, text: str | bytes, encoding: str | None = None) -> list[str]:
    with pytest.raises(InputError) as caught:
        read(write(path / "f.conll", text), encoding=encoding)
    return [str(problem).removeprefix(f"{path}/") for problem in caught.value.problems]


FAULTS: list[tuple[str | bytes, list[str]]] = [
    (
        conll("(71 - 17)"),
        [
            f"f.conll:2: entity 71 opens here but never closes; close it with 71) before its document ends, {ADVICE}",
            "f.conll:4: entity 17 closes here but was never opened in its document "
            f"(opened in line 2 as entity 71?); open it with (17, {ADVICE}",
        ],
    ),
    (
        conll("(1 (2 2)"),
        [f"f.conll:2: entity 1 opens here but never closes; close it with 1) before its document ends, {ADVICE}"],
    ),
    (
        conll("- 2) (1)"),
        [f"f.conll:3: entity 2 closes here but was never opened in its document; open it with (2, {ADVICE}"],
    ),
    (
        conll("(5 -", "a") + conll("5) -", "b"),
        [
            "f.conll:2: entity 5 opens here but closes in line 7, in another document; "
            f"close it with 5) before its document ends, {ADVICE}"
        ],
    ),
    (
        conll("(1 - ) (2) ()"),
        [
            f"f.conll:2: entity 1 opens here but never closes; close it with 1) before its document ends, {ADVICE}",
            f"f.conll:4: cannot read ')': a bracket has no entity; write (1) or (1 ... 1), {ADVICE}",
            f"f.conll:6: cannot read '()': a bracket has no entity; write (1) or (1 ... 1), {ADVICE}",
        ],
    ),
    (
        conll("(1)", "a") + "w\t(1)\n\nw\t-\n" + conll("(1)", "b"),
        [
            "f.conll:5: 2 lines of text outside any document; "
            "put '#begin document NAME' before and '#end document' after each document"
        ],
    ),
    (
        "\nw\t(1)\n" + conll("(1)"),
        [
            "f.conll:2: 1 line of text before the first document; "
            "put '#begin document NAME' before and '#end document' after each document"
        ],
    ),
    (
        conll("(1)") + conll("(2)"),
        ["f.conll:5: document '(d); part 000' already began in line 1; rename or delete one"],
    ),
    (conll("(1)") + "#end document\n", ["f.conll:5: no document is open here; delete this line"]),
    (
        "w\t(1)\nw\t-\n",
        [
            "f.conll:1: 2 lines of text before the first document; "
            "put '#begin document NAME' before and '#end document' after each document"
        ],
    ),
    (
        "# nothing here\n",
        ["f.conll: no document begins here; put '#begin document NAME' before the first token"],
    ),
    ("", ["f.conll: the file is empty; give a file with at least one document"]),
    (
        b"\x7fELF\x00\x01\x02",
        ["f.conll:1: this is a binary file, not text; give the annotated text"],
    ),
    (
        conll("(1) - -", words="a é b").encode("cp1252"),
        [
            "f.conll:3: not UTF-8 (byte 0xe9); convert the file to UTF-8, "
            "or give its encoding (--encoding), often cp1252"
        ],
    ),
    (
        conll("(1)").encode("utf-16"),
        ["f.conll: this is UTF-16; convert it to UTF-8, or give the encoding utf-16 (--encoding)"],
    ),
    (
        "#begin document d\nw\t(1)\t-\nw\t-\t-\n#end document\n",
        [
            "f.conll: the last column has no mention, but column -2 has '(1)'; "
            "read that one with column=-2 (--column -2), or this one with column=-1"
        ],
    ),
]


@pytest.mark.parametrize(("text", "expected"), FAULTS)
def test_each_fault_has_its_message(tmp_path: Path, text: str | bytes, expected: list[str]) -> None:
    assert problems(tmp_path, text) == expected


def test_a_parse_column_is_not_taken_for_coreference(tmp_path: Path) -> None:
    text = "#begin document d\nx\tw\t(NP*\t-\nx\tw\t*)\t-\nx\t(\t(S(NP*\t-\n#end document\n"
    assert read(write(tmp_path / "f.conll", text)).mentions == 0


def test_a_response_without_mentions_is_no_fault(tmp_path: Path) -> None:
    text = "#begin document d\nd\t0\t0\t(1)\tNNP\t(GPE)\t-\nd\t0\t1\tb\tNNP\t(b)\t-\n#end document\n"
    assert read(write(tmp_path / "f.conll", text)).mentions == 0
    other_column = write(tmp_path / "g.conll", "#begin document d\nw\t(1)\t-\n#end document\n")
    assert read(other_column, column=-1).mentions == 0
    assert read(other_column, column=-2).mentions == 1


def test_a_damaged_archive(tmp_path: Path) -> None:
    message = problems(tmp_path, gzip.compress(conll("(1)").encode())[:-12])[0]
    assert message.startswith("f.conll: the compressed data is damaged")


def test_the_wrong_encoding(tmp_path: Path) -> None:
    text = conll("(1)", words="é").encode("latin-1")
    assert problems(tmp_path, text, encoding="utf-8")[0].startswith("f.conll:2: not utf-8")
    assert "there is no encoding 'klingon'" in problems(tmp_path, text, encoding="klingon")[0]


def test_paths_that_lead_nowhere(tmp_path: Path) -> None:
    for path, message in [
        (tmp_path / "none.conll", "there is no such file; check the path"),
        (tmp_path / "*.conll", "no file matches this pattern; check the pattern"),
        (
            tmp_path,
            "no file in this directory is named *conll, *semeval, *conllu, *conllua, *jsonl, *jsonlines, *json, *ann, "
            "*entities, *csv, *tsv, *parquet, *tagged (it is empty); name the files themselves",
        ),
    ]:
        with pytest.raises(InputError) as caught:
            read(path)
        assert str(caught.value) == f"{path}: {message}"
    write(tmp_path / "a.txt", "x")
    with pytest.raises(InputError, match=r"\(it has \.txt\)"):
        read(tmp_path)


def test_nothing_given(tmp_path: Path) -> None:
    for nothing in ("", [], [""]):
        with pytest.raises(InputError, match="no path is given"):
            read(nothing)


def test_the_same_file_twice(tmp_path: Path) -> None:
    path = write(tmp_path / "a.conll", conll("(1)"))
    with pytest.raises(InputError, match="is also in"):
        read([path, path])


def test_unnamed_documents_of_several_files_are_named_after_them(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write(tmp_path / f"{name}.conll", conll("(1)", ""))
    assert read(tmp_path).names == ("a#1", "b#1")


def test_returns_alone_end_no_line(tmp_path: Path) -> None:
    assert "lines end in carriage returns alone" in problems(tmp_path, conll("(1)").replace("\n", "\r"))[0]


def test_hidden_files_are_not_read(tmp_path: Path) -> None:
    write(tmp_path / "a.conll", conll("(1)"))
    write(tmp_path / ".b.conll", conll("(1)"))
    assert len(read(tmp_path)) == 1


def test_a_document_in_two_files(tmp_path: Path) -> None:
    write(tmp_path / "a.conll", conll("(1)"))
    write(tmp_path / "b.conll", conll("(1)"))
    with pytest.raises(InputError, match=r"b\.conll:1: document '\(d\); part 000' is also in .*a\.conll:1"):
        read(tmp_path)


def test_many_problems_are_counted(tmp_path: Path) -> None:
    path = write(tmp_path / "f.conll", conll(" ".join(f"({n}" for n in range(1000))))
    with pytest.raises(InputError) as caught:
        read(path)
    lines = str(caught.value).splitlines()
    assert len(lines) == 21
    assert lines[-1] == "... and 980 more problems (1,000 in all)"


def test_problems_of_both_files_are_reported_at_once(tmp_path: Path) -> None:
    key, response = write(tmp_path / "k.conll", conll("(1")), write(tmp_path / "r.conll", conll("2)"))
    with pytest.raises(InputError) as caught:
        corefscore.score(key, response)
    assert [problem.source for problem in caught.value.problems] == [str(key), str(response)]


SUBMISSION = conll("(3 ) 3) _22)|(2) (4 -")
"""Cells as a submission to SemEval-2010 has them: a bracket without an entity, and some without a partner."""


@pytest.mark.parametrize("name", ["f.conll", "f.semeval"])
def test_brackets_without_an_entity_or_a_partner_can_be_ignored_with_one_warning(tmp_path: Path, name: str) -> None:
    path = write(tmp_path / name, SUBMISSION)
    message = r"f\.\w+:3: cannot read '\)'.*, or choose brackets=ignore \(--brackets\)"
    with collected_warnings(), pytest.raises(InputError, match=message):
        corefscore.read(path)
    with collected_warnings() as warnings:
        corpus = corefscore.read(path, brackets="ignore")
    assert corpus.clusters == {"(d); part 000": [[(0, 2)], [(3, 3)]]}
    counted = "3 brackets have no entity or no partner, first here, and count as no mention (brackets=ignore)"
    assert [str(each) for each in warnings if "brackets" in each.message] == [f"{path}:3: {counted}"]


def test_a_score_with_ignored_brackets_says_so_in_its_signature(tmp_path: Path) -> None:
    key, response = write(tmp_path / "k.conll", conll("(3 - 3) (2) - -")), write(tmp_path / "f.conll", SUBMISSION)
    with collected_warnings() as warnings:
        result = corefscore.score(key, response, tokens="ignore", brackets="ignore")
    assert sum("brackets=ignore" in each.message for each in warnings) == 1
    assert result["mentions"].f1 == 1
    assert "|brackets:ignore|" in result.signature
    assert "brackets" not in corefscore.score(key, key).signature
