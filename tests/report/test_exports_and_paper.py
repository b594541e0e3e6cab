"""What can be saved from the page, and how it prints."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import corefscore
from tests.files import conll
from tests.report.browser import Watched
from tests.report.pages import written
from tests.shared import ROOT, shared_data


def saved(watched: Watched, within: str, title: str) -> Path:
    """The file that a menu saves."""
    page = watched.page
    with page.expect_download() as started:
        page.click(f"{within} .save summary")
        page.click(f"{within} .save >> text={title}")
    return Path(started.value.path())


def test_tables_are_saved_as_csv_and_latex(watched: Watched, alone: Path) -> None:
    watched.open(alone)
    result = corefscore.score(ROOT / "examples/key.conll", ROOT / "examples/response.conll")
    within = ".tabled:has(#summary)"
    head, *body = csv.reader(io.StringIO(saved(watched, within, "CSV").read_text(encoding="utf-8")))
    assert head == ["Metric", "Recall", "Precision", "F1"]
    assert {row[0]: row[3] for row in body} == {
        metric.title: f"{100 * result[metric.name].f1:.2f}" for metric in result.metrics
    }
    latex = saved(watched, within, "LaTeX").read_text(encoding="utf-8")
    assert latex.startswith("\\begin{tabular}{lrrr}\n\\toprule\nMetric & Recall")
    assert "B$^3$ & " in latex
    watched.assert_quiet(alone)


@pytest.mark.parametrize(
    ("address", "within"),
    [
        ("", "figure:has(svg[aria-label*='Span error'])"),
        ("", "figure:has(svg[aria-label$='of each document'])"),
        ("document=0", ".title"),
        ("document=0&view=alignment", ".title"),
    ],
)
def test_charts_and_documents_are_saved_as_pictures(watched: Watched, alone: Path, address: str, within: str) -> None:
    page = watched.open(alone)
    page.goto(f"{alone.as_uri()}#{address}")
    page.wait_for_selector(f"{within} .save")
    page.wait_for_selector("#main svg, .text .m")
    svg = saved(watched, within, "SVG").read_text(encoding="utf-8")
    root = ElementTree.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "var(" not in svg, "the style is inside"
    words = "".join(root.itertext())
    assert ("Quill" if address else "77.39") in words
    png = saved(watched, within, "PNG").read_bytes()
    assert png.startswith(b"\x89PNG")
    assert len(png) > 3000
    watched.assert_quiet(alone)


def test_the_picture_of_a_document_has_words_lines_and_labels(watched: Watched, alone: Path) -> None:
    watched.open(alone, document=0)
    root = ElementTree.fromstring(saved(watched, ".title", "SVG").read_text(encoding="utf-8"))
    space = "{http://www.w3.org/2000/svg}"
    words = [element.text for element in root.iter(f"{space}text")]
    assert {"Mara", "Quill", "!a", "−2", "+b"} <= set(words)
    assert len(list(root.iter(f"{space}path"))) >= 20
    watched.assert_quiet(alone)


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def test_paper_gets_the_front_page_and_the_open_document(watched: Watched, alone: Path) -> None:
    page = watched.open(alone, document=0)
    page.emulate_media(media="print", color_scheme="dark")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    for hidden in ("#top", "#list", "#main", "#panel"):
        assert not page.is_visible(hidden)
    assert page.is_visible("#paper #headline")
    assert page.locator("#paper svg.chart").count() >= 2
    assert page.locator("#paper h2.document").all_inner_texts() == ["story/bakery"]
    assert page.locator("#paper .text p").count() == 5
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)", "paper is white"
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("#paper > *").count() == 0
    assert pages(page.pdf(format="A4")) <= 3
    watched.assert_quiet(alone)


def test_paper_gets_all_documents_that_were_asked_for(watched: Watched, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    result = corefscore.score(ROOT / "examples/key.conll", ROOT / "examples/response.conll")
    corefscore.write_report(path, result, documents=["bakery", "chess"])
    page = watched.open(path)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("#paper h2.document").all_text_contents() == ["story/bakery", "news/chess"]
    watched.assert_quiet(path)


def test_two_thousand_words_take_at_most_eight_pages(watched: Watched, tmp_path: Path) -> None:
    folder = shared_data() / "pairs/litbank-noisy"
    result = corefscore.score(folder / "key.conll.gz", folder / "response.conll.gz")
    path = tmp_path / "litbank.html"
    corefscore.write_report(path, result)
    page = watched.open(path, document=3)
    page.wait_for_selector(".text .m")
    assert result.mentions().key.view(3).tokens is not None
    assert len(result.mentions().key.view(3).tokens or []) >= 2000
    assert pages(page.pdf(format="A4")) <= 8
    watched.assert_quiet(path)


def test_long_documents_are_drawn_where_they_are_seen(watched: Watched, tmp_path: Path) -> None:
    cells = " / ".join(["(1) - - - - - - - - -"] * 2000)
    path = written(tmp_path, conll(cells), conll(cells))
    page = watched.open(path, document=0)
    page.wait_for_selector(".text .m")
    assert 0 < page.locator(".text p").count() < 600
    page.click("#panel .entity")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".text p:has-text('w19990')")
    page.wait_for_timeout(200)
    assert page.locator(".text p:has-text('w9990 ')").count() == 0, "what is far away is not drawn"
    assert page.locator(".text p").count() < 900
    box = page.locator(".text .m.chosen").bounding_box()
    assert box is not None
    assert 0 < box["y"] < 800
    ticks = page.get_attribute("#minimap path.key", "d") or ""
    assert ticks.count("M") > 250
    page.click("#minimap .strip", position={"x": 5, "y": 5})
    page.wait_for_selector(".text p:has-text('w100 ')")
    watched.assert_quiet(path)


def test_disagreements_are_decided_with_the_keyboard(watched: Watched, alone: Path) -> None:
    page = watched.open(alone, document=0)
    differing = (
        page.evaluate(
            "new Set([...document.querySelectorAll('.text .m.last:not(.right)')].map(e => e.dataset.side === 'key' || "
            "!e.classList.contains('wrong') ? e.dataset.side + e.dataset.mention : '')).size"
        )
        - 1
    )
    page.keyboard.press("a")
    assert page.inner_text("#panel [role=status]") == f"0 of {differing} disagreements decided"
    assert page.inner_text("#panel h3") == "Mara Quill"
    assert "entity 1, its first mention" in page.inner_text("[data-decision=key]")
    page.keyboard.press("1")
    assert page.inner_text("#panel h3") == "a small bakery in Port Ellis", "the next one follows"
    assert "no mention" in page.inner_text("[data-decision=response]")
    page.keyboard.press("2")
    page.keyboard.press("n")
    page.keyboard.press("3")
    assert page.inner_text("#panel [role=status]") == f"3 of {differing} disagreements decided"
    page.reload()
    page.wait_for_selector(".text .m")
    page.keyboard.press("a")
    assert page.inner_text("#panel [role=status]").startswith("3 of "), "the decisions are kept"
    with page.expect_download() as started:
        page.click("#save-decisions")
    content = json.loads(Path(started.value.path()).read_text(encoding="utf-8"))
    assert content["response"] == "response"
    first, second, third = sorted(content["decisions"], key=lambda each: (each["start"], -each["end"]))
    assert first == {
        "document": "(story/bakery); part 000",
        "start": 0,
        "end": 1,
        "text": "Mara Quill",
        "difference": "wrong entity",
        "key_entity": first["key_entity"],
        "response_entity": first["response_entity"],
        "decision": "key",
    }
    assert (second["decision"], second["difference"], second["response_entity"]) == ("response", "missing", None)
    assert third["decision"] == "neither"
    page.keyboard.press("a")
    assert page.locator("#panel h2", has_text="Adjudication").count() == 0
    watched.assert_quiet(alone)
