"""corefscore validate."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from corefscore.analysis.validation import validate
from tests.cli.running import run
from tests.files import conll, ua, write
from tests.shared import EXAMPLES


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
    message = "entity 0 opens here but never closes; close it with 0) before its document ends"
    assert lines[0] == f"{bad}:2: {message}, or choose brackets=ignore (--brackets)"
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
    assert second["problems"][0]["message"].startswith("this file has no document")


def test_warnings_are_reported_and_do_not_fail(tmp_path: Path) -> None:
    path = write(tmp_path / "f.csv", "document,start,end,entity\nd,0,0,1\n")
    done = run("validate", path, "-f", "csv")
    assert done.returncode == 0
    reason = "spans=inclusive: otherwise [0, 0] of document 'd' would be empty"
    assert done.stderr.startswith(f"{path}:2: warning: ends of spans are read as {reason}")
    assert "mentions,1" in done.stdout


def test_validation_in_python_collects_what_is_reported(tmp_path: Path) -> None:
    found = validate(write(tmp_path / "f.conll", conll("(1)|(1) (2 164 2)")))
    assert found.sound
    assert found.statistics is not None
    assert found.statistics.mentions == 3
    assert len(found.warnings) == 2


@pytest.mark.parametrize(
    ("source", "messages"),
    [
        ("Once upon a time\n", ["this looks like no known format"]),
        ('{"d": [["a"}', ["this is not JSON"]),
    ],
)
def test_files_that_cannot_be_read_are_problems_too(tmp_path: Path, source: str, messages: list[str]) -> None:
    done = run("validate", write(tmp_path / "f", source))
    assert done.returncode == 1
    assert all(message in done.stderr for message in messages)
    assert "Traceback" not in done.stderr


def test_both_layers_of_universal_anaphora_are_checked(tmp_path: Path) -> None:
    text = ua("(EntityID=1|MarkableID=a) _ (EntityID=9-DD|MarkableID=u", "_ _ _")
    path = write(tmp_path / "a.conllua", text)
    done = run("validate", path)
    message = "markable 'u' opens here and never closes in its document; close it with ')'"
    assert (done.returncode, done.stdout) == (1, "")
    assert [line.partition(": ")[2] for line in done.stderr.splitlines()] == [f"layer deixis: {message}"]
    assert run("validate", path, "--layer", "identity").returncode == 0
    alone = run("validate", path, "--layer", "deixis")
    assert alone.returncode == 1
    assert message in alone.stderr
    assert "layer deixis: " not in alone.stderr


def test_what_both_layers_share_is_reported_once(tmp_path: Path) -> None:
    identity = ua("(EntityID=1|MarkableID=a)", "_").replace("\t_\n", "\n")
    found = validate(write(tmp_path / "a.conllua", identity))
    assert found.sound
    assert len({each.message.removeprefix("layer deixis: ") for each in found.warnings}) == len(found.warnings)
    assert not any("NO MENTIONS" in each.message for each in found.warnings)
    both = validate(write(tmp_path / "b.conllua", ua("(EntityID=1|MarkableID=a _ (EntityID=2|MarkableID=b", "_")))
    assert both.total == len(both.problems) == 2
