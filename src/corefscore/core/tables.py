"""A table of names and figures, to be read as text, Markdown, LaTeX, CSV or HTML."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias, TypeVar

LATEX_ESCAPES = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "&": r"\&",
        "%": r"\%",
        "$": r"\$",
        "#": r"\#",
        "_": r"\_",
        "{": r"\{",
        "}": r"\}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "³": r"\textsuperscript{3}",
        "†": r"\textdagger{}",
        "τ": r"$\tau$",
    }
)


Markup: TypeAlias = Callable[[str], str]
"""What a form of output does to a text, such as to escape it or to set it in bold."""


Line = TypeVar("Line")
"""A row in whatever form of output."""


class Figure(NamedTuple):
    """A figure with its interval, its marks, and whether it is the best of its column."""

    value: float
    interval: tuple[float, float] | None = None
    marks: str = ""
    best: bool = False


class Column(NamedTuple):
    """A column of words, or of `percent`, `count` or `number` figures; `key` names it for machines."""

    title: str
    key: str
    kind: str = "word"
    places: int = 2

    def show(self, value: object, escape: Markup = str, bold: Markup = str) -> str:
        if not isinstance(value, Figure):
            return escape(self._plain(value))
        text = escape(self._plain(value.value))
        low_to_high = f" [{', '.join(map(self._plain, value.interval))}]" if value.interval else ""
        return (bold(text) if value.best else text) + escape(low_to_high + value.marks)

    def _plain(self, value: object) -> str:
        if _is_missing(value):
            return ""
        if self.kind == "percent" and isinstance(value, float):
            return f"{100 * value:.{self.places}f}"
        if self.kind == "number" and isinstance(value, float):
            return f"{value:.{self.places}f}"
        if self.kind == "count" and isinstance(value, (int, float)):
            return f"{value:,}"
        return printable(str(value))


@dataclass(frozen=True, eq=False, repr=False)
class Table:
    """Rows of values under columns.

    Parameters
    ----------
    columns : sequence of Column
        Titles, keys for machines, and kinds.
    rows : sequence of sequences
        A value for each column; a `Figure` may have an interval and marks.
    head, foot : sequence of str
        Lines above and below.
    sections : sequence of str
        The title of the section that each row is in, where there are sections.
    """

    columns: Sequence[Column]
    rows: Sequence[Sequence[object]]
    head: Sequence[str] = ()
    foot: Sequence[str] = ()
    sections: Sequence[str] = ()

    def __repr__(self) -> str:
        return f"<Table of {len(self.rows):,} rows: {', '.join(column.title for column in self.columns)}>"

    def cells(self, escape: Markup = str, bold: Markup = str) -> list[list[str]]:
        return [
            [column.show(value, escape, bold) for column, value in zip(self.columns, row, strict=True)]
            for row in self.rows
        ]

    def by_section(self, lines: Sequence[Line]) -> Iterator[tuple[str, list[Line]]]:
        """The title and the lines of each section; without sections, all lines under no title."""
        titled = zip(self.sections or [""] * len(lines), lines, strict=True)
        for title, section in groupby(titled, key=lambda pair: pair[0]):
            yield title, [line for _, line in section]

    def under(self, title: str) -> Table:
        """The table with a title above, if there is one."""
        return replace(self, head=[title, *self.head]) if title else self

    def to_records(self) -> list[dict[str, Any]]:
        """A mapping from the columns' keys for each row, with full figures."""
        keys = [column.key for column in self.columns]
        values = ([None if _is_missing(value) else _bare(value) for value in row] for row in self.rows)
        return [dict(zip(keys, row, strict=True)) for row in values]

    def sorted_by(self, key: str, reverse: bool = False) -> Table:
        """The rows in the order of one column."""
        keys = [column.key for column in self.columns]
        if key not in keys:
            raise ValueError(f"there is no column {key!r} to sort by; choose from {', '.join(keys)}")
        index = keys.index(key)
        rows = sorted(self.rows, key=lambda row: _rank(row[index]), reverse=reverse)
        return replace(self, rows=rows)

    def widths(self) -> list[int]:
        """How wide each column is."""
        lines = [[column.title for column in self.columns], *self.cells()]
        return [max(map(len, column)) for column in zip(*lines, strict=True)]

    def to_text(self) -> str:
        widths = self.widths()
        titles = [[column.title for column in self.columns], ["-" * width for width in widths]]
        top, body = (
            ["  ".join(self._padded(line, widths)).rstrip() for line in part] for part in (titles, self.cells())
        )
        for number, (title, lines) in enumerate(self.by_section(body)):
            top += [*([""] if number else []), printable(title), *lines] if title else lines
        return "\n".join([*map(printable, self.head), *([""] if self.head else []), *top, *self._foot()])

    def _foot(self) -> list[str]:
        return ["", *self.foot] if self.foot else []

    def _padded(self, line: list[str], widths: list[int]) -> list[str]:
        return [
            cell.ljust(width) if column.kind == "word" else cell.rjust(width)
            for column, cell, width in zip(self.columns, line, widths, strict=True)
        ]

    def to_markdown(self) -> str:
        titles = " | ".join(_escape_markdown(column.title) for column in self.columns)
        ruler = " | ".join("---" if column.kind == "word" else "---:" for column in self.columns)
        body: list[str] = []
        for title, part in self.by_section(
            [" | ".join(line) for line in self.cells(_escape_markdown, "**{}**".format)]
        ):
            heading = f"**{_escape_markdown(title)}**" + " |" * (len(self.columns) - 1)
            body += [heading, *part] if title else part
        lines = [f"| {line} |" for line in (titles, ruler, *body)]
        notes = [f"<!-- {line.replace('--', '- -')} -->" for line in (*self.head, *self.foot)]
        return "\n".join([*lines, *([""] if notes else []), *notes])

    def to_latex(self) -> str:
        """A tabular for the booktabs package."""
        shape = "".join("l" if column.kind == "word" else "r" for column in self.columns)
        titles = " & ".join(_escape_latex(column.title) for column in self.columns)
        lines = [f"\\begin{{tabular}}{{{shape}}}", r"\toprule", rf"{titles} \\", *([] if self.rows else [r"\midrule"])]
        for title, part in self.by_section([" & ".join(line) for line in self.cells(_escape_latex, _bold_latex)]):
            heading = rf"\multicolumn{{{len(self.columns)}}}{{l}}{{{_bold_latex(_escape_latex(title))}}} \\"
            lines += [r"\midrule", *([heading] if title else []), *(rf"{line} \\" for line in part)]
        notes = [f"% {line}" for line in (*self.head, *self.foot)]
        return "\n".join([*notes, *lines, r"\bottomrule", r"\end{tabular}"])

    def to_csv(self) -> str:
        """Full figures, not rounded and not in percent, under the columns' keys."""
        import csv
        import io

        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow([column.key for column in self.columns])
        writer.writerows(["" if _is_missing(value) else _bare(value) for value in row] for row in self.rows)
        return stream.getvalue().rstrip("\n")

    def to_html(self) -> str:
        import html

        titles = "".join(f"<th>{html.escape(column.title)}</th>" for column in self.columns)
        styles = ["" if column.kind == "word" else ' style="text-align:right"' for column in self.columns]
        body = [
            "".join(f"<td{style}>{cell}</td>" for style, cell in zip(styles, line, strict=True))
            for line in self.cells(html.escape, "<b>{}</b>".format)
        ]
        rows = ""
        for title, lines in self.by_section(body):
            heading = f'<tr><th colspan="{len(self.columns)}">{html.escape(title)}</th></tr>'
            rows += (heading if title else "") + "".join(f"<tr>{line}</tr>" for line in lines)
        notes = "".join(f"<p>{html.escape(line)}</p>" for line in (*self.head, *self.foot))
        return f"<table><thead><tr>{titles}</tr></thead><tbody>{rows}</tbody></table>{notes}"


def printable(text: str) -> str:
    """A text without control characters, which could do anything to a terminal."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def _escape_markdown(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("*", "\\*")


def _escape_latex(text: str) -> str:
    return text.translate(LATEX_ESCAPES)


def _bold_latex(text: str) -> str:
    return rf"\textbf{{{text}}}"


def _bare(value: object) -> object:
    """What machines want of a value."""
    return value.value if isinstance(value, Figure) else value


def _is_missing(value: object) -> bool:
    value = _bare(value)
    return value is None or (isinstance(value, float) and math.isnan(value))


def _rank(value: object) -> tuple[bool, float, str]:
    """Figures before words, each in their own order."""
    value = _bare(value)
    return (False, float(value), "") if isinstance(value, (int, float)) else (True, 0.0, str(value))
