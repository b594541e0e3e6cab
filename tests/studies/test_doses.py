"""The study of metrics under growing doses of error."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscore
from corefscore import Corpus, InputError
from corefscore.core.settings import Settings
from corefscore.metrics.base import ValueMetric
from corefscore.metrics.registry import METRICS as ALL
from corefscore.metrics.selection import find_metrics
from corefscore.studies import doses
from corefscore.studies.sweep import Sweep
from tests.shared import EXAMPLES

HALF = 0.5
# mor is as mentions here, there are no zeros, and vmeasure looks at shared mentions alone
METRICS = [
    name
    for name, metric in ALL.items()
    if name not in ("mor", "zeros", "vmeasure", "links")
    and not (isinstance(metric, ValueMetric) or metric.of_relations)
]


def key() -> Corpus:
    return corefscore.read(EXAMPLES / "key.conll")


def spans(corpus: Corpus) -> list[tuple[int, int, int]]:
    return list(zip(corpus.document.tolist(), corpus.start.tolist(), corpus.end.tolist(), strict=True))


def entities(corpus: Corpus) -> set[frozenset[tuple[int, int, int]]]:
    groups: dict[int, set[tuple[int, int, int]]] = {}
    for span, entity in zip(spans(corpus), corpus.entity.tolist(), strict=True):
        groups.setdefault(entity, set()).add(span)
    return {frozenset(group) for group in groups.values()}


def made(kind: str, share: float, seed: int = 0) -> Corpus:
    return doses.ERRORS[kind](key(), share, np.random.default_rng(seed))


@pytest.mark.parametrize("kind", doses.ERRORS)
def test_no_dose_changes_nothing(kind: str) -> None:
    assert entities(made(kind, 0)) == entities(key())


@settings(max_examples=40, deadline=None)
@given(st.floats(0, 1), st.integers(0, 1000))
def test_every_error_is_of_its_own_kind(share: float, seed: int) -> None:
    before, all_spans = key(), set(spans(key()))
    wanted = round(share * before.mentions)
    found = {kind: made(kind, share, seed) for kind in doses.ERRORS}
    for kind, corpus in found.items():
        assert len(set(spans(corpus))) == corpus.mentions, kind  # no mention twice
        assert corpus.entity_sizes.all(), kind
        assert len(set(zip(corpus.entity.tolist(), corpus.document.tolist(), strict=True))) == len(corpus.labels)
    assert set(spans(found["missing mentions"])) < all_spans or not wanted
    assert found["missing mentions"].mentions == before.mentions - wanted
    for kind in ("spurious mentions", "spurious singletons"):
        assert all_spans <= set(spans(found[kind]))
        assert found[kind].mentions == before.mentions + wanted
    assert len(found["spurious mentions"].labels) == len(before.labels)
    assert entities(found["spurious singletons"]) >= entities(before)
    shifted = found["shifted boundaries"]
    assert len(set(spans(shifted)) - all_spans) == wanted
    sizes = [Counter(map(len, entities(corpus))) for corpus in (shifted, before)]
    assert sizes[0] == sizes[1]
    for kind in ("split entities", "merged entities"):
        assert set(spans(found[kind])) == all_spans
    assert all(any(part <= whole for whole in entities(before)) for part in entities(found["split entities"]))
    assert all(any(part <= whole for whole in entities(found["merged entities"])) for part in entities(before))


def test_the_full_dose_does_all_there_is_to_do() -> None:
    large = sum(size > 1 for size in key().entity_sizes.tolist())
    assert made("missing mentions", 1).mentions == 0
    assert len(made("split entities", 1).labels) == len(key().labels) + large
    in_documents = np.bincount(key().entity_documents)
    assert len(made("merged entities", 1).labels) == sum(-(-count // 2) for count in in_documents.tolist())


def test_a_larger_dose_contains_the_smaller_one() -> None:
    small, large = (set(spans(made("missing mentions", share))) for share in (0.3, 0.6))
    assert large < small


def swept(response: Corpus | None = None, seed: int = 0) -> Sweep:
    metrics = find_metrics(METRICS)
    return doses.study(key(), response or key(), metrics, Settings(), steps=4, draws=3, seed=seed)


def test_which_metrics_fail_to_fall() -> None:
    curves = swept().curves
    still = {(kind, name) for (kind, name), curve in curves.items() if curve.behaviour() == "does not move"}
    assert {name for kind, name in still if kind == "spurious singletons"} == {
        "muc",
        "pairwise",
        "b3-0",
        "b3-clusters",
        "b3-all",
        "b3-rn",
        "b3-sys",
        "ceafm-rn",
        "ceafm-sys",
        "ceafe-sys",
    }
    assert {name for kind, name in still if kind == "spurious mentions"} == {"b3-0"}
    assert {name for kind, name in still if kind == "split entities"} == {"mentions"}
    assert not {name for kind, name in still if kind in ("missing mentions", "shifted boundaries")}


def test_errors_in_a_response_can_raise_a_score() -> None:
    response = corefscore.read(EXAMPLES / "response.conll")
    curve = swept(response).curves["spurious singletons", "b3-all"]
    assert curve.behaviour() == "rises from 0% to 100%"


def test_every_curve_begins_at_the_plain_score() -> None:
    scores = corefscore.score(EXAMPLES / "key.conll", EXAMPLES / "response.conll", metrics=METRICS)
    sweep = swept(corefscore.read(EXAMPLES / "response.conll"))
    for (_, name), curve in sweep.curves.items():
        assert curve.mean[0] == pytest.approx(scores[name].f1)


def test_tables_and_records() -> None:
    sweep = swept()
    table = replace(sweep, shown=(0, HALF, 1)).table()
    assert [column.title for column in table.columns] == [
        *("Error", "F1 of", "0%", "50%", "100%", "Change", "With more of it")
    ]
    assert len(table.rows) == len(doses.ERRORS) * len(METRICS)
    assert len(sweep.records()) == doses.pieces(4, 3) * len(METRICS)
    assert swept(seed=3).observations == swept(seed=3).observations != sweep.observations


def test_a_key_without_mentions_is_refused() -> None:
    empty = key().take(np.zeros(key().mentions, dtype=bool))
    with pytest.raises(InputError, match="has no mentions"):
        doses.study(empty, empty, find_metrics(["b3"]), Settings())
