"""A table of names and figures, to be read as text, Markdown, LaTeX, CSV or HTML."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

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
    }
)


class Column(NamedTuple):
    """A column of words, or of `percent` or `count` figures; `key` names it for machines."""

    title: str
    key: str
    kind: str = "word"

    def show(self, value: object) -> str:
        if _is_missing(value):
            return ""
        if self.kind == "percent" and isinstance(value, float):
            return f"{100 * value:.2f}"
        if self.kind == "count" and isinstance(value, (int, float)):
            return f"{value:,}"
        return printable(str(value))


@dataclass(frozen=True)
class Table:
    """Rows of values under columns, with lines of explanation above and below."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[object]]
    head: Sequence[str] = field(default=())
    foot: Sequence[str] = field(default=())

    def cells(self) -> list[list[str]]:
        return [[column.show(value) for column, value in zip(self.columns, row, strict=True)] for row in self.rows]

    def sorted_by(self, key: str, reverse: bool = False) -> Table:
        """The rows in the order of one column."""
        keys = [column.key for column in self.columns]
        if key not in keys:
            raise ValueError(f"there is no column {key!r} to sort by; choose from {', '.join(keys)}")
        place = keys.index(key)
        rows = sorted(self.rows, key=lambda row: _rank(row[place]), reverse=reverse)
        return replace(self, rows=rows)

    def widths(self) -> list[int]:
        """How wide each column is."""
        lines = [[column.title for column in self.columns], *self.cells()]
        return [max(map(len, column)) for column in zip(*lines, strict=True)]

    def to_text(self) -> str:
        widths = self.widths()
        lines = [[column.title for column in self.columns], ["-" * width for width in widths], *self.cells()]
        body = ["  ".join(self._padded(line, widths)).rstrip() for line in lines]
        return "\n".join([*map(printable, self.head), *([""] if self.head else []), *body, *self._foot()])

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
        body = [" | ".join(map(_escape_markdown, line)) for line in self.cells()]
        lines = [f"| {line} |" for line in (titles, ruler, *body)]
        notes = [f"<!-- {line.replace('--', '- -')} -->" for line in (*self.head, *self.foot)]
        return "\n".join([*lines, *([""] if notes else []), *notes])

    def to_latex(self) -> str:
        """A tabular for the booktabs package."""
        shape = "".join("l" if column.kind == "word" else "r" for column in self.columns)
        titles = " & ".join(column.title.translate(LATEX_ESCAPES) for column in self.columns)
        body = [" & ".join(cell.translate(LATEX_ESCAPES) for cell in line) for line in self.cells()]
        lines = [f"\\begin{{tabular}}{{{shape}}}", r"\toprule", rf"{titles} \\", r"\midrule"]
        notes = [f"% {line}" for line in (*self.head, *self.foot)]
        return "\n".join([*notes, *lines, *(rf"{line} \\" for line in body), r"\bottomrule", r"\end{tabular}"])

    def to_csv(self) -> str:
        """Full figures, not rounded and not in percent, under the columns' keys."""
        import csv
        import io

        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow([column.key for column in self.columns])
        writer.writerows(["" if _is_missing(value) else value for value in row] for row in self.rows)
        return stream.getvalue().rstrip("\n")

    def to_html(self) -> str:
        import html

        titles = "".join(f"<th>{html.escape(column.title)}</th>" for column in self.columns)
        styles = ["" if column.kind == "word" else ' style="text-align:right"' for column in self.columns]
        body = (
            "".join(f"<td{style}>{html.escape(cell)}</td>" for style, cell in zip(styles, line, strict=True))
            for line in self.cells()
        )
        rows = "".join(f"<tr>{line}</tr>" for line in body)
        notes = "".join(f"<p>{html.escape(line)}</p>" for line in (*self.head, *self.foot))
        return f"<table><thead><tr>{titles}</tr></thead><tbody>{rows}</tbody></table>{notes}"


def printable(text: str) -> str:
    """A text without control characters, which could do anything to a terminal."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def _escape_markdown(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|")


def _is_missing(value: object) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))


def _rank(value: object) -> tuple[bool, float, str]:
    """Figures before words, each in their own order."""
    return (False, float(value), "") if isinstance(value, (int, float)) else (True, 0.0, str(value))
