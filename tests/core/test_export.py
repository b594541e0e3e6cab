"""Every result as text, JSON, CSV, Markdown, LaTeX, HTML, records and a data frame."""

from __future__ import annotations

import builtins
import csv
import json
import math
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefscore
from corefscore.core.export import FORMATS, Exportable, JsonText, Listing, to_json
from corefscore.core.tables import Column, Table
from tests.results import results

every_result = pytest.mark.parametrize("name", results())


def refuse(name: str) -> None:
    raise AssertionError(f"{name} is not JSON")


def parsed(text: str) -> Any:
    return json.loads(text, parse_constant=refuse)


def subclasses(parent: type) -> Iterator[type]:
    children: list[type] = parent.__subclasses__()
    for child in children:
        yield child
        yield from subclasses(child)


def test_every_result_class_is_tried() -> None:
    rooms = {each: each.__module__.split(".") for each in subclasses(Exportable)}
    classes = {each.__name__ for each, (package, room, *_) in rooms.items() if (package, room) != ("corefscore", "cli")}
    assert classes == {type(result).__name__ for result in results().values()}


@every_result
def test_text(name: str) -> None:
    result = results()[name]
    assert str(result) == result.to_text() == result.to_format("table")
    assert result.to_text().strip() or not result.table().rows
    assert "nan" not in result.to_text().split()


@every_result
def test_json(name: str) -> None:
    result = results()[name]
    found = parsed(result.to_json())
    assert isinstance(found, (dict, list))
    assert found == parsed(result.to_json(indent=None)) == parsed(result.to_format("json"))
    assert "\n" not in result.to_json(indent=None)
    assert found == parsed(json.dumps(without_nan(result.to_dict())))


