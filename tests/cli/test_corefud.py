"""The CRAC profile on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from corefscore.cli.main import main
from tests.files import conllu, write
from tests.shared import EXAMPLES


@pytest.fixture
def datasets(tmp_path: Path) -> tuple[str, str]:
    """Two datasets: one perfect and with a zero, one half right."""
    for side in ("key", "response"):
        (tmp_path / side).mkdir()
        write(tmp_path / side / "es_one.conllu", conllu("a:(e1) b 2.1:2~x:(e1)", name="x"))
    write(tmp_path / "key" / "en_two.conllu", conllu("a:(e1) b:(e1) c:(e1) d:(e2)", name="y"))
    write(tmp_path / "response" / "en_two.conllu", conllu("a:(e1) b:(e1) c d:(e2)", name="y"))
    return str(tmp_path / "key"), str(tmp_path / "response")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    main(list(arguments))
    return capsys.readouterr().out


def test_several_datasets_weigh_the_same(capsys: pytest.CaptureFixture[str], datasets: tuple[str, str]) -> None:
    lines = run(capsys, "score", *datasets, "--profile", "crac", "-m", "muc,zeros,conll").splitlines()
    rows = {line[:14].strip(): line[14:].split()[3:] for line in lines}
    assert rows["es_one"] == ["100.00", "100.00", "100.00"]
    assert rows["en_two"] == ["66.67", "0.00", "69.40"]
    assert rows["Mean of groups"] == ["83.33", "100.00", "84.70"]  # the dataset without zeros has no part in theirs


def test_datasets_may_have_documents_of_the_same_name(
    capsys: pytest.CaptureFixture[str], datasets: tuple[str, str], tmp_path: Path
) -> None:
    for side in ("key", "response"):
        write(tmp_path / side / "de_three.conllu", conllu("a:(e1) b 2.1:2~x:(e1)", name="x"))
    found = json.loads(run(capsys, "score", *datasets, "--profile", "crac", "-f", "json"))
    assert list(found["groups"]) == ["de_three", "en_two", "es_one"]
    assert list(found["documents"]) == ["de_three/x", "y", "es_one/x"]
    assert found["groups"]["de_three"]["metrics"]["muc"]["f1"] == 1


def test_numbers_without_words_are_not_compared_where_there_are_empty_nodes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    key = write(tmp_path / "key.conllu", conllu("a:(e1) b 2.1:2~x: c:(e1)"))
    table = write(tmp_path / "response.csv", "document,start,end,entity\nd,0,0,e1\nd,2,2,e1\n")
    with pytest.raises(SystemExit) as ended:
        main(["score", str(key), str(table)])
    assert ended.value.code == 1
    assert "it is not known whether its numbers count the empty nodes" in capsys.readouterr().err
    lines = run(capsys, "score", str(key), str(table), "--tokens", "ignore", "-m", "muc").splitlines()
    assert lines[-3].split() == ["MUC", "100.00", "100.00", "100.00"]


def test_empty_nodes_that_become_words_are_reported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    key = write(tmp_path / "key.conllu", conllu("a:(e1) b 2.1:2~x: c:(e1)"))
    main(["convert", str(key), str(tmp_path / "key.conll")])
    assert "conll cannot hold that 1 tokens are empty nodes, which become words" in capsys.readouterr().err


def test_datasets_in_json_and_csv(capsys: pytest.CaptureFixture[str], datasets: tuple[str, str]) -> None:
    found = json.loads(run(capsys, "score", *datasets, "--profile", "crac", "-f", "json"))
    assert list(found["groups"]) == ["en_two", "es_one"]
    assert found["mean_of_groups"]["metrics"]["muc"]["f1"] == pytest.approx(5 / 6)
    table = run(capsys, "score", *datasets, "--group-by", "dataset", "-f", "csv", "-m", "muc")
    assert [line.split(",")[0] for line in table.splitlines()] == ["group", "en_two", "es_one", "mean of groups"]


def test_usual_metrics_of_the_profile(capsys: pytest.CaptureFixture[str], datasets: tuple[str, str]) -> None:
    key, response = (f"{folder}/en_two.conllu" for folder in datasets)
    text = run(capsys, "score", key, response, "--profile", "crac")
    assert "MOR" in text
    assert "· match head · singletons drop · duplicates first · blanc luo2014 · split off" in text


def test_policies_that_cannot_go_together_are_a_fault_of_usage(
    capsys: pytest.CaptureFixture[str], datasets: tuple[str, str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["score", *datasets, "--profile", "conll2012", "--match", "head"])
    assert ended.value.code == 2
    assert "does not have match='head'" in capsys.readouterr().err


COREFUD = EXAMPLES / "corefud"


@pytest.mark.parametrize(
    ("key", "response"),
    [
        ("key", "shifted"),
        ("key", "swapped"),
        ("three-key", "three-permuted"),
        ("twice", "twice"),
        ("unnamed", "unnamed"),
        ("without-deps", "without-deps"),
    ],
)
def test_examples_on_which_the_official_scorer_errs(
    capsys: pytest.CaptureFixture[str], key: str, response: str
) -> None:
    paths = (str(COREFUD / f"{name}.conllu") for name in (key, response))
    found = json.loads(run(capsys, "score", *paths, "--profile", "crac", "-f", "json"))
    figures = {name: score["f1"] for name, score in found["metrics"].items()}
    if key in ("twice", "unnamed"):
        assert figures.pop("zeros") == 0
    assert figures == dict.fromkeys(figures, pytest.approx(1))


def test_a_truncated_example_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["score", str(COREFUD / "two-sentences.conllu"), str(COREFUD / "truncated.conllu"), "--profile", "crac"])
    assert ended.value.code == 1
    assert "truncated.conllu:4: document 'd': it has 2 tokens, but " in capsys.readouterr().err
