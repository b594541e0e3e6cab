"""Where output goes: files are replaced at once, and never those that are read."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.running import call
from tests.shared import EXAMPLES, posix


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    """A key and a response that may be harmed."""
    found = tmp_path / "key.conll", tmp_path / "response.conll"
    for path in found:
        shutil.copy(EXAMPLES / path.name, path)
    return found


@posix
def test_an_input_is_not_written_over(pair: tuple[Path, Path], tmp_path: Path) -> None:
    key, response = pair
    link, hard = tmp_path / "link.txt", tmp_path / "hard.txt"
    link.symlink_to(response)
    hard.hardlink_to(key)
    before = [path.read_bytes() for path in pair]
    for target in (key, response, link, hard, tmp_path / "." / "key.conll"):
        done = call("score", key, response, "-o", target)
        assert (done.returncode, done.stdout) == (2, "")
        assert f"{target} is the input file" in done.stderr
    assert [path.read_bytes() for path in pair] == before


def test_an_input_in_a_directory_or_of_a_pattern_is_not_written_over(pair: tuple[Path, Path], tmp_path: Path) -> None:
    key, response = pair
    weights = tmp_path / "weights.csv"
    weights.write_text("text,weight\n*,1\n")
    commands: list[list[str | Path]] = [
        ["compare", key, tmp_path, "-o", response],
        ["compare", key, f"{tmp_path}/resp*.conll", "-o", response],
        ["compare", key, f"ours={response}", "-o", response],
        ["compare", "--track", "x", key, response, "-o", key],
        ["score", key, response, "--weights", weights, "-o", weights],
        ["score", key, response, "--group-by", weights, "-o", weights],
        ["report", key, response, "-o", key],
        ["validate", tmp_path, "-o", key],
        ["study", "metrics", key, "--in", response, "-o", response],
    ]
    for arguments in commands:
        done = call(*arguments)
        assert done.returncode == 2, arguments
        assert "; choose another output file" in done.stderr


@posix
def test_output_replaces_what_was_there(pair: tuple[Path, Path], tmp_path: Path) -> None:
    target = tmp_path / "scores.json"
    target.write_text("something else")
    target.chmod(0o640)
    link = tmp_path / "link.json"
    link.symlink_to(target)
    assert call("score", *pair, "-f", "json", "-o", link).returncode == 0
    assert link.is_symlink()
    assert json.loads(target.read_text())["metrics"]
    assert target.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        *("key.conll", "link.json", "response.conll", "scores.json")
    ]


def test_a_dash_is_standard_output(pair: tuple[Path, Path]) -> None:
    assert call("score", *pair, "-o", "-") == call("score", *pair)


def test_every_command_with_a_table_writes_every_form(pair: tuple[Path, Path], tmp_path: Path) -> None:
    key, response = pair
    commands: list[list[str | Path]] = [
        ["score", key, response, "--by", "document"],
        ["entities", key, response],
        ["errors", key, response],
        ["explain", key, response, "--document", "chess"],
        ["compare", key, f"a={response}", f"b={key}", "--test", "none"],
        ["leaderboard", "conll2012-english"],
        ["metrics"],
        ["validate", key],
        ["study", "rankings"],
    ]
    for command in commands:
        for form, beginning in (("json", "[{"), ("csv", ""), ("markdown", "|#"), ("latex", "%\\"), ("table", "")):
            printed = call(*command, "-f", form)
            assert (printed.returncode, printed.stderr) == (0, "")
            assert not beginning or printed.stdout[0] in beginning
            call(*command, "-f", form, "-o", tmp_path / "out")
            assert (tmp_path / "out").read_text(encoding="utf-8") == printed.stdout
