"""One file with all that a browser needs: markup, style, script and data, and no way to load anything else."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from corefscore.analysis.errors.kinds import KINDS
from corefscore.analysis.verdicts import VERDICTS
from corefscore.matching.mention_types import TYPES
from corefscore.report.marks import CATEGORIES

SCRIPT = ("elements", "model", "text", "choosing", "panel", "alignment", "document", "overview", "main")


def page(title: str, summary: dict[str, Any], documents: Iterable[str]) -> str:
    """The page; `documents` are as `embedded` makes them."""
    names = {
        "kinds": [kind._asdict() for kind in KINDS],
        "types": TYPES,
        "categories": CATEGORIES,
        "verdicts": VERDICTS,
    }
    parts = {
        "title": html.escape(title),
        "style": asset("page.css"),
        "data": "\n".join([embedded("report", summary | names), *documents]),
        "script": "\n".join(asset(f"{part}.js") for part in SCRIPT),
    }
    pieces = asset("page.html").split("%%")
    return "".join(parts[piece] if place % 2 else piece for place, piece in enumerate(pieces))


def embedded(name: str, data: object) -> str:
    """Data in an element of a page; no text in it can end the element, because it has no `<`."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    text = text.encode("utf-8", "backslashreplace").decode()  # half a letter becomes an escape, as JSON has them
    return f'<script type="application/json" id="{name}">{text}</script>'


@cache
def asset(name: str) -> str:
    return (files("corefscore.report") / "assets" / name).read_text(encoding="utf-8")
