"""A table of names and figures that can be written as text, Markdown, LaTeX, CSV and HTML."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias, TypeVar

from corefscore.core.escaping import for_csv, for_latex, for_markdown, html_comment, latex_comment, printable
from corefscore.core.problems import check_choice
from corefscore.core.settings import short_signature
from corefscore.core.signatures import wrapped

Markup: TypeAlias = Callable[[str], str]
"""Changes a text for an output format: escapes it, or makes it bold."""

Row = TypeVar("Row")
"""A row in any output format."""


class Figure(NamedTuple):
    """A figure in a table.

    Parameters
    ----------
    value : float
        The figure.
    interval : pair of float, optional
        The limits of its confidence interval.
    marks : str
        Marks after the figure, such as marks of significance.
    best : bool
        Whether it is the best figure of its column.
    """

    value: float
    interval: tuple[float, float] | None = None
    marks: str = ""
    best: bool = False


class Column(NamedTuple):
    """A column of a table.

    Parameters
    ----------
    title : str
        The name for readers.
    key : str
        The name for programs.
    kind : str
        The kind of values: `word`, `percent`, `count` or `number`.
    decimals : int
        How many digits percentages and numbers have after the point.

    Examples
    --------
    >>> Column("B³", "b3", "percent", decimals=1).show(0.25)
    '25.0'
    """

    title: str
    key: str
    kind: str = "word"
    decimals: int = 2

    def show(self, value: object, escape: Markup = str, bold: Markup = str) -> str:
        """Return a value of the column as text for readers. A missing value is an empty text."""
        if not isinstance(value, Figure):
            return escape(self._plain(value))
        text = escape(self._plain(value.value))
        low_to_high = f" [{', '.join(map(self._plain, value.interval))}]" if value.interval else ""
        return (bold(text) if value.best else text) + escape(low_to_high + value.marks)

    def _plain(self, value: object) -> str:
        if _is_missing(value):
            return ""
        if self.kind == "percent" and isinstance(value, float):
            return f"{100 * value:.{self.decimals}f}"
        if self.kind == "number" and isinstance(value, float):
            return f"{value:.{self.decimals}f}"
        if self.kind == "count" and isinstance(value, (int, float)):
            return f"{value:,}"
        return printable(str(value))


@dataclass(frozen=True, eq=False, repr=False)
class Table:
    """Rows of values under columns.

    Parameters
    ----------
    columns : sequence of Column
        The columns.
    rows : sequence of sequences
        A value for each column. A `Figure` can also have an interval and marks.
    head, foot : sequence of str
        Lines above and below the table.
    sections : sequence of str
        The title of the section of each row, if the table has sections.
    over : sequence of str
        A heading above the title of each column, if there are any. Columns side by side may share one.
    signatures : sequence of (str, str)
        How the figures were obtained: the title and the signature of each section, or of the whole table with an empty
        title. They are below the foot, in the short form.
    spelled_out : bool
        Whether signatures are shown in the long form instead.

    Examples
    --------
    >>> table = Table([Column("Metric", "metric"), Column("F1", "f1", "percent")], [["MUC", 0.5]])
    >>> print(table.to_text())
    Metric     F1
    ------  -----
    MUC     50.00
    >>> print(table.to_csv())
    metric,f1
    MUC,0.5
    """

    columns: Sequence[Column]
    rows: Sequence[Sequence[object]]
    head: Sequence[str] = ()
    foot: Sequence[str] = ()
    sections: Sequence[str] = ()
    over: Sequence[str] = ()
    signatures: Sequence[tuple[str, str]] = ()
    spelled_out: bool = False

    def __repr__(self) -> str:
        return f"<Table of {len(self.rows):,} rows: {', '.join(column.title for column in self.columns)}>"

    @property
    def titles(self) -> list[str]:
        """The title of each column, after its heading."""
        over = self.over or [""] * len(self.columns)
        return [f"{head} {column.title}".strip() for head, column in zip(over, self.columns, strict=True)]

    def cells(self, escape: Markup = str, bold: Markup = str) -> list[list[str]]:
        """Return the values of each row as texts for readers."""
        return [
            [column.show(value, escape, bold) for column, value in zip(self.columns, row, strict=True)]
            for row in self.rows
        ]

    def by_section(self, rows: Sequence[Row]) -> Iterator[tuple[str, list[Row]]]:
        """Yield the title and the rows of each section. Without sections, yield all rows and an empty title."""
        titled = zip(self.sections or [""] * len(rows), rows, strict=True)
        for title, section in groupby(titled, key=lambda pair: pair[0]):
            yield title, [row for _, row in section]

    def under(self, title: str) -> Table:
        """Return the table with a title above it. An empty title changes nothing."""
        return replace(self, head=[title, *self.head]) if title else self

    def to_records(self) -> list[dict[str, Any]]:
        """Return a dictionary for each row, by the keys of the columns. Figures are not rounded."""
        keys = [column.key for column in self.columns]
        values = ([None if _is_missing(value) else _bare(value) for value in row] for row in self.rows)
        return [dict(zip(keys, row, strict=True)) for row in values]

    def sorted_by(self, key: str, reverse: bool = False) -> Table:
        """Return the table with its rows sorted by one column.

        Parameters
        ----------
        key : str
            The key of the column.
        reverse : bool
            Whether the largest value comes first.

        Raises
        ------
        ValueError
            If there is no such column.
        """
        keys = [column.key for column in self.columns]
        check_choice("column", key, keys)
        index = keys.index(key)
        rows = sorted(self.rows, key=lambda row: _rank(row[index]), reverse=reverse)
        return replace(self, rows=rows)

    def widths(self) -> list[int]:
        """Return the width of each column, in characters."""
        lines = [self.titles, *self.cells()]
        return [max(map(len, column)) for column in zip(*lines, strict=True)]

    def signature_lines(self, width: int | None = None) -> list[str]:
        """Return the signatures below the table. If all sections have the same signature, it is one line.

        Parameters
        ----------
        width : int, optional
            The most characters of a line. Without it, each signature is one line.
        """
        shown = [(title, each if self.spelled_out else short_signature(each)) for title, each in self.signatures]
        alike = [*dict.fromkeys(each for _, each in shown)]
        lines = alike if len(alike) == 1 else [f"{title}: {each}" for title, each in shown]
        return [part for line in lines for part in (wrapped(line, width) if width else [line])]

    @property
    def below(self) -> list[str]:
        """All lines below the table: the foot and the signatures."""
        return [*self.foot, *self.signature_lines()]

    def to_text(self, width: int | None = None) -> str:
        """Return the table as plain text with aligned columns. `width` limits the lines of a signature."""
        widths = self.widths()
        titles = [self.titles, ["-" * width for width in widths]]
        top, body = (
            ["  ".join(self._padded(line, widths)).rstrip() for line in part] for part in (titles, self.cells())
        )
        for number, (title, lines) in enumerate(self.by_section(body)):
            top += [*([""] if number else []), printable(title), *lines] if title else lines
        return "\n".join([*map(printable, self.head), *([""] if self.head else []), *top, *self._below(width)])

    def _below(self, width: int | None) -> list[str]:
        lines = [*self.foot, *self.signature_lines(width)]
        return ["", *map(printable, lines)] if lines else []

    def _padded(self, line: list[str], widths: list[int]) -> list[str]:
        return [
            cell.ljust(width) if column.kind == "word" else cell.rjust(width)
            for column, cell, width in zip(self.columns, line, widths, strict=True)
        ]

    def to_markdown(self) -> str:
        """Return the table in Markdown. The lines above and below it become comments."""
        titles = " | ".join(map(for_markdown, self.titles))
        ruler = " | ".join("---" if column.kind == "word" else "---:" for column in self.columns)
        body: list[str] = []
        for title, part in self.by_section([" | ".join(line) for line in self.cells(for_markdown, "**{}**".format)]):
            heading = f"**{for_markdown(title)}**" + " |" * (len(self.columns) - 1)
            body += [heading, *part] if title else part
        lines = [f"| {line} |" for line in (titles, ruler, *body)]
        notes = [html_comment(line) for line in (*self.head, *self.below)]
        return "\n".join([*lines, *([""] if notes else []), *notes])

    def to_latex(self) -> str:
        """Return a `tabular` in LaTeX, for the package booktabs."""
        shape = "".join("l" if column.kind == "word" else "r" for column in self.columns)
        titles = " & ".join(for_latex(column.title) for column in self.columns)
        begin = [f"\\begin{{tabular}}{{{shape}}}", r"\toprule", *self._latex_headings()]
        lines = [*begin, rf"{titles} \\", *([] if self.rows else [r"\midrule"])]
        for title, part in self.by_section([" & ".join(line) for line in self.cells(for_latex, _bold_latex)]):
            heading = rf"\multicolumn{{{len(self.columns)}}}{{l}}{{{_bold_latex(for_latex(title))}}} \\"
            lines += [r"\midrule", *([heading] if title else []), *(rf"{line} \\" for line in part)]
        notes = [latex_comment(line) for line in (*self.head, *self.below)]
        return "\n".join([*notes, *lines, r"\bottomrule", r"\end{tabular}"])

    def _latex_headings(self) -> list[str]:
        """Return the line of headings over several columns, and the rules below them."""
        if not any(self.over):
            return []
        cells, rules, first = [], [], 1
        for heading, columns in groupby(self.over):
            width = len(list(columns))
            cells.append(rf"\multicolumn{{{width}}}{{c}}{{{for_latex(heading)}}}" if heading else "& " * (width - 1))
            rules += [rf"\cmidrule(lr){{{first}-{first + width - 1}}}"] if heading else []
            first += width
        return [rf"{' & '.join(cells)} \\", "".join(rules)]

    def to_csv(self) -> str:
        """Return the table as CSV, under the keys of the columns. Figures are neither rounded nor in percent."""
        import csv
        import io

        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow([column.key for column in self.columns])
        writer.writerows(["" if _is_missing(value) else for_csv(_bare(value)) for value in row] for row in self.rows)
        return stream.getvalue().rstrip("\n")

    def to_html(self) -> str:
        """Return the table in HTML."""
        import html

        titles = "".join(f"<th>{html.escape(title)}</th>" for title in self.titles)
        styles = ["" if column.kind == "word" else ' style="text-align:right"' for column in self.columns]
        body = [
            "".join(f"<td{style}>{cell}</td>" for style, cell in zip(styles, line, strict=True))
            for line in self.cells(html.escape, "<b>{}</b>".format)
        ]
        rows = ""
        for title, lines in self.by_section(body):
            heading = f'<tr><th colspan="{len(self.columns)}">{html.escape(title)}</th></tr>'
            rows += (heading if title else "") + "".join(f"<tr>{line}</tr>" for line in lines)
        notes = "".join(f"<p>{html.escape(line)}</p>" for line in (*self.head, *self.below))
        return f"<table><thead><tr>{titles}</tr></thead><tbody>{rows}</tbody></table>{notes}"


def _bold_latex(text: str) -> str:
    return rf"\textbf{{{text}}}"


def _bare(value: object) -> object:
    """Return the value of a figure. Return any other value unchanged."""
    return value.value if isinstance(value, Figure) else value


def _is_missing(value: object) -> bool:
    """Return whether a value is missing: None or NaN."""
    value = _bare(value)
    return value is None or (isinstance(value, float) and math.isnan(value))


def _rank(value: object) -> tuple[bool, float, str]:
    """Return a sort key that puts figures before words."""
    value = _bare(value)
    return (False, float(value), "") if isinstance(value, (int, float)) else (True, 0.0, str(value))
