"""Several systems: names, intervals, significance, gains and losses."""

from __future__ import annotations

from pathlib import Path

import pytest

import corefscore
from tests.report.browser import HEIGHTS, Watched
from tests.report.pages import assert_nothing_is_cut_off, mark, rows
from tests.shared import ROOT


def test_systems_have_their_names(watched: Watched, example: Path) -> None:
    page = watched.open(example)
    assert page.title() == "The example"
    assert [row[0] for row in rows(page, "#summary tbody")] == ["gold", "ours"]
    assert page.locator("#system option").all_text_contents() == ["ours", "gold"]
    watched.assert_quiet(example)


def test_another_system_is_chosen(watched: Watched, example: Path) -> None:
    page = watched.open(example, document=0)
    assert page.locator("#panel .error").count() > 0
    page.select_option("#system", "1")
    page.locator("#panel h3", has_text="Errors 0").wait_for()
    assert page.locator(".text .m:not(.right)").count() == 0
    assert "CoNLL 100.00" in page.inner_text(".scores summary")
    watched.assert_quiet(example)


@pytest.mark.parametrize("width", HEIGHTS)
def test_ten_systems_are_never_cut_off(watched: Watched, ten: Path, width: int) -> None:
    page = watched.sized(width).open(ten)
    assert_nothing_is_cut_off(page)
    shown = rows(page, "#summary tbody")
    assert len(shown) == 10
    assert shown[0][0] == "system_with_a_long_name_0"
    metrics = page.locator("#summary thead th").all_inner_texts()
    if width == 390:
        assert [len(row) for row in shown] == [2] * 10, "the metric that is chosen"
        page.locator("select.metric").select_option(label="LEA")
        assert [cell for cell in rows(page, "#summary thead")[0] if cell] == ["F1", "LEA"]
    else:
        assert [len(row) for row in shown] == [len(metrics)] * 10
    chart = page.locator("svg[aria-label*='system_with_a_long_name_9']")
    assert chart.locator("path.interval").count() == 10
    page.goto(ten.as_uri() + "#compare=1&system=9&rival=0")
    page.wait_for_selector("#entity-gains")
    assert_nothing_is_cut_off(page)
    watched.assert_quiet(ten)


def test_marks_of_significance_are_those_of_compare(watched: Watched, tmp_path: Path, ten: Path) -> None:
    files = {f"system_with_a_long_name_{number}": ten.parent / f"{number}.conll" for number in range(10)}
    comparison = corefscore.compare(ten.parent / "key.conll", files).with_tests()
    assert comparison.tests is not None
    page = watched.open(ten)
    head, *body = rows(page, "#summary")
    titles = {metric.title: metric.name for metric in comparison.metrics}
    marked = 0
    for name, *cells in body:
        for title, cell in zip(head[1:], cells, strict=True):
            metric = titles[title]
            mark_of = comparison.tests.mark(name, metric)
            marked += bool(mark_of)
            assert cell.replace("\n", "") == f"{100 * comparison[name][metric].f1:.2f}{mark_of}"
    assert marked > 0
    assert comparison.tests.legend in page.inner_text("#main")
    watched.assert_quiet(ten)


def test_gains_and_losses_of_two_systems(watched: Watched, example: Path) -> None:
    page = watched.open(example)
    page.click("#compare")
    page.wait_for_selector("#entity-gains")
    assert page.inner_text("#headline strong") == "−22.61"
    assert page.inner_text("#headline .soft").startswith("Not tested")
    assert page.inner_text(".meaning") == "ours is better in 0 documents, gold in 4."
    links = page.locator("svg[aria-label='Gains and losses by document'] a").all_text_contents()
    assert len(links) == 4
    assert links[-1].startswith("news/chess"), "the largest loss is last"
    gains = [row[-1] for row in rows(page, "#entity-gains tbody")]
    assert all(gain.startswith("−") for gain in gains)
    page.select_option("[aria-label='First system']", label="gold")
    page.wait_for_function("document.querySelector('#headline strong').textContent === '+22.61'")
    page.click("#entity-gains a >> nth=0")
    page.wait_for_selector(".text .m.on")
    watched.assert_quiet(example)


def test_two_systems_have_the_p_value_of_compare(watched: Watched, ten: Path) -> None:
    page = watched.open(ten)
    page.click("#compare")
    page.wait_for_selector("#headline .soft")
    assert page.inner_text("#headline .soft") == "p = 1.000", "the first two systems are equal"
    page.select_option("[aria-label='Second system']", label="system_with_a_long_name_9")
    page.wait_for_function("document.querySelector('#headline .soft').textContent === 'p < 0.001'")
    page.select_option("[aria-label='First system']", label="system_with_a_long_name_2")
    page.wait_for_function("document.querySelector('#headline .soft').textContent.startsWith('Only the first')")
    watched.assert_quiet(ten)


def test_where_one_is_right_and_the_other_wrong(watched: Watched, example: Path) -> None:
    page = watched.open(example, document=0)
    page.click("#filter")
    chips = page.locator("[data-filter=against]").all_inner_texts()
    assert chips == ["ours wrong, gold right4"]
    page.click("[data-filter=against]")
    kept = page.eval_on_selector_all(".text .m.last:not(.out)", "all => all.map(e => e.className)")
    assert kept
    assert all("wrong" in name or "missing" in name for name in kept)
    assert page.locator(mark("The baker")).first.evaluate("e => e.classList.contains('out')")
    watched.assert_quiet(example)


def test_sides_have_the_names_of_annotators(watched: Watched, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    result = corefscore.score(ROOT / "examples/key.conll", ROOT / "examples/response.conll")
    corefscore.write_report(path, result, names=["Bo"], key_name="Ada")
    page = watched.open(path, document=0)
    assert page.title() == "Bo against Ada"
    assert "Below the words: Bo. Above the words: Ada" in page.inner_text(".legend")
    assert page.locator("#panel .columns span").all_inner_texts()[1:] == ["Ada", "Bo"]
    watched.assert_quiet(path)
