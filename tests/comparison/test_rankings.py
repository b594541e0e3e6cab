"""Kendall's rank correlation, and the published tables it is computed from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

import corefscore
from corefscore.comparison import conll2012
from corefscore.comparison.rankings import kendall, ranks
from corefscore.core.arrays import Floats
from corefscore.studies import rank_correlation
from tests.files import write
from tests.shared import ROOT

scores = st.integers(2, 12).flatmap(
    lambda systems: st.lists(st.lists(st.integers(0, 5), min_size=3, max_size=3), min_size=systems, max_size=systems)
)


@given(scores)
def test_tau_is_that_of_scipy_ties_included(values: list[list[int]]) -> None:
    columns = np.array(values, dtype=float)
    found = kendall(columns)
    for i in range(3):
        for j in range(3):
            expected = float(scipy.stats.kendalltau(columns[:, i], columns[:, j]).statistic)
            assert found[i, j] == pytest.approx(expected, nan_ok=True)


@given(scores)
def test_ranks_are_those_of_scipy(values: list[list[int]]) -> None:
    expected = scipy.stats.rankdata(-np.array(values), method="min", axis=0)
    assert (ranks(values) == expected).all()


def test_the_53_systems_and_their_averages() -> None:
    rows = conll2012.systems()
    assert [len(conll2012.systems(track)) for track in conll2012.tracks()] == [18, 15, 13, 7]
    assert [row.system for row in rows if row.misprint is not None] == ["kobdani", "stamborg"]
    for row in rows:
        mean = (row.f1["muc"] + row.f1["b3"] + row.f1["ceafe"]) / 3
        # Each part and the average itself are rounded to a tenth of a percent.
        assert abs(mean - row.f1["conll"]) < 0.0011
        if row.misprint is not None:
            assert abs(mean - row.misprint) > 0.002


def test_some_figures_of_the_table_as_printed() -> None:
    english = {row.system: row.f1 for row in conll2012.systems("conll2012-english")}
    assert list(english["fernandes"].values()) == [0.777, 0.705, 0.576, 0.614, 0.539, 0.588, 0.607]
    assert list(english["li"].values()) == [0.599, 0.508, 0.323, 0.363, 0.252, 0.319, 0.361]
    assert conll2012.systems("conll2011-english")[-1].f1["conll"] == 0.155


def test_the_published_tracks_are_one_matrix_each() -> None:
    leagues = rank_correlation.published(["muc", "bcub", "conll"]).leagues
    assert [league.track for league in leagues] == list(conll2012.tracks())
    assert [column.title for column in leagues[0].columns] == ["MUC", "B³", "CoNLL"]
    assert leagues[1].tau.shape == (3, 3)
    assert leagues[3].tau[1, 2] == 1.0


def test_the_documentation_shows_what_is_computed() -> None:
    page = (ROOT / "docs" / "explanation" / "rankings.md").read_text(encoding="utf-8")
    shown = [_matrix(part) for part in page.split("|        | MUC  |")[1:]]
    english_2011, english_2012, chinese, arabic = (
        league.tau.round(2) for league in rank_correlation.published("muc b3 ceafe ceafm blanc conll".split()).leagues
    )
    lower, upper = np.tril_indices(6, -1), np.triu_indices(6, 1)
    assert shown[0][lower].tolist() == english_2011[lower].tolist()
    assert shown[1][lower].tolist() == english_2012[lower].tolist()
    assert shown[2][upper].tolist() == chinese[upper].tolist()
    assert shown[2][lower].tolist() == arabic[lower].tolist()


def _matrix(text: str) -> Floats:
    lines = [line.split("|")[2:-1] for line in text.splitlines()[2:8]]
    return np.array([[float(cell) if cell.strip() else np.nan for cell in line] for line in lines])


def test_a_table_of_results(tmp_path: Path) -> None:
    path = write(tmp_path / "r.csv", "track,system,muc,muc_low,own\na,x,0.1,9,3\na,y,0.2,9,2\nb,x,1,9,1\nb,y,2,9,2\n")
    first, second = rank_correlation.of_table(str(path)).leagues
    assert [column.name for column in first.columns] == ["muc", "own"]
    assert (first.tau[0, 1], second.tau[0, 1]) == (-1.0, 1.0)
    path = write(tmp_path / "r.csv", "name,muc,own\nx,1,3\ny,2,2\n")
    assert [column.name for column in rank_correlation.of_table(str(path)).leagues[0].columns] == ["muc", "own"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not a table of results"),
        ("system,muc,b3\nx,1,2\n", "at least two systems"),
        ("system,muc\nx,1\ny,2\n", "at least two metrics"),
        ("system,muc,b3\nx,1,2\n\ny,1\n", "r.csv:4: a figure is missing; fill each of these columns: muc, b3"),
        (
            "system,muc,b3\nx,1,2\ny,1\nz,a,2\n",
            "r.csv:3: a figure is missing; fill each of these columns: muc, b3.*\n.*r.csv:4: ",
        ),
    ],
)
def test_faults_of_a_table_of_results(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(corefscore.InputError, match=message):
        rank_correlation.of_table(str(write(tmp_path / "r.csv", text)))


def test_a_metric_that_gives_all_systems_the_same_score_has_no_correlation(tmp_path: Path) -> None:
    path = write(tmp_path / "r.csv", "system,muc,b3\nx,1,1\ny,2,1\n")
    assert rank_correlation.of_table(str(path)).to_dict() == {
        "tracks": [
            {
                "track": "",
                "systems": 2,
                "kendall_tau": {"muc": {"muc": 1.0, "b3": None}, "b3": {"muc": None, "b3": None}},
            }
        ]
    }


def test_an_unknown_metric() -> None:
    with pytest.raises(ValueError, match="has no 'lea'"):
        rank_correlation.published(["muc", "lea"])


def test_systems_of_a_comparison_that_were_not_scored_are_left_out(tmp_path: Path) -> None:
    text = "system,group,muc,b3,problem\na,a,0.5,0.4,\nb,b,0.4,0.3,\nc,,,,c.conll: is binary\n"
    path = write(tmp_path / "r.csv", text)
    with pytest.warns(corefscore.InputWarning, match="c is left out, because it was not scored"):
        (league,) = rank_correlation.of_table(str(path)).leagues
    assert [column.name for column in league.columns] == ["muc", "b3"]
    assert league.figures.tolist() == [[0.5, 0.4], [0.4, 0.3]]
