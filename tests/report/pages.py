"""Pages for the tests of the report, and what is read from them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import corefscore
from tests.files import write

if TYPE_CHECKING:
    from playwright.sync_api import Page


def written(folder: Path, key: str, response: str) -> Path:
    """The page of two files."""
    sides = write(folder / "key.conll", key), write(folder / "response.conll", response)
    path = folder / "page.html"
    corefscore.write_report(path, corefscore.score(*sides))
    return path


def rows(page: Page, selector: str) -> list[list[str]]:
    """The cells of a table as they are seen."""
    found: list[list[str]] = page.eval_on_selector_all(
        f"{selector} tr",
        """all => all.map(row => [...row.children].filter(cell => cell.offsetWidth)
            .map(cell => cell.innerText.trim()))""",
    )
    return found


def text_of(page: Page) -> str:
    """The words of the document that are drawn, without labels."""
    return str(page.evaluate("document.querySelector('.text').textContent"))


def mark(word: str, where: str = "down") -> str:
    """A selector of the shortest mention with a word."""
    return f".text .m.{where}:has-text('{word}'):not(:has(.m:has-text('{word}')))"


def assert_nothing_is_cut_off(page: Page) -> None:
    """Nothing is wider than the window, and no table or chart is wider than its column."""
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    wide = page.evaluate(
        """() => [...document.querySelectorAll('#main, #panel, #list, table, th, td, figure, .tools, .title, .text p')]
            .filter(e => e.offsetWidth && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline')
            .map(e => `${e.tagName}#${e.id}.${e.className}: ${e.scrollWidth} > ${e.clientWidth}`)"""
    )
    assert wide == [], wide
    outside = page.evaluate(
        """() => [...document.querySelectorAll('#main table, #main svg.chart, #main button, #main p')]
            .filter(e => e.getBoundingClientRect().right > innerWidth + 1)
            .map(e => `${e.tagName} ${e.textContent.slice(0, 40)}`)"""
    )
    assert outside == [], outside
