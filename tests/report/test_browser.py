"""The page as a reader meets it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import corefscore
from corefscore.report.build import page_of
from tests.files import conll, write
from tests.report.browser import Watched
from tests.shared import ROOT


def written(folder: Path, key: str, response: str) -> Path:
    """The page of two files."""
    sides = write(folder / "key.conll", key), write(folder / "response.conll", response)
    path = folder / "page.html"
    corefscore.write_report(path, corefscore.score(*sides))
    return path


def test_the_overview_shows_scores_and_loads_nothing(watched: Watched, example: Path) -> None:
    page = watched.open(example)
    assert page.title() == "The example"
    assert page.inner_text("#summary tr.headline").split()[:2] == ["CoNLL", "77.39"]
    assert "documents:4" in page.inner_text("#main code")
    assert page.locator("#documents a").count() == 4
    assert page.locator(".card").count() == 4
    watched.assert_quiet(example)


def test_the_waterfall_follows_the_metric_chosen(watched: Watched, example: Path) -> None:
    page = watched.open(example)
    card = page.locator(".card", has_text="What errors cost")
    assert "77.39" in card.inner_text()
    page.select_option("#price-metric", label="MUC")
    assert "83.95" in card.inner_text()
    watched.assert_quiet(example)


def test_a_document_opens_from_the_list(watched: Watched, example: Path) -> None:
    page = watched.open(example)
    page.click("#documents a >> nth=3")
    page.wait_for_selector(".s")
    assert page.inner_text("#main h2") == "(news/chess); part 000"
    assert "Viktor Brandt had won the tournament" in page.evaluate("document.querySelector('.text').textContent")
    assert page.locator("#documents [aria-current]").inner_text().startswith("(news/chess)")
    watched.assert_quiet(example)


def test_an_entity_is_followed_by_a_click(watched: Watched, example: Path) -> None:
    page = watched.open(example, document=0)
    page.click(".w:has-text('sister') .s")
    assert page.locator(".s.on.first").count() == 10, "six mentions of the key, four of the response"
    assert page.inner_text("#panel h2") == "his sister"
    assert page.locator("#panel .rows >> nth=0").inner_text().split("\n")[:3] == ["!", "Mara Quill", "found in a"]
    page.keyboard.press("Escape")
    assert page.locator(".s.on").count() == 0
    watched.assert_quiet(example)


def test_hovering_lights_an_entity_up(watched: Watched, example: Path) -> None:
    page = watched.open(example, document=0)
    page.hover(".w:has-text('Mara') .s.up")
    assert page.locator(".text.focus").count() == 1
    assert page.locator(".s.on.first.up").count() == 6
    watched.assert_quiet(example)


def test_antecedents_are_shown_and_followed(watched: Watched, example: Path) -> None:
    page = watched.open(example, document=0)
    page.click(".w:has-text('she') .s.up")
    assert page.locator(".arrows path.key").count() >= 1
    assert page.locator(".arrows path.response").count() >= 1
    page.click("#panel .antecedent >> nth=0")
    assert page.inner_text("#panel h2") == "The baker"
    watched.assert_quiet(example)


def test_an_error_is_followed(watched: Watched, example: Path) -> None:
    page = watched.open(example, document=1)
    page.click("#panel .error:has-text('Conflated entities')")
    assert page.locator(".s.chosen.first").count() == 2
    assert page.inner_text("#panel h2") == "its crew"
    assert page.locator(".arrows path").count() >= 1
    assert page.locator("#panel .error[aria-current]").count() >= 1
    watched.assert_quiet(example)


def test_filters_by_kind_category_and_type(watched: Watched, example: Path) -> None:
    page = watched.open(example, document=0)
    page.click(".filters summary")
    everything = page.locator("#panel .error").count()
    page.click("[data-filter=kinds]:has-text('Missing mention')")
    assert page.locator("#panel .error").count() == 1 < everything
    assert page.locator(".s.first:not(.out)").count() == 1
    page.click("[data-filter=kinds]:has-text('Missing mention')")
    page.click("[data-filter=types]:has-text('pronoun')")
    shown = page.locator(".s.first.up:not(.out)")
    assert shown.count() == 5, "she, it, her, it, He"
    page.click("text=Clear")
    assert page.locator(".s.out").count() == 0
    page.click("[data-filter=categories]:has-text('no key entity')")
    assert page.locator(".s.first.up:not(.out)").count() == 0
    assert page.locator(".s.first.down:not(.out)").count() == 5, "three singletons, and two that were split off"
    page.click("text=Clear")
    page.click("[data-filter=verdicts]:has-text('missing')")
    assert page.locator(".s.first:not(.out)").count() == 2
    watched.assert_quiet(example)


def test_documents_are_searched_and_ordered(watched: Watched, example: Path) -> None:
    page = watched.open(example)
    page.keyboard.press("/")
    page.keyboard.type("LIGHT")
    assert page.locator("#documents a").count() == 2
    page.fill("#search", "nothing like it")
    assert "No document" in page.inner_text("#documents")
    page.fill("#search", "")
    page.select_option("#order", "worst")
    assert page.inner_text("#documents a >> nth=0").startswith("(news/chess)")
    watched.assert_quiet(example)


def test_words_are_found(watched: Watched, example: Path) -> None:
    page = watched.open(example, document=0)
    page.keyboard.press("f")
    page.keyboard.type("bak")
    assert page.inner_text("#hits") == "3 found"
    assert page.locator(".w.found").count() == 3
    page.keyboard.press("Enter")
    watched.assert_quiet(example)


def test_keys_move_through_mentions_errors_views_and_documents(watched: Watched, example: Path) -> None:
    page = watched.open(example, document=0)
    page.keyboard.press("ArrowRight")
    assert page.inner_text("#panel h2") == "Mara Quill"
    page.keyboard.press("ArrowRight")
    assert page.inner_text("#panel h2") == "a small bakery in Port Ellis"
    page.keyboard.press("ArrowLeft")
    assert page.inner_text("#panel h2") == "Mara Quill"
    page.keyboard.press("n")
    page.keyboard.press("n")
    assert page.inner_text("#panel h2") == "last spring"
    page.keyboard.press("p")
    assert page.inner_text("#panel h2") == "a small bakery in Port Ellis"
    page.keyboard.press("v")
    assert page.locator(".text.columns").count() == 1
    page.keyboard.press("]")
    page.locator("#main h2", has_text="lighthouse").wait_for()
    page.keyboard.press("[")
    page.locator("#main h2", has_text="bakery").wait_for()
    page.keyboard.press("?")
    assert page.locator("dialog[open]").count() == 1
    page.keyboard.press("Escape")
    assert page.locator("dialog[open]").count() == 0
    watched.assert_quiet(example)


def test_key_and_response_side_by_side(watched: Watched, example: Path) -> None:
    page = watched.open(example, document=0)
    page.click("[data-view=side]")
    assert page.locator(".text p").count() == 10
    left, right = page.locator(".text p >> nth=0"), page.locator(".text p >> nth=1")
    assert left.locator("[data-side=response]").count() == 0 < left.locator("[data-side=key]").count()
    assert right.locator("[data-side=key]").count() == 0 < right.locator("[data-side=response]").count()
    boxes = left.bounding_box(), right.bounding_box()
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert (boxes[0]["y"], boxes[0]["x"] < boxes[1]["x"]) == (boxes[1]["y"], True)
    watched.assert_quiet(example)


def test_the_alignment_of_entities(watched: Watched, example: Path) -> None:
    page = watched.open(example, document=0)
    page.click("[data-view=alignment]")
    rows = page.locator(".align ol >> nth=0").locator("li")
    assert rows.count() == 7
    assert rows.nth(0).inner_text().split("\n")[0].startswith("Mara Quill")
    assert page.locator(".align path:not(.loose)").count() == 7
    assert page.locator(".align path.loose").count() == 1
    rows.nth(0).click()
    assert page.locator(".align.focus li.on").count() == 2
    assert "4 of 6 key mentions" in page.inner_text("#panel")
    watched.assert_quiet(example)


def test_another_response_is_chosen(watched: Watched, example: Path) -> None:
    page = watched.open(example, document=0)
    assert page.locator("#panel .error").count() > 0
    page.select_option("#system", "1")
    page.locator("#panel h3", has_text="Errors (0)").wait_for()
    assert page.locator(".s.hollow, .s.wrong").count() == 0
    assert "CoNLL 100.00" in page.inner_text(".pills")
    watched.assert_quiet(example)


def colour(page: Any) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_light_and_dark(watched: Watched, example: Path) -> None:
    page = watched.open(example)
    light = colour(page)
    page.emulate_media(color_scheme="dark")
    dark = colour(page)
    assert light != dark
    page.keyboard.press("d")
    assert colour(page) == light
    page.keyboard.press("d")
    assert colour(page) == dark
    watched.assert_quiet(example)


def test_text_of_files_is_shown_and_never_run(watched: Watched, tmp_path: Path) -> None:
    script = "<script>document.title='broken'</script>"
    image = "<img/src=x/onerror=document.title='broken'>"
    words = f"{script} {image} </script><h1>x</h1> &lt;b&gt; --> he"
    name = f"{script}{image}"
    key = conll(f"({image}) - ({image}) (b) - (b)", name, words)
    response = conll(f"(<script>) ({image}) - (b) - (b)", name, words)
    path = written(tmp_path, key, response)
    page = watched.open(path, document=0)
    text = page.evaluate("document.querySelector('.text').textContent")
    for word in words.split():
        assert word in text
    assert page.inner_text("#main h2") == name
    page.click(".s >> nth=0")
    assert image in page.inner_text("#panel")
    for view in ("side", "alignment"):
        page.click(f"[data-view={view}]")
    assert page.locator("#main img, #main script, #panel img, #panel script, #list img, #main h1").count() == 0
    assert page.title() != "broken"
    watched.assert_quiet(path)


def test_nested_and_crossing_mentions_do_not_cover_one_another(watched: Watched, tmp_path: Path) -> None:
    cells = "(1|(2|(3 (4 3) (5)|2)|(6 4) 6)|1)"
    path = written(tmp_path, conll(cells), conll(cells))
    page = watched.open(path, document=0)
    boxes = page.evaluate(
        """() => [...document.querySelectorAll('.w .s')].map((strip) => {
            const box = strip.getBoundingClientRect();
            return [box.left, box.top, box.right, box.bottom];
        })"""
    )
    assert len(boxes) == 2 * 21
    for number, (left, top, right, bottom) in enumerate(boxes, 1):
        for other in boxes[number:]:
            apart = (
                right <= other[0] + 0.5 or other[2] <= left + 0.5 or bottom <= other[1] + 0.5 or other[3] <= top + 0.5
            )
            assert apart
    outer = page.locator(".text").bounding_box()
    assert outer is not None
    assert outer["y"] < min(box[1] for box in boxes)
    assert max(box[3] for box in boxes) < outer["y"] + outer["height"]
    watched.assert_quiet(path)


def test_right_to_left_text(watched: Watched, tmp_path: Path) -> None:
    words = "דנה הלכה הביתה היא"
    path = written(tmp_path, conll("(1) - - (1)", words=words), conll("(1) - - -", words=words))
    page = watched.open(path, document=0)
    assert page.get_attribute(".text p", "dir") == "rtl"
    first, last = (page.locator(f"[data-token='{token}']").bounding_box() for token in (0, 3))
    assert first is not None
    assert last is not None
    assert first["x"] > last["x"]
    watched.assert_quiet(path)


def test_chinese_text_has_no_gaps_between_words(watched: Watched, tmp_path: Path) -> None:
    words = "小王 买 了 书 。 John 他"
    path = written(tmp_path, conll("(1) - - - - - (1)", words=words), conll("(1) - - - - - (1)", words=words))
    page = watched.open(path, document=0)
    assert page.evaluate("document.querySelector('.text').textContent") == "小王买了书。 John 他"
    assert page.get_attribute(".text p", "dir") == "ltr"
    watched.assert_quiet(path)


def test_documents_without_words_show_token_numbers(watched: Watched, tmp_path: Path) -> None:
    path = written(tmp_path, conll("- (1 1) - - (1)", words="_ _ _ _ _ _"), conll("- - - - - (1)", words="_ _ _ _ _ _"))
    page = watched.open(path, document=0)
    assert page.locator(".w.number").count() == 3
    page.click(".s >> nth=0")
    assert page.inner_text("#panel h2") == "[1–2]"
    watched.assert_quiet(path)


def test_long_documents_are_drawn_as_they_are_read(watched: Watched, tmp_path: Path) -> None:
    cells = " / ".join(["(1) - - - - - - - - -"] * 900)
    path = written(tmp_path, conll(cells), conll(cells))
    page = watched.open(path, document=0)
    drawn = page.locator(".w").count()
    assert 0 < drawn < 4000
    page.evaluate("document.querySelector('#panel .entity').click()")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("[data-token='8990']")
    assert page.locator("[data-token='4500']").count() == 0
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".w").count() == 9000
    watched.assert_quiet(path)


def test_paper_gets_the_text_without_the_buttons(watched: Watched, example: Path) -> None:
    page = watched.open(example, document=0)
    page.emulate_media(media="print")
    for hidden in ("#top", "#list", ".filters", ".toggle"):
        assert not page.is_visible(hidden)
    assert page.is_visible(".text")
    page.emulate_media(media="print", color_scheme="dark")
    assert colour(page) == "rgb(255, 255, 255)", "paper is white"
    assert page.pdf()[:4] == b"%PDF"
    watched.assert_quiet(example)


def narrow(watched: Watched, path: Path, document: int | None) -> Any:
    """A page on a phone, which does not need to scroll sideways."""
    watched.page.set_viewport_size({"width": 390, "height": 844})
    page = watched.open(path, document)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for part in ("#main", "#panel"):
        assert page.evaluate(f"(e => e.scrollWidth - e.clientWidth)(document.querySelector('{part}'))") <= 0, part
    return page


@pytest.mark.parametrize("document", [None, 0])
def test_a_phone_needs_no_sideways_scrolling(watched: Watched, example: Path, document: int | None) -> None:
    page = narrow(watched, example, document)
    assert not page.is_visible("#documents")
    page.click("#menu")
    page.click("#documents a >> nth=1")
    page.locator("#main h2", has_text="lighthouse").wait_for()
    assert not page.is_visible("#documents")
    watched.assert_quiet(example)


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
    assert len(Path(results[0].response.name).name) == 200
    path = tmp_path / "page.html"
    corefscore.write_report(path, *results, title=name)
    page = narrow(watched, path, document)
    page.click("#menu")
    assert page.evaluate("(e => e.scrollWidth - e.clientWidth)(document.querySelector('#documents'))") <= 0
    watched.assert_quiet(path)


def test_left_out_texts_are_announced(watched: Watched, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    result = corefscore.score(ROOT / "examples/key.conll", ROOT / "examples/response.conll")
    with pytest.warns(corefscore.InputWarning, match="left out"):
        path.write_text(page_of([result], limit=0), encoding="utf-8")
    page = watched.open(path)
    assert "The text of 4 of 4 documents is left out" in page.inner_text(".notice")
    page.click("#documents a >> nth=0")
    page.locator("#main .notice", has_text="not in the page").wait_for()
    watched.assert_quiet(path)


def test_the_view_for_notebooks_works_in_its_frame(watched: Watched) -> None:
    view = corefscore.score(ROOT / "examples/key.conll", ROOT / "examples/response.conll").show("bakery")
    watched.page.set_content(f"<!doctype html><body>{view._repr_html_()}</body>")
    frame = watched.page.frame_locator("iframe")
    frame.locator(".w:has-text('sister') .s >> nth=0").click()
    assert frame.locator("#panel h2").inner_text() == "his sister"
    assert frame.locator("#list").is_visible() is False
    assert watched.complaints == []
