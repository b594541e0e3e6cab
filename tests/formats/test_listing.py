"""Which files paths, directories and patterns stand for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from corefscore.formats.listing import expand
from corefscore.formats.reading import list_files, read
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
