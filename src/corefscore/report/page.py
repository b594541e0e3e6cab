"""The page: one file with markup, style, script and data, which loads nothing else."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

from corefscore.analysis.errors.kinds import KINDS
from corefscore.analysis.verdicts import VERDICTS
from corefscore.matching.language import TYPES
from corefscore.report.document_data import CATEGORY_TITLES

SCRIPT = ("elements", "model", "text", "choosing", "panel", "alignment", "document", "overview", "main")


def page(title: str, summary: Mapping[str, object], documents: Iterable[str]) -> str:
    """Put a page together.

    Parameters
    ----------
    title : str
        The title of the page.
    summary : mapping
        The data of the overview.
    documents : iterable of str
        The documents, as `embedded` returns them.

    Returns
    -------
    str
        HTML.
    """
    names = {
        "kinds": [kind._asdict() for kind in KINDS],
        "types": TYPES,
        "categories": CATEGORY_TITLES,
        "verdicts": VERDICTS,
    }
    parts = {
        "title": html.escape(title),
        "style": asset("page.css"),
        "data": "\n".join([embedded("report", {**summary, **names}), *documents]),
        "script": "\n".join(asset(f"{part}.js") for part in SCRIPT),
    }
    pieces = asset("page.html").split("%%")
    return "".join(parts[piece] if number % 2 else piece for number, piece in enumerate(pieces))


def embedded(name: str, data: object) -> str:
    """Data in an element of a page.

    The data is written without `<`, so that no text in it can end the element.

    >>> embedded("d0", {"words": ["<b>"]})
    '<script type="application/json" id="d0">{"words":["\\\\u003cb>"]}</script>'
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    text = text.encode("utf-8", "backslashreplace").decode()  # half a character becomes an escape of JSON
    return f'<script type="application/json" id="{name}">{text}</script>'


@cache
def asset(name: str) -> str:
    """A file of the page."""
    return (files("corefscore.report") / "assets" / name).read_text(encoding="utf-8")
