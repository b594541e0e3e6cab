"""A run of some benchmarks leaves the page alone; a run of all of them writes it."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks import __main__ as benchmarks


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page in the place of the real one, and two sections that measure nothing."""
    page = tmp_path / "benchmarks.md"
    page.write_text("as it was")
    monkeypatch.setattr(benchmarks, "PAGE", page)
    monkeypatch.setattr(benchmarks, "SECTIONS", {"one": lambda bench: "## One\n", "two": lambda bench: "## Two\n"})
    return page


def test_some_sections_are_printed_and_not_written(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    benchmarks.main(["one"])
    assert "## One" in capsys.readouterr().out
    assert page.read_text() == "as it was"


@pytest.mark.parametrize("sections", [[], ["two", "one"]])
def test_all_sections_are_written(page: Path, sections: list[str]) -> None:
    benchmarks.main(sections)
    assert {"## One", "## Two"} <= set(page.read_text().splitlines())


def test_an_output_that_is_named_is_written(page: Path, tmp_path: Path) -> None:
    benchmarks.main(["one", "--output", str(tmp_path / "one.md")])
    assert "## One" in (tmp_path / "one.md").read_text()
    assert page.read_text() == "as it was"
