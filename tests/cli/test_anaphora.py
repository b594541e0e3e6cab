"""Plural entities, bridges and non-referring mentions on the command line and in results."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import corefscore
from corefscore.core.problems import InputError
from tests.cli.running import run
from tests.shared import EXAMPLES

KEY: dict[str, Any] = {
    "clusters": {"ann": [[0, 0]], "bob": [[2, 2]], "they": [[4, 4], [6, 6]], "door": [[8, 8]], "it": [[9, 9]]},
    "elements": {"they": ["ann", "bob"]},
    "bridges": [[[8, 8], [0, 0], "poss"]],
    "nonreferring": [[9, 9]],
}
RESPONSE: dict[str, Any] = {
    "clusters": {"ann": [[0, 0]], "bob": [[2, 2]], "they": [[4, 4], [6, 6]], "door": [[8, 8]], "it": [[9, 9]]},
    "elements": {"they": ["ann", "door"]},
    "bridges": [[[8, 8], [2, 2], "poss"]],
}
METRICS = ["muc", "b3", "ceafe", "bridging", "nonreferring", "split-b3"]


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    paths = [tmp_path / "key.json", tmp_path / "response.json"]
    for path, side in zip(paths, (KEY, RESPONSE), strict=True):
        path.write_text(json.dumps({"1": side, "2": side}), encoding="utf-8")
    return str(paths[0]), str(paths[1])


def test_json_has_all_levels_and_details(files: tuple[str, str]) -> None:
    found = json.loads(run("score", *files, "-m", ",".join(METRICS), "-f", "json").stdout)
    assert found["metrics"]["b3"]["recall_numerator"] == 2 * (3 + (2 + 1 / 2) ** 2 / 3)
    assert found["metrics"]["bridging"]["recognition"]["f1"] == 1
    assert found["metrics"]["bridging"]["f1"] == found["metrics"]["bridging"]["entity"]["f1"] == 0
    assert found["details"]["nonreferring"]["confusion"]["nonreferring"] == {"referring": 2, "nonreferring": 0}
    assert found["details"]["bridging"]["relations"]["poss"]["recall_denominator"] == 2
    assert found["documents"]["1"]["split-b3"]["f1"] == 0.5
    assert "|split:on|nonreferring:drop|" in found["signature"]


def test_a_signature_survives_json_pickle_and_scorers() -> None:
    result = corefscore.score({"1": KEY}, {"1": RESPONSE}, METRICS)
    again = corefscore.Result.from_json(result.to_json())
    assert again.signature == result.signature
    assert [*again["bridging"].families] == ["recognition", "mention", "entity"]
    scorer = corefscore.Scorer(metrics=METRICS)
    scorer.update({"1": KEY}, {"1": RESPONSE})
    assert scorer.compute().signature == result.signature
    assert (scorer + corefscore.Scorer(metrics=METRICS)).compute().signature == result.signature
    assert scorer.compute()["b3"] == result["b3"]


def test_split_off_leaves_elements_out(files: tuple[str, str]) -> None:
    found = json.loads(run("score", *files, "--split", "off", "-m", "b3", "-f", "json").stdout)
    assert found["metrics"]["b3"]["recall"] == 1
    assert "|split:off|" in found["signature"]


def test_an_explanation_shows_split_antecedents_in_exact_fractions(files: tuple[str, str]) -> None:
    text = run("explain", *files, "--document", "1", "-m", "b3").stdout
    assert "<[0, 0] + [2, 2]>" in text
    assert "<[0, 0] + [8, 8]>" in text
    assert "(2+1/2)²/3" in text
    for metric in (*METRICS, "lea", "blanc", "conll", "mentions"):
        explained = corefscore.score({"1": KEY}, {"1": RESPONSE}, [metric]).explain(metric)
        assert float(explained.f1) == pytest.approx(corefscore.score({"1": KEY}, {"1": RESPONSE}, [metric])[metric].f1)


def test_errors_have_kinds_for_relations(files: tuple[str, str]) -> None:
    found = json.loads(run("errors", *files, "--document", "1", "-f", "json").stdout)
    kinds = {error["kind"]: error for error in found["errors"]}
    assert set(kinds) >= {"missing-element", "extra-element", "wrong-anchor"}
    assert kinds["missing-element"]["other_text"] == "[2, 2]"
    assert kinds["extra-element"]["other_text"] == "[8, 8]"
    assert (kinds["wrong-anchor"]["text"], kinds["wrong-anchor"]["other_text"]) == ("[8, 8]", "[2, 2]")


def test_a_right_set_at_another_plural_entity_is_an_error() -> None:
    clusters = {"a": [[0, 0]], "b": [[2, 2]], "f": [[4, 4]], "g": [[6, 6]]}
    key, response = ({"clusters": clusters, "elements": {each: ["a", "b"]}} for each in "fg")
    errors = corefscore.score({"1": key}, {"1": response}, ["b3"]).errors
    assert [(error["kind"], error["text"], error["other_text"]) for error in errors.records()] == [
        ("wrong-anaphor", "(6, 6)", "(4, 4)")
    ]


def test_compare_and_report_take_the_new_metrics(files: tuple[str, str], tmp_path: Path) -> None:
    key, response = files
    table = run("compare", key, f"ours={response}", f"gold={key}", "-m", ",".join(METRICS), "--ci").stdout
    assert "Bridging" in table
    page = tmp_path / "page.html"
    run("report", key, response, "-m", ",".join(METRICS), "-o", str(page))
    assert "<[0, 0] + [2, 2]>" in page.read_text(encoding="utf-8").replace("\\u003c", "<").replace("\\u003e", ">")
    assert run("report", key, response, "-m", "bridging", "-o", str(page)).returncode == 0


def test_prices_are_those_of_entities() -> None:
    result = corefscore.score({"1": KEY}, {"1": RESPONSE}, ["b3", "bridging"])
    assert [metric.name for metric in corefscore.prices(result).metrics] == ["b3"]
    with pytest.raises(ValueError, match="no price is defined for bridging"):
        corefscore.prices(corefscore.score({"1": KEY}, {"1": RESPONSE}, ["bridging"]))


def test_weights_and_repeats_of_the_reference_scorer_are_refused() -> None:
    with pytest.raises(InputError, match="split antecedents of plural entities have no weight"):
        corefscore.score({"1": KEY}, {"1": RESPONSE}, ["b3"], weights="tokens")
    twice = {**KEY, "clusters": {**KEY["clusters"], "again": [[0, 0]]}}
    with pytest.raises(InputError, match="the reference scorer has no split antecedents"):
        corefscore.score({"1": twice}, {"1": RESPONSE}, ["b3"], profile="conll2012")


def test_elements_in_a_circle_are_an_error() -> None:
    circle = {"clusters": KEY["clusters"], "elements": {"they": ["ann"], "ann": ["they"]}}
    with pytest.raises(InputError, match=r"circular|circle"):
        corefscore.score({"1": circle}, {"1": RESPONSE}, ["b3"])


def test_mentions_of_both_sides_alone_have_their_relations() -> None:
    result = corefscore.score({"1": KEY}, {"1": RESPONSE}, ["b3", "split-b3"], mentions="shared")
    assert result["split-b3"].f1 == 0.5


def test_split_off_and_a_metric_of_split_antecedents_is_a_usage_error() -> None:
    for command in ("score", "compare"):
        done = run(command, EXAMPLES / "key.conll", EXAMPLES / "response.conll", "-m", "split-b3", "--split", "off")
        assert (done.returncode, done.stdout) == (2, "")
        assert "split=off leaves out split antecedents, which 'split-b3' is about" in done.stderr
