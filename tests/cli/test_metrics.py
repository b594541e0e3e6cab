"""corefscore metrics."""

from __future__ import annotations

import json

from corefscore.metrics.registry import METRICS
from tests.cli.running import run


def test_the_list_of_metrics_is_complete() -> None:
    output = run("metrics").stdout
    for name, metric in METRICS.items():
        assert any(line.startswith(name) and metric.description in line for line in output.splitlines())


def test_metrics_for_machines() -> None:
    assert [row["name"] for row in json.loads(run("metrics", "-f", "json").stdout)] == list(METRICS)
