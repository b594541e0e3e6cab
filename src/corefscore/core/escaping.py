"""Escape texts for each kind of output. A text must not change a terminal, a page, a document or a spreadsheet."""

from __future__ import annotations

import re
from typing import TypeVar

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
        "φ": r"$\phi$",
        "₄": r"\textsubscript{4}",
    }
)

CONTROL = "[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]"
"""Matches characters that can change a terminal or the direction of a line. Ends of lines do not match."""

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A cell that begins with one of these would be run by a spreadsheet as a formula."""

Value = TypeVar("Value")


def printable(text: str) -> str:
    """Return a text on one line. Control characters are escaped, because they can change a terminal.

    >>> print(printable("a\\x1b[31m"))
    a\\x1b[31m
    """
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def printable_lines(text: str) -> str:
    """Escape the control characters of each line of a text.

    >>> print(printable_lines("one\\ntwo\\x07"))
    one
    two\\x07
    """
    return text if text.isprintable() else "\n".join(map(printable, text.split("\n")))


def without_control(text: str) -> str:
    """Escape the control characters of a text. The text keeps its lines and all its letters."""
    return text if _is_printable(text) else re.sub(CONTROL, lambda found: repr(found[0])[1:-1], text)


def for_json(text: str) -> str:
    """Escape the control characters in JSON. The meaning stays the same.

    >>> for_json('"\\x9b31m"')
    '"\\\\u009b31m"'
    """
    return text if _is_printable(text) else re.sub(CONTROL, lambda found: f"\\u{ord(found[0]):04x}", text)


def _is_printable(text: str) -> bool:
    """Return whether a text certainly has no control characters except ends of lines."""
    return text.replace("\n", "").isprintable()


def for_markdown(text: str) -> str:
    """Escape a text for Markdown: it contains no markup, no link and no HTML.

    >>> for_markdown("a|b <b>")
    'a\\\\|b &lt;b>'
    """
    for mark in ("\\", "|", "*", "`"):
        text = text.replace(mark, f"\\{mark}")
    return without_html(text).replace("](", "]\\(")


def without_html(text: str) -> str:
    """Escape a text so that it contains no HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;")


def for_latex(text: str) -> str:
    """Escape a text for LaTeX."""
    return text.translate(LATEX_ESCAPES)


def html_comment(text: str) -> str:
    """Return a comment for HTML and Markdown. The text cannot end the comment.

    >>> html_comment("a --> b")
    '<!-- a - -> b -->'
    """
    return f"<!-- {re.sub('-(?=-)', '- ', printable(text))} -->"


def latex_comment(text: str) -> str:
    """Return a comment for LaTeX. The text cannot end the comment."""
    return f"% {printable(text)}"


def for_csv(value: Value) -> Value | str:
    """Escape a value for a spreadsheet, which would run a text that begins like a formula. Numbers stay as they are.

    >>> for_csv("=1+1"), for_csv(-1.5), for_csv("key")
    ("'=1+1", -1.5, 'key')
    """
    if not isinstance(value, str):
        return value
    return without_control(f"'{value}" if value.startswith(FORMULA) else value)
