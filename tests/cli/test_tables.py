"""Tables of ids on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import call, on_terminal
from tests.shared import EXAMPLES

RECORDS = EXAMPLES / "records"
KEY, RESPONSE, SAMPLE, PAIRS = (RECORDS / f"{name}.csv" for name in ("key", "response", "sample", "pairs"))


@pytest.mark.parametrize("engine", ["auto", "memory", "duckdb"])
def test_a_table_of_records_is_scored(engine: str) -> None:
    words = ("score", KEY, RESPONSE, "--mention", "record_id", "--entity", "cluster_id", "--engine", engine)
    found = json.loads(call(*words, "-m", "pairwise,rand", "-f", "json").stdout)
    assert found["metrics"]["pairwise"]["recall"] == 5 / 7
    assert found["metrics"]["rand"] == {"value": pytest.approx(40 / 45)}


def test_a_table_without_spans_is_a_table_of_ids() -> None:
    assert "duplicates:error|blanc:reference|mentions:all" in call("score", KEY, RESPONSE, "--signature").stdout


def test_a_table_with_spans_is_a_table_of_mentions(tmp_path: Path) -> None:
    table = tmp_path / "mentions.csv"
    table.write_text("document,start,end,entity\nd,0,0,a\nd,2,3,a\n")
    assert "match:exact" in call("score", table, table, "--spans", "inclusive", "--signature").stdout
    as_ids = call("score", table, table, "--mention", "start", "--signature")
    assert "unlabelled:drop" in as_ids.stdout


def test_columns_may_differ_between_sides(tmp_path: Path) -> None:
    other = tmp_path / "other.csv"
    other.write_text(RESPONSE.read_text().replace("record_id,cluster_id", "r,c"))
    words = ("--response-mention", "r", "--response-entity", "c", "-m", "pairwise", "-f", "json")
    found = json.loads(call("score", KEY, other, *words).stdout)
    assert found["metrics"]["pairwise"]["precision"] == 5 / 8


@pytest.mark.parametrize("engine", ["memory", "duckdb"])
def test_an_id_in_two_documents_is_two_mentions(engine: str, tmp_path: Path) -> None:
    key, response = tmp_path / "key.csv", tmp_path / "response.csv"
    key.write_text("block,mention,entity\nx,1,a\nx,2,a\ny,1,a\ny,2,a\n")
    response.write_text("block,mention,entity\nx,1,p\nx,2,p\ny,1,p\ny,2,q\n")
    words = ("score", key, response, "--engine", engine, "-m", "pairwise", "-f", "json")
    found = json.loads(call(*words, "--document-column", "block").stdout)
    assert found["metrics"]["pairwise"]["recall"] == 1 / 2
    assert [*found["documents"]] == ["x", "y"]
    assert "mention '1' is twice in entity 'a'" in call(*words).stderr


def test_a_terminal_shows_how_far_the_count_is() -> None:
    words = ["score", str(KEY), str(RESPONSE), "--engine", "duckdb", "--signature"]
    code = (
        "import time, rich.progress, corefscore.cli.output as output, corefscore.engines.sql_plan as plan\n"
        "from corefscore.cli.main import main\n"
        "output.PATIENCE, counts = 0, plan._Plan.table_counts\n"
        "plan._Plan.table_counts = lambda self: time.sleep(1) or counts(self)\n"
        f"main({words!r})"
    )
    shown = on_terminal(code)
    assert "counting" in shown
    assert "4/6" in shown
    assert "documents:1" in shown


def test_a_temporary_directory_that_is_missing_is_not_made(tmp_path: Path) -> None:
    missing = tmp_path / "no" / "such"
    done = call("score", KEY, RESPONSE, "--engine", "duckdb", "--temp", missing, "-o", tmp_path / "scores.json")
    assert done.returncode == 1
    advice = "name an existing directory that can be written"
    assert done.stderr == f"{missing}: cannot be used for temporary files (No such file or directory); {advice}\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (("--mention", "record"), 1, "there is no column 'record'; did you mean 'record_id'?"),
        (("--match", "head"), 2, "--match is an option for texts"),
        (("-m", "zeros"), 2, "needs the text of mentions"),
        (("--engine", "duckdb", "--memory", "much"), 2, "'much' is not an amount of memory"),
        (("--ci",), 1, "need two or more documents"),
        (("--mentions", "gold", "--mention", "cluster_id", "--entity", "record_id"), 1, "mention"),
    ],
)
def test_faults_are_one_line(words: tuple[str, ...], status: int, message: str) -> None:
    done = call("score", KEY, RESPONSE, *words)
    assert done.returncode == status
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_estimates() -> None:
    found = json.loads(call("estimate", SAMPLE, RESPONSE, "--sampling", "size", "-f", "json").stdout)
    assert set(found["metrics"]) == {"pairwise", "b3-clusters", "clusters"}
    assert set(found["metrics"]["pairwise"]["f1"]) == {"estimate", "se"}
    assert found["metrics"]["clusters"]["recall"] == {"estimate": 0.0, "se": None}
    assert "misleading" in call("estimate", SAMPLE, RESPONSE).stdout


def test_thresholds(tmp_path: Path) -> None:
    words = ("-m", "pairwise,b3", "--best", "b3", "--plot", tmp_path / "curve.svg", "-f", "json")
    found = json.loads(call("thresholds", KEY, PAIRS, *words).stdout)
    assert [row["threshold"] for row in found["thresholds"]] == [0.97, 0.95, 0.9, 0.6, 0.55, 0.2, 0.1]
    assert found["best"] == {"metric": "b3", "threshold": 0.9, "f1": pytest.approx(13 / 14)}
    assert (tmp_path / "curve.svg").exists()


def test_blocking() -> None:
    found = json.loads(call("blocking", KEY, PAIRS, "-f", "json").stdout)
    assert found == {
        "pairs_completeness": 5 / 7,
        "reduction_ratio": 1 - 8 / 45,
        "candidates": 8,
        "found": 5,
        "true": 7,
        "all": 45,
    }
