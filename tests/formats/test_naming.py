"""Names of documents: from their files, and not twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefscore.core.problems import InputError, InputWarning
from corefscore.formats.naming import companion, dataset_name, document_name, file_name
from corefscore.formats.reading import read
from tests.files import conll, conllu, write


@pytest.mark.parametrize("name", ["a", "a.b", "bc/cctv", "..", ".hidden", "100%", "%2E", "a\\b:c", "ü \t", "x.gz"])
def test_the_name_of_a_document_survives_as_the_name_of_a_file(name: str) -> None:
    assert document_name(f"some/folder/{file_name(name)}.ann") == name
    assert document_name(f"{file_name(name)}.ann.gz") == name
    assert Path(file_name(name)).name == file_name(name)


@pytest.mark.parametrize(
    ("file", "other"),
    [
        ("a.ann", "a.txt"),
        ("./a.ann.gz", "./a.txt"),
        ("b.1/a", "b.1/a.txt"),
        ("a.b.ann", "a.b.txt"),
        ("../a", "../a.txt"),
    ],
)
def test_a_companion_has_another_suffix_only(file: str, other: str) -> None:
    assert companion(file, ".txt") == other


def test_the_name_of_a_dataset_ends_at_the_first_dot() -> None:
    assert [*map(dataset_name, ["a.gold.conll", "./b/c.conllu.gz", "d"])] == ["a", "c", "d"]


def test_a_repeated_name_is_reported_with_the_line_or_the_file(tmp_path: Path) -> None:
    one = write(tmp_path / "one.json", '{"d": [["a"]]}')
    two = write(tmp_path / "two.json", '{"d": [["a"]]}')
    with pytest.raises(InputError, match=rf"^{two}:1: document 'd' is also in {one}:1; rename or delete one$"):
        read([one, two])
    with pytest.raises(InputError, match=rf"^{one}:1: document 'd' is also in {one}:1; rename or delete one$"):
        read([one, one])
    lines = write(tmp_path / "d.jsonl", '{"doc_key": "d", "clusters": []}\n' * 2)
    with pytest.raises(InputError, match=rf"^{lines}:2: document 'd' is also in line 1; rename or delete one$"):
        read(lines)
    (tmp_path / "other").mkdir()
    files = [write(folder / "d.ann", "T1\tPerson 0 3\tAnn\n") for folder in (tmp_path, tmp_path / "other")]
    with pytest.raises(InputError, match=rf"^{files[1]}: document 'd' is also in {files[0]}; rename or delete one$"):
        read(files)


def test_documents_of_several_datasets_may_have_the_same_name(tmp_path: Path) -> None:
    files = [write(tmp_path / f"{name}.conllu", conllu("a:(e1)")) for name in ("one", "two")]
    with pytest.warns(InputWarning, match=r"have the same names \(1 names, such as 'd'\); the name of the file is put"):
        assert read(files).names == ("one/d", "two/d")


def test_documents_without_a_name_are_named_after_their_files(tmp_path: Path) -> None:
    files = [write(tmp_path / f"{name}.gold.conll", conll("(1)", "")) for name in ("a", "b")]
    assert read(files).names == ("a#1", "b#1")
    assert read(files[0]).names == ("#1",)
