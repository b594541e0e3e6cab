"""What every metric declares: a formula, a reference, and an example that shows both."""

from __future__ import annotations

import inspect
import sys
from dataclasses import replace
from types import ModuleType

import pytest

import corefscore
from corefscore.metrics.base import Metric
from corefscore.metrics.citations import ENTRIES
from corefscore.metrics.registry import METRICS
from corefscore.metrics.selection import DEFAULT_METRICS, metric_name

WIDEST = 125


def home(metric: Metric) -> ModuleType:
    """The module that defines a metric."""
    modules = (module for name, module in sys.modules.items() if name.startswith("corefscore.metrics."))
    (found,) = (module for module in modules if f'name="{metric.name}"' in inspect.getsource(module))
    return found


@pytest.mark.parametrize("metric", METRICS.values(), ids=lambda metric: metric.name)
def test_every_metric_has_a_formula_and_a_reference(metric: Metric) -> None:
    assert 0 < len(metric.formula) <= WIDEST
    assert metric.cite
    assert set(metric.cite) <= set(ENTRIES)


@pytest.mark.parametrize("metric", METRICS.values(), ids=lambda metric: metric.name)
def test_every_metric_is_documented_where_it_is_defined(metric: Metric) -> None:
    text = home(metric).__doc__ or ""
    assert "References\n----------" in text
    assert "Examples\n--------" in text
    years = {key.rsplit("-", 1)[1] for key in metric.cite}
    assert any(year in text for year in years)


def test_no_two_metrics_share_a_name() -> None:
    names = [name for metric in METRICS.values() for name in (metric.name, *metric.aliases)]
    assert len(names) == len(set(names))
    for metric in METRICS.values():
        assert {metric_name(name) for name in (metric.name, metric.title, *metric.aliases)} == {metric.name}


def test_a_replaced_metric_is_used_with_and_without_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    key, response = [["a", "b", "c"]], [["a", "b"]]
    before = corefscore.score(key, response)
    monkeypatch.setitem(METRICS, "b3", replace(METRICS["muc"], name="b3"))
    for metrics in (None, ["b3", "conll"], ["conll", "b3"]):
        found = corefscore.score(key, response, metrics=metrics)
        assert found["b3"].recall == before["muc"].recall != before["b3"].recall
        assert found["conll"].f1 == pytest.approx((2 * before["muc"].f1 + before["ceafe"].f1) / 3)


def test_the_default_metrics_are_those_of_the_registry() -> None:
    assert all(METRICS[metric.name] is metric for metric in DEFAULT_METRICS)
