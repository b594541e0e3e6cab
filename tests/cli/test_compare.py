"""Comparisons, leaderboards and rankings on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from corefscore.cli.commands.compare import PLOTS, TESTS
from corefscore.comparison.pictures import KINDS
from corefscore.comparison.significance import TESTS as KNOWN_TESTS
from tests.cli.test_cli import KEY, RESPONSE, run
from tests.files import conll, write

PAIR = (KEY, f"system={RESPONSE}", f"perfect={KEY}")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A key and a directory of systems: two files, and one system in two files."""
    texts = {"key": "(1) (2) (1) (2)", "a": "(1) (2) (1) -", "b": "(1) (1) (1) (2)", "c": "(1) (2) (1) (2)"}
    parts = {name: [conll(cells, "(x/1)"), conll(cells, "(y/2)")] for name, cells in texts.items()}
    (tmp_path / "systems" / "c").mkdir(parents=True)
    write(tmp_path / "key.conll", "".join(parts["key"]))
    write(tmp_path / "systems" / "a.conll", "".join(parts["a"]))
    write(tmp_path / "systems" / "b.v2.conll", "".join(parts["b"]))
    write(tmp_path / "systems" / "notes.txt", "not a system")
    for number, part in enumerate(parts["c"]):
        write(tmp_path / "systems" / "c" / f"{number}.conll", part)
    return tmp_path


def test_choices_of_the_command_line_are_those_of_the_package() -> None:
    assert {*TESTS} == {*KNOWN_TESTS, "none"}
    assert {*PLOTS} == {*KINDS, "scatter"}


def test_systems_stand_in_one_table() -> None:
    done = run("compare", *PAIR)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["System", "Mentions", "MUC", "B³", "CEAF-m", "CEAF-e", "BLANC", "LEA", "CoNLL"]
    assert lines[2].split() == ["perfect", *["100.00"] * 8]
    assert lines[3].split()[-1] == "77.39"
    assert "against system (exact permutation test" in lines[5]
    assert done.stderr.startswith(f"{KEY}: warning: tests of significance from 4 documents are rough")


def test_a_directory_has_a_system_in_each_file_and_directory(folder: Path) -> None:
    done = run("compare", folder / "key.conll", folder / "systems", "--test", "none", "-f", "csv", "-m", "muc,b3")
    assert done.stderr == ""
    assert [line.split(",")[0] for line in done.stdout.splitlines()] == ["system", "c", "a", "b.v2"]


def test_output_is_the_same_for_any_number_of_jobs(folder: Path) -> None:
    outputs = [
        run("compare", folder / "key.conll", folder / "systems", "--ci", "-f", "json", "--jobs", jobs).stdout
        for jobs in ("1", "3")
    ]
    assert outputs[0] == outputs[1]
    assert json.loads(outputs[0])["ranking"] == ["c", "a", "b.v2"]


def test_tracks_are_sections(folder: Path) -> None:
    tracks = ("--track", "one", folder / "key.conll", folder / "systems", "--track", "two", folder / "key.conll")
    done = run("compare", *tracks, f"{folder}/systems/[ab]*.conll", "-f", "latex", "-m", "muc", "--test", "none")
    assert [line for line in done.stdout.splitlines() if "multicolumn" in line] == [
        r"\multicolumn{2}{l}{\textbf{one}} \\",
        r"\multicolumn{2}{l}{\textbf{two}} \\",
    ]


def test_further_tables_follow_the_first(folder: Path) -> None:
    further = ("--gains", "c", "--top", "1", "--correlation", "--group-by", "genre")
    done = run("compare", folder / "key.conll", folder / "systems", *further)
    for text in ("largest gains", "Kendall's τ between metrics over 3 systems", "Mean of groups"):
        assert text in done.stdout
    found = json.loads(run("compare", folder / "key.conll", folder / "systems", *further, "-f", "json").stdout)
    assert found["differences"][0]["document"] == "(x/1)"
    assert found["groups"][0]["system"] == "c"


def test_pictures_are_drawn(folder: Path) -> None:
    plots = [part for kind in PLOTS for part in ("--plot", kind, folder / f"{kind}.svg")]
    done = run("compare", folder / "key.conll", folder / "systems", "--sort", "muc", *plots)
    assert done.returncode == 0
    assert all("<svg" in (folder / f"{kind}.svg").read_text() for kind in PLOTS)


def test_one_document_is_compared_but_not_tested(tmp_path: Path) -> None:
    key = write(tmp_path / "k.conll", conll("(1) (1)"))
    done = run("compare", key, f"a={key}", f"b={key}")
    assert done.returncode == 0
    assert "significance is not tested: that takes more than one document" in done.stderr
    for asked in (["--ci"], ["--test", "t"]):
        done = run("compare", key, f"a={key}", f"b={key}", *asked)
        assert done.returncode == 1
        assert "takes more than one; leave them out" in done.stderr


def test_scores_with_intervals_and_groups() -> None:
    done = run("score", KEY, RESPONSE, "--ci", "--resamples", "500", "--seed", "7", "-m", "b3")
    assert "77.97 [" in done.stdout
    assert done.stdout.splitlines()[-1].endswith("|ci:0.95|resamples:500|seed:7")
    done = run("score", KEY, RESPONSE, "--group-by", "genre", "-m", "b3,conll")
    assert [line.split()[0] for line in done.stdout.splitlines()[2:6]] == ["story", "news", "All", "Mean"]
    found = json.loads(run("score", KEY, RESPONSE, "--group-by", "genre", "-f", "json").stdout)
    assert found["groups"]["story"]["documents"] == 3


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
        (["compare"], "Missing argument 'KEY'"),
        (["compare", KEY], "Missing argument 'RESPONSE...'"),
        (["compare", *PAIR, "--baseline", "x"], "no system 'x'; choose from system, perfect"),
        (["compare", *PAIR, "--sort", "x"], "'x' is not among the metrics"),
        (["compare", *PAIR, "-m", "x"], "there is no metric 'x'"),
        (["compare", *PAIR, "--gains", "system"], "baseline itself"),
        (["compare", *PAIR, "--plot", "pie", "x.svg"], "no picture 'pie'"),
        (["compare", *PAIR, "--group-by", "x.tsv"], "neither 'genre', nor a file"),
        (["compare", *PAIR, "-f", "csv", "--correlation"], "CSV holds one table"),
        (["compare", *PAIR, "--level", "95"], "Invalid value for '--level'"),
        (["compare", KEY, RESPONSE, RESPONSE], "two systems are called 'response'"),
        (["compare", *PAIR, "--track", "x", KEY, RESPONSE], "give that as a --track, too"),
        (["compare", "--track", "x", KEY, RESPONSE, "--track", "x", KEY, KEY], "two tracks have the same name"),
        (["compare", "--track", "x", KEY, RESPONSE, "--baseline", "y"], "there is no system 'y' in x"),
        (["compare", "-", "a=-", RESPONSE], "standard input (-) can be read once only"),
        (["score", KEY, RESPONSE, "--ci", "--by", "document"], "--ci is about all documents"),
        (["score", KEY, RESPONSE, "--group-by", "genre", "--macro"], "leave out --macro"),
        (["leaderboard", "x"], "there is no board 'x'"),
        (["leaderboard", "conll2012-arabic", "--sort", "lea"], "'lea' is not on the board"),
        (["study", "rankings", "-m", "lea"], "has no 'lea'"),
        (["study", "rankings", "--singletons", "drop"], "has been scored already"),
    ],
)
def test_faults_of_usage_exit_with_2(arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())
