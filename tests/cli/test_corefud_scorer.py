"""corefscore corefud-scorer, the drop-in for the scorer of the CRAC shared tasks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.running import call
from tests.files import conllu, write
from tests.shared import EXAMPLES, shared_data

FOLDER = EXAMPLES / "corefud"
OPTIONS = ["-x", "-x -s", "", "-s", "-a partial", "-a partial -s"]
RATES = re.compile(r"(\w+)\nRecall: ([\d.]+)  Precision: ([\d.]+)  F1: ([\d.]+)")

# What corefud-scorer 1.2 printed for the files of examples/corefud, by hand from its output.
FAULTS = {
    ("key", "shifted"): {
        "muc": "50.00 100.00 66.67",
        "bcub": "62.50 100.00 76.92",
        "ceafe": "75.00 75.00 75.00",
        "ceafm": "75.00 75.00 75.00",
        "blanc": "50.00 50.00 50.00",
        "lea": "50.00 100.00 66.67",
        "mor": "75.00 75.00 75.00",
        "zero": "50.00 33.33 40.00",
        "CoNLL": "72.86",
    },
    ("three-key", "three-permuted"): {
        "muc": "0.00 100.00 0.00",
        "bcub": "50.00 100.00 66.67",
        "ceafe": "50.00 50.00 50.00",
        "ceafm": "50.00 50.00 50.00",
        "blanc": "37.50 37.50 37.50",
        "lea": "0.00 100.00 0.00",
        "mor": "100.00 100.00 100.00",
        "zero": "0.00 0.00 0.00",
        "CoNLL": "38.89",
    },
    ("key", "swapped"): {
        **dict.fromkeys(["muc", "bcub", "ceafe", "ceafm", "blanc", "lea", "mor"], "100.00 100.00 100.00"),
        "zero": "0.00 0.00 0.00",
        "CoNLL": "100.00",
    },
    ("twice", "twice"): {
        **dict.fromkeys(["muc", "blanc", "lea"], "50.00 50.00 50.00"),
        "bcub": "75.00 75.00 75.00",
        **dict.fromkeys(["ceafe", "ceafm", "mor"], "100.00 100.00 100.00"),
        "zero": "0.00 0.00 0.00",
        "CoNLL": "75.00",
    },
    ("two-sentences", "truncated"): {
        "muc": "50.00 100.00 66.67",
        "bcub": "44.44 100.00 61.54",
        "ceafe": "80.00 80.00 80.00",
        "ceafm": "66.67 100.00 80.00",
        "blanc": "33.33 100.00 50.00",
        "lea": "33.33 100.00 50.00",
        "mor": "66.67 100.00 80.00",
        "zero": "0.00 0.00 0.00",
        "CoNLL": "69.40",
    },
}


def figures(output: str) -> dict[str, str]:
    found = {name: " ".join(rates) for name, *rates in RATES.findall(output)}
    return found | {"CoNLL": re.findall(r"CoNLL score: ([\d.]+)\n", output)[0]}


@pytest.mark.parametrize("strict", [[], ["--strict"]], ids=["ours", "strict"])
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("dataset", ["en_litbank", "es_ancora"])
def test_recorded_outputs_are_printed_byte_for_byte(dataset: str, options: str, strict: list[str]) -> None:
    folder = shared_data() / "corefud" / dataset
    recorded = (folder / "corefud-scorer.txt").read_text().split("### options: ")
    (part,) = [part for part in recorded if part.startswith(f"{options!r}\n")]
    files = (folder / "key.conllu.gz", folder / "response.conllu.gz")
    done = call("corefud-scorer", *files, *options.split(), *strict)
    assert done == (0, part.partition("\n")[2], "")


@pytest.mark.parametrize("pair", FAULTS, ids="-".join)
def test_strictly_the_figures_are_those_of_the_official_scorer(pair: tuple[str, str]) -> None:
    done = call("corefud-scorer", *(FOLDER / f"{name}.conllu" for name in pair), "--strict")
    assert (done.returncode, done.stderr) == (0, "")
    assert figures(done.stdout) == FAULTS[pair]


@pytest.mark.parametrize(
    ("pair", "why"),
    [
        (("key", "shifted"), "it mixes up zeros that stand at other positions"),
        (("three-key", "three-permuted"), "it mixes up zeros that stand at other positions"),
        (("twice", "twice"), "it looks for the partners of a mention that is in two entities in one of them"),
    ],
)
def test_a_figure_that_differs_is_reported_with_the_reason(pair: tuple[str, str], why: str) -> None:
    done = call("corefud-scorer", *(FOLDER / f"{name}.conllu" for name in pair))
    assert done.returncode == 0
    assert "CoNLL score: 100.00\n" in done.stdout
    official = FAULTS[pair]
    recall, precision, f1 = official["muc"].split()
    lines = done.stderr.splitlines()
    assert f"corefud-scorer 1.2 prints for muc: Recall: {recall}  Precision: {precision}  F1: {f1}" in lines
    assert f"corefud-scorer 1.2 prints for the CoNLL score: {official['CoNLL']}" in lines
    assert why in lines[-1]


def test_only_lines_that_differ_are_reported() -> None:
    done = call("corefud-scorer", FOLDER / "key.conllu", FOLDER / "swapped.conllu")
    prints = [line for line in done.stderr.splitlines() if " prints " in line.partition("(--strict")[0]]
    assert prints == ["corefud-scorer 1.2 prints for zero: Recall: 0.00  Precision: 0.00  F1: 0.00"]


@pytest.mark.parametrize(
    ("name", "why"),
    [("unnamed", "fails on files without '# newdoc'"), ("without-deps", "fails on zeros without DEPS")],
)
def test_where_the_official_scorer_fails_only_the_strict_one_does(name: str, why: str) -> None:
    path = FOLDER / f"{name}.conllu"
    ours, strict = call("corefud-scorer", path, path), call("corefud-scorer", path, path, "--strict")
    assert (ours.returncode, strict.returncode) == (0, 1)
    assert "CoNLL score: 100.00\n" in ours.stdout
    assert why in ours.stderr
    assert why in strict.stderr


def test_a_response_that_ends_early_is_an_error_that_names_the_line() -> None:
    done = call("corefud-scorer", FOLDER / "two-sentences.conllu", FOLDER / "truncated.conllu")
    assert done.returncode == 1
    assert re.search(r"truncated\.conllu:\d+: ", done.stderr)


def test_strictly_other_words_are_an_error(tmp_path: Path) -> None:
    key = write(tmp_path / "key.conllu", conllu("a:(e1) b:(e1)", name="d"))
    response = write(tmp_path / "response.conllu", conllu("a:(e1) c:(e1)", name="d"))
    done = call("corefud-scorer", key, response, "--strict")
    assert done.returncode == 1
    assert "has the word 'c' where the key has 'b'" in done.stderr


KEY, SYS = str(FOLDER / "key.conllu"), str(FOLDER / "swapped.conllu")


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["-m", "muc", "lea", "--", KEY, SYS], ["muc", "lea"]),
        ([KEY, SYS, "-m", "lea", "muc"], ["lea", "muc"]),
        ([KEY, SYS, "--metrics", "zero", "-s"], ["zero"]),
        ([KEY, SYS, "-m", "muc", "-m", "bcub", "muc"], ["muc", "bcub"]),
        ([KEY, SYS, "-m", "all"], ["muc", "bcub", "ceafe", "ceafm", "blanc", "lea", "mor", "zero"]),
    ],
)
def test_metrics_are_listed_as_for_the_official_scorer(words: list[str], names: list[str]) -> None:
    done = call("corefud-scorer", *words)
    assert done.returncode == 0
    assert [name for name, *_ in RATES.findall(done.stdout)] == names
    assert f"The following metrics will be evaluated: {', '.join(names)}\n\n" in done.stdout
    assert ("CoNLL score: " in done.stdout) == ({"muc", "bcub", "ceafe"} <= {*names})


def test_the_heading_says_what_is_scored() -> None:
    done = call("corefud-scorer", KEY, SYS, "-a", "partial", "-z", "linear", "-s")
    assert done.stdout.startswith(
        "The scorer is evaluating coreferential mentions, singletons, zeros (using linear match method) "
        "using partial-corefud match evaluation setting.\n"
    )
    alone = call("corefud-scorer", KEY, SYS, "-m", "mor")
    assert alone.stdout.startswith("The scorer is evaluating  using head match evaluation setting.\n")


def test_an_unknown_metric_is_a_usage_error() -> None:
    assert call("corefud-scorer", KEY, SYS, "-m", "b3").returncode == 2


def test_messages_name_only_options_that_there_are(tmp_path: Path) -> None:
    key = write(tmp_path / "key.conllu", conllu("Ann:(e1) she:(e1)", name="a"))
    other = write(tmp_path / "other.conllu", conllu("Ann:(e1) she:(e1)", name="b"))
    words = write(tmp_path / "words.conllu", conllu("Bob:(e1) she:(e1)", name="a"))
    empty = write(tmp_path / "empty.conllu", conllu("Ann she", name="a"))
    known = {*re.findall(r"--[a-z][a-z-]*", call("corefud-scorer", "--help").stdout)}
    for response, status in ((other, 1), (words, 1), (empty, 0)):
        done = call("corefud-scorer", key, response)
        assert done.returncode == status
        assert done.stderr
        assert {*re.findall(r"--[a-z][a-z-]*", done.stderr)} <= known
    assert "is not in" in call("corefud-scorer", key, other).stderr
    assert "the response has no mention, so nothing matches" in call("corefud-scorer", key, empty).stderr
