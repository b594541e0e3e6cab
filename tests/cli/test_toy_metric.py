"""Adding a metric is one file and one line: every command that takes metrics then takes it."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from corefscore.core.export import FORMATS
from corefscore.metrics.base import Count, Ratio, RatioMetric, by_cell
from corefscore.metrics.registry import METRICS
from tests.cli.running import KEY, RESPONSE, Done, call
from tests.shared import ROOT

# What would be the file.
TOY = RatioMetric(
    name="toy",
    title="Toy",
    description="half of each shared mention",
    formula="Σ |k ∩ r| / 2 divided by Σ |k|",
    cite=("bagga-baldwin-1998",),
    aliases=("plaything",),
    weighted=True,
    pair=by_cell(lambda c: c.shared / c.key_size / 2, lambda c: c.shared / c.response_size / 2),
    recall=Ratio(Count(cell=lambda c: c.shared / 2), Count(key=lambda e: e.size)),
    precision=Ratio(Count(cell=lambda c: c.shared / 2), Count(response=lambda e: e.size)),
)
SHORT = ("--steps", "2", "--draws", "2")


@pytest.fixture(autouse=True)
def with_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setitem(METRICS, TOY.name, TOY)  # what would be the line


def called(*arguments: str | Path) -> Done:
    done = call(*arguments)
    assert done.returncode == 0, done.stderr
    return done


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("options", [[], ["--by", "document"], ["--group-by", "genre"], ["--ci", "--resamples", "100"]])
def test_score(form: str, options: list[str]) -> None:
    text = called("score", KEY, RESPONSE, "-m", "plaything,b3", "-f", form, *options).stdout
    assert ("toy" if form in ("json", "csv") else "Toy") in text


def test_score_counts_what_the_metric_says() -> None:
    found = json.loads(called("score", KEY, RESPONSE, "-m", "toy,mentions", "-f", "json").stdout)["metrics"]
    assert found["toy"]["recall"] == found["mentions"]["recall"] / 2
    assert found["toy"]["precision_numerator"] == found["mentions"]["precision_numerator"] / 2


def test_scores_with_weights_duplicates_macro_and_citations() -> None:
    for options in (["--weights", "tokens"], ["--duplicates", "reference"], ["--macro"], ["--profile", "conll2012"]):
        assert "Toy" in called("score", KEY, RESPONSE, "-m", "toy", *options).stdout
    assert "bagga-baldwin-1998" in called("score", KEY, RESPONSE, "-m", "toy", "--cite").stdout


@pytest.mark.parametrize("form", FORMATS)
def test_compare(form: str, tmp_path: Path) -> None:
    pair = (KEY, f"a={RESPONSE}", f"b={KEY}")
    plots = [word for kind in ("bars", "sizes", "ranks") for word in ("--plot", kind, str(tmp_path / f"{kind}.svg"))]
    text = called("compare", *pair, "-m", "toy,b3", "--sort", "toy", "--ci", "--resamples", "100", "-f", form, *plots)
    assert ("toy" if form in ("json", "csv") else "Toy") in text.stdout
    assert "Toy recall" in (tmp_path / "sizes.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("form", FORMATS)
def test_explain(form: str) -> None:
    text = called("explain", KEY, RESPONSE, "--document", "chess", "-m", "toy", "-f", form).stdout
    assert ("toy" if form in ("json", "csv") else "Toy") in text


@pytest.mark.parametrize("form", FORMATS)
def test_entities(form: str) -> None:
    text = called("entities", KEY, RESPONSE, "-f", form).stdout
    assert ("toy" if form in ("json", "csv") else "Toy") in text
    found = json.loads(called("entities", KEY, RESPONSE, "--sort", "toy", "-f", "json").stdout)
    perfect = next(each for each in found["entities"] if each["category"] == "1")
    assert perfect["scores"]["toy"]["f1"] == 0.5
    assert "toy_recall" in found["summary"]["sizes"][0]


def test_errors_and_their_prices(tmp_path: Path) -> None:
    text = called("errors", KEY, RESPONSE, "--price", "-m", "toy", "--plot", tmp_path / "prices.svg").stdout
    assert "Toy" in text
    rows = csv.DictReader(io.StringIO(called("errors", KEY, RESPONSE, "--price", "-m", "toy", "-f", "csv").stdout))
    assert {row["metric"] for row in rows} == {"toy"}


def test_report(tmp_path: Path) -> None:
    called("report", KEY, RESPONSE, "-m", "toy", "-o", tmp_path / "page.html")
    assert '"toy"' in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_studies(tmp_path: Path) -> None:
    plot = ("--plot", tmp_path / "study.svg")
    assert "Toy" in called("study", "metrics", KEY, *SHORT, "-m", "toy", *plot).stdout
    assert "Toy" in called("study", "twinless", KEY, RESPONSE, *SHORT, "-m", "toy,b3", *plot).stdout
    assert "Toy" in called("study", "rankings", KEY, f"a={RESPONSE}", f"b={KEY}", "-m", "toy,b3").stdout


def test_the_list_of_metrics_and_the_hint_for_a_wrong_name() -> None:
    assert "half of each shared mention" in called("metrics").stdout
    done = call("score", KEY, RESPONSE, "-m", "playthin")
    assert (done.returncode, "did you mean 'toy'?" in done.stderr) == (2, True)


def test_completion(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (
        ("_COREFSCORE_COMPLETE", "bash_complete"),
        ("COMP_WORDS", "corefscore score -m to"),
        ("COMP_CWORD", "3"),
    ):
        monkeypatch.setenv(name, value)
    assert called().stdout.strip() == "plain,toy"
