"""A page of plain tables and messages: scores without texts, or the problems of a submission."""

from __future__ import annotations

import html
from collections.abc import Sequence

from corefscore.core.escaping import printable, printable_lines
from corefscore.core.problems import InputError
from corefscore.report.page import asset
from corefscore.result import Result


def scores_page(title: str, result: Result, further: Sequence[str] = ()) -> str:
    """Return a page with the scores of all documents and of each document, without any text or entity of the key.

    Parameters
    ----------
    title : str
        The title of the page.
    result : Result
        The scores.
    further : sequence of str
        Further tables, as HTML.

    Returns
    -------
    str
        The page as HTML.
    """
    return _page(title, "\n".join([result.to_html(), *further, result.document_table().to_html()]))


def failure_page(title: str, error: InputError | None, intro: str) -> str:
    """Why something could not be scored: an introduction and, unless it is secret, what is wrong."""
    problems = "" if error is None else f"<pre>{html.escape(printable_lines(str(error)))}</pre>"
    return _page(title, f"<p>{html.escape(intro)}</p>{problems}")


def _page(title: str, body: str) -> str:
    heading = html.escape(printable(title))
    parts = {
        "title": heading,
        "style": "\n".join(asset(name) for name in ("colours.css", "board.css")),
        "body": f"<h1>{heading}</h1>\n{body}",
    }
    pieces = asset("plain.html").split("%%")
    return "".join(parts[piece] if number % 2 else piece for number, piece in enumerate(pieces))
