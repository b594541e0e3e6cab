"""The front page: the answer first, and what to look at, one click away."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import corefscore
from tests.files import conll, write
from tests.report.browser import HEIGHTS, Watched
from tests.report.pages import assert_nothing_is_cut_off, rows, text_of
from tests.shared import ROOT, shared_data

KEY, RESPONSE = ROOT / "examples/key.conll", ROOT / "examples/response.conll"
LITBANK = "pairs/litbank-noisy"


def test_the_answer_comes_first(watched: Watched, alone: Path) -> None:
    page = watched.open(alone)
    assert page.title() == "response against key"
    assert page.inner_text("#headline strong") == "77.39"
    meaning = page.inner_text(".meaning")
    assert "mean F1 of MUC, B³ and CEAF-e" in meaning
    result = corefscore.score(KEY, RESPONSE)
    shared = int(result["mentions"].recall_numerator)
    assert f"Of {result.key.mentions} key mentions, {shared} are found, " in meaning
    assert f", {int(result['ceafm'].recall_numerator)} of them in the right entity" in meaning
    assert page.locator("#headline").bounding_box()["y"] < 200  # type: ignore[index]
    watched.assert_quiet(alone)


def printed(result: corefscore.Result) -> dict[str, list[str]]:
    """What `score` prints, by metric: recall, precision and F1."""
    lines = [line.strip("|").split("|") for line in result.to_markdown().splitlines() if line.startswith("|")]
    cells = [[cell.strip().strip("*") for cell in line] for line in lines]
    titles = {metric.title for metric in result.metrics}
    return {row[0]: row[1:4] for row in cells if row[0] in titles}


def assert_figures_are_printed(watched: Watched, path: Path, result: corefscore.Result) -> None:
    page = watched.open(path)
    expected = printed(result)
    shown = {row[0]: row[1:4] for row in rows(page, "#summary tbody")}
    assert shown == expected
    documents = page.locator("#documents .figure").all_text_contents()
    assert documents == [f"{100 * scores['conll'].f1:.2f}" for scores in result.documents.values()]
    watched.assert_quiet(path)


def test_every_figure_is_the_one_that_score_prints(watched: Watched, alone: Path) -> None:
    assert_figures_are_printed(watched, alone, corefscore.score(KEY, RESPONSE))


def test_all_figures_of_litbank_are_those_that_score_prints(watched: Watched, tmp_path: Path) -> None:
    folder = shared_data() / LITBANK
    result = corefscore.score(folder / "key.conll.gz", folder / "response.conll.gz")
    path = tmp_path / "litbank.html"
    corefscore.write_report(path, result)
    assert_figures_are_printed(watched, path, result)
    page = watched.page
    by_document = list(result.documents.values())
    for number in range(0, len(by_document), 9):
        page.goto(path.as_uri() + f"#document={number}")
        page.wait_for_selector(".text .m")
        page.click(".scores summary")
        shown = page.locator(".scores td").all_inner_texts()
        assert shown == [f"{100 * score.f1:.2f}" for score in by_document[number].values()]
    inputs = sum((folder / f"{side}.conll.gz").stat().st_size for side in ("key", "response"))
    assert path.stat().st_size < 2 * inputs + 200_000
    watched.assert_quiet(path)


def test_digits_are_rounded_as_python_does(watched: Watched, alone: Path, tmp_path: Path) -> None:
    draw = random.Random(5)
    values = (
        [draw.random() for _ in range(300)] + [n / 3200 for n in range(0, 3200, 7)] + [0.500625, 0.501875, 0.0, 1.0]
    )
    start, end = '<script type="application/json" id="report">', "</script>"
    before, _, rest = alone.read_text(encoding="utf-8").partition(start)
    summary, _, after = rest.partition(end)
    data = json.loads(summary)
    some = data["documents"][0]
    data["documents"] = [some | {"name": str(n), "scores": [[value] * 8]} for n, value in enumerate(values)]
    path = write(tmp_path / "figures.html", before + start + json.dumps(data) + end + after)
    page = watched.open(path)
    assert page.locator("#documents .figure").all_text_contents() == [f"{100 * value:.2f}" for value in values]
    watched.assert_quiet(path)


def test_prices_lead_from_the_score_to_100(watched: Watched, alone: Path) -> None:
    page = watched.open(alone)
    label = page.get_attribute("section:has-text('Points lost by kind of error') svg", "aria-label") or ""
    assert label.startswith("CoNLL F1 is 77.39; Span error, ")
    page.select_option("select.metric", label="MUC")
    label = page.get_attribute("section:has-text('Points lost by kind of error') svg", "aria-label") or ""
    assert label.startswith("MUC F1 is 83.95")
    assert page.inner_text("#headline strong") == "83.95"
    watched.assert_quiet(alone)


def test_the_worst_documents_are_one_click_away(watched: Watched, alone: Path) -> None:
    page = watched.open(alone)
    assert rows(page, "#worst tbody")[0][0] == "news/chess"
    page.click("#worst a >> nth=0")
    page.wait_for_selector(".text .m")
    assert page.inner_text("#main h1") == "news/chess"
    watched.assert_quiet(alone)


def test_costly_entities_are_one_click_from_their_text(watched: Watched, alone: Path) -> None:
    page = watched.open(alone)
    shown = rows(page, "#costly tbody")
    assert 0 < len(shown) <= 10
    costs = [float(row[-1]) for row in shown]
    assert costs == sorted(costs, reverse=True)
    name = page.inner_text("#costly a >> nth=0")
    page.click("#costly a >> nth=0")
    page.wait_for_selector(".text .m.on")
    assert name in page.inner_text("#panel")
    watched.assert_quiet(alone)


def test_each_taxonomy_has_a_table_of_its_own(watched: Watched, alone: Path) -> None:
    page = watched.open(alone)
    heads = page.locator("section:has-text('Errors by type') thead th:first-child").all_inner_texts()
    assert heads == ["Repairs (Kummerfeld and Klein 2013)", "Links (Martschat and Strube 2014)"]
    watched.assert_quiet(alone)


def test_the_axis_of_documents_fits_them(watched: Watched, ten: Path) -> None:
    page = watched.open(ten, rest="system=0")
    page.select_option("#system", "3")
    chart = page.locator("svg[aria-label$='of each document']")
    box = chart.bounding_box()
    dots = [dot.bounding_box() for dot in chart.locator("circle").all()]
    assert box is not None
    assert len(dots) == 40
    across = [dot["x"] for dot in dots if dot]
    assert max(across) - min(across) > box["width"] / 3
    watched.assert_quiet(ten)


def test_documents_are_searched_and_opened_with_enter(watched: Watched, alone: Path) -> None:
    page = watched.open(alone)
    page.keyboard.press("/")
    page.keyboard.type("LIGHT")
    assert page.locator("#documents a").count() == 2
    page.keyboard.press("Enter")
    page.wait_for_selector(".text .m")
    assert page.inner_text("#main h1") == "story/lighthouse, part 0"
    page.fill("#search", "nothing like it")
    assert "No document" in page.inner_text("#documents")
    page.fill("#search", "")
    page.select_option("#order", "worst")
    assert (page.text_content("#documents a >> nth=0") or "").startswith("news/chess")
    watched.assert_quiet(alone)


@pytest.mark.parametrize("width", HEIGHTS)
def test_nothing_is_cut_off(watched: Watched, alone: Path, width: int) -> None:
    page = watched.sized(width).open(alone)
    assert_nothing_is_cut_off(page)
    assert rows(page, "#summary thead") == [["Metric", "Recall", "Precision", "F1"]]
    columns = {cell.bounding_box()["x"] for cell in page.locator("#summary td").all() if cell.is_visible()}  # type: ignore[index]
    assert len(columns) >= 3
    watched.assert_quiet(alone)


@pytest.mark.parametrize("document", [None, 0])
@pytest.mark.parametrize("systems", [1, 2])
def test_long_names_are_broken_on_a_phone(watched: Watched, tmp_path: Path, document: int | None, systems: int) -> None:
    name = "Schifffahrt" * 18 + "en"
    folder = tmp_path / name
    folder.mkdir()
    key, response = (
        write(folder / f"{side}{name[len(side) :]}", conll(cells, name))
        for side, cells in (("key", "(1) (1) - (2)"), ("response", "(1) - (1) -"))
    )
    results = [corefscore.score(key, response), corefscore.score(key, key)][:systems]
    path = tmp_path / "page.html"
    corefscore.write_report(path, *results, title=name)
    page = watched.sized(390).open(path, document)
    assert_nothing_is_cut_off(page)
    page.click("#menu")
    assert_nothing_is_cut_off(page)
    watched.assert_quiet(path)


def test_names_are_broken_between_words(watched: Watched, tmp_path: Path) -> None:
    names = ["(1023_bleak_house_and_a_very_long_title_brat); part 000"]
    path = tmp_path / "page.html"
    text = "".join(conll("(1) (1)", name) for name in names)
    key = write(tmp_path / "key.conll", text)
    corefscore.write_report(path, corefscore.score(key, key))
    page = watched.open(path)
    lines = page.evaluate(
        """() => { const name = document.querySelector('#documents .name'), range = new Range(), tops = new Map();
            for (const node of name.childNodes) if (node.nodeType === 3) { range.selectNodeContents(node);
                const boxes = [...range.getClientRects()];
                if (boxes.length !== 1) return 'broken inside ' + node.data;
                tops.set(boxes[0].top, (tops.get(boxes[0].top) || '') + node.data); }
            return [...tops.values()]; }"""
    )
    assert "".join(lines) == "1023_bleak_house_and_a_very_long_title_brat"
    assert len(lines) > 1
    watched.assert_quiet(path)


def colour(watched: Watched) -> str:
    return str(watched.page.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_light_and_dark(watched: Watched, alone: Path) -> None:
    page = watched.open(alone)
    light = colour(watched)
    page.emulate_media(color_scheme="dark")
    dark = colour(watched)
    assert light != dark
    page.keyboard.press("d")
    assert colour(watched) == light
    page.keyboard.press("d")
    assert colour(watched) == dark
    watched.assert_quiet(alone)


def test_left_out_texts_are_announced(watched: Watched, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    with pytest.warns(corefscore.InputWarning, match="left out"):
        corefscore.write_report(path, corefscore.score(KEY, RESPONSE), limit=0)
    page = watched.open(path)
    assert "The text of 4 of 4 documents is left out" in page.inner_text(".notice")
    page.click("#documents a >> nth=0")
    page.locator("#main .notice", has_text="not on the page").wait_for()
    watched.assert_quiet(path)


def test_the_text_of_a_link_is_the_document(watched: Watched, alone: Path) -> None:
    page = watched.open(alone, document=3)
    assert "Viktor Brandt had won the tournament" in text_of(page)
    assert (page.text_content("#documents [aria-current]") or "").startswith("news/chess")
    watched.assert_quiet(alone)


def bridged(folder: Path, name: str, anchor: int) -> Path:
    """A file in which *the door* is anchored at one of two mentions of a house."""
    document = {
        "doc_key": "story",
        "sentences": [["A", "house", ".", "The", "house", "was", "old", ".", "The", "door", "too"]],
        "clusters": {"house": [[0, 1], [3, 4]], "door": [[8, 9]]},
        "bridges": [[[8, 9], [[0, 1], [3, 4]][anchor], "part"]],
        "spans": "inclusive",
    }
    return write(folder / f"{name}.jsonl", json.dumps(document))


def test_the_levels_of_bridging_are_shown(watched: Watched, tmp_path: Path) -> None:
    key, response = (bridged(tmp_path, name, anchor) for anchor, name in enumerate(["key", "response"]))
    results = [corefscore.score(key, side, ["b3", "bridging"]) for side in (response, key)]
    corefscore.write_report(tmp_path / "one.html", results[0])
    page = watched.open(tmp_path / "one.html")
    assert rows(page, "#summary tbody")[1:] == [
        ["Bridging", "100.00", "100.00", "100.00"],
        ["Bridging, recognition", "100.00", "100.00", "100.00"],
        ["Bridging, mention", "0.00", "0.00", "0.00"],
        ["Bridging, entity", "100.00", "100.00", "100.00"],
    ]
    watched.assert_quiet(tmp_path / "one.html")
    corefscore.write_report(tmp_path / "two.html", *results, names=["ours", "gold"])
    page = watched.open(tmp_path / "two.html")
    assert rows(page, "#summary") == [
        ["F1", "B³", "Bridging", "Bridging, recognition", "Bridging, mention", "Bridging, entity"],
        ["ours", "100.00", "100.00", "100.00", "0.00", "100.00"],
        ["gold", "100.00", "100.00", "100.00", "100.00", "100.00"],
    ]
    assert_nothing_is_cut_off(page)
    assert watched.complaints == []


def test_links_within_and_across_documents_are_shown(watched: Watched, tmp_path: Path) -> None:
    key = write(tmp_path / "key.csv", "document,start,end,entity\na,0,0,x\na,2,2,x\nb,0,0,x\n")
    response = write(tmp_path / "response.csv", "document,start,end,entity\na,0,0,x\na,2,2,x\nb,0,0,y\n")
    result = corefscore.score(key, response, ["b3", "links"], scope="corpus", spans="inclusive")
    corefscore.write_report(tmp_path / "page.html", result)
    shown = {row[0]: row[1:] for row in rows(watched.open(tmp_path / "page.html"), "#summary tbody")}
    assert shown["Links, within"] == ["100.00", "100.00", "100.00"]
    assert shown["Links, across"][0] == "0.00"
