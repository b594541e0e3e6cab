"""corefscore entities, run as a user runs it."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

import corefscore
from tests.cli.running import KEY, RESPONSE, run
from tests.files import write


def test_entities_are_shown_with_their_categories() -> None:
    done = run("entities", KEY, RESPONSE)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert "Mara Quill, The baker, she, her, Quill, his sister" in lines[2]
    assert lines[-3].startswith("1 perfect: 12, 2a partial entity: 8,")
    assert lines[-1] == f"corefscore {corefscore.__version__}"


def test_entities_can_be_filtered_and_sorted() -> None:
    options = ("--category", "2a,3", "--min-size", "3", "--document", "(news/chess); part 000", "--sort", "size")
    found = json.loads(run("entities", KEY, RESPONSE, *options, "--reverse", "-f", "json").stdout)["entities"]
    assert [(entity["category"], entity["size"]) for entity in found] == [("2a", 6), ("2a", 5), ("2a", 3), ("2a", 3)]
    assert {entity["document"] for entity in found} == {"(news/chess); part 000"}
    rows = list(csv.DictReader(io.StringIO(run("entities", KEY, RESPONSE, "--category", "4", "-f", "csv").stdout)))
    assert [row["missing"] for row in rows] == ["its crew | they"]


def test_the_summary_has_categories_and_sizes(tmp_path: Path) -> None:
    done = run("entities", KEY, RESPONSE, "--summary")
    assert "1     perfect                 12  48.00        24  35.29" in done.stdout.splitlines()
    assert "6 to 10     2         0" in done.stdout
    target = tmp_path / "summary.json"
    assert run("entities", KEY, RESPONSE, "--summary", "-f", "json", "-o", target).stdout == ""
    assert "entities" not in json.loads(target.read_text())


@pytest.mark.parametrize(
    ("options", "status", "message"),
    [
        (["--category", "5"], 2, "there is no category '5'; choose from 1, 2a, 2b, 3, 4, none"),
        (["--document", "x"], 2, "there is no document 'x'"),
        (["--sort", "width"], 2, "there is no column 'width'"),
        (["--reverse"], 2, "--reverse needs a column"),
        (["--summary", "-f", "csv"], 2, "--summary has two tables"),
        (["--overlap", "head"], 1, "this format has no heads"),
        (["--weights", "nowhere.csv"], 1, "nowhere.csv: this is neither information, nor tokens, nor a file"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(options: list[str], status: int, message: str) -> None:
    done = run("entities", KEY, RESPONSE, *options)
    assert done.returncode == status
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_files_without_words_have_entities_too(tmp_path: Path) -> None:
    key = write(tmp_path / "k.conll", "#begin document d\n(0\n0)\n(0)\n#end document\n")
    response = write(tmp_path / "r.conll", "#begin document d\n(0)\n-\n(0)\n#end document\n")
    done = run("entities", key, response, "-f", "json")
    record = json.loads(done.stdout)["entities"][0]
    assert (record["category"], record["overlapping"]) == ("2b", [{"key": "[0-1]", "response": "[0]"}])
    assert run("score", key, response, "-m", "information").returncode == 0
