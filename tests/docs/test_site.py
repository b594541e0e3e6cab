"""The built site: its links lead somewhere, and it works in a browser, from files, without a network."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from check_links import faults

from tests.report.browser import Watched
from tests.report.test_accessibility import violations

DASHED_OPTION = re.compile(r"(?<=[\s>(])–[a-z][\w-]*")
LOOKED_AT = (
    "index.html",
    "reference/generated/commands/score.html",
    "reference/generated/api/results.html",
    "reference/generated/metrics/b3.html",
    "reference/glossary.html",
    "tutorials/first-score.html",
)


def pages(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def test_every_link_leads_somewhere_and_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    assert list(faults(site)) == []


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    (tmp_path / "there.html").write_text('<h1 id="top">There</h1>', encoding="utf-8")
    links = [
        "there.html#top",
        "#here",
        "there.html",
        "https://example.org",
        "there.html#no",
        "#no",
        "no.html",
        "no.png",
    ]
    text = (
        "".join(f'<a href="{link}">link</a>' for link in links)
        + '<i id="here"></i><img src="https://example.org/a.png">'
    )
    (tmp_path / "here.html").write_text(text, encoding="utf-8")
    assert list(faults(tmp_path)) == [
        *(f"here.html: {link}" for link in links[4:]),
        "here.html: https://example.org/a.png",
    ]


def test_no_option_has_become_a_dash(site: Path) -> None:
    found = {page.name: DASHED_OPTION.findall(page.read_text(encoding="utf-8")) for page in pages(site)}
    assert {name: options for name, options in found.items() if options} == {}


def test_every_page_fits_a_phone_and_the_browser_reports_nothing(site: Path, watched: Watched) -> None:
    watched.sized(390)
    too_wide = []
    for path in pages(site):
        watched.page.goto(path.as_uri())
        if watched.page.evaluate("document.documentElement.scrollWidth") > 390:
            too_wide.append(path.name)
    assert too_wide == []
    assert watched.complaints == []
    assert [url for url in watched.requests if not url.startswith((site.as_uri(), "data:"))] == []


@pytest.mark.parametrize(
    ("words", "page"),
    [
        ("twinless", "commands/study-twinless.html"),
        ("krippendorff", "agreement.html"),
        ("score_labels", "api/scoring.html"),
    ],
)
def test_the_search_finds_a_page(site: Path, served: str, watched: Watched, words: str, page: str) -> None:
    assert any(page in link for link in searched(watched, f"{served}/index.html", words))
    watched.page.wait_for_selector("p.context")  # the text around the words
    assert watched.complaints == []
    assert any(page in link for link in searched(watched, (site / "index.html").as_uri(), words))


def searched(watched: Watched, address: str, words: str) -> list[str]:
    """The links that the search finds."""
    watched.page.goto(address)
    watched.page.fill("input[name=q]", words)
    watched.page.press("input[name=q]", "Enter")
    watched.page.wait_for_selector("ul.search li a")
    found: list[str] = watched.page.eval_on_selector_all("ul.search li a", "links => links.map(link => link.href)")
    return found


def test_a_switch_makes_the_page_dark_and_light(site: Path, watched: Watched) -> None:
    watched.page.goto((site / "index.html").as_uri())
    seen = set()
    for _ in range(3):  # as the system has it, light, dark
        watched.page.locator(".theme-toggle:visible").first.click()
        seen.add(watched.page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert len(seen) == 2


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_violation(site: Path, watched: Watched, scheme: str) -> None:
    watched.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    for name in LOOKED_AT:
        watched.page.goto((site / name).as_uri())
        assert violations(watched) == [], name
