"""Which files paths, directories and patterns stand for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from corefscore.core.problems import InputError
from corefscore.formats.reading import expand, list_files, read
from corefscore.formats.writing import write
from tests.files import conll
from tests.files import write as write_text

CONLL = ("conll",)


class Named:
    """A path that is no text."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __fspath__(self) -> str:
        return str(self.path)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("a/b.conll", "a-b/c.conll", "a/.hidden.conll", "a/notes.txt", "d.conll"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        write_text(path, conll("(1)", name=name))
    return tmp_path


def listed(folder: Path, pattern: str) -> list[str]:
    return [os.path.relpath(path, folder) for path in expand(f"{folder}/{pattern}", CONLL)]


def test_files_stand_in_the_order_of_their_folders_however_they_are_named(folder: Path) -> None:
    expected = ["a/b.conll", "a-b/c.conll"]
    assert listed(folder, "*/*.conll") == expected
    assert listed(folder, "") == ["d.conll", *expected]
    assert listed(folder, "**/*.conll") == [*expected, "d.conll"]


def test_a_pattern_for_everything_below_stands_for_directories(folder: Path) -> None:
    assert sorted(listed(folder, "**")) == ["a-b/c.conll", "a/b.conll", "d.conll"]


def test_paths_may_be_of_any_kind_but_bytes(folder: Path) -> None:
    corpus = read(Named(folder / "d.conll"))
    write(corpus, Named(folder / "e.conll"))
    assert read(folder / "e.conll").names == corpus.names
    with pytest.raises(TypeError, match="is a path in bytes; give it as text"):
        list_files([b"d.conll"])  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (".", ["./d.conll", "./a/b.conll", "./a-b/c.conll"]),
        ("./a", ["./a/b.conll"]),
        ("a/", ["a/b.conll"]),
        ("./*.conll", ["./d.conll"]),
        ("./*/", ["./a/b.conll", "./a-b/c.conll"]),
        ("a/../a/b.conll", ["a/../a/b.conll"]),
        ("./none.conll", ["./none.conll"]),
    ],
)
def test_names_stay_as_they_are_given(
    folder: Path, monkeypatch: pytest.MonkeyPatch, path: str, expected: list[str]
) -> None:
    monkeypatch.chdir(folder)
    assert expand(path, CONLL) == expected


def test_a_name_with_marks_of_patterns_is_that_file_if_it_exists(tmp_path: Path) -> None:
    for name in ("a[1].conll", "a1.conll"):
        write_text(tmp_path / name, conll("(1)"))
    assert expand(tmp_path / "a[1].conll", CONLL) == [f"{tmp_path}/a[1].conll"]
    assert expand(tmp_path / "a?.conll", CONLL) == [f"{tmp_path}/a1.conll"]


@pytest.mark.parametrize("name", ["x" * 5_000, "a\0b", "\ud800"])
def test_names_that_no_file_can_have_are_refused(name: str) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read(name)


def test_directories_that_cannot_be_read_are_refused(folder: Path) -> None:
    (folder / "a").chmod(0)
    if os.access(folder / "a", os.R_OK):
        pytest.skip("this user may read everything")
    with pytest.raises(InputError, match=r"a: this directory cannot be read \(.*\); check its permissions"):
        expand(folder, CONLL)
