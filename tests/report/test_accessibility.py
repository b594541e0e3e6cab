"""The page for everybody: axe-core finds nothing, and the keyboard reaches everything."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.report.browser import HEIGHTS, Watched, absent

RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}}
FOCUSED = """() => { const e = document.activeElement;
    const name = e === document.body ? 'BODY' : e.id || e.dataset.view || e.className || e.tagName;
    return [name, getComputedStyle(e).outlineStyle]; }"""
PLACES = {
    "front": ("", ""),
    "compare": ("#compare=1&system=0&rival=1", ""),
    "document": ("#document=0", ""),
    "held": ("#document=0&mention=key.0", ""),
    "side": ("#document=0&view=side", ""),
    "alignment": ("#document=0&view=alignment", ""),
    "filters": ("#document=0", "#filter"),
    "adjudication": ("#document=0", "#adjudicate"),
    "scores": ("#document=0", ".scores summary"),
    "keys": ("", "#help"),
}


def violations(watched: Watched) -> list[str]:
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ModuleNotFoundError:
        absent("axe-core is not installed")
    found = Axe().run(watched.page, options=RULES).response["violations"]
    return [f"{each['id']}: {node['html'][:160]}" for each in found for node in each["nodes"]]


@pytest.mark.parametrize(
    ("width", "scheme", "places"),
    [(1280, "light", [*PLACES]), (1280, "dark", [*PLACES]), (390, "light", ["front", "compare", "held"])],
)
def test_no_rule_of_level_a_or_aa_is_broken(
    watched: Watched, example: Path, width: int, scheme: str, places: list[str]
) -> None:
    watched.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    watched.sized(width)
    for address, act in map(PLACES.__getitem__, places):
        watched.page.goto("about:blank")
        watched.page.goto(example.as_uri() + address)
        watched.page.wait_for_selector("#main > *")
        watched.page.wait_for_timeout(100)
        if act:
            watched.page.click(act)
        assert violations(watched) == [], (address, act)
    watched.assert_quiet(example)


def test_a_broken_rule_is_found(watched: Watched, example: Path) -> None:
    page = watched.open(example)
    page.evaluate("document.querySelector('#search').removeAttribute('aria-label')")
    page.evaluate("document.querySelector('#search').removeAttribute('placeholder')")
    assert any(each.startswith("label:") for each in violations(watched))


@pytest.mark.parametrize("width", HEIGHTS)
def test_the_focus_is_seen_and_reaches_everything(watched: Watched, example: Path, width: int) -> None:
    page = watched.sized(width).open(example, document=0)
    page.wait_for_selector(".text .m")
    reached = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        name, outline = page.evaluate(FOCUSED)
        reached.add(name)
        if name != "BODY":
            assert outline != "none", name
    assert {
        "home",
        "system",
        "theme",
        "help",
        "together",
        "side",
        "alignment",
        "find",
        "filter",
        "adjudicate",
    } <= reached
    watched.assert_quiet(example)
