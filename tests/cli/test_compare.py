"""corefscore compare."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from corefscore.comparison.pictures import PICTURES
from tests.cli.running import KEY, RESPONSE, call, run
from tests.files import conll, write

PAIR = (KEY, f"system={RESPONSE}", f"perfect={KEY}")


def test_systems_stand_in_one_table() -> None:
    done = run("compare", *PAIR)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["System", "Mentions", "MUC", "B³", "CEAF-m", "CEAF-e", "BLANC", "LEA", "CoNLL"]
    assert lines[2].split() == ["perfect", *["100.00"] * 8]
    assert lines[3].split()[-1] == "77.39"
    assert lines[5] == "significance is not tested"


def test_systems_are_tested_against_the_baseline_that_is_named() -> None:
    done = run("compare", *PAIR, "--baseline", "system")
    assert "against system (exact permutation test" in done.stdout
    assert done.stderr.startswith(f"{KEY}: warning: tests of significance from 4 documents are not reliable")


def test_a_directory_has_a_system_in_each_file_and_directory(folder: Path) -> None:
    done = run("compare", folder / "key.conll", folder / "systems", "--test", "none", "-f", "csv", "-m", "muc,b3")
    assert "1 files or directories are not compared: notes.txt; if one of them is a system" in done.stderr
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
    further = ("--baseline", "a", "--gains", "c", "--top", "1", "--correlation", "--group-by", "genre")
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
    done = run("compare", key, f"a={key}", f"b={key}", "--baseline", "a", "--pairs")
    assert done.returncode == 0
    assert "significance is not tested: a test needs two or more documents" in done.stderr
    for asked in (["--ci"], ["--baseline", "a", "--test", "t"]):
        done = run("compare", key, f"a={key}", f"b={key}", *asked)
        assert done.returncode == 1
        assert "documents are resampled; leave them out" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["compare"], "Missing argument 'KEY'"),
        (["compare", KEY], "Missing argument 'RESPONSE...'"),
        (["compare", *PAIR, "--baseline", "x"], "no system 'x'; choose from system, perfect"),
        (["compare", *PAIR, "--sort", "x"], "there is no metric 'x'"),
        (["compare", *PAIR, "--sort", "lea", "-m", "muc,b3"], "'lea' is not among the metrics; choose from muc, b3"),
        (["compare", *PAIR, "-m", "x"], "there is no metric 'x'"),
        (["compare", *PAIR, "--baseline", "system", "--gains", "system"], "baseline itself"),
        (["compare", *PAIR, "--gains", "system"], "--gains needs a system to compare with"),
        (["compare", *PAIR, "--test", "t"], "--test needs systems to test"),
        (["compare", *PAIR, "--test", "none", "--pairs"], "--pairs needs a test, but --test none is given"),
        (["compare", *PAIR, "--paper", "--rates"], "leave out --rates"),
        (["compare", *PAIR, "--paper", "-m", "muc"], "leave out --metric"),
        (["compare", *PAIR, "-f", "html"], "-f html needs an output file"),
        (["compare", *PAIR, "-f", "html", "-o", "-"], "-f html needs an output file"),
        (["compare", KEY, "a=-", "-f", "html", "-o", "board.html"], "give a file instead of -"),
        (["compare", *PAIR, "--plot", "pie", "x.svg"], "'pie' is not one of"),
        (["compare", *PAIR, "--group-by", "x.tsv"], "neither 'genre', nor a file"),
        (["compare", *PAIR, "-f", "csv", "--correlation"], "CSV has only one table"),
        (["compare", *PAIR, "--level", "95"], "Invalid value for '--level'"),
        (["compare", KEY, RESPONSE, RESPONSE], "two systems are called 'response'"),
        (["compare", *PAIR, "--track", "x", KEY, RESPONSE], "cannot be combined with --track"),
        (["compare", "--track", "x", KEY, RESPONSE, "--track", "x", KEY, KEY], "two tracks have the same name"),
        (["compare", "--track", "x", KEY, RESPONSE, "--baseline", "y"], "there is no system 'y' in x"),
        (["compare", "-", "a=-", RESPONSE], "standard input (-) can be read only once"),
    ],
)
def test_faults_of_usage_exit_with_2(arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())


@pytest.fixture
def submissions(tmp_path: Path) -> Path:
    """A key and ten submissions, of which three are broken: one is binary, one truncated, one of other documents."""
    texts = [" / ".join(["(1) (2) - (1) (2)"] * 3)] * 12
    documents = [f"(news/{number:02d})" for number in range(12)]

    def corpus(rows: list[str], names: list[str]) -> str:
        return "".join(conll(cells, name) for cells, name in zip(rows, names, strict=True))

    key = corpus(texts, documents)
    write(tmp_path / "key.conll", key)
    (tmp_path / "systems").mkdir()
    for system in range(7):
        rows = [row.replace("(1)", "-", (number + system) % 3 + system // 2) for number, row in enumerate(texts)]
        write(tmp_path / "systems" / f"good{system}.conll", corpus(rows, documents))
    (tmp_path / "systems" / "binary.conll").write_bytes(bytes(range(256)) * 8)
    write(tmp_path / "systems" / "truncated.conll", key[: key.index("2)", 300) - 2])
    write(tmp_path / "systems" / "wrong.conll", corpus(texts, [f"(other/{number})" for number in range(12)]))
    return tmp_path


def test_broken_submissions_are_rows_that_say_why(submissions: Path) -> None:
    done = call("compare", submissions / "key.conll", submissions / "systems", "-m", "muc,conll")
    assert done.returncode == 1
    rows = [line.split() for line in done.stdout.partition("\n\n")[0].splitlines()[2:]]
    scored, failed = rows[:7], {row[0]: " ".join(row[1:]) for row in rows[7:]}
    assert {row[0] for row in scored} == {f"good{number}" for number in range(7)}
    figures = [float(row[-1]) for row in scored]
    assert figures == sorted(figures, reverse=True)
    assert [*failed] == ["binary", "truncated", "wrong"]
    assert "this is a binary file" in failed["binary"]
    assert "truncated.conll:" in failed["truncated"]
    assert "none of the 12 documents of" in failed["wrong"]
    assert "(and 1 more problem)" in failed["wrong"]
    for name in failed:
        assert f"{name} is not scored: " in done.stderr
    assert "Traceback" not in done.stderr


def test_broken_submissions_are_in_every_form(submissions: Path) -> None:
    arguments = ("compare", submissions / "key.conll", submissions / "systems", "-m", "muc,conll", "-f")
    found = json.loads(call(*arguments, "json").stdout)
    assert len(found["ranking"]) == len(found["systems"]) == 7
    assert [*found["failed"]] == ["binary", "truncated", "wrong"]
    assert "binary file" in found["failed"]["binary"][0]
    table = call(*arguments, "csv").stdout.splitlines()
    assert table[0] == "system,muc,conll,problem"
    assert table[1].endswith(",")
    assert table[8].startswith("binary,,,")
    assert call(*arguments, "markdown").stdout.count("| good") == 7


def test_a_missing_file_is_a_row(tmp_path: Path) -> None:
    done = run("compare", KEY, RESPONSE, tmp_path / "gone.conll", f"other={tmp_path}/gone2.conll", "-m", "muc")
    assert done.returncode == 1
    assert [line.split()[0] for line in done.stdout.splitlines()[2:5]] == ["response", "gone", "other"]
    assert done.stdout.count("there is no such file") == 2


def test_a_baseline_that_is_broken_leaves_the_others_untested(submissions: Path) -> None:
    done = call("compare", submissions / "key.conll", submissions / "systems", "-m", "muc", "--baseline", "binary")
    assert done.returncode == 1
    assert "the baseline binary is not scored" in done.stderr
    assert "significance is not tested" in done.stdout
    plot = submissions / "scatter.svg"
    arguments = ("compare", submissions / "key.conll", submissions / "systems", "-m", "muc", "--gains", "good0")
    done = call(*arguments, "--baseline", "binary", "--plot", "scatter", plot)
    assert done.returncode == 1
    assert "Gains and losses are not known: binary is not scored" in done.stdout
    assert "is not drawn: binary is not scored" in done.stderr
    assert not plot.exists()


def test_a_broken_key_is_an_error_without_rows(submissions: Path) -> None:
    done = call("compare", submissions / "systems" / "binary.conll", submissions / "systems" / "good0.conll")
    assert (done.returncode, done.stdout) == (1, "")


def test_nothing_is_shown_where_no_submission_can_be_scored(submissions: Path) -> None:
    done = call("compare", submissions / "key.conll", submissions / "systems" / "binary.conll")
    assert (done.returncode, done.stdout) == (1, "")
    assert "this is a binary file" in done.stderr


def test_pairs_have_letters(submissions: Path) -> None:
    arguments = ("compare", submissions / "key.conll", submissions / "systems", "-m", "muc", "--pairs")
    done = call(*arguments)
    assert done.stdout.splitlines()[0].split() == ["System", "Group", "MUC", "Problem"]
    assert "Groups: systems that share a letter do not differ in MUC F1 (p < 0.05" in done.stdout
    assert "Holm-corrected for 21 pairs" in done.stdout
    pairs = json.loads(call(*arguments, "-f", "json").stdout)["pairs"]
    assert len(pairs["tests"]) == 21
    letters = pairs["groups"]
    for test in pairs["tests"]:
        shared = {*letters[test["better"]]} & {*letters[test["worse"]]}
        assert bool(shared) == (test["p_holm"] >= 0.05)


def test_rates_and_the_row_of_a_paper() -> None:
    rates = run("compare", *PAIR, "--rates", "-m", "b3,conll").stdout.splitlines()
    assert rates[0].split() == ["System", "B³", "R", "B³", "P", "B³", "F1", "CoNLL", "F1"]
    assert rates[3].split() == ["system", "76.57", "79.41", "77.97", "77.39"]
    table = run("compare", *PAIR, "--rates", "-m", "b3", "-f", "csv").stdout.splitlines()
    assert table[0] == "system,b3_recall,b3_precision,b3"
    paper = run("compare", *PAIR, "--paper", "-f", "latex").stdout.splitlines()
    assert r"\cmidrule(lr){2-4}\cmidrule(lr){5-7}\cmidrule(lr){8-10}" in paper
    assert r"System & P & R & F1 & P & R & F1 & P & R & F1 & Avg. F1 \\" in paper
    assert any(line.startswith("system & 89.5 & 79.1 & 84.0 & 79.4 & 76.6 & 78.0 & 59.5") for line in paper)


def test_the_mean_of_groups_has_its_own_test(submissions: Path) -> None:
    arguments = ("compare", submissions / "key.conll", f"{submissions}/systems/good[06].conll", "-m", "muc")
    write(submissions / "groups.tsv", "".join(f"(news/{n:02d})\t{'small' if n < 3 else 'large'}\n" for n in range(12)))
    done = call(*arguments, "--group-by", submissions / "groups.tsv", "--baseline", "good6")
    assert "Mean of groups: * p < 0.05" in done.stdout
    assert "documents are exchanged within groups" in done.stdout
    untested = call(*arguments, "--group-by", submissions / "groups.tsv", "--baseline", "good6", "--test", "t")
    assert "Mean of groups: * p" not in untested.stdout
