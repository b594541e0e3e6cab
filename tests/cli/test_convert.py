"""corefscore convert."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from corefscore.formats.registry import FORMATS
from tests.cli.running import run
from tests.files import write
from tests.shared import EXAMPLES, posix


def test_convert_by_suffix_and_by_name(tmp_path: Path) -> None:
    done = run("convert", EXAMPLES / "key.conll", tmp_path / "key.jsonl")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    back = run("convert", tmp_path / "key.jsonl", "-", "--to", "conll")
    assert back.returncode == 0
    assert back.stdout == (EXAMPLES / "key.conll").read_text()
    piped = run("convert", "-", "-", "--to", "conll", stdin=(tmp_path / "key.jsonl").read_bytes())
    assert piped.stdout == back.stdout


def test_convert_says_what_is_lost_and_what_is_refused(tmp_path: Path) -> None:
    done = run("convert", EXAMPLES / "key.conll", tmp_path / "key.csv")
    assert done.returncode == 0
    assert done.stderr == f"{tmp_path}/key.csv: warning: table cannot hold the words of 4 documents; this is lost\n"
    crossing = write(tmp_path / "f.jsonl", '{"doc_key": "d", "clusters": [[[0, 2], [1, 3]]], "spans": "inclusive"}\n')
    done = run("convert", crossing, tmp_path / "f.conll")
    assert done.returncode == 1
    assert "has mentions that cross or share a border" in done.stderr
    assert not (tmp_path / "f.conll").exists()


def test_convert_faults_of_use(tmp_path: Path) -> None:
    assert run("convert", EXAMPLES / "key.conll", tmp_path / "out.xyz").returncode == 1
    assert run("convert", EXAMPLES / "key.conll", tmp_path / "out", "--to", "xml").returncode == 2
    several = run("convert", EXAMPLES / "key.conll", "-", "--to", "brat")
    assert several.returncode == 1
    assert several.stderr.startswith(
        "standard output: this format writes several files for a document; name a directory"
    )
    done = run("convert", EXAMPLES / "key.conll", tmp_path / "no" / "such" / "out.conll")
    assert done.returncode == 1
    assert "cannot be written (No such file or directory)" in done.stderr


def test_every_format_is_in_the_help() -> None:
    text = run("convert", "--help").stdout
    assert all(name in text for name in FORMATS)


@pytest.mark.parametrize("alias", ["key.conll", "link", "hard", "sub/../key.conll"])
def test_a_file_is_never_converted_into_itself(tmp_path: Path, alias: str) -> None:
    path = write(tmp_path / "key.conll", (EXAMPLES / "key.conll").read_bytes())
    (tmp_path / "sub").mkdir()
    (tmp_path / "link").symlink_to(path)
    os.link(path, tmp_path / "hard")
    for form in ("conll", "jsonlines"):
        done = run("convert", path, tmp_path / alias, "--to", form)
        assert (done.returncode, done.stdout) == (2, "")
        assert "choose another output file, and rename the file afterwards" in " ".join(done.stderr.split())
        assert path.read_text() == (EXAMPLES / "key.conll").read_text()


@posix
def test_convert_writes_to_devices() -> None:
    done = run("convert", EXAMPLES / "key.conll", "/dev/stdout", "--to", "conll")
    assert done.stdout == (EXAMPLES / "key.conll").read_text()
