"""What is wrong with the words of a command: "did you mean", values, choices."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefscore.formats.registry import FORMATS
from tests.cli.running import KEY, RESPONSE, Done, call
from tests.shared import ROOT


@pytest.fixture(autouse=True)
def in_the_project(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def score(*options: str) -> Done:
    return call("score", KEY, RESPONSE, *options)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["scor", KEY, RESPONSE], "No such command 'scor'. Did you mean 'score'?"),
        (["entites"], "No such command 'entites'. Did you mean 'entities'?"),
        (["study", "metric"], "No such command 'metric'. Did you mean 'metrics'?"),
        (["frobnicate"], "No such command 'frobnicate'."),
        (["score", KEY, RESPONSE, "--singleton", "drop"], "--singletons"),
        (["score", KEY, RESPONSE, "--fromat", "json"], "--format"),
        (["score", KEY, RESPONSE, "-m", "blnac"], "there is no metric 'blnac'; did you mean 'blanc'?"),
        (["compare", KEY, f"a={RESPONSE}", "--sort", "ceafx"], "did you mean 'ceaf"),
        (["validate", KEY, "--format", "conll"], "did you mean --from?"),
        (["validate", KEY, "-f", "brat"], "did you mean --from?"),
        (["score", KEY, RESPONSE, "--format", "conll"], "did you mean --key-format?"),
        (["score", KEY, RESPONSE, "--format", "xml"], "'xml' is not one of 'table', 'json', 'csv'"),
        (["show", KEY, RESPONSE, "--document", "(news/ches); part 000"], "did you mean '(news/chess); part 000'?"),
        (["\x1b[31mred"], "No such command '\\x1b[31mred'."),
        (["score", KEY, RESPONSE, "--\x1b[31m"], "No such option"),
    ],
)
def test_did_you_mean(arguments: list[str], message: str) -> None:
    done = call(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    usage, advice, blank, error = done.stderr.splitlines()
    assert usage.startswith("Usage: corefscore")
    assert advice.startswith("Try 'corefscore")
    assert (blank, message in error) == ("", True), error
    assert "\x1b" not in done.stderr


def test_every_format_of_files_is_distinguished_from_one_of_output() -> None:
    for name in FORMATS:
        done = call("validate", KEY, "--format", name, "--from", "conll")
        assert done.returncode == (0 if name in ("json", "table") else 2)


@pytest.mark.parametrize(
    ("names", "titles"),
    [
        (["bcubed"], ["B³"]),
        (["b-cubed,CEAF_E"], ["B³", "CEAF-e"]),
        (["avg"], ["CoNLL"]),
        (["muc,b3", "lea"], ["MUC", "B³", "LEA"]),
        (["muc , b3", "bcub"], ["MUC", "B³"]),
        (["B3_sys"], ["B³-sys"]),
    ],
)
def test_metrics_under_any_of_their_names(names: list[str], titles: list[str]) -> None:
    done = score(*(word for name in names for word in ("-m", name)))
    assert [line.split()[0] for line in done.stdout.splitlines()[5:-2]] == titles


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (["--format", "json"], ["--format=json"]),
        (["-f", "json"], ["-fjson"]),
        (["--column", "-1"], ["--column=-1"]),
        (["-m", "muc", "-m", "b3"], ["--metric=muc,b3"]),
        (["-f", "text"], ["-f", "table"]),
        (["--by", "document", "--sort", "bcub"], ["--by", "document", "--sort", "b3"]),
    ],
)
def test_options_can_be_written_in_several_ways(one: list[str], other: list[str]) -> None:
    assert score(*one) == score(*other)
    assert score(*one).returncode == 0


def test_options_may_stand_anywhere_before_two_dashes() -> None:
    expected = score("-m", "muc")
    assert call("score", "-m", "muc", KEY, RESPONSE) == expected
    assert call("score", KEY, "-mmuc", "--", RESPONSE) == expected
    assert "Got unexpected extra argument" in call("score", KEY, RESPONSE, "--", "-m").stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-o", "--cite"], "Option '-o' / '--output' needs a value; write --output=--cite if --cite is the value."),
        (["--encoding", "-f", "json"], "Option '--encoding' needs a value; write --encoding=-f if -f is the value."),
        (["--encoding"], "'--encoding' requires an argument"),
        (["--cite=yes"], "'--cite' does not take a value"),
        (["--match", "fuzzy"], "'fuzzy' is not one of 'exact', 'head', 'partial', 'min'"),
        (["--column", "1e3"], "'1e3' is not a valid integer"),
        (["--level", "nan", "--ci"], "a confidence level must be between 0 and 1"),
    ],
)
def test_values_that_make_no_sense(options: list[str], message: str) -> None:
    done = score(*options)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert not Path("--cite").exists()


def test_a_name_of_several_documents_may_have_been_forgotten() -> None:
    done = call("errors", KEY, RESPONSE, "--document", "--summary")
    assert done.returncode == 2
    assert "Option '--document' needs a value" in done.stderr


@pytest.mark.parametrize(
    "command", [["entities"], ["errors"], ["explain", "-m", "muc"], ["show"], ["report", "-o", "-"]]
)
def test_a_part_of_a_name_is_enough_for_every_command(command: list[str]) -> None:
    for name in ("chess", "(news/chess); part 000"):
        assert call(*command, KEY, RESPONSE, "--document", name).returncode == 0
    for name, message in (("lighthouse", "2 documents have 'lighthouse'"), ("xyz", "there is no document 'xyz'")):
        done = call(*command, KEY, RESPONSE, "--document", name)
        assert done.returncode == 2
        assert message in done.stderr
