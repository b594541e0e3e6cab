"""A page in a real browser: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

REQUIRED = "COREFSCORE_BROWSER"
HEIGHTS = {390: 844, 768: 1024, 1280: 800, 1920: 1080}
"""Phone, tablet, laptop and large screen."""
NAMES = ("chromium", "chromium-browser", "google-chrome")


def absent(reason: str) -> None:
    """Skip with a notice; where a browser is required, fail."""
    if os.environ.get(REQUIRED) == "required":
        pytest.fail(f"{reason}, and {REQUIRED}=required")
    pytest.skip(f"{reason}; the report is not tested in a browser")


@contextmanager
def launched() -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        absent("there is no Chromium here")
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        absent("Playwright is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@dataclass
class Watched:
    """A page, with what it complained of and what it asked for elsewhere."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, page: Page) -> Watched:
        watched = cls(page)
        page.on("console", lambda message: watched.complaints.append(message.text))
        page.on("pageerror", lambda error: watched.complaints.append(str(error)))
        page.on("request", lambda request: watched.requests.append(request.url))
        return watched

    def open(self, path: Path, document: int | None = None, rest: str = "") -> Page:
        """Open a page, at its front or at a document."""
        self.page.goto("about:blank")
        self.page.goto(path.as_uri() + ("#" if document is None else f"#document={document}&system=0") + rest)
        self.page.wait_for_selector("#main > *" if document is None else "#view > *")
        return self.page

    def sized(self, width: int) -> Watched:
        """The same in a window as wide as that of a phone, a tablet, a laptop or a large screen."""
        self.page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        return self

    def assert_quiet(self, path: Path) -> None:
        """The browser reported no error, and loaded only the file itself."""
        assert self.complaints == []
        foreign = [url for url in self.requests if url.split("#")[0] != path.as_uri() and not url.startswith("data:")]
        assert foreign == []
