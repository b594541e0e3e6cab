"""Files are written completely or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from corefscore import InputError
from corefscore.core.writing import identity, replaced, same_file, write_text


def test_a_text_replaces_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "ünï code.txt"
    write_text(path, "first\n")
    write_text(str(path), "second, with half a character: \udcff\n")
    assert path.read_text(encoding="utf-8") == "second, with half a character: \\udcff\n"
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_a_failure_leaves_the_old_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")

    def write_half() -> None:
        with replaced(path) as stream:
            stream.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_half()
    assert path.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


def test_links_and_permissions_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_text("old")
    path.chmod(0o600)
    link.symlink_to(path)
    write_text(link, "new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o600


def test_devices_and_pipes_are_written_at_once(tmp_path: Path) -> None:
    write_text(os.devnull, "nothing")
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize("name", ["", "no/such/folder/file", "."])
def test_what_cannot_be_written_is_an_input_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        write_text(str(tmp_path / name) if name else "", "text")


def test_a_file_is_the_same_under_all_its_names(tmp_path: Path) -> None:
    path, link, other = tmp_path / "file", tmp_path / "link", tmp_path / "other"
    path.write_text("")
    other.write_text("")
    link.symlink_to(path)
    assert same_file(link, [other, path]) == path
    assert same_file(link, [other]) is None
    assert same_file(tmp_path / "none", [tmp_path / "none"]) is None
    assert identity(path) == identity(link) != identity(other)
