"""The page on studies shows what the commands of benchmarks/studies.py print for the real pair."""

from __future__ import annotations

import json
from typing import Any

import pytest
from benchmarks.studies import FROM_KEY, FROM_RESPONSE, TWINLESS, arguments

from tests.cli.running import call
from tests.shared import ROOT, shared_data

PAGE = ROOT / "docs" / "explanation" / "studies.md"


def printed(command: str, form: str) -> str:
    done = call(*arguments(command, shared_data() / "pairs" / "ontogum-xrenner"), "-f", form)
    assert done.returncode == 0
    return done.stdout


def rows(found: list[dict[str, Any]]) -> list[str]:
    """A row for each kind of error: F1 at 50 % and at 100 % of each metric."""
    kinds = dict.fromkeys(each["kind"] for each in found)
    metrics = dict.fromkeys(each["metric"] for each in found)
    f1 = {(each["kind"], each["metric"], each["share"]): 100 * each["f1"] for each in found}
    cells = ([f"{f1[kind, metric, 0.5]:.2f}, {f1[kind, metric, 1.0]:.2f}" for metric in metrics] for kind in kinds)
    return [f"| {kind} | {' | '.join(row)} |" for kind, row in zip(kinds, cells, strict=True)]


def test_twinless_mentions() -> None:
    table = [line for line in printed(TWINLESS, "markdown").splitlines() if line.startswith("|")]
    assert len(table) == 17
    assert "\n".join(table) in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("command", [FROM_KEY, FROM_RESPONSE])
def test_errors(command: str) -> None:
    found = rows(json.loads(printed(command, "json")))
    assert len(found) == 6
    shown = PAGE.read_text(encoding="utf-8").splitlines()
    assert [row for row in found if row not in shown] == []
