"""corefscore study, run as a user runs it."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tests.cli.running import KEY, RESPONSE, run
from tests.files import conll, write

SHORT = ("--steps", "2", "--draws", "2")


def test_twinless_prints_a_row_for_each_measure_and_draws_a_picture(tmp_path: Path) -> None:
    picture = tmp_path / "twinless.svg"
    done = run("study", "twinless", KEY, RESPONSE, *SHORT, "--plot", picture)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "74 response mentions, of which 10 are not in the key"
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


def test_what_is_wrong_is_reported_before_the_work(tmp_path: Path) -> None:
    done = run("study", "twinless", KEY, RESPONSE, "--plot", "picture.gif")
    assert done.returncode == 2
    assert "the name of the picture must end in .svg, .png, .pdf" in done.stderr
    assert run("study", "metrics", KEY, "-m", "b4").returncode == 2
    assert run("study", "twinless", KEY, RESPONSE, "--steps", "0").returncode == 2
    empty = write(tmp_path / "empty.conll", conll("- - -"))
    done = run("study", "metrics", empty)
    assert done.returncode == 1
    assert done.stderr == f"{empty}: has no mentions, so no errors can be added; give a corpus with mentions\n"
    repeated = write(tmp_path / "repeated.conll", conll("(0)|(1) (0) (1)"))
    done = run("study", "metrics", repeated)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1  # reported once, although the key is scored against itself
    done = run("study", "twinless", KEY, RESPONSE, *SHORT, "--plot", tmp_path / "none" / "picture.svg")
    assert done.returncode == 1
    assert "cannot be written" in done.stderr


def test_the_human_study_prints_and_draws(tmp_path: Path) -> None:
    picture = tmp_path / "human.svg"
    done = run("study", "human", "--samples", "20", "--plot", picture)
    assert (done.returncode, done.stderr) == (0, "")
    assert any(line.startswith("Information  ") and "0.829" in line for line in done.stdout.splitlines())
    assert "<svg" in picture.read_text()
    found = json.loads(run("study", "human", "--sensitivity", "--samples", "5", "-f", "json").stdout)
    assert found["scores"]["as it is"]["tau"] == pytest.approx(0.829, abs=0.001)
    assert run("study", "human", "--sensitivity", "--plot", picture).returncode == 2


def test_rankings_of_published_results_of_a_table_and_of_responses(folder: Path) -> None:
    done = run("study", "rankings", "-m", "muc,b3", "--plot", folder / "tau.svg")
    assert done.stdout.count("Kendall's τ") == 4
    assert "<svg" in (folder / "tau.svg").read_text()
    table = folder / "results.csv"
    run("compare", folder / "key.conll", folder / "systems", "-f", "csv", "-o", table)
    first = run("study", "rankings", table, "-f", "json").stdout
    assert first == run("study", "rankings", folder / "key.conll", folder / "systems", "-f", "json").stdout
    assert json.loads(first)["tracks"][0]["systems"] == 3
    assert run("study", "rankings", "-f", "csv").stdout.startswith(
        "track,systems,first,second,tau\nconll2011-english,18,"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rankings", "-m", "lea"], "has no 'lea'"),
        (["rankings", "--singletons", "drop"], "has its scores already"),
        (["human", "--seed", "-5"], "-5 is not in the range x>=0"),
        (["human", "--sensitivity", "--plot", "x.svg"], "--plot draws the study without --sensitivity"),
        (["metrics", KEY, "-m", "blank"], "there is no metric 'blank'; did you mean 'blanc'?"),
        (["twinles"], "No such command 'twinles'. Did you mean 'twinless'?"),
    ],
)
def test_faults_of_usage_exit_with_2(arguments: list[str], message: str) -> None:
    done = run("study", *arguments)
    assert done.returncode == 2
    assert message in done.stderr


def test_mentions_in_a_study_may_have_weights(tmp_path: Path) -> None:
    weights = write(tmp_path / "weights.csv", "text,weight\n*,1\n")
    plain, ones, by_tokens = (
        run("study", "twinless", KEY, RESPONSE, *SHORT, "-m", "b3", *options).stdout
        for options in ([], ["--weights", weights], ["--weights", "tokens"])
    )
    assert plain == ones != by_tokens