def without_nan(data: object) -> object:
    """The same with None for numbers that JSON lacks."""
    if isinstance(data, dict):
        return {name: without_nan(value) for name, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [without_nan(value) for value in data]
    return None if isinstance(data, float) and (math.isnan(data) or math.isinf(data)) else data


@every_result
def test_csv(name: str) -> None:
    result = results()[name]
    head, *rows = csv.reader(result.to_csv().splitlines())
    table = result.full_table()
    assert head == [column.key for column in table.columns]
    assert len(set(head)) == len(head)
    assert [len(row) for row in rows] == [len(head)] * len(table.rows)
    assert "nan" not in {cell for row in rows for cell in row}


@every_result
def test_records(name: str) -> None:
    result = results()[name]
    assert len(result.records()) == len(result.full_table().rows)


@every_result
def test_markdown(name: str) -> None:
    result = results()[name]
    assert result.to_markdown() == result.to_format("markdown")
    tables = [table.to_markdown().splitlines() for table in result.tables()]
    for columns, lines in zip((len(table.columns) for table in result.tables()), tables, strict=True):
        rows = [line for line in lines if line.startswith("| ")]
        assert {line.replace("\\|", "").count("|") for line in rows} == {columns + 1}
    assert result.to_markdown().count("|") >= 2


@every_result
def test_latex(name: str) -> None:
    result = results()[name]
    text = result.to_latex()
    assert text == result.to_format("latex")
    assert text.count(r"\begin{tabular}") == text.count(r"\end{tabular}") == len(result.tables())
    for table in result.tables():
        rows = [line for line in table.to_latex().splitlines() if line.endswith(r"\\") and r"\multicolumn" not in line]
        assert {line.replace(r"\&", "").count("&") for line in rows} == {len(table.columns) - 1}


class Tags(HTMLParser):
    """The tags that are open, and all that were opened."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@every_result
def test_html(name: str) -> None:
    result = results()[name]
    tags = Tags(result.to_html())
    assert tags.open == []
    assert tags.seen.count("table") == len(result.tables())
    assert Tags(result._repr_html_()).seen


def hide(monkeypatch: pytest.MonkeyPatch, *hidden: str) -> None:
    """Make it look as if packages were not installed."""
    found: Callable[..., Any] = builtins.__import__

    def importing(name: str, *rest: Any) -> Any:
        if name.split(".", maxsplit=1)[0] in hidden:
            raise ImportError(name)
        return found(name, *rest)

    monkeypatch.setattr(builtins, "__import__", importing)


@every_result
def test_a_data_frame_of_pandas(name: str) -> None:
    pandas = pytest.importorskip("pandas")
    result = results()[name]
    frame = result.to_frame()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame.columns) == [column.key for column in result.full_table().columns]
    assert len(frame) == len(result.full_table().rows)


@every_result
def test_a_data_frame_of_polars_if_there_is_no_pandas(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    polars = pytest.importorskip("polars")
    result = results()[name]
    expected = result.full_table()
    hide(monkeypatch, "pandas")
    frame = result.to_frame()
    assert isinstance(frame, polars.DataFrame)
    assert frame.columns == [column.key for column in expected.columns]
    assert len(frame) == len(expected.rows) or not expected.columns


def test_no_data_frame_without_either(monkeypatch: pytest.MonkeyPatch) -> None:
    hide(monkeypatch, "pandas", "polars")
    with pytest.raises(
        ImportError, match="needs pandas or polars; install one of them, for example: pip install pandas"
    ):
        results()["Result"].to_frame()


def test_a_comparison_is_a_table_of_a_paper() -> None:
    key = {"1": [["a", "b", "c"]], "2": [["d", "e"]]}
    latex = corefscore.compare(key, {"mine": key, "none": {"1": [], "2": []}}, ["muc"]).to_latex()
    assert r"mine & \textbf{100.00} \\" in latex.splitlines()


def test_each_form_of_the_command_line_is_a_method() -> None:
    assert list(FORMATS) == ["table", "json", "csv", "markdown", "latex"]


names = st.text() | st.integers() | st.booleans() | st.none() | st.floats(allow_nan=False, allow_infinity=False)
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
values = st.recursive(
    scalars, lambda inner: st.lists(inner) | st.lists(inner).map(tuple) | st.dictionaries(names, inner), max_leaves=20
)


@given(values, st.none() | st.integers(0, 4), st.integers(0, 5))
def test_json_says_what_the_standard_library_says(data: object, indent: int | None, levels: int) -> None:
    text = to_json(data, indent, levels)
    assert json.loads(text, object_pairs_hook=list) == json.loads(json.dumps(data), object_pairs_hook=list)
    assert indent is not None or "\n" not in text


@given(st.recursive(st.floats(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=9))
def test_numbers_that_json_lacks_are_null(data: object) -> None:
    assert parsed(to_json(data)) == without_nan(data)


def test_outer_levels_are_indented() -> None:
    data = {"a": {"b": {"c": [1, {}]}}, "d": [], 1: "half \ud83d", "e": [[2], "é"]}
    assert to_json(data) == "\n".join(
        [
            "{",
            '  "a": {',
            '    "b": {"c": [1, {}]}',
            "  },",
            '  "d": [],',
            '  "1": "half \ud83d",',
            '  "e": [',
            "    [2],",
            '    "é"',
            "  ]",
            "}",
        ]
    )


def test_texts_that_are_json_already_are_written_as_they_are() -> None:
    data = {"a": JsonText('{"b": 1}'), "c": [JsonText("[2]"), "[3]"]}
    assert json.loads(to_json(data)) == {"a": {"b": 1}, "c": [[2], "[3]"]}


def test_a_listing_is_its_table() -> None:
    listing = Listing(Table([Column("Name", "name"), Column("F1", "f1", "percent")], [["x", 0.5], ["y", math.nan]]))
    assert listing.to_dict() == [{"name": "x", "f1": 0.5}, {"name": "y", "f1": None}]
    assert listing.to_csv() == "name,f1\nx,0.5\ny,"
