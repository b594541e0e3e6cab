"""Every table of Cai and Strube (2010) that a reader can recompute."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings

import corefscore
from corefscore.result import Score
from tests.brute import partition
from tests.papers.cai_strube import APPENDIX, EXPERIMENTS, MISPRINTED_F1, ROWS, Row
from tests.strategies import Document, corpora

HALF = 0.0005 + 1e-9


def scored(key: str, response: str, metric: str) -> Score:
    return corefscore.score(partition(key), partition(response), metrics=[metric])[metric]


def harmonic(recall: float, precision: float) -> float:
    return 2 * recall * precision / (recall + precision)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.place}, {row.metric}")
def test_precision_recall_and_f_are_as_printed(row: Row) -> None:
    score = scored(row.key, row.response, row.metric)
    assert score.precision == pytest.approx(row.precision, abs=HALF)
    assert score.recall == pytest.approx(row.recall, abs=HALF)
    expected = MISPRINTED_F1.get(row.place, row.f1)
    # The paper computes F from precision and recall as rounded, so that 0.5714 is printed as 0.572.
    assert harmonic(row.recall, row.precision) == pytest.approx(expected, abs=HALF)
    assert score.f1 == pytest.approx(expected, abs=2 * HALF)


@pytest.mark.parametrize("row", [row for row in ROWS if row.place in MISPRINTED_F1], ids=lambda row: row.place)
def test_misprinted_f_differs_from_what_follows_from_its_own_precision_and_recall(row: Row) -> None:
    assert abs(harmonic(row.recall, row.precision) - row.f1) > 0.02


def test_all_tables_are_here() -> None:
    tables = {row.place.split(",")[0] for row in ROWS}
    assert tables >= {f"Table {number}" for number in (1, 2, 3, 4, 5, 6, 12, 13, 14, 15)}
    assert len(ROWS) == 10 + 8 + 8 + 6 + 6 + 4 + 2 + 4 * 4  # Tables 1 to 6, two worked examples, Tables 12 to 15


def test_section_2_3_3_prints_a_response_that_its_table_does_not_have() -> None:
    """Table 4 has {a b} {i j} {c}, hence the printed 0.6; the example shows {a b d}, hence its (2+1+0)/(3+2+1)."""
    assert scored("abc", "ab ij c", "ceafm-sys").precision == pytest.approx(0.6)
    assert scored("abc", "abd ij c", "ceafm-sys").precision == pytest.approx(0.5)


def test_section_2_2_1_misprints_a_denominator() -> None:
    """F of B³-all is printed as 2 × (0.556 × 0.556) / (0.556 + 0.444) = 0.556; the second summand is 0.556."""
    as_printed = 2 * 0.556 * 0.556 / (0.556 + 0.444)
    assert as_printed == pytest.approx(0.618, abs=HALF)
    assert harmonic(0.556, 0.556) == pytest.approx(0.556)
    assert scored("abc", "abd", "b3-all").f1 == pytest.approx(0.556, abs=HALF)


@pytest.mark.parametrize("place", EXPERIMENTS)
def test_experiments_on_data_that_is_not_here_are_consistent_in_themselves(place: str) -> None:
    recall, precision, f1 = EXPERIMENTS[place]
    shifts = itertools.product((-0.05, 0.05), repeat=2)
    possible = [harmonic(recall + dr, precision + dp) for dr, dp in shifts]
    assert min(possible) - 0.05 <= f1 <= max(possible) + 0.05


def test_what_the_appendix_says_of_its_tables() -> None:
    for table, responses in APPENDIX.items():
        scores = [scored("abcde", response, "b3-sys") for response in responses]
        precisions, recalls = [s.precision for s in scores], [s.recall for s in scores]
        if table in ("Table 12", "Table 14"):
            assert recalls == sorted(recalls)
            assert len(set(recalls)) == 4
        else:
            assert len(set(recalls)) == 1
            assert precisions == sorted(precisions, reverse=True)
        if table == "Table 12":
            assert precisions == pytest.approx([precisions[0]] * 4)


TABLE_9 = {"SM1": {"b3-sys": (65.7, 76.8), "b3-all": (65.1, 85.8), "b3-rn": (65.1, 78.7)}}
TABLE_9["SM2"] = {"b3-sys": (64.1, 87.3), "b3-all": (64.3, 87.1), "b3-rn": (64.3, 84.9)}
TABLE_10 = {"SM1": (62.0, 62.1), "SM2": (60.0, 60.0)}
"""Recall and precision of Table 9, and the recalls of CEAF-orig and CEAF-r&n of Table 10."""


@settings(max_examples=150, deadline=None)
@given(corpora)
def test_what_tables_9_and_10_contradict_holds_for_all_documents(pairs: list[Document]) -> None:
    """Recalls that must be equal, and a precision that cannot be lower, in each document and in the sum."""
    key, response = ({str(n): pair[side] for n, pair in enumerate(pairs)} for side in (0, 1))
    result = corefscore.score(key, response, metrics=["b3-sys", "b3-all", "b3-rn", "ceafm", "ceafm-rn"])
    for scores in (result, *result.documents.values()):
        recalls = [scores[name].recall for name in ("b3-sys", "b3-all", "b3-rn")]
        assert recalls == pytest.approx([recalls[0]] * 3)
        if scores["b3-rn"].precision_denominator:
            assert scores["b3-sys"].precision >= scores["b3-rn"].precision - 1e-12
        assert scores["ceafm"].recall == pytest.approx(scores["ceafm-rn"].recall)


def test_tables_9_and_10_are_impossible() -> None:
    for printed in TABLE_9.values():
        assert printed["b3-sys"][0] != printed["b3-all"][0] == printed["b3-rn"][0]
    assert TABLE_9["SM1"]["b3-sys"][1] < TABLE_9["SM1"]["b3-rn"][1]
    assert TABLE_10["SM1"][0] != TABLE_10["SM1"][1]
