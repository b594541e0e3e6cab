"""Files that several tests of the command line read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.files import conll, write


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A key and a directory of systems: two files, and one system in two files."""
    texts = {"key": "(1) (2) (1) (2)", "a": "(1) (2) (1) -", "b": "(1) (1) (1) (2)", "c": "(1) (2) (1) (2)"}
    parts = {name: [conll(cells, "(x/1)"), conll(cells, "(y/2)")] for name, cells in texts.items()}
    (tmp_path / "systems" / "c").mkdir(parents=True)
    write(tmp_path / "key.conll", "".join(parts["key"]))
    write(tmp_path / "systems" / "a.conll", "".join(parts["a"]))
    write(tmp_path / "systems" / "b.v2.conll", "".join(parts["b"]))
    write(tmp_path / "systems" / "notes.txt", "not a system")
    for number, part in enumerate(parts["c"]):
        write(tmp_path / "systems" / "c" / f"{number}.conll", part)
    return tmp_path
