"""Files that are written completely or not at all."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest

import corefscore
from corefscore import InputError
from corefscore.core.replacing import identity, replaced, same_file, write_text
from tests.shared import posix


def test_a_text_is_written_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "new.txt"
    write_text(path, "B³\r\nτ\n")
    assert path.read_bytes() == "B³\r\nτ\n".encode()
    write_text(str(path), "")
    assert path.read_bytes() == b""
    assert [each.name for each in tmp_path.iterdir()] == ["new.txt"]


def test_half_a_character_becomes_its_number(tmp_path: Path) -> None:
    write_text(tmp_path / "half.txt", "a\ud83db")
    assert (tmp_path / "half.txt").read_bytes() == b"a\\ud83db"


@posix
def test_the_mode_of_a_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "private.txt"
    path.write_text("old")
    path.chmod(0o600)
    write_text(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    write_text(tmp_path / "fresh.txt", "new")
    (tmp_path / "usual.txt").write_text("new")
    assert (tmp_path / "fresh.txt").stat().st_mode == (tmp_path / "usual.txt").stat().st_mode


@posix
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    target, link, loose = tmp_path / "folder" / "target.txt", tmp_path / "link.txt", tmp_path / "loose.txt"
    target.write_text("old")
    link.symlink_to(target)
    loose.symlink_to(tmp_path / "folder" / "other.txt")
    write_text(link, "new")
    write_text(loose, "other")
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert (tmp_path / "folder" / "other.txt").read_text() == "other"


def test_a_failure_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "page.html"
    path.write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copymode", full)
    with pytest.raises(corefscore.InputError, match=r"page\.html: cannot be written \(No space left on device\)"):
        write_text(path, "new")
    assert path.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["page.html"]


@posix
def test_paths_that_cannot_be_written(tmp_path: Path) -> None:
    circle = tmp_path / "circle"
    circle.symlink_to(circle)
    for path, reason in (
        (tmp_path, "Is a directory"),
        (tmp_path / "no" / "page.html", "No such file or directory"),
        (tmp_path / "zero\0", "null"),
        (circle, ""),
    ):
        with pytest.raises(corefscore.InputError, match=f"cannot be written .*{reason}"):
            write_text(path, "text")


def test_a_device_is_written_at_once() -> None:
    write_text(os.devnull, "text")


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


@posix
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


@posix
def test_a_file_is_the_same_under_all_its_names(tmp_path: Path) -> None:
    path, link, other = tmp_path / "file", tmp_path / "link", tmp_path / "other"
    path.write_text("")
    other.write_text("")
    link.symlink_to(path)
    assert same_file(link, [other, path]) == path
    assert same_file(link, [other]) is None
    assert same_file(tmp_path / "none", [tmp_path / "none"]) is None
    assert identity(path) == identity(link) != identity(other)
