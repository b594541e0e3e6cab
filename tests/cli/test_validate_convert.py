"""corefscore validate and corefscore convert."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from corefscore.analysis.validation import validate
from corefscore.formats.registry import FORMATS
from tests.files import conll, write
from tests.shared import EXAMPLES


def run(*arguments: str | Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "corefscore", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, input=stdin, check=False)


def test_a_sound_file_is_described() -> None:
    done = run("validate", EXAMPLES / "key.conll")
    assert (done.returncode, done.stderr) == (0, "")
    rows = dict(line.rsplit(maxsplit=1) for line in done.stdout.splitlines()[2:])
    assert rows["documents"] == "4"
    assert rows["tokens"] == "259"
    assert rows["mentions inside one another, at most"] == "3"


def test_all_problems_of_all_files_are_listed(tmp_path: Path) -> None:
    bad = write(tmp_path / "bad.conll", conll(" ".join(f"({n}" for n in range(50))))
    twice = write(tmp_path / "twice.conll", conll("(1)|(2) - (1)"))
    done = run("validate", bad, EXAMPLES / "key.conll", twice)
    assert done.returncode == 1
    lines = done.stderr.splitlines()
    assert len(lines) == 51
    assert lines[0] == f"{bad}:2: entity 0 opens here but never closes; close it with 0) before its document ends"
    assert "is in entity 1 and in entity 2; keep one" in lines[-1]
    assert "key.conll" in done.stdout
    assert "bad.conll" not in done.stdout


def test_json_has_everything(tmp_path: Path) -> None:
    odd = write(tmp_path / "odd.conll", conll("(1 164 1)"))
    bad = write(tmp_path / "bad.json", "{}")
    done = run("validate", odd, bad, "-f", "json")
    assert done.returncode == 1
    first, second = json.loads(done.stdout)
    assert first["sound"] is True
    assert first["statistics"]["mentions"] == 1
    assert first["warnings"][0]["line"] == 3
    assert (second["sound"], second["statistics"], second["total_problems"]) == (False, None, 1)
    assert second["problems"][0]["message"].startswith("no document is in this file")


def test_warnings_are_told_and_do_not_fail(tmp_path: Path) -> None:
    path = write(tmp_path / "f.csv", "document,start,end,entity\nd,0,0,1\n")
    done = run("validate", path, "-f", "csv")
    assert done.returncode == 0
    assert done.stderr.startswith(f"{path}:2: warning: spans=inclusive, as [0, 0] of document 'd' proves")
    assert "mentions,1" in done.stdout


def test_validation_in_python_collects_what_is_told(tmp_path: Path) -> None:
    found = validate(write(tmp_path / "f.conll", conll("(1)|(1) (2 164 2)")))
    assert found.sound
    assert found.statistics is not None
    assert found.statistics.mentions == 3
    assert len(found.warnings) == 2


@pytest.mark.parametrize(
    ("source", "messages"),
    [
        ("Once upon a time\n", ["the format cannot be told"]),
        ('{"d": [["a"}', ["this is no JSON"]),
    ],
)
def test_files_that_cannot_be_read_are_problems_too(tmp_path: Path, source: str, messages: list[str]) -> None:
    done = run("validate", write(tmp_path / "f", source))
    assert done.returncode == 1
    assert all(message in done.stderr for message in messages)
    assert "Traceback" not in done.stderr


def test_convert_by_suffix_and_by_name(tmp_path: Path) -> None:
    done = run("convert", EXAMPLES / "key.conll", tmp_path / "key.jsonl")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    back = run("convert", tmp_path / "key.jsonl", "-", "--to", "conll")
    assert back.returncode == 0
    assert back.stdout == (EXAMPLES / "key.conll").read_text()
    piped = run("convert", "-", "-", "--to", "conll", stdin=(tmp_path / "key.jsonl").read_text())
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
    assert several.stderr.startswith("standard output: this format has several files for a document; name a directory")
    done = run("convert", EXAMPLES / "key.conll", tmp_path / "no" / "such" / "out.conll")
    assert done.returncode == 1
    assert "cannot be written (No such file or directory)" in done.stderr


def test_score_takes_formats_and_spans(tmp_path: Path) -> None:
    run("convert", EXAMPLES / "response.conll", tmp_path / "r.json")
    done = run("score", EXAMPLES / "key.conll", tmp_path / "r.json", "--response-spans", "inclusive", "-f", "json")
    expected = run("score", EXAMPLES / "key.conll", EXAMPLES / "response.conll", "-f", "json")
    assert json.loads(done.stdout)["metrics"] == json.loads(expected.stdout)["metrics"]
    wrong = run("score", EXAMPLES / "key.conll", tmp_path / "r.json", "--response-format", "brat")
    assert wrong.returncode == 1
    assert "a line begins with T, R" in wrong.stderr


def test_every_format_is_in_the_help() -> None:
    text = run("convert", "--help").stdout
    assert all(name in text for name in FORMATS)


def test_convert_in_place_keeps_everything(tmp_path: Path) -> None:
    path = write(tmp_path / "key.conll", (EXAMPLES / "key.conll").read_bytes())
    done = run("convert", path, path)
    assert (done.returncode, done.stderr) == (0, "")
    assert path.read_text() == (EXAMPLES / "key.conll").read_text()


def test_convert_writes_to_devices() -> None:
    done = run("convert", EXAMPLES / "key.conll", "/dev/stdout", "--to", "conll")
    assert done.stdout == (EXAMPLES / "key.conll").read_text()
