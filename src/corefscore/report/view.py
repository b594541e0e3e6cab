"""A view of one document, for notebooks and as text."""

from __future__ import annotations

import html
from dataclasses import dataclass

from corefscore.analysis.errors.error_table import Errors
from corefscore.matching.documents import document_number
from corefscore.matching.matched import Matched
from corefscore.report.document_data import SystemDocuments, document_data
from corefscore.report.names import document_titles
from corefscore.report.page import embedded, page
from corefscore.report.terminal import DocumentText

HEIGHT = 640


@dataclass(frozen=True, eq=False)
class DocumentView:
    """A document of a result, as a page or as text.

    Parameters
    ----------
    matched : Matched
        Key and response.
    number : int
        The number of the document.

    Examples
    --------
    >>> import corefscore
    >>> print(corefscore.score([["Ann", "she"]], [["Ann"]]).show("document"))
    [1 Ann] [-1 she]
    """

    matched: Matched
    number: int

    @classmethod
    def of(cls, matched: Matched, name: str) -> DocumentView:
        """Return the view of the document with the given name.

        Raises
        ------
        ValueError
            If no document or several documents have this name.
        """
        return cls(matched, document_number(matched.key, name))

    @property
    def name(self) -> str:
        """The name of the document."""
        return self.matched.key.names[self.number]

    def __repr__(self) -> str:
        return f"<DocumentView of {self.name!r}>"

    def __str__(self) -> str:
        return DocumentText(self.matched, self.number).to_text()

    def to_html(self) -> str:
        """Return a page with only this document."""
        system = SystemDocuments(Errors.of(self.matched))
        title = document_titles([self.name])[0]
        summary = {
            "title": title,
            "single": True,
            "metrics": [],
            "headline": 0,
            "keyName": "",
            "systems": [{"name": self.matched.response.source_name}],
            "documents": [
                {"name": self.name, "title": title, "mentions": 0, "scores": [None], "here": True},
            ],
        }
        return page(title, summary, [embedded("d0", document_data(self.name, [system]))])

    def _repr_html_(self) -> str:
        """Return the page in a frame, so that its style and script do not affect the notebook."""
        text = html.escape(self.to_html())
        style = "width:100%;border:1px solid #8884;border-radius:8px"
        return f'<iframe sandbox="allow-scripts" srcdoc="{text}" height="{HEIGHT}" style="{style}"></iframe>'
