"""One browser for all tests of a process, a page for each test, and the report of the shipped example."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import corefscore
from tests.report.browser import Watched, launched
from tests.shared import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with launched() as browser:
        yield browser


@pytest.fixture
def watched(browser: Browser) -> Iterator[Watched]:
    context = browser.new_context(
        viewport={"width": 1300, "height": 800}, color_scheme="light", reduced_motion="reduce"
    )
    yield Watched.of(context.new_page())
    context.close()


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the example, against two responses, of which the second is perfect."""
    path = tmp_path_factory.mktemp("report") / "example.html"
    key = corefscore.read(ROOT / "examples/key.conll")
    results = [corefscore.score(key, ROOT / f"examples/{name}.conll") for name in ("response", "key")]
    corefscore.write_report(path, *results, title="The example")
    return path
