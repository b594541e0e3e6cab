"""Published results, and new ones among them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import corefscore
from corefscore.comparison import leaderboard

BOARD = "conll2012-english"


def result_file(folder: Path, documents: int = 348, **policies: Any) -> Path:
    """A perfect result on so many documents, as `score -f json` writes it."""
    key = {f"d{number}": [["a", "b"], ["c", "d"]] for number in range(documents)}
    path = folder / "mine.json"
    path.write_text(corefscore.score(key, key, **policies).to_json(), encoding="utf-8")
    return path


def test_the_boards() -> None:
    assert leaderboard.boards() == ["conll2011-english", BOARD, "conll2012-chinese", "conll2012-arabic"]
    with pytest.raises(ValueError, match="there is no leaderboard 'x'"):
        leaderboard.published("x")


def test_a_misprint_is_flagged_and_ranked_by_its_parts() -> None:
    table = leaderboard.Board(BOARD, leaderboard.published(BOARD)).table()
    ranks = {row[1]: row[0] for row in table.rows}
    assert (ranks["chen"], ranks["stamborg"], ranks["chunyang"]) == (5, 5, 7)
    assert "† stamborg: printed as 54.2, which is not the mean of its metrics" in table.foot
    assert "54.5†" in table.to_text()


def test_a_result_has_a_rank_among_the_published_ones(tmp_path: Path) -> None:
    mine = leaderboard.read_result(str(result_file(tmp_path, profile="conll2012")), BOARD)
    table = leaderboard.Board(BOARD, [*leaderboard.published(BOARD), mine]).table()
    assert table.rows[0][:2] == [1, "mine +"]
    assert table.rows[1][:2] == [2, "fernandes"]
    assert "+ added here" in table.foot


def test_stricter_settings_that_change_no_figure_are_accepted(tmp_path: Path) -> None:
    path = result_file(tmp_path, profile="conll2012", missing="error", extra="error", tokens="error")
    assert leaderboard.read_result(str(path), BOARD, "Mine").system == "Mine"


@pytest.mark.parametrize(
    ("policies", "message"),
    [
        ({}, "was scored with duplicates=error, but the leaderboard with duplicates=reference"),
        ({"profile": "conll2012", "singletons": "drop"}, "was scored with singletons=drop"),
        ({"profile": "conll2012", "missing": "skip"}, "was scored with missing=skip"),
        ({"profile": "conll2012", "blanc": "luo2014"}, "was scored with blanc=luo2014"),
    ],
)
def test_other_settings_are_refused(tmp_path: Path, policies: dict[str, Any], message: str) -> None:
    with pytest.raises(corefscore.InputError, match=message):
        leaderboard.read_result(str(result_file(tmp_path, **policies)), BOARD)


def test_another_set_of_documents_is_refused(tmp_path: Path) -> None:
    with pytest.raises(corefscore.InputError, match=r"another set \(documents:3\)"):
        leaderboard.read_result(str(result_file(tmp_path, 3, profile="conll2012")), BOARD)


@pytest.mark.parametrize("content", ["{", "[]", "{}", '{"metrics": {}, "settings": 3, "signature": ""}'])
def test_what_is_no_result_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "mine.json"
    path.write_text(content)
    with pytest.raises(corefscore.InputError, match="corefscore score KEY RESPONSE -f json"):
        leaderboard.read_result(str(path), BOARD)


def test_all_metrics_of_the_board_are_needed(tmp_path: Path) -> None:
    path = result_file(tmp_path, profile="conll2012")
    figures: dict[str, Any] = json.loads(path.read_text())
    del figures["metrics"]["ceafm"]
    path.write_text(json.dumps(figures))
    with pytest.raises(corefscore.InputError, match="lacks ceafm"):
        leaderboard.read_result(str(path), BOARD)


def test_ties_are_not_broken_by_digits_the_board_does_not_have() -> None:
    entries = leaderboard.published(BOARD)
    first = entries[0]
    tied = leaderboard.Entry("tied", {**first.f1, "conll": round(first.f1["conll"] + 0.0004, 3)}, new=True)
    assert [row[0] for row in leaderboard.Board(BOARD, [*entries, tied]).table().rows][:2] == [1, 1]
    with pytest.raises(ValueError, match="the leaderboard has no metric 'lea'"):
        leaderboard.Board(BOARD, entries, "lea")
