"""One document on a page of its own, for notebooks."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import Any

from corefscore.analysis.errors.error_table import Errors
from corefscore.matching.documents import document_number
from corefscore.matching.matched import Matched
from corefscore.report.document_data import System
from corefscore.report.page import embedded, page
from corefscore.report.terminal import Shown

HEIGHT = 640


@dataclass(frozen=True, eq=False)
class DocumentView:
    """A document of a result, as a page or as text."""

    matched: Matched
    number: int

    @classmethod
    def of(cls, matched: Matched, name: str) -> DocumentView:
        return cls(matched, document_number(matched.key, name))

    def to_html(self) -> str:
        """A page with this document alone."""
        system = System(Errors.of(self.matched))
        name = self.matched.key.names[self.number]
        response = self.matched.response.source_name
        summary: dict[str, Any] = {
            "title": name,
            "single": True,
            "metrics": [],
            "systems": [{"name": response}],
            "documents": [{"name": name, "mentions": 0, "scores": [None], "here": True}],
        }
        data = system.document(self.number) | {"systems": [system.response(self.number)]}
        return page(name, summary, [embedded("d0", data)])

    def _repr_html_(self) -> str:
        """The page in a frame, where its style and script touch nothing else."""
        text = html.escape(self.to_html())
        style = "width:100%;border:1px solid #8884;border-radius:8px"
        return f'<iframe sandbox="allow-scripts" srcdoc="{text}" height="{HEIGHT}" style="{style}"></iframe>'

    def __str__(self) -> str:
        return Shown(self.matched, self.number).to_text()
