"""The 36 official cases of the reference scorer, as partitions, with exact fractions for all five metrics.

Counts are written `numerator:denominator` for recall and then precision; for BLANC's links
`shared:key:response`, within entities and then between them, followed by BLANC's recall, precision and F1.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import NamedTuple

import pytest

import corefscore
from corefscore.result import Score
from tests.shared import shared_data


class Case(NamedTuple):
    name: str
    key: str
    response: str
    muc: str
    b3: str
    ceafm: str
    ceafe: str
    links: str
    blanc: str


# fmt: off
CASES = [
    Case("A1", "a bc def", "a bc def", "3:3 3:3", "6:6 6:6", "6:6 6:6", "3:3 3:3", "4:4:4 11:11:11", "1 1 1"),
    Case("A2", "a bc def", "a de", "1:3 1:1", "7/3:6 3:3", "3:6 3:3", "9/5:3 9/5:2", "1:4:1 2:11:2", "19/88 1 23/65"),
    Case("A3", "a bc def", "a bcx defy z", "3:3 3:5", "6:6 55/12:9", "6:6 6:9", "93/35:3 93/35:4", "4:4:9 11:11:27", "1 23/54 295/494"),
    Case("A4", "a bc def", "a bcx dy z", "1:3 1:3", "10/3:6 17/6:7", "4:6 4:7", "11/5:3 11/5:4", "1:4:4 5:11:17", "31/88 37/136 17/56"),
    Case("A5", "a bc def", "a bcxB dy z", "1:3 1:4", "10/3:6 5/2:8", "4:6 4:8", "31/15:3 31/15:4", "1:4:7 5:11:21", "31/88 4/21 87/352"),
    Case("A6", "a bc def", "a bcx dy Bz", "1:3 1:4", "10/3:6 17/6:8", "4:6 4:8", "11/5:3 11/5:4", "1:4:5 5:11:23", "31/88 24/115 79/306"),
    Case("A7", "a bc def", "a bcxb dy z", "1:3 1:3", "10/3:6 17/6:7", "4:6 4:7", "11/5:3 11/5:4", "1:4:4 5:11:17", "31/88 37/136 17/56"),
    Case("A8", "a bc def", "a bcx dy bz", "1:3 1:3", "10/3:6 17/6:7", "4:6 4:7", "11/5:3 11/5:4", "1:4:4 5:11:17", "31/88 37/136 17/56"),
    Case("A9", "a bc def", "a bcx dy bbbbbbbbbbz", "1:3 1:3", "10/3:6 17/6:7", "4:6 4:7", "11/5:3 11/5:4", "1:4:4 5:11:17", "31/88 37/136 17/56"),
    Case("A10", "a bc def", "a b c d e f", "0:3 0:0", "3:6 6:6", "3:6 3:6", "13/6:3 13/6:6", "0:4:0 11:11:15", "1/2 11/30 11/26"),
    Case("A11", "a bc def", "abcdef", "3:3 3:5", "6:6 7/3:6", "3:6 3:6", "2/3:3 2/3:1", "4:4:15 0:11:0", "1/2 2/15 4/19"),
    Case("A12", "a bc def", "a x y c d e z", "0:3 0:0", "13/6:6 4:7", "3:6 3:7", "13/6:3 13/6:7", "0:4:0 5:11:21", "5/22 5/42 5/32"),
    Case("A13", "a bc def", "axycdez", "1:3 1:6", "17/6:6 6/7:7", "2:6 2:7", "2/5:3 2/5:1", "1:4:21 0:11:0", "1/8 1/42 1/25"),
    Case("B1", "ab cde", "bcx de", "1:3 1:3", "13/6:5 8/3:5", "3:5 3:5", "6/5:2 6/5:2", "1:4:4 2:6:6", "7/24 7/24 7/24"),
    Case("C1", "ab cde fg", "bcx de fg", "2:4 2:4", "25/6:7 14/3:7", "5:7 5:7", "11/5:3 11/5:3", "2:5:5 10:16:16", "41/80 41/80 41/80"),
    Case("D1", "12345 67 89ABC", "12345 6789ABC", "9:9 9:10", "12:12 64/7:12", "10:12 10:12", "11/6:3 11/6:2", "21:21:31 35:45:35", "8/9 26/31 175/208"),
    Case("E1", "12345 67 89ABC", "1234589ABC 67", "9:9 9:10", "12:12 7:12", "7:12 7:12", "5/3:3 5/3:2", "21:21:46 20:45:20", "13/18 67/92 541/871"),
    Case("F1", "ABCD", "AB CD", "2:3 2:2", "2:4 4:4", "2:4 2:4", "2/3:1 2/3:2", "2:6:2 0:0:4", "1/3 1 1/2"),
    Case("G1", "AB CD", "ABCD", "2:2 2:3", "4:4 2:4", "2:4 2:4", "2/3:2 2/3:1", "2:2:6 0:4:0", "1/2 1/6 1/4"),
    Case("H1", "ABCD", "ABCD", "3:3 3:3", "4:4 4:4", "4:4 4:4", "1:1 1:1", "6:6:6 0:0:0", "1 1 1"),
    Case("I1", "ABCD", "AB CD", "2:3 2:2", "2:4 4:4", "2:4 2:4", "2/3:1 2/3:2", "2:6:2 0:0:4", "1/3 1 1/2"),
    Case("J1", "ABC", "AC", "1:2 1:1", "4/3:3 2:2", "2:3 2:2", "4/5:1 4/5:1", "1:3:1 0:0:0", "1/3 1 1/2"),
    Case("K1", "BCDEGHJ", "ABC DEF GHI", "3:6 3:6", "12/7:7 4:9", "2:7 2:9", "2/5:1 2/5:3", "3:21:9 0:0:27", "1/7 1/3 1/5"),
    Case("L1", "ABC DEFG", "AB CD FGH", "2:5 2:4", "35/12:7 13/3:7", "4:7 4:7", "48/35:2 48/35:3", "2:9:5 8:12:16", "4/9 9/20 3/7"),
    Case("M1", "abcdef", "abcdef", "5:5 5:5", "6:6 6:6", "6:6 6:6", "1:1 1:1", "15:15:15 0:0:0", "1 1 1"),
    Case("M2", "abcdef", "a b c d e f", "0:5 0:0", "1:6 6:6", "1:6 1:6", "2/7:1 2/7:6", "0:15:0 0:0:15", "0 0 0"),
    Case("M3", "abcdef", "ab cde f", "3:5 3:3", "7/3:6 6:6", "3:6 3:6", "2/3:1 2/3:3", "4:15:4 0:0:11", "4/15 1 8/19"),
    Case("M4", "abcdef", "abcxyz", "2:5 2:5", "3/2:6 3/2:6", "3:6 3:6", "1/2:1 1/2:1", "3:15:15 0:0:0", "1/5 1/5 1/5"),
    Case("M5", "abcdef", "a b c x y z", "0:5 0:0", "1/2:6 3:6", "1:6 1:6", "2/7:1 2/7:6", "0:15:0 0:0:15", "0 0 0"),
    Case("M6", "abcdef", "ab cxy z", "1:5 1:3", "5/6:6 7/3:6", "2:6 2:6", "1/2:1 1/2:3", "1:15:4 0:0:11", "1/15 1/4 2/19"),
    Case("N1", "a b c d e f", "a b c d e f", "0:0 0:0", "6:6 6:6", "6:6 6:6", "6:6 6:6", "0:0:0 15:15:15", "1 1 1"),
    Case("N2", "a b c d e f", "abcdef", "0:0 0:5", "6:6 1:6", "1:6 1:6", "2/7:6 2/7:1", "0:0:15 0:15:0", "0 0 0"),
    Case("N3", "a b c d e f", "ab cde f", "0:0 0:3", "6:6 3:6", "3:6 3:6", "13/6:6 13/6:3", "0:0:4 11:15:11", "11/15 1 11/13"),
    Case("N4", "a b c d e f", "a b c x y z", "0:0 0:0", "3:6 3:6", "3:6 3:6", "3:6 3:6", "0:0:0 3:15:15", "1/5 1/5 1/5"),
    Case("N5", "a b c d e f", "abcxyz", "0:0 0:5", "3:6 1/2:6", "1:6 1:6", "2/7:6 2/7:1", "0:0:15 0:15:0", "0 0 0"),
    Case("N6", "a b c d e f", "ab cxy z", "0:0 0:3", "3:6 4/3:6", "2:6 2:6", "7/6:6 7/6:3", "0:0:4 2:15:11", "2/15 2/11 2/13"),
]
# fmt: on

# Recall and precision of LEA on the same cases, to the four digits that the suite of another scorer asserts.
LEA = """
A2 .3333 1 A3 1 .4444 A4 .5 .2857 A5 .5 .2083 A6 .5 .25 A7 .5 .2857 A10 .1667 .1667 A11 .8333 .2667 A12 .1667 .1429
A13 .1667 .0476 B1 .2 .4 C1 .4286 .5714 D1 1 .7222 E1 1 .537 F1 .3333 1 G1 1 .3333 J1 .3333 1 K1 .1429 .3333
L1 .2381 .4286 M3 .2667 .8333 M4 .2 .2 M6 .0667 .3333 N3 .1667 .1667 N4 .5 .5 N5 0 0 N6 0 0
""".split()

by_name = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)


def scored(case: Case, blanc: str = "reference") -> corefscore.Result:
    # Three cases repeat a mention, as letters of a word do.
    return corefscore.score(
        [list(word) for word in case.key.split()],
        [list(word) for word in case.response.split()],
        duplicates="reference",
        blanc=blanc,
    )


def close(score: Score, recall: tuple[str, str], precision: tuple[str, str]) -> bool:
    found = (
        score.recall_numerator,
        score.recall_denominator,
        score.precision_numerator,
        score.precision_denominator,
    )
    return found == pytest.approx([float(Fraction(x)) for x in (*recall, *precision)], abs=1e-12)


@by_name
@pytest.mark.parametrize("metric", ["muc", "b3", "ceafm", "ceafe"])
def test_counts_are_exact(case: Case, metric: str) -> None:
    recall, precision = (tuple(ratio.split(":")) for ratio in getattr(case, metric).split())
    assert close(scored(case)[metric], (recall[0], recall[1]), (precision[0], precision[1]))


@by_name
def test_blanc_is_exact(case: Case) -> None:
    blanc = scored(case)["blanc"]
    for family, links in zip(("coreference", "noncoreference"), case.links.split(), strict=True):
        shared, in_key, in_response = links.split(":")
        assert close(blanc.families[family], (shared, in_key), (shared, in_response))
    expected = [float(Fraction(figure)) for figure in case.blanc.split()]
    assert [blanc.recall, blanc.precision, blanc.f1] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("M3", (0.1333, 0.5, 0.2105)),
        ("M6", (0.0333, 0.125, 0.0526)),
        ("N3", (0.3667, 0.5, 0.4231)),
        ("N6", (0.0667, 0.0909, 0.0769)),
        ("A3", (1.0, 0.4259, 0.5972)),
    ],
)
def test_the_other_edge_rule_of_blanc_halves_where_only_the_response_has_a_kind_of_link(
    name: str, expected: tuple[float, float, float]
) -> None:
    case = next(case for case in CASES if case.name == name)
    blanc = scored(case, blanc="luo2014")["blanc"]
    assert (blanc.recall, blanc.precision, blanc.f1) == pytest.approx(expected, abs=6e-5)


@pytest.mark.parametrize(("name", "recall", "precision"), list(zip(LEA[::3], LEA[1::3], LEA[2::3], strict=True)))
def test_lea(name: str, recall: str, precision: str) -> None:
    lea = scored(next(case for case in CASES if case.name == name))["lea"]
    assert (lea.recall, lea.precision) == pytest.approx((float(recall), float(precision)), abs=6e-5)


def test_the_recorded_values_of_the_reference_scorer_agree() -> None:
    cases = json.loads((shared_data() / "reference/official-cases.json").read_text())["cases"]
    assert len(cases) == len(CASES)
    for case in cases:
        key, response = (
            [[tuple(span) for span in entity] for entity in case[f"{side}_entities"]] for side in ("key", "response")
        )
        result = corefscore.score(key, response, duplicates="reference")
        recorded = case["observed_v8.01"]
        for theirs, ours in {"muc": "muc", "bcub": "b3", "ceafm": "ceafm", "ceafe": "ceafe"}.items():
            counts = [str(count) for count in recorded[theirs]["counts_rn_rd_pn_pd"]]
            assert close(result[ours], (counts[0], counts[1]), (counts[2], counts[3])), (case["id"], ours)
        for family, name in (("coreference", "coref"), ("noncoreference", "noncoref")):
            counts = [str(count) for count in recorded["blanc"][f"{name}_counts_rn_rd_pn_pd"]]
            assert close(result["blanc"].families[family], (counts[0], counts[1]), (counts[2], counts[3])), case["id"]
