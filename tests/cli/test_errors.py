"""corefscore errors, run as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import KEY, RESPONSE, run


def test_errors_are_listed() -> None:
    done = run("errors", KEY, RESPONSE)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].split()[:3] == ["Document", "Kind", "Tokens"]
    assert len(lines) == 2 + 20 + 2
    assert "Divided entity: 6" in lines[-1]


def test_errors_of_one_kind_and_document_for_machines() -> None:
    found = json.loads(run("errors", KEY, RESPONSE, "--kind", "recall", "--document", "chess", "-f", "json").stdout)
    assert found["counts"]["recall"] == len(found["errors"]) == 4
    rows = run("errors", KEY, RESPONSE, "--taxonomy", "both", "-f", "csv").stdout.splitlines()
    assert len(rows) == 34


def test_the_tree_decides_on_antecedents() -> None:
    by_tree = [
        json.loads(run("errors", KEY, RESPONSE, "--taxonomy", "martschat", "--tree", tree, "-f", "json").stdout)
        for tree in ("closest", "accessibility")
    ]
    assert by_tree[0]["counts"] == by_tree[1]["counts"]
    assert by_tree[0]["errors"] != by_tree[1]["errors"]


def test_a_summary_of_errors() -> None:
    done = run("errors", KEY, RESPONSE, "--summary", "-f", "markdown")
    assert "| Divided entity | 6 | 13 | 1 | 4 | 1 | 0 | 0 |" in done.stdout
    assert json.loads(run("errors", KEY, RESPONSE, "--summary", "-f", "json").stdout)["divided"] == 6


def test_prices_of_errors(tmp_path: Path) -> None:
    picture = tmp_path / "waterfall.svg"
    done = run("errors", KEY, RESPONSE, "--price", "-m", "conll,b3", "--plot", picture)
    lines = [line.split() for line in done.stdout.splitlines()]
    assert ["As", "scored", "77.39", "77.97"] in lines
    assert ["+", "Extra", "singleton", "7", "100.00", "100.00"] in lines
    assert picture.read_text().startswith("<?xml")
    target = tmp_path / "prices.md"
    assert run("errors", KEY, RESPONSE, "--price", "-f", "markdown", "-o", target).stdout == ""
    assert target.read_text().count("| Errors |") == 2
    assert run("errors", KEY, RESPONSE, "--price", "-m", "b3", "-f", "csv").stdout.startswith("mode,kind,errors,metric")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["errors", KEY, RESPONSE, "--kind", "x"], "there is no kind of error 'x'; choose from span"),
        (["errors", KEY, RESPONSE, "--document", "x"], "there is no document 'x'"),
        (["errors", KEY, RESPONSE, "-m", "b3"], "--metric chooses the metrics of prices"),
        (["errors", KEY, RESPONSE, "--price", "--kind", "span"], "--price repairs all errors"),
        (["errors", KEY, RESPONSE, "--price", "--taxonomy", "martschat"], "leave out --taxonomy"),
        (["errors", KEY, RESPONSE, "--price", "-m", "bleu"], "there is no metric 'bleu'"),
    ],
)
def test_wrong_usage_exits_with_2(arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["errors", KEY, "nowhere.conll"], "nowhere.conll"),
        (["errors", KEY, RESPONSE, "--plot", "x.bmp", "-m", "b3"], "this kind of picture cannot be written"),
    ],
)
def test_faults_exit_with_1(arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (1, "")
    assert message in done.stderr
    assert "internal error" not in done.stderr
