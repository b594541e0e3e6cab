"""Whatever stands in a cell of a table stays in its cell."""

from __future__ import annotations

import pytest

from corefscore.core.tables import Column, Table

NASTY = r"a|b\c & <i>50%_#{x}"


@pytest.fixture
def table() -> Table:
    return Table([Column("Name", "name"), Column("F1", "f1", "percent")], [[NASTY, 0.5]], ("key -- one",), ("% two",))


def test_markdown(table: Table) -> None:
    lines = table.to_markdown().splitlines()
    assert lines[2] == r"| a\|b\\c &amp; &lt;i>50%_#{x} | 50.00 |"
    assert lines[4:] == ["<!-- key - - one -->", "<!-- % two -->"]


def test_latex(table: Table) -> None:
    line = table.to_latex().splitlines()[-3]
    assert line == r"a|b\textbackslash{}c \& <i>50\%\_\#\{x\} & 50.00 \\"


def test_html(table: Table) -> None:
    assert r"<td>a|b\c &amp; &lt;i&gt;50%_#{x}</td>" in table.to_html()


def test_text_shows_control_characters_as_such() -> None:
    table = Table([Column("Name", "name")], [["a\x1b[31m"]], ("b\x07",))
    assert table.to_text().splitlines() == ["b\\x07", "", "Name", "---------", "a\\x1b[31m"]
