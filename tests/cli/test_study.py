"""corefscore study twinless and study metrics, run as a user runs them."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

from tests.cli.test_cli import KEY, RESPONSE, run
from tests.files import conll, write

SHORT = ("--steps", "2", "--draws", "2")


def test_twinless_prints_a_row_for_each_measure_and_draws_a_picture(tmp_path: Path) -> None:
    picture = tmp_path / "twinless.svg"
    done = run("study", "twinless", KEY, RESPONSE, *SHORT, "--plot", picture)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "74 response mentions, of which the key lacks 10"
    assert [line.split()[0] for line in lines[5:]][:6] == ["Mentions", "MUC", "B³", "B³-0", "B³-all", "B³-r&n"]
    assert "B³-sys" in picture.read_text(encoding="utf-8")


def test_tidy_csv_has_a_row_for_each_reading() -> None:
    done = run("study", "twinless", KEY, RESPONSE, *SHORT, "-m", "b3,b3-sys", "-f", "csv")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert list(rows[0]) == ["kind", "share", "draw", "metric", "recall", "precision", "f1"]
    assert [(row["share"], row["draw"]) for row in rows if row["metric"] == "b3"] == [
        *(("0.0", "1"), ("0.5", "1"), ("1.0", "1"), ("0.5", "2"))
    ]
    again = run("study", "twinless", KEY, RESPONSE, *SHORT, "-m", "b3,b3-sys", "-f", "json")
    assert [reading["metric"] for reading in json.loads(again.stdout)] == [row["metric"] for row in rows]


def test_metrics_makes_every_kind_of_error(tmp_path: Path) -> None:
    picture = tmp_path / "errors.png"
    done = run("study", "metrics", KEY, *SHORT, "--plot", picture)
    assert (done.returncode, done.stderr) == (0, "")
    assert "spurious singletons  MUC       100.00  100.00  100.00     0.00  does not move" in done.stdout
    assert picture.stat().st_size > 10_000


def test_errors_can_be_made_in_a_response() -> None:
    done = run("study", "metrics", KEY, "--in", RESPONSE, *SHORT, "-m", "b3-all")
    assert done.stdout.startswith(f"Errors made in {RESPONSE}: 74 mentions, 36 entities")
    line = next(line for line in done.stdout.splitlines() if line.startswith("spurious singletons"))
    assert line.endswith("rises from 0% to 100%")


def test_what_is_wrong_is_told_before_the_work(tmp_path: Path) -> None:
    done = run("study", "twinless", KEY, RESPONSE, "--plot", "picture.gif")
    assert done.returncode == 2
    assert "end the name of the picture in .svg, .png, .pdf" in done.stderr
    assert run("study", "metrics", KEY, "-m", "b4").returncode == 2
    assert run("study", "twinless", KEY, RESPONSE, "--steps", "0").returncode == 2
    empty = write(tmp_path / "empty.conll", conll("- - -"))
    done = run("study", "metrics", empty)
    assert done.returncode == 1
    assert done.stderr == f"{empty}: has no mentions; errors need some to be made in\n"
    repeated = write(tmp_path / "repeated.conll", conll("(0)|(1) (0) (1)"))
    done = run("study", "metrics", repeated)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1  # told once, although the key is scored against itself
    done = run("study", "twinless", KEY, RESPONSE, *SHORT, "--plot", tmp_path / "none" / "picture.svg")
    assert done.returncode == 1
    assert "cannot be written" in done.stderr
