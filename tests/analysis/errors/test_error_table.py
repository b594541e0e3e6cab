"""The table of errors."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest

import corefscore
from corefscore.analysis.errors.kinds import KINDS, RELATIONS
from corefscore.matching.language import TYPES
from tests.analysis.errors.toys import counts
from tests.files import conll, write
from tests.shared import ROOT


@pytest.fixture(scope="module")
def result() -> corefscore.Result:
    return corefscore.score(ROOT / "examples/key.conll", ROOT / "examples/response.conll")


def test_one_row_for_each_error(result: corefscore.Result) -> None:
    errors = result.errors
    assert len(errors) == sum(errors.counts.values()) == len(errors.table().rows) == 33
    assert len(errors.to_csv().splitlines()) == 34
    assert json.loads(errors.to_json())["counts"] == errors.counts
    assert repr(errors).startswith("<Errors span 2, conflated 2")


def test_a_row_says_where_what_and_how_far(result: corefscore.Result) -> None:
    rows = csv.DictReader(io.StringIO(result.errors.to_csv()))
    row = next(row for row in rows if row["kind"] == "divided")
    assert row == {
        "document": "(story/bakery); part 000",
        "taxonomy": "kummerfeld",
        "kind": "divided",
        "start": "12",
        "end": "13",
        "text": "The baker",
        "type": "nominal",
        "size": "4",
        "key_entity": "1",
        "response_entity": "9",
        "other_start": "0",
        "other_end": "1",
        "other_text": "Mara Quill",
        "other_type": "name",
        "distance": "12",
        "sentences": "1",
    }


def test_rows_can_be_chosen(result: corefscore.Result) -> None:
    errors = result.errors
    assert counts(errors.only(kinds=["divided", "recall"])) == {"divided": 6, "recall": 9}
    chess = errors.only(documents=["(news/chess); part 000"], taxonomy="martschat")
    assert counts(chess) == {"recall": 4}
    assert counts(errors.only(documents=["chess"], taxonomy="martschat")) == {"recall": 4}
    assert np.all(chess.document == 3)


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"kinds": ["x"]}, "no kind of error 'x'; choose from span"),
        ({"taxonomy": "x"}, "no taxonomy 'x'; choose from kummerfeld, martschat"),
        ({"documents": ["(story/bakery); part 001"]}, "did you mean"),
        ({"documents": ["lighthouse"]}, "2 documents have 'lighthouse' in their names"),
    ],
)
def test_what_cannot_be_chosen_is_refused(result: corefscore.Result, choice: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        result.errors.only(**choice)


def test_the_summary_counts_types(result: corefscore.Result) -> None:
    summary = result.errors.summary().table()
    assert len(summary.rows) == len([kind for kind in KINDS if kind.taxonomy != RELATIONS])
    for row in summary.rows:
        assert row[1] == sum(int(str(figure)) for figure in row[-len(TYPES) :])
    assert len(result.errors.only(taxonomy="martschat").summary().table().rows) == 2
    assert "<table>" in result.errors._repr_html_()


@pytest.mark.filterwarnings("ignore:.* has no mention:corefscore.InputWarning")
def test_perfect_and_empty_responses(tmp_path: Path) -> None:
    path = write(tmp_path / "k.conll", conll("(1) (1) -"))
    empty = write(tmp_path / "r.conll", conll("- - -"))
    assert counts(corefscore.score(path, path).errors) == {}
    assert corefscore.score(path, path).errors.table().foot == ("No errors",)
    assert counts(corefscore.score(path, empty).errors) == {"missing-entity": 1, "recall": 1}
    assert counts(corefscore.score(empty, path).errors) == {"extra-entity": 1, "precision": 1}


def test_a_key_without_words_borrows_those_of_the_response(tmp_path: Path) -> None:
    key = write(tmp_path / "k.conll", conll("(1) (1)", words="_ _"))
    response = write(tmp_path / "r.conll", conll("(1) -", words="Ann she"))
    errors = corefscore.score(key, response).errors
    assert [record["text"] for record in errors.records()] == ["she", "she"]


def test_a_response_longer_than_the_text_of_the_key(tmp_path: Path) -> None:
    key = write(tmp_path / "k.conll", conll("(1) (1)", words="Ann she"))
    response = write(tmp_path / "r.conll", conll("(1) (2) (2)", words="Ann she her"))
    errors = corefscore.score(key, response, tokens="ignore").errors
    assert [record["text"] for record in errors.only(kinds=["precision"]).records()] == ["_"]
