"""Figures in tables: intervals, marks, the best, sections."""

from __future__ import annotations

import math

from corefscore.core.tables import Column, Figure, Table

COLUMNS = (Column("System", "system"), Column("B³", "b3", "percent"))


def example() -> Table:
    rows = [
        ["a_1", Figure(0.5, (0.25, 0.75), "* ", best=True)],
        ["b*", Figure(0.25, None, "**")],
        ["c", Figure(math.nan)],
    ]
    return Table(COLUMNS, rows, foot=["note"], sections=["first", "first", "second"])


def test_text_has_a_line_for_each_section() -> None:
    assert example().to_text().splitlines() == [
        "System                      B³",
        "------  ----------------------",
        "first",
        "a_1     50.00 [25.00, 75.00]*",
        "b*                     25.00**",
        "",
        "second",
        "c",
        "",
        "note",
    ]


def test_latex_is_bold_and_escaped() -> None:
    assert example().to_latex().splitlines() == [
        "% note",
        r"\begin{tabular}{lr}",
        r"\toprule",
        r"System & B\textsuperscript{3} \\",
        r"\midrule",
        r"\multicolumn{2}{l}{\textbf{first}} \\",
        r"a\_1 & \textbf{50.00} [25.00, 75.00]*  \\",
        r"b* & 25.00** \\",
        r"\midrule",
        r"\multicolumn{2}{l}{\textbf{second}} \\",
        r"c &  \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]


def test_markdown_is_bold_and_escaped() -> None:
    lines = example().to_markdown().splitlines()
    assert lines[2:5] == ["| **first** | |", r"| a_1 | **50.00** [25.00, 75.00]\*  |", r"| b\* | 25.00\*\* |"]


def test_html_is_bold_with_sections() -> None:
    html = example().to_html()
    assert '<tr><th colspan="2">first</th></tr><tr><td>a_1</td>' in html
    assert "<b>50.00</b> [25.00, 75.00]*" in html


def test_machines_get_the_figures_alone() -> None:
    assert example().to_csv() == "system,b3\na_1,0.5\nb*,0.25\nc,"
    assert example().to_records()[1:] == [{"system": "b*", "b3": 0.25}, {"system": "c", "b3": None}]


def test_figures_sort_by_value() -> None:
    table = Table(COLUMNS, [["x", Figure(0.2, best=True)], ["y", Figure(0.1)]])
    assert [row[0] for row in table.sorted_by("b3").rows] == ["y", "x"]


def test_a_table_without_rows_is_still_a_table() -> None:
    assert Table(COLUMNS, []).to_latex().splitlines()[-3:] == [r"\midrule", r"\bottomrule", r"\end{tabular}"]
    assert len(Table(COLUMNS, []).to_text().splitlines()) == 2


def test_columns_may_share_a_heading() -> None:
    columns = [Column("System", "system"), *(Column(title, title, "percent") for title in ("P", "R", "Avg"))]
    table = Table(columns, [["a", 0.5, 0.25, 0.75]], over=["", "B³", "B³", ""])
    assert table.to_text().splitlines()[0].split() == ["System", "B³", "P", "B³", "R", "Avg"]
    assert table.to_markdown().splitlines()[0] == "| System | B³ P | B³ R | Avg |"
    assert "<th>B³ P</th>" in table.to_html()
    assert table.to_latex().splitlines()[2:5] == [
        r" & \multicolumn{2}{c}{B\textsuperscript{3}} &  \\",
        r"\cmidrule(lr){2-3}",
        r"System & P & R & Avg \\",
    ]
    assert table.to_csv().splitlines()[0] == "system,P,R,Avg"


def test_columns_without_a_heading_side_by_side_stay_apart() -> None:
    columns = [Column(title, title) for title in "abc"]
    lines = Table(columns, [["1", "2", "3"]], over=["", "", "X"]).to_latex().splitlines()
    assert lines[2].count("&") == 2
