"""corefscore compare."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from corefscore.comparison.pictures import PICTURES
from tests.cli.running import KEY, RESPONSE, run
from tests.files import conll, write

PAIR = (KEY, f"system={RESPONSE}", f"perfect={KEY}")


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
    plots = [part for kind in PICTURES for part in ("--plot", kind, folder / f"{kind}.svg")]
    done = run("compare", folder / "key.conll", folder / "systems", "--sort", "muc", *plots)
    assert done.returncode == 0
    assert all("<svg" in (folder / f"{kind}.svg").read_text() for kind in PICTURES)


def test_one_document_is_compared_but_not_tested(tmp_path: Path) -> None:
    key = write(tmp_path / "k.conll", conll("(1) (1)"))
    done = run("compare", key, f"a={key}", f"b={key}")
    assert done.returncode == 0
    assert "significance is not tested: that takes more than one document" in done.stderr
    for asked in (["--ci"], ["--test", "t"]):
        done = run("compare", key, f"a={key}", f"b={key}", *asked)
        assert done.returncode == 1
        assert "takes more than one; leave them out" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["compare"], "Missing argument 'KEY'"),
        (["compare", KEY], "Missing argument 'RESPONSE...'"),
        (["compare", *PAIR, "--baseline", "x"], "no system 'x'; choose from system, perfect"),
        (["compare", *PAIR, "--sort", "x"], "there is no metric 'x'"),
        (["compare", *PAIR, "--sort", "lea", "-m", "muc,b3"], "'lea' is not among the metrics; choose from muc, b3"),
        (["compare", *PAIR, "-m", "x"], "there is no metric 'x'"),
        (["compare", *PAIR, "--gains", "system"], "baseline itself"),
        (["compare", *PAIR, "--plot", "pie", "x.svg"], "'pie' is not one of"),
        (["compare", *PAIR, "--group-by", "x.tsv"], "neither 'genre', nor a file"),
        (["compare", *PAIR, "-f", "csv", "--correlation"], "CSV holds one table"),
        (["compare", *PAIR, "--level", "95"], "Invalid value for '--level'"),
        (["compare", KEY, RESPONSE, RESPONSE], "two systems are called 'response'"),
        (["compare", *PAIR, "--track", "x", KEY, RESPONSE], "give that as a --track, too"),
        (["compare", "--track", "x", KEY, RESPONSE, "--track", "x", KEY, KEY], "two tracks have the same name"),
        (["compare", "--track", "x", KEY, RESPONSE, "--baseline", "y"], "there is no system 'y' in x"),
        (["compare", "-", "a=-", RESPONSE], "standard input (-) can be read once only"),
    ],
)
def test_faults_of_usage_exit_with_2(arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())
