"""corefscore weights, run as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.running import KEY, run
from tests.files import write


def test_mentions_and_the_map_of_weights_are_shown() -> None:
    done = run("weights", KEY)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Ilse Ndiaye" in done.stdout
    assert "Part of the document" in done.stdout
    assert "Ilse Ndiaye" not in run("weights", KEY, "--summary").stdout


def test_weights_of_a_file_and_a_picture(tmp_path: Path) -> None:
    file = write(tmp_path / "weights.csv", "text,weight\nshe,0.5\n*,2\n")
    picture = tmp_path / "map.svg"
    found = json.loads(run("weights", KEY, "--weights", str(file), "-f", "json", "--plot", str(picture)).stdout)
    assert found["weights"] == "given"
    assert {record["weight"] for record in found["mentions"]} == {0.5, 2}
    assert picture.read_text(encoding="utf-8").startswith("<?xml")


def test_a_summary_is_no_csv() -> None:
    done = run("weights", KEY, "--summary", "-f", "csv")
    assert done.returncode == 2
    assert "two tables" in done.stderr
