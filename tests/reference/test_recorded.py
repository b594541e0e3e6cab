"""`corefscore reference` against recorded outputs of the reference scorer v8.01, byte for byte.

The last digits of sums over several documents depend on their order there, which changes from run to run, so figures
are compared to 14 digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import corefscore
from corefscore.cli import scorer_pl as reference
from corefscore.core.problems import InputError
from tests.reference.record import CASES, HEADING
from tests.shared import shared_data

COUNTS = re.compile(r"\((\S+) / (\S+)\)")
BLANC_FAMILIES = {"Coreference links": "coreference", "Non-coreference links": "noncoreference"}


def recorded(case: Path) -> Iterator[tuple[str, str | None, str]]:
    """Metric, name and output of each run."""
    for part in (case / "recorded.txt").read_text().split(HEADING)[1:]:
        heading, output = part.split("\n", 1)
        metric, _, name = heading.partition(" ")
        yield metric, name or None, output


def printed(metric: str, key: Path, response: Path, name: str | None) -> str:
    return "\n".join([*reference.run(metric, key, response, name)][1:]) + "\n"


def to_14_digits(text: str) -> str:
    return re.sub(r"\d+\.\d{10,}", lambda match: f"{float(match[0]):.14g}", text)


@pytest.mark.parametrize("case", sorted(CASES.iterdir()), ids=lambda case: case.name)
def test_prints_what_the_reference_scorer_prints(case: Path) -> None:
    runs = list(recorded(case))
    assert len(runs) >= 5
    for metric, name, output in runs:
        found = printed(metric, case / "key.conll", case / "response.conll", name)
        assert to_14_digits(found) == to_14_digits(output), (metric, name)


# Files that the reference scorer reads in its own way, so that `score` finds other mentions in them.
READ_OTHERWISE = {
    "brackets-inside": "it reads (1(0)1) as entity 11",
    "odd-cells": "it takes (a) for nothing and _3) for an end without a beginning",
    "comment-inside": "it takes a comment for a token",
    "document-twice": "an error here",
    "end-line-missing-between": "it reads one document into the other",
    "no-end-line": "a mention is not closed",
}


READ_ALIKE = [case for case in sorted(CASES.iterdir()) if case.name not in READ_OTHERWISE]


@pytest.mark.parametrize("case", READ_ALIKE, ids=lambda case: case.name)
@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
def test_the_official_profile_counts_like_the_reference_scorer(case: Path) -> None:
    result = corefscore.score(case / "key.conll", case / "response.conll", profile="conll2012")
    for metric, name, output in recorded(case):
        if name == "none":
            check_totals(result, metric, output)


def check_totals(result: corefscore.Result, metric: str, output: str) -> None:
    for line in output[output.index("TOTALS") :].splitlines():
        label = line.partition(":")[0]
        counts = [float(count) for pair in COUNTS.findall(line) for count in pair]
        if label == "Identification of Mentions":
            score = result["mentions"]
        elif label in BLANC_FAMILIES:
            score = result["blanc"].families[BLANC_FAMILIES[label]]
        elif label == "Coreference" and counts:
            score = result[metric]
        else:
            continue
        found = [
            score.recall_numerator,
            score.recall_denominator,
            score.precision_numerator,
            score.precision_denominator,
        ]
        assert found == pytest.approx(counts, rel=1e-9, abs=1e-9), (metric, label)


PAIRS = ["emma-booknlp", "litbank-noisy", "ontogum-xrenner", "wiki100"]


@pytest.mark.parametrize("pair", PAIRS)
def test_real_pairs_print_the_same(pair: str) -> None:
    folder = shared_data() / "pairs" / pair
    found = printed("all", folder / "key.conll.gz", folder / "response.conll.gz", "none")
    assert to_14_digits(found) == to_14_digits((folder / "reference.txt").read_text())


@pytest.mark.parametrize("pair", [*PAIRS, "titaantjes-dutchcoref"])
def test_real_pairs_count_the_same(pair: str) -> None:
    folder = shared_data() / "pairs" / pair
    result = corefscore.score(folder / "key.conll.gz", folder / "response.conll.gz", profile="conll2012")
    text = next(folder.glob("reference*.txt")).read_text()
    blocks = re.split(r"METRIC (\w+)", text)[1:]
    for metric, output in zip(blocks[::2], blocks[1::2], strict=True):
        check_totals(result, metric, "TOTALS\n" + re.sub(r"^ +", "", output, flags=re.MULTILINE))


def test_a_mention_that_does_not_close_is_an_error_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "k.conll"
    file.write_text("#begin document d\nw\t(3\nw\t-\n#end document\n")
    with pytest.raises(InputError, match=r"k\.conll:4: entity 3 is still open"):
        list(reference.run("muc", file, file))


def test_an_end_without_a_beginning_is_an_error_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "k.conll"
    file.write_text("#begin document d\nw\t-\nw\t3)\n#end document\n")
    with pytest.raises(InputError, match=r"k\.conll:3: entity 3 closes here"):
        list(reference.run("muc", file, file))


def test_many_repeated_mentions_are_scored_not_refused(tmp_path: Path) -> None:
    key, response = tmp_path / "k.conll", tmp_path / "r.conll"
    key.write_text("#begin document d\n" + "w\t(1)\n" * 20 + "#end document\n")
    response.write_text("#begin document d\n" + "w\t(1)|(2)\n" * 20 + "#end document\n")
    output = printed("all", key, response, "none")
    assert output.count("Repeated mention in the response") == 5 * 20
    assert "Coreference: Recall: (19 / 19) 100%\tPrecision: (19 / 19) 100%\tF1: 100%" in output
