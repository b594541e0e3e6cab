"""corefscore leaderboard."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import KEY, RESPONSE, run


def test_a_leaderboard_with_a_result_of_ones_own(tmp_path: Path) -> None:
    assert run("leaderboard").stdout.splitlines()[1] == "conll2012-english"
    mine = tmp_path / "mine.json"
    run("score", KEY, RESPONSE, "--profile", "conll2012", "-f", "json", "-o", mine)
    done = run("leaderboard", "conll2012-chinese", "--add", f"ours={mine}")
    assert done.stdout.splitlines()[2].split()[:3] == ["1", "ours", "+"]
    refused = run("leaderboard", "conll2012-english", "--add", mine)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "another set (documents:4)" in refused.stderr
    board = json.loads(run("leaderboard", "conll2011-english", "-f", "json").stdout)
    assert next(each for each in board["systems"] if each["system"] == "kobdani")["conll_as_printed"] == 0.387


def test_the_boards_for_machines() -> None:
    boards = run("leaderboard").stdout.splitlines()
    assert [row["board"] for row in json.loads(run("leaderboard", "-f", "json").stdout)] == boards


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["x"], "there is no leaderboard 'x'"),
        (["conll2012-arabic", "--sort", "lea"], "the leaderboard has no metric 'lea'"),
    ],
)
def test_faults_of_usage_exit_with_2(arguments: list[str], message: str) -> None:
    done = run("leaderboard", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
