"""Pictures of comparisons: what they show, read back from them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from corefscore.comparison.compare import compare
from corefscore.comparison.pictures import document_lengths, draw
from corefscore.comparison.systems import Comparison
from corefscore.core.plots import save
from corefscore.studies import rank_correlation as rankings
from tests.comparison.test_comparison import systems
from tests.files import conll, write


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return compare(*systems(), size_metric="lea").with_intervals(resamples=100)


@pytest.mark.parametrize("kind", ["bars", "scatter", "ranks", "lengths", "sizes"])
def test_every_picture_can_be_written(comparison: Comparison, kind: str, tmp_path: Path) -> None:
    path = tmp_path / "picture.svg"
    save(draw(kind, comparison, "b3"), str(path))
    text = path.read_text(encoding="utf-8")
    assert "<svg" in text
    assert kind == "ranks" or "good" in text


def test_bars_are_as_high_as_the_scores(comparison: Comparison) -> None:
    axis = draw("bars", comparison).axes[0]
    heights = [patch.get_height() for patch in axis.patches]  # type: ignore[attr-defined]
    best_first = [comparison[name] for name in comparison.ranked()]
    assert heights == pytest.approx([100 * score.f1 for result in best_first for score in result.values()])


def test_dots_are_documents(comparison: Comparison) -> None:
    axis = draw("scatter", comparison, "b3", "fair", "poor").axes[0]
    points = np.asarray(axis.collections[0].get_offsets())
    expected = [[100 * comparison[name].documents["d3"]["b3"].f1 for name in ("fair", "poor")]]
    assert np.abs(points - expected).sum(axis=1).min() < 1e-9
    assert len(points) == 32
    assert (axis.get_xlabel(), axis.get_ylabel()) == ("fair, F1", "poor, F1")


def test_lengths_sum_over_documents_of_a_bin(comparison: Comparison) -> None:
    line = draw("lengths", comparison, "muc").axes[0].lines[0]
    lengths, unit = document_lengths(comparison)
    shortest = np.argsort(lengths, kind="stable")[:7]
    rows = comparison["good"].counts.rows["muc"][shortest].sum(axis=0)
    recall, precision = rows[0] / rows[1], rows[2] / rows[3]
    assert unit == "key mentions"
    assert np.asarray(line.get_ydata())[0] == pytest.approx(100 * 2 * recall * precision / (recall + precision))


def test_lengths_are_tokens_where_texts_are_known(tmp_path: Path) -> None:
    key = write(tmp_path / "k.conll", conll("(1) (1) - / -", "(a)") + conll("(1) (1)", "(b)"))
    lengths, unit = document_lengths(compare(key, {"x": key}))
    assert (lengths.tolist(), unit) == ([4.0, 2.0], "tokens")


def test_sizes_need_counts_by_size() -> None:
    with pytest.raises(ValueError, match="there are no counts by the size"):
        draw("sizes", compare(*systems(2)))


def test_heat_maps_have_a_panel_for_each_track() -> None:
    figure = rankings.published().figure()
    assert len(figure.axes) == 4
    assert [text.get_text() for text in figure.axes[0].texts][:2] == ["1.00", "0.73"]
