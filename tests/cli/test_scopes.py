"""Scopes, strata, windows and baselines on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import KEY, RESPONSE, call, run
from tests.files import conll, write

ROWS = "document,start,end,entity\nx/1,0,0,a\nx/1,2,3,a\nx/2,0,0,a\ny/1,0,0,b\n"
OTHER = "document,start,end,entity\nx/1,0,0,a\nx/1,2,3,a\nx/2,0,0,c\ny/1,0,0,b\n"


@pytest.fixture
def tables(tmp_path: Path) -> tuple[Path, Path]:
    return write(tmp_path / "key.csv", ROWS), write(tmp_path / "response.csv", OTHER)


def test_a_scope_has_its_documents_and_stands_in_the_signature(tables: tuple[Path, Path]) -> None:
    done = call("score", *tables, "--scope", "topic", "--topics", "(?P<topic>.)/", "-m", "links,muc", "-f", "json")
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert [*found["documents"]] == ["x", "y"]
    assert "|scope:topic|" in found["signature"]
    assert found["metrics"]["links"]["across"]["recall_denominator"] == 2
    assert found["documents"]["x"]["links"]["within"]["recall"] == 1
    assert "several documents" not in done.stderr


@pytest.mark.parametrize("options", [[], ["--scope", "document"]])
def test_names_in_several_documents_are_reported(tables: tuple[Path, Path], options: list[str]) -> None:
    done = call("score", *tables, *options)
    (line,) = (line for line in done.stderr.splitlines() if "several documents" in line)
    assert "key.csv: warning: 1 entities such as a are in several documents" in line
    assert "--scope" in line
    assert "scope:" not in done.stdout


def test_what_is_missing_is_an_error_of_usage(tables: tuple[Path, Path]) -> None:
    for options, message in (
        (["--scope", "topic"], "scope='topic' needs the topics"),
        (["-m", "links"], "'links' needs a scope that joins documents"),
        (["--scope", "topics"], "'topics' is not one of"),
        (["--scope", "corpus", "--windows", "5"], "choose one of the two"),
        (["--windows", "0"], "is not a whole number such as 1500, and not one of none, bookcoref"),
        (["--by", "size", "--sort", "b3"], "--sort works only with --by document"),
    ):
        done = call("score", *tables, *options)
        assert (done.returncode, message in done.stderr) == (2, True), done.stderr


def test_one_joined_document_has_no_interval(tables: tuple[Path, Path]) -> None:
    done = call("score", *tables, "--scope", "corpus", "--ci")
    assert done.returncode == 1
    assert "interval" in done.stderr


def test_profiles_of_papers_set_the_scope(tables: tuple[Path, Path]) -> None:
    whole = json.loads(call("score", *tables, "--profile", "barhom2019", "-f", "json").stdout)
    assert (whole["settings"]["scope"], whole["settings"]["singletons"], len(whole["documents"])) == (
        "corpus",
        "keep",
        1,
    )
    arguments = ["--profile", "cattan2021", "--topics", "(.)/", "-f", "json"]
    topics = json.loads(call("score", *tables, *arguments).stdout)
    assert (topics["settings"]["scope"], topics["settings"]["singletons"]) == ("topic", "drop")
    assert topics["key"]["mentions"] == 3


def test_commands_that_look_closer_have_scopes(tables: tuple[Path, Path], tmp_path: Path) -> None:
    scope = ["--scope", "corpus"]
    assert call("explain", *tables, *scope, "-m", "b3").returncode == 0
    assert call("entities", *tables, *scope).returncode == 0
    assert call("errors", *tables, *scope, "--price").returncode == 0
    assert call("report", *tables, *scope, "-o", tmp_path / "page.html").returncode == 0
    compared = call("compare", *tables, *scope, "-m", "links,b3")
    assert (compared.returncode, "Links" in compared.stdout) == (0, True)


def test_strata_as_a_table_and_as_json() -> None:
    shown = call("score", KEY, RESPONSE, "--by", "anaphor-kind").stdout
    assert [line.split()[0] for line in shown.splitlines()[5:9]] == ["pronoun", "nominal", "name", "zero"]
    found = json.loads(call("score", KEY, RESPONSE, "--by", "size", "-m", "b3", "-f", "json").stdout)
    assert found["strata"]["1"].keys() == {"b3"}
    assert call("score", KEY, RESPONSE, "--by", "distance", "-f", "csv").stdout.startswith("metric,recall")
    assert call("score", KEY, RESPONSE, "--by", "entity-type").returncode == 1


def test_strata_of_several_systems() -> None:
    done = call("compare", KEY, f"a={RESPONSE}", f"b={KEY}", "--by", "anaphor-kind", "--ci")
    assert done.returncode == 0
    assert "Anaphors pronoun" in done.stdout.splitlines()[0]
    refused = call("compare", KEY, f"a={RESPONSE}", "--by", "size", "--sort", "b3")
    assert (refused.returncode, "leave out one" in refused.stderr) == (2, True)


def test_windows_make_documents() -> None:
    found = json.loads(call("score", KEY, RESPONSE, "--windows", "30", "-f", "json").stdout)
    assert "|windows:30|" in found["signature"]
    assert "(story/bakery); part 000; tokens 0-29" in found["documents"]


def test_gold_mentions_are_checked(tmp_path: Path) -> None:
    key = write(tmp_path / "key.conll", conll("(1) (1) -"))
    response = write(tmp_path / "response.conll", conll("(1) - (1)"))
    done = call("score", key, response, "--mentions", "gold")
    assert done.returncode == 1
    assert "the response does not have the mention 'w1' (token 1)" in done.stderr
    assert "the key does not have the mention 'w2' (token 2)" in done.stderr
    assert "--mentions" in done.stderr
    assert call("score", key, key, "--mentions", "gold").returncode == 0


@pytest.mark.parametrize("kind", ["lemma", "singletons", "one-entity", "exact-match"])
def test_a_baseline_is_in_the_format_of_its_input(kind: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert call("baseline", kind, KEY, out).returncode == 0
    assert out.read_text(encoding="utf-8").startswith("#begin document (story/bakery); part 000")
    assert call("score", KEY, out, "--mentions", "gold").returncode == 0
    assert call("baseline", kind, KEY, tmp_path / "x", "--to", "jsonlines").returncode == 0
    assert (tmp_path / "x").read_text(encoding="utf-8").startswith("{")


def test_a_baseline_never_writes_over_what_it_reads(tmp_path: Path) -> None:
    path = write(tmp_path / "key.conll", conll("(1) (1)"))
    assert call("baseline", "lemma", path, path).returncode == 2
    assert path.read_text(encoding="utf-8") == conll("(1) (1)")


def test_a_baseline_has_a_scope(tables: tuple[Path, Path], tmp_path: Path) -> None:
    out = tmp_path / "one.csv"
    assert call("baseline", "one-entity", tables[0], out, "--scope", "topic", "--topics", "(.)/").returncode == 0
    names = {line.split(",")[0]: line.split(",")[3] for line in out.read_text(encoding="utf-8").splitlines()[1:]}
    assert names["x/1"] == names["x/2"] != names["y/1"]
    assert run("baseline", "lemma", tables[0], out).returncode == 1
