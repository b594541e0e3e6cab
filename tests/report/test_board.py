"""The leaderboard page in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest

import corefscore
from corefscore.comparison.standings import Standings
from corefscore.report.board import board_page, report_names, write_board
from tests.cli.running import call
from tests.files import conll, write
from tests.report.browser import Watched
from tests.report.test_accessibility import violations

NAMES = ["best", "good & <b>bold</b>", "ümlaut/é", "worst"]
ROWS = "[...document.querySelectorAll('tbody tr')].map(row => row.cells[1].textContent)"


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A board of four systems, and one that is broken."""
    folder = tmp_path_factory.mktemp("board")
    rows = [" / ".join(["(1) (2) - (1) (2)"] * 3)] * 40
    key = write(folder / "key.conll", "".join(conll(cells, f"book/{n}") for n, cells in enumerate(rows)))
    arguments = []
    for system, name in enumerate(NAMES):
        cells = [row.replace("(1)", "-", (n % 2 + system) if system else 0) for n, row in enumerate(rows)]
        path = write(folder / f"{system}.conll", "".join(conll(row, f"book/{n}") for n, row in enumerate(cells)))
        arguments.append(f"{name}={path}")
    (folder / "broken.conll").write_bytes(b"\x00\x01" * 900)
    target = folder / "board.html"
    metrics = ("-m", "muc,b3,ceafe,conll")
    done = call(
        "compare", key, *arguments, folder / "broken.conll", *metrics, "--ci", "--pairs", "-f", "html", "-o", target
    )
    assert done.returncode == 1
    assert "broken is not scored" in done.stderr
    return target


def opened(watched: Watched, board: Path) -> None:
    watched.page.goto(board.as_uri())
    watched.page.wait_for_selector("tbody tr")


def test_systems_stand_in_order_with_intervals_and_letters(watched: Watched, board: Path) -> None:
    opened(watched, board)
    page = watched.page
    assert page.evaluate(ROWS) == [*NAMES, "broken"]
    first = page.locator("tbody tr").first
    assert first.locator("td").nth(0).inner_text() == "1"
    assert "100.00" in first.inner_text()
    assert page.locator("tbody tr").nth(1).locator("small").first.inner_text().startswith("[")
    assert page.locator("tbody tr.failed").inner_text().count("this is a binary file") == 1
    assert page.locator("thead").inner_text().split()[:3] == ["Rank", "System", "Group"]
    watched.assert_quiet(board)


def test_a_click_sorts_and_a_second_one_turns_the_order_round(watched: Watched, board: Path) -> None:
    opened(watched, board)
    page = watched.page
    page.get_by_role("button", name="MUC").click()
    assert page.evaluate(ROWS) == [*NAMES, "broken"]
    assert page.locator("th[aria-sort=descending]").inner_text().startswith("MUC")
    page.get_by_role("button", name="MUC").click()
    assert page.evaluate(ROWS) == [*NAMES[::-1], "broken"]  # what is not scored stays last
    page.get_by_role("button", name="System").focus()
    page.keyboard.press("Enter")
    assert page.evaluate(ROWS) == ["best", "broken", "good & <b>bold</b>", "ümlaut/é", "worst"]
    assert page.locator("#status").inner_text() == "Sorted by System, ascending."


def test_systems_are_found_by_their_names(watched: Watched, board: Path) -> None:
    opened(watched, board)
    watched.page.fill("#find", "OR")
    assert watched.page.locator("tbody tr:visible").count() == 1
    watched.page.fill("#find", "")
    assert watched.page.locator("tbody tr:visible").count() == 5


def test_each_system_links_to_its_report(watched: Watched, board: Path) -> None:
    opened(watched, board)
    links = watched.page.locator("tbody a")
    assert links.count() == 4
    for number in range(4):
        target = board.parent / str(links.nth(number).get_attribute("href"))
        assert target.is_file()
    links.nth(1).click()
    watched.page.wait_for_selector("#main > *")
    assert "good & <b>bold</b>" in watched.page.title()


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (1280, "dark"), (390, "light")])
def test_no_rule_of_accessibility_is_broken(watched: Watched, board: Path, width: int, scheme: str) -> None:
    watched.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    watched.sized(width)
    opened(watched, board)
    background = watched.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (background == "rgb(255, 255, 255)") == (scheme == "light")
    assert violations(watched) == []
    overflow = watched.page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
    assert not overflow


def test_the_theme_can_be_changed(watched: Watched, board: Path) -> None:
    opened(watched, board)
    watched.page.click("#theme")
    assert watched.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(23, 24, 28)"
    watched.page.click("#theme")
    assert watched.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def compared(*names: str, title: str = "") -> corefscore.Comparison:
    return corefscore.compare([["a", "b"]], {name: [["a", "b"]] for name in names}, ["muc"], title=title)


def test_file_names_are_plain_and_each_is_used_once() -> None:
    names = report_names([compared("a/b", "a b", "A-B", "..", "é", title="x")])
    assert [*names.values()] == ["x-a-b.html", "x-a-b-2.html", "x-A-B-3.html", "x.html", "x-2.html"]


def test_a_page_without_reports_has_no_links(tmp_path: Path) -> None:
    write_board(tmp_path / "board.html", Standings([compared("one", "two")]))
    assert [path.name for path in tmp_path.iterdir()] == ["board.html"]
    assert "<a " not in (tmp_path / "board.html").read_text(encoding="utf-8")


def test_nothing_is_left_where_a_report_fails(tmp_path: Path) -> None:
    def report(_: corefscore.Comparison, name: str) -> str:
        if name == "two":
            raise corefscore.InputError([])
        return "<p>"

    with pytest.raises(corefscore.InputError):
        write_board(tmp_path / "board.html", Standings([compared("one", "two")]), report)
    assert [*tmp_path.iterdir()] == []


def test_further_tables_are_on_the_page() -> None:
    comparison = compared("one", "two")
    page = board_page(Standings([comparison], beside={"more": [comparison.table()]}), {})
    assert page.count("<table") == 2
