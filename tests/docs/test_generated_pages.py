"""The pages that are made from the code have everything that the code has."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from generated_pages import FOLDER, pages, write_pages
from generated_pages.api import GROUPS, INTEGRATIONS

import corefscore
from corefscore.cli.main import COMMANDS
from corefscore.core.settings import CHOICES, PROFILES
from corefscore.metrics.base import ValueMetric
from corefscore.metrics.registry import METRICS
from tests.cli.running import call
from tests.shared import ROOT


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    return pages()


def test_every_public_name_is_on_one_page_of_the_api() -> None:
    listed = [name for group in GROUPS.values() for name in group.names if "." not in name]
    assert sorted(listed) == sorted(set(corefscore.__all__) - {"__version__"})


def test_every_module_of_integrations_is_listed() -> None:
    folder = ROOT / "src" / "corefscore" / "integrations"
    modules = [path.relative_to(folder).with_suffix("") for path in folder.rglob("*.py") if path.stem != "__init__"]
    assert {".".join(module.parts) for module in modules} == INTEGRATIONS.keys()


def test_every_command_has_a_page_with_its_options_and_examples(made: dict[str, str]) -> None:
    for name, summary in COMMANDS.items():
        assert summary in made["commands/index.md"]
        assert "## Examples" in made[f"commands/{name}.md"]
    page = made["commands/score.md"]
    assert "`-m, --metric METRIC`\n: Use this metric" in page
    assert f"- `exact`: {CHOICES['match']['exact']}" in page
    assert "$ corefscore score examples/key.conll examples/response.conll\n" in page
    assert "commands/study-twinless.md" in made


@pytest.mark.parametrize("name", METRICS)
def test_every_metric_has_a_page_with_an_example(made: dict[str, str], name: str) -> None:
    metric, page = METRICS[name], made[f"metrics/{name}.md"]
    assert metric.formula in page
    assert all(f"`{alias}`" in page for alias in (name, *metric.aliases))
    assert all(f"{{{paper}," in page for paper in metric.cite)
    assert ("The figure is " if isinstance(metric, ValueMetric) else "**F1**") in page


def test_the_examples_of_metrics_can_be_run(made: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    lines = [line for name in METRICS for line in made[f"metrics/{name}.md"].splitlines() if line.startswith("$ ")]
    assert len(lines) == len(METRICS)
    for line in lines:
        done = call(*line.split()[2:])
        assert done.returncode == 0, (line, done.stderr)


def test_the_example_of_a_metric_is_that_of_the_reference_scorer(made: dict[str, str]) -> None:
    """The key and the response are those whose figures are recorded."""
    for side in ("key", "response"):
        recorded = ROOT / "tests" / "reference" / "cases" / "worked-example" / f"{side}.conll"
        assert (ROOT / "examples" / "worked" / f"{side}.conll").read_text() == recorded.read_text()
    assert "= 5/12 ≈ 0.4167" in made["metrics/b3.md"]


def test_every_policy_has_its_choices(made: dict[str, str]) -> None:
    page = made["policies.md"]
    for policy, choices in CHOICES.items():
        section = page.partition(f"\n## {policy}\n")[2].partition("\n## ")[0]
        assert all(f"| `{choice}` | " in section for choice in choices)


def test_every_profile_has_its_settings_and_its_source(made: dict[str, str]) -> None:
    for name, profile in PROFILES.items():
        section = made["profiles.inc"].partition(f"\n## `{name}`\n")[2].partition("\n## ")[0]
        assert all(f"`{policy}={choice}`" in section for policy, choice in profile.policies.items())
        assert profile.source in section


def test_what_is_no_longer_made_is_removed(tmp_path: Path, made: dict[str, str]) -> None:
    old = tmp_path / FOLDER / "metrics" / "old.md"
    old.parent.mkdir(parents=True)
    old.write_text("# Old\n", encoding="utf-8")
    write_pages(cast("Any", SimpleNamespace(srcdir=tmp_path)))
    assert {str(path.relative_to(tmp_path / FOLDER)) for path in old.parents[1].rglob("*.*")} == made.keys()
