"""The page: one HTML file with style, script and data, which loads nothing else."""

from __future__ import annotations

import base64
import html
import json
import zlib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

from corefscore.analysis.errors.kinds import KINDS
from corefscore.analysis.verdicts import VERDICTS
from corefscore.matching.language import TYPES
from corefscore.report.document_data import CATEGORY_TITLES

SCRIPT = (
    "elements",
    "state",
    "model",
    "filters",
    "notation",
    "text",
    "minimap",
    "choosing",
    "panel",
    "adjudication",
    "alignment",
    "exports",
    "picture",
    "charts",
    "tables",
    "overview",
    "comparison",
    "document",
    "paper",
    "main",
)
STYLE = ("colours", "base", "frame", "front", "document", "notation", "panel", "small", "paper")
LARGE = 8000
"""The number of characters above which the data of a document is compressed."""


def page(title: str, summary: Mapping[str, object], documents: Iterable[str]) -> str:
    """Return a page with all its parts.

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
        The page as HTML.
    """
    names = {
        "kinds": [kind._asdict() for kind in KINDS],
        "types": TYPES,
        "categories": CATEGORY_TITLES,
        "verdicts": VERDICTS,
    }
    parts = {
        "title": html.escape(title),
        "style": "\n".join(asset(f"{part}.css") for part in STYLE),
        "data": "\n".join([embedded("report", {**summary, **names}), *documents]),
        "script": script(),
    }
    pieces = asset("page.html").split("%%")
    return "".join(parts[piece] if number % 2 else piece for number, piece in enumerate(pieces))


def script() -> str:
    """Return the script of the page, in one scope."""
    return "\n".join(asset(f"{part}.js") for part in SCRIPT)


def embedded(name: str, data: object, large: int | None = None) -> str:
    """Return data in an element of a page.

    The data is written without `<`, so that no text in it can end the element.

    Parameters
    ----------
    name : str
        The id of the element.
    data : object
        The data, which must be valid for JSON.
    large : int, optional
        The number of characters above which the data is compressed (zlib, then Base64). By default, it never is.

    Returns
    -------
    str
        The element as HTML.

    Examples
    --------
    >>> embedded("d0", {"words": ["<b>"]})
    '<script type="application/json" id="d0">{"words":["\\\\u003cb>"]}</script>'
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    encoded = text.encode("utf-8", "backslashreplace")  # a lone surrogate becomes an escape of JSON
    if large is None or len(text) < large:
        return f'<script type="application/json" id="{name}">{encoded.decode()}</script>'
    packed = base64.b64encode(zlib.compress(encoded, 9)).decode()
    return f'<script type="application/zlib" id="{name}">{packed}</script>'


@cache
def asset(name: str) -> str:
    """Return a file of the page."""
    return (files("corefscore.report") / "assets" / name).read_text(encoding="utf-8")
