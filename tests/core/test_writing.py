"""Files that are written completely or not at all."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest

import corefscore
from corefscore.core.writing import write_text


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


def test_the_mode_of_a_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "private.txt"
    path.write_text("old")
    path.chmod(0o600)
    write_text(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    write_text(tmp_path / "fresh.txt", "new")
    (tmp_path / "usual.txt").write_text("new")
    assert (tmp_path / "fresh.txt").stat().st_mode == (tmp_path / "usual.txt").stat().st_mode


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
