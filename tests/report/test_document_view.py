"""A document: its notation, what is held, and how a reader moves in it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

import corefscore
from tests.files import conll, conllu, write
from tests.report.browser import HEIGHTS, Watched
from tests.report.pages import assert_nothing_is_cut_off, mark, text_of, written
from tests.shared import ROOT


def test_what_is_right_has_one_line_and_what_differs_two(watched: Watched, alone: Path) -> None:
    page = watched.open(alone, document=0)
    right = page.locator(".text .m.right.last")
    assert right.count() == page.locator(".text .m.down.right.last").count() > 0, "the key is not repeated"
    assert page.locator(".text .m.up.missing.last").count() == 2
    wrong = [page.locator(f".text .m.{where}.wrong.last") for where in ("up", "down")]
    assert [each.count() for each in wrong] == [2, 2]
    styles = {
        name: page.locator(f".text .m.down.{name}").first.evaluate("e => getComputedStyle(e).borderBottomStyle")
        for name in ("right", "wrong", "spurious")
    }
    assert styles == {"right": "solid", "wrong": "double", "spurious": "dashed"}, "readable without colours"
    watched.assert_quiet(alone)


def test_each_mention_has_its_label_once(watched: Watched, alone: Path) -> None:
    page = watched.open(alone, document=0)
    labels = page.eval_on_selector_all(".text .m.last", "all => all.map(e => e.dataset.label.slice(1, -1))")
    mentions = page.eval_on_selector_all(".text .m.last", "all => all.map(e => e.dataset.side + e.dataset.mention)")
    assert len(mentions) == len(set(mentions)) == len(labels)
    assert set(labels) >= {"1", "!a", "−2", "+2", "+b"}
    watched.assert_quiet(alone)


def test_an_entity_is_held_by_a_click(watched: Watched, alone: Path) -> None:
    page = watched.open(alone, document=0)
    page.click(mark("sister"), position={"x": 65, "y": 10})
    assert page.inner_text("#panel h2") == "his sister"
    assert page.locator(".text .m.on.last").count() == 6, "four are right, two of the key are in another entity"
    assert page.locator("#panel .rows button").first.inner_text().split("\n") == ["Mara Quill", "found in a"]
    assert "mention=" in page.url
    page.keyboard.press("Escape")
    assert page.locator(".text .m.on").count() == 0
    watched.assert_quiet(alone)


def test_hovering_shows_an_entity_and_draws_no_arrow(watched: Watched, alone: Path) -> None:
    page = watched.open(alone, document=0)
    page.hover(mark("The baker"))
    assert page.locator(".text.focus").count() == 1
    assert page.locator(".text .m.on.last").count() == 6
    assert page.locator(".arrows path").count() == 0
    page.click(mark("she"))
    assert page.locator(".arrows path").count() == 2, "one arrow, since both sides have the same mention before"
    page.click("#panel .antecedent >> nth=0")
    assert page.inner_text("#panel h2") == "The baker"
    watched.assert_quiet(alone)


def test_an_error_is_followed(watched: Watched, alone: Path) -> None:
    page = watched.open(alone, document=1)
    page.click("#panel .error:has-text('Conflated entities')")
    assert page.inner_text("#panel h2") == "its crew"
    assert page.locator(".text .m.chosen").count() >= 1
    assert page.locator(".arrows path").count() >= 1
    assert page.locator("#panel .error[aria-current]").count() >= 1
    watched.assert_quiet(alone)


def test_filters_by_kind_category_and_type(watched: Watched, alone: Path) -> None:
    page = watched.open(alone, document=0)
    page.click("#filter")
    everything = page.locator("#panel .error").count()
    page.click("[data-filter=kinds]:has-text('Missing mention')")
    assert page.locator("#panel .error").count() == 1 < everything
    assert page.locator(".text .m.last:not(.out)").count() == 1
    page.click("[data-filter=kinds]:has-text('Missing mention')")
    page.click("[data-filter=types]:has-text('pronoun')")
    assert page.locator(".text .m.last:not(.out)").count() == 6, "she, it, her, it, He, his"
    page.click("text=Clear all")
    assert page.locator(".text .m.out").count() == 0
    page.click("[data-filter=verdicts]:has-text('missing')")
    assert page.locator(".text .m.last:not(.out)").count() == 2
    watched.assert_quiet(alone)


def test_words_are_found_with_enter(watched: Watched, tmp_path: Path) -> None:
    cells = " / ".join(["(1) - - - - - - - - -"] * 120)
    words = " ".join(f"w{n}" if n % 300 else "baker" for n in range(1200))
    path = written(tmp_path, conll(cells, words=words), conll(cells, words=words))
    page = watched.open(path, document=0)
    page.keyboard.press("f")
    page.keyboard.type("BAK")
    assert page.inner_text("#hits") == "4 found"
    assert page.evaluate("CSS.highlights.get('found').size") >= 1
    for number in range(1, 5):
        page.keyboard.press("Enter")
        assert page.inner_text("#hits") == f"{number} of 4"
    page.wait_for_timeout(100)
    last = page.evaluate(
        """() => { const main = document.querySelector('#main').getBoundingClientRect();
            return [...CSS.highlights.get('found')].some(range => { const box = range.getBoundingClientRect();
                return box.top > main.top && box.bottom < main.bottom; }); }"""
    )
    assert last
    watched.assert_quiet(path)


def test_keys_move_through_mentions_errors_views_and_documents(watched: Watched, alone: Path) -> None:
    page = watched.open(alone, document=0)
    held = "#panel h2"
    page.keyboard.press("ArrowRight")
    assert page.inner_text(held) == "Mara Quill"
    page.keyboard.press("ArrowRight")
    assert page.inner_text(held) == "a small bakery in Port Ellis"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press(".")
    assert page.inner_text(held) == "The baker"
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    page.keyboard.press("n")
    assert page.inner_text(held) == "last spring"
    page.keyboard.press("p")
    assert page.inner_text(held) == "a small bakery in Port Ellis"
    page.keyboard.press("v")
    assert page.locator(".text.beside").count() == 1
    page.keyboard.press("]")
    page.locator("#main h1", has_text="lighthouse").wait_for()
    page.keyboard.press("[")
    page.locator("#main h1", has_text="bakery").wait_for()
    page.keyboard.press("?")
    assert page.locator("dialog[open]").count() == 1
    page.keyboard.press("Escape")
    assert page.locator("dialog[open]").count() == 0
    watched.assert_quiet(alone)


@pytest.mark.parametrize("width", HEIGHTS)
def test_key_and_response_side_by_side(watched: Watched, alone: Path, width: int) -> None:
    page = watched.sized(width).open(alone, 0, "&view=side")
    left, right = page.locator(".text p >> nth=0"), page.locator(".text p >> nth=1")
    assert left.locator("[data-side=response]").count() == 0 < left.locator("[data-side=key]").count()
    assert right.locator("[data-side=key]").count() == 0 < right.locator("[data-side=response]").count()
    boxes = left.bounding_box(), right.bounding_box()
    assert boxes[0] is not None
    assert boxes[1] is not None
    if width > 700:
        assert (boxes[0]["y"], boxes[0]["x"] < boxes[1]["x"]) == (boxes[1]["y"], True), "they scroll together"
    else:
        assert boxes[0]["y"] < boxes[1]["y"], "on a phone, one below the other"
    assert_nothing_is_cut_off(page)
    watched.assert_quiet(alone)


def test_the_alignment_of_entities(watched: Watched, alone: Path) -> None:
    page = watched.open(alone, 0, "&view=alignment")
    assert page.locator(".align path:not(.loose)").count() == 7
    assert page.locator(".align path.loose").count() == 1
    page.locator(".align text[role]", has_text="Mara Quill").first.click()
    assert page.locator(".align.focus text.on").count() == 2
    assert "4 of 6 key mentions" in page.inner_text("#panel")
    watched.assert_quiet(alone)


def test_nested_and_crossing_mentions_keep_lines_apart(watched: Watched, tmp_path: Path) -> None:
    cells = "(1|(2|(3 (4 3) (5)|2)|(6 4) 6)|1)"
    path = written(tmp_path, conll(cells), conll(cells))
    page = watched.open(path, document=0)
    lines = page.eval_on_selector_all(
        ".text .m",
        """all => all.flatMap(e => [...e.getClientRects()].map(box =>
            [Number(e.dataset.mention), box.left, box.right, box.bottom]))""",
    )
    assert {line[0] for line in lines} == set(range(6))
    for number, (mention, left, right, bottom) in enumerate(lines, 1):
        for other in lines[number:]:
            if other[0] != mention and left < other[2] - 1 and other[1] < right - 1:
                assert abs(bottom - other[3]) >= 3, "lines of mentions that share words are in different lanes"
    by_mention: dict[int, set[float]] = {}
    for mention, *_, bottom in lines:
        by_mention.setdefault(mention, set()).add(round(bottom))
    assert all(len(bottoms) == 1 for bottoms in by_mention.values()), "a mention that is cut stays in its lane"
    watched.assert_quiet(path)


def line_tops(watched: Watched) -> list[float]:
    """Where the lines of text begin."""
    tops: list[float] = watched.page.evaluate(
        """() => { const range = new Range(), found = new Set();
            const walker = document.createTreeWalker(document.querySelector('.text p'), NodeFilter.SHOW_TEXT);
            while (walker.nextNode()) { range.selectNodeContents(walker.currentNode);
                for (const box of range.getClientRects()) if (box.width > 6) found.add(Math.round(box.top)); }
            return [...found].sort((a, b) => a - b); }"""
    )
    return tops


def test_lines_are_equally_far_apart_whatever_is_nested(watched: Watched, tmp_path: Path) -> None:
    plain = " ".join(["-"] * 40)
    nested = "(1|(2|(3 3) 2) 1)"
    cells = f"{plain} {nested} {plain} (4) {plain}"
    path = written(tmp_path, conll(cells), conll(cells))
    watched.open(path, document=0)
    tops = line_tops(watched)
    gaps = {round(b - a) for a, b in pairwise(tops)}
    assert len(tops) > 3
    assert max(gaps) - min(gaps) <= 1
    watched.assert_quiet(path)


@pytest.mark.parametrize("words", ["Ann saw a comfortable chair there", "小王 买 了 书 。 他"])
def test_the_text_has_no_gaps(watched: Watched, tmp_path: Path, words: str) -> None:
    cells = "(1) (2 (3) 2) (1) (4)"
    path = written(tmp_path, conll(cells, words=words), conll(cells, words=words))
    page = watched.open(path, document=0)
    gaps = page.evaluate(
        """() => { const range = new Range(), boxes = [];
            const walker = document.createTreeWalker(document.querySelector('.text p'), NodeFilter.SHOW_TEXT);
            while (walker.nextNode()) { if (!walker.currentNode.data.trim()) continue;
                range.selectNodeContents(walker.currentNode); boxes.push(range.getBoundingClientRect()); }
            return boxes.slice(1).map((box, i) => box.left - boxes[i].right); }"""
    )
    size = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.text')).fontSize)")
    assert max(gaps) < 1.3 * size, "a blank and the label that stands there"
    assert min(gaps) >= 0
    watched.assert_quiet(path)


def test_a_dashed_line_does_not_restart_at_each_word(watched: Watched, tmp_path: Path) -> None:
    path = written(tmp_path, conll("(1 - - 1) (2)"), conll("- - - - (2)"))
    page = watched.open(path, document=0)
    assert page.locator(".text .m.missing").count() == 1, "one element for four words"
    assert page.locator(".text .m.missing").evaluate("e => e.getClientRects().length") == 1
    watched.assert_quiet(path)


def test_zeros_are_shown(watched: Watched, tmp_path: Path) -> None:
    text = conllu("Ana:(e1-p-1-) canta .", "0.1:1~nsubj:(e1-p-1-) ríe .")
    key = write(tmp_path / "key.conllu", text)
    path = tmp_path / "page.html"
    corefscore.write_report(path, corefscore.score(key, key, profile="crac"))
    page = watched.open(path, document=0)
    assert "∅" in text_of(page)
    assert page.locator(".text .m:has-text('∅')").count() == 1
    page.click(".text .m:has-text('∅')")
    assert page.inner_text("#panel h2") == "∅"
    watched.assert_quiet(path)


def test_right_to_left_text(watched: Watched, tmp_path: Path) -> None:
    words = "דנה הלכה הביתה היא"
    path = written(tmp_path, conll("(1) - - (1)", words=words), conll("(1) - (2) -", words=words))
    page = watched.open(path, document=0)
    assert page.get_attribute(".text", "dir") == "rtl"
    first, second = (page.locator(mark(word)).bounding_box() for word in ("דנה", "הביתה"))
    assert first is not None
    assert second is not None
    assert first["x"] > second["x"]
    label = page.locator(mark("הביתה")).get_attribute("data-label")
    assert label == "\u2066+a\u2069", "the sign stays before its letter"
    page.keyboard.press("ArrowLeft")
    assert page.inner_text("#panel h2") == "דנה", "the arrow to the left goes on"
    watched.assert_quiet(path)


def test_chinese_text_has_no_blanks_between_words(watched: Watched, tmp_path: Path) -> None:
    words = "小王 买 了 书 。 John 他"
    path = written(tmp_path, conll("(1) - - - - - (1)", words=words), conll("(1) - - - - - (1)", words=words))
    page = watched.open(path, document=0)
    assert text_of(page) == "小王买了书。 John 他"
    watched.assert_quiet(path)


def test_documents_without_words_show_token_numbers(watched: Watched, tmp_path: Path) -> None:
    path = written(tmp_path, conll("- (1 1) - - (1)", words="_ _ _ _ _ _"), conll("- - - - - (1)", words="_ _ _ _ _ _"))
    page = watched.open(path, document=0)
    assert text_of(page) == "… 1 2 … 5"
    page.click(".text .m >> nth=0")
    assert page.inner_text("#panel h2") == "[1–2]"
    watched.assert_quiet(path)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", HEIGHTS)
def test_reading_comes_first(watched: Watched, alone: Path, width: int, scheme: str) -> None:
    watched.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page = watched.sized(width).open(alone, document=1)
    assert_nothing_is_cut_off(page)
    box = page.locator(".text").bounding_box()
    assert box is not None
    room = HEIGHTS[width] - box["y"]
    assert room > 0.6 * HEIGHTS[width]
    assert box["width"] > 0.45 * min(width, 1300)
    watched.assert_quiet(alone)


@pytest.mark.parametrize("width", [390, 768])
def test_on_small_windows_the_panel_opens_and_closes(watched: Watched, alone: Path, width: int) -> None:
    page = watched.sized(width).open(alone, document=0)
    assert not page.is_visible("#panel")
    page.click(".text .m >> nth=0")
    assert page.is_visible("#held")
    assert not page.is_visible("#panel"), "a click does not cover the text"
    page.click("#held >> text=Details")
    assert page.is_visible("#panel")
    page.click("#panel .close")
    assert not page.is_visible("#panel")
    page.click("#held [aria-label='Deselect']")
    assert not page.is_visible("#held p")
    page.click("#menu")
    page.click("#documents a >> nth=1")
    page.locator("#main h1", has_text="lighthouse").wait_for()
    assert not page.is_visible("#documents")
    watched.assert_quiet(alone)


def test_a_link_leads_to_the_very_mention(watched: Watched, alone: Path) -> None:
    page = watched.open(alone, 0, "&mention=key.4")
    page.wait_for_selector("#panel h2")
    before = page.inner_text("#panel h2")
    page.goto("about:blank")
    page.goto(alone.as_uri() + "#document=0&system=0&mention=key.4")
    page.wait_for_selector("#panel h2")
    assert page.inner_text("#panel h2") == before != ""
    page.goto(alone.as_uri() + "#document=0&system=7&mention=key.9999&view=nonsense")
    page.wait_for_selector(".text .m")
    watched.assert_quiet(alone)


def test_the_view_for_notebooks_works_in_its_frame(watched: Watched) -> None:
    view = corefscore.score(ROOT / "examples/key.conll", ROOT / "examples/response.conll").show("bakery")
    watched.page.set_content(f"<!doctype html><body>{view._repr_html_()}</body>")
    frame = watched.page.frame_locator("iframe")
    frame.locator(mark("sister")).click(position={"x": 65, "y": 10})
    assert frame.locator("#panel h2").text_content() == "his sister"
    assert frame.locator("#list").is_visible() is False
    assert watched.complaints == []
