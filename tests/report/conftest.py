"""A page of the browser for each test, and the report of the shipped example."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import corefscore
from tests.files import conll, write
from tests.report.browser import Watched
from tests.shared import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser


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
    corefscore.write_report(path, *results, title="The example", names=["ours", "gold"])
    return path


@pytest.fixture(scope="session")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the example with one response."""
    path = tmp_path_factory.mktemp("alone") / "alone.html"
    corefscore.write_report(path, corefscore.score(ROOT / "examples/key.conll", ROOT / "examples/response.conll"))
    return path


@pytest.fixture(scope="session")
def ten(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of ten systems with long names, of which each has some mentions less than the one before."""
    folder = tmp_path_factory.mktemp("ten")
    rows = [" / ".join(["(1) (2) - (1) (2)"] * 3)] * 40
    key = write(folder / "key.conll", "".join(conll(cells, f"book/chapter_{n}") for n, cells in enumerate(rows)))
    results = []
    for system in range(10):
        cells = [row.replace("(1)", "-", n % 2 + system // 2) for n, row in enumerate(rows)]
        text = "".join(conll(row, f"book/chapter_{n}") for n, row in enumerate(cells))
        results.append(corefscore.score(key, write(folder / f"{system}.conll", text)).with_intervals(resamples=100))
    path = folder / "ten.html"
    corefscore.write_report(path, *results, names=[f"system_with_a_long_name_{number}" for number in range(10)])
    return path
