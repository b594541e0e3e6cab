"""The mean over groups, and its test."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import corefscore
from corefscore.comparison.groups import Groups
from corefscore.comparison.mean_tests import MeanOverGroups
from corefscore.comparison.significance import p_values
from corefscore.comparison.standings import group_table
from corefscore.core.tables import Figure

KEY = {f"{group}/{n}": [["a", "b", "c"], ["d", "e"]] for group, size in (("x", 2), ("y", 5)) for n in range(size)}


def response(*worse: str) -> dict[str, list[list[str]]]:
    return {name: [["a", "b"], ["d", "e"]] if name in worse else entities for name, entities in KEY.items()}


def brute_force_p(one: dict[str, list[list[str]]], other: dict[str, list[list[str]]]) -> float:
    """Exchange documents in every way, score each group anew, and average."""

    def mean(system: dict[str, list[list[str]]]) -> float:
        scores = []
        for group in ("x", "y"):
            names = [name for name in KEY if name.startswith(group)]
            scores.append(
                corefscore.score({n: KEY[n] for n in names}, {n: system[n] for n in names}, ["muc"])["muc"].f1
            )
        return sum(scores) / 2

    observed = abs(mean(one) - mean(other))
    as_large = 0.0
    for exchanged in product([False, True], repeat=len(KEY)):
        pairs = [
            (two, first) if swap else (first, two)
            for swap, first, two in zip(exchanged, one.values(), other.values(), strict=True)
        ]
        first, second = (dict(zip(KEY, side, strict=True)) for side in zip(*pairs, strict=True))
        as_large += float(abs(mean(first) - mean(second)) >= observed - 1e-9)
    return as_large / (1 << len(KEY))


def test_the_p_value_is_that_of_all_exchanges() -> None:
    one, other = response("x/0"), response("y/0", "y/1", "x/1")
    comparison = corefscore.compare(KEY, {"one": one, "other": other}, ["muc"])
    groups = Groups(comparison["one"], "genre")
    mean = MeanOverGroups(comparison.metrics, groups.rows)
    counts = [mean.apart(mean.stack(comparison[name].counts.rows)) for name in ("one", "other")]
    assert p_values("randomisation", mean, counts[0], counts[1:])[0, 0] == pytest.approx(brute_force_p(one, other))


def test_the_mean_is_that_of_the_groups() -> None:
    result = corefscore.score(KEY | {"z/0": [["a"]]}, response("x/0", "y/3") | {"z/0": [["a"]]}, ["muc", "b3", "conll"])
    groups = Groups(result, "genre")
    mean = MeanOverGroups(result.metrics, groups.rows)
    found = mean.f1(mean.apart(mean.stack(result.counts.rows)).sum(axis=0))
    assert found.tolist() == pytest.approx([groups.mean.scores[name].f1 for name in result])


@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
def test_only_the_mean_is_marked() -> None:
    key = {f"{group}/{n}": [["a", "b", "c"]] for group in "xy" for n in range(10)}
    worse = {name: [["a", "b"]] for name in key}
    comparison = corefscore.compare(key, {"good": key, "bad": worse}, ["muc"]).with_tests("bad")
    rows = {str(row[0]): row for row in group_table(comparison, "genre").rows}
    marks = [cell.marks for cell in rows["good"] if isinstance(cell, Figure)]
    assert marks == ["", "", "", "***"]
    assert np.isclose(rows["good"][-2].value, 1)  # type: ignore[attr-defined]
    records = {record["system"]: record for record in group_table(comparison, "genre").to_records()}
    assert 0 < records["good"]["mean_p_holm"] < 0.001
    assert records["bad"]["mean_p_holm"] is None
