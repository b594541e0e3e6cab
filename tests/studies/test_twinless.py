"""The study of twinless mentions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import corefscore
from corefscore.core.plots import save
from corefscore.core.settings import Settings
from corefscore.matching.matched import Matched
from corefscore.metrics.base import ValueMetric
from corefscore.metrics.registry import METRICS as ALL
from corefscore.metrics.selection import find_metrics
from corefscore.studies import twinless
from corefscore.studies.sweep import Curve, Sweep
from tests.shared import EXAMPLES

METRICS = [name for name, metric in ALL.items() if name != "links" and not isinstance(metric, ValueMetric)]


def example() -> Matched:
    matched = corefscore.score(EXAMPLES / "key.conll", EXAMPLES / "response.conll").matched
    assert matched is not None
    return matched


def swept(seed: int = 0) -> Sweep:
    return twinless.study(example(), find_metrics(METRICS), Settings(), steps=5, draws=3, seed=seed)


@pytest.mark.filterwarnings("ignore:.*neither side has anything to score")
def test_with_all_twinless_mentions_the_scores_are_those_of_the_response() -> None:
    scores = corefscore.score(EXAMPLES / "key.conll", EXAMPLES / "response.conll", metrics=METRICS)
    curves = swept().curves
    for name in METRICS:
        assert curves[twinless.KIND, name].mean[-1] == pytest.approx(scores[name].f1)


def test_without_them_they_are_those_of_a_response_that_has_no_such_mention() -> None:
    matched = example()
    key, response = ({document.name: clusters(document.entities) for document in side} for side in sides(matched))
    found = {name: {span for entity in entities for span in entity} for name, entities in key.items()}
    kept = {
        name: [inside for entity in entities if (inside := [span for span in entity if span in found[name]])]
        for name, entities in response.items()
    }
    of_whole_mentions = {*METRICS} - {"information", "mor"}  # they look at words, which clusters lack
    scores = corefscore.score(key, kept, metrics=of_whole_mentions)
    curves = swept().curves
    for name in of_whole_mentions:
        assert curves[twinless.KIND, name].mean[0] == pytest.approx(scores[name].f1)


def sides(matched: Matched) -> tuple[corefscore.Corpus, corefscore.Corpus]:
    return matched.key, matched.response


def clusters(entities: object) -> list[list[tuple[int, int]]]:
    return [[(mention.start, mention.end) for mention in entity.mentions] for entity in entities]  # type: ignore[attr-defined]


def test_it_shows_which_measures_a_mention_tagger_moves() -> None:
    curves = swept().curves
    behaviour = {name: curves[twinless.KIND, name].behaviour() for name in METRICS}
    assert behaviour["b3-0"] == "does not move"
    assert all(behaviour[name] == "falls" for name in ("mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "lea"))


def test_a_seed_gives_the_same_observations_again() -> None:
    assert swept(1).observations == swept(1).observations != swept(2).observations


def test_as_many_pieces_of_work_as_announced() -> None:
    done: list[int] = []
    metrics = find_metrics(["muc"])
    sweep = twinless.study(example(), metrics, Settings(), steps=4, draws=3, advance=lambda: done.append(1))
    assert len(done) == len(sweep.observations) == twinless.pieces(4, 3)


def test_a_response_without_twinless_mentions_stays_as_it_is() -> None:
    matched = corefscore.score([["a", "b"]], [["a", "b"]]).matched
    assert matched is not None
    sweep = twinless.study(matched, find_metrics(["b3"]), Settings(), steps=2, draws=1)
    assert sweep.curves[twinless.KIND, "b3"].mean.tolist() == [1, 1, 1]


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_pictures(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"picture.{kind}"
    save(twinless.draw(swept()), str(path))
    assert path.stat().st_size > 5_000
    if kind == "svg":
        text = path.read_text()
        assert all(title in text for title in (*twinless.PANELS, twinless.THE_REST, "B³-sys", "CEAF-m-r&amp;n"))


def curve(*mean: float) -> Curve:
    figures = np.array(mean)
    return Curve(np.linspace(0, 1, len(mean)), figures, figures, figures)


def test_behaviour_in_words() -> None:
    assert curve(1, 0.8, 0.5).behaviour() == "falls"
    assert curve(1, 1, 1).behaviour() == "does not move"
    assert curve(0.9, 0.5, 0.6).behaviour() == "rises from 50% to 100%"
    assert curve(0.5, 0.8, 0.4).behaviour() == "rises from 0% to 50%"
