"""Find links of the built site that lead nowhere, without a network: `python docs/check_links.py build/docs`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from os.path import normpath
from pathlib import Path
from urllib.parse import unquote, urlsplit

LINKS = {"a": "href", "link": "href", "img": "src", "script": "src", "iframe": "src", "source": "src"}
LOADED = {"img", "script", "iframe", "source"}


class Page(HTMLParser):
    """The links of a page, with their tags, and the places that links can lead to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[tuple[str, str]] = []
        self.places: set[str] = {""}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.places |= {values[name] for name in ("id", "name") if name in values}
        if tag in LINKS and LINKS[tag] in values:
            self.links.append((tag, values[LINKS[tag]]))


@cache
def _page(path: Path) -> Page:
    return Page(path.read_text(encoding="utf-8"))


@cache
def _places(target: str) -> set[str]:
    """The places in a file that links can lead to, of which its beginning is one; none if there is no such file."""
    path = Path(target)
    if not path.exists():
        return set()
    return _page(path).places if path.suffix == ".html" else {""}


def faults(site: Path) -> Iterator[str]:
    """A line for each link that leads nowhere, and for each thing that is loaded from another machine."""
    for path in sorted(site.rglob("*.html")):
        for tag, link in _page(path).links:
            if not _leads_somewhere(path, tag, link):
                yield f"{path.relative_to(site)}: {link}"


def _leads_somewhere(path: Path, tag: str, link: str) -> bool:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return tag not in LOADED or parts.scheme == "data"
    target = normpath(path.parent / unquote(parts.path)) if parts.path else str(path)
    return unquote(parts.fragment) in _places(target)


if __name__ == "__main__":
    found = list(faults(Path(sys.argv[1]).resolve()))
    sys.exit("\n".join(found) if found else 0)
