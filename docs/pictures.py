"""Draw the pictures of the documentation: `python docs/pictures.py`."""

from __future__ import annotations

import io
import re
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.text import Text

import corefscore
from corefscore.cli.output import rich_table
from corefscore.core.plots import save
from corefscore.core.settings import Settings
from corefscore.metrics.selection import find_metrics
from corefscore.studies import doses, twinless

ROOT = Path(__file__).parents[1]
FONTS = re.compile(r"@font-face \{.*?\}", re.DOTALL)  # a picture should load nothing from elsewhere
KEY, RESPONSE = "examples/key.conll", "examples/response.conll"


def score() -> None:
    """A terminal with the scores of the shipped example."""
    result = corefscore.score(ROOT / KEY, ROOT / RESPONSE)
    table = result.table()
    console = Console(record=True, width=100, file=io.StringIO())
    console.print(Text.assemble(("$ ", "bold green"), f"corefscore score {KEY} {RESPONSE}"))
    for line in table.head:
        console.print(Text(line.replace(f"{ROOT}/", "")))
    console.print(rich_table(table))
    for line in table.below:
        console.print(Text(line, style="dim"))
    picture = FONTS.sub("", console.export_svg(title="corefscore"))
    (ROOT / "docs/images/score.svg").write_text(picture, encoding="utf-8")


def studies() -> None:
    """The two studies of docs/explanation/studies.md on the shipped example."""
    matched = corefscore.score(ROOT / KEY, ROOT / RESPONSE).matched
    assert matched is not None
    sweep = twinless.study(matched, find_metrics(twinless.METRICS), Settings(), draws=5)
    save(twinless.draw(sweep), str(ROOT / "docs/images/study-twinless.svg"))
    errors = doses.study(matched.key, matched.key, find_metrics(doses.METRICS), Settings(), draws=3)
    save(errors.small_multiples(), str(ROOT / "docs/images/study-metrics.svg"))


def report() -> None:
    """Pages of the shipped example in a browser: the front page, a document, a phone, and adjudication in the dark."""
    from playwright.sync_api import Page, sync_playwright

    def held(page: Page) -> None:
        page.click("#panel .error:has-text('The baker')")
        page.wait_for_selector(".arrows path")

    def decided(page: Page) -> None:
        for key in "a1n2":
            page.keyboard.press(key)

    result = corefscore.score(ROOT / KEY, ROOT / RESPONSE)
    shots: list[tuple[str, str, tuple[int, int], bool, Callable[[Page], None] | None]] = [
        ("report", "#document=0", (1240, 690), False, held),
        ("report-front", "", (1240, 900), False, None),
        ("report-phone", "#document=1", (390, 760), False, None),
        ("report-adjudication", "#document=0", (1240, 690), True, decided),
    ]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder) / "report.html"
        corefscore.write_report(path, result, title="The example")
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, address, (width, height), dark, act in shots:
            page = browser.new_page(
                viewport={"width": width, "height": height},
                color_scheme="dark" if dark else "light",
                reduced_motion="reduce",
            )
            page.goto(path.as_uri() + address)
            page.wait_for_selector(".text .m" if address else "#headline")
            if act:
                act(page)
            page.mouse.move(0, 0)
            page.wait_for_timeout(300)
            page.screenshot(path=ROOT / f"docs/images/{name}.png")
            page.close()
        browser.close()


def prices() -> None:
    """What the errors of the shipped example cost."""
    result = corefscore.score(ROOT / KEY, ROOT / RESPONSE, ["conll", "lea"])
    save(corefscore.prices(result).plot(), str(ROOT / "docs/images/prices.svg"))


if __name__ == "__main__":
    score()
    studies()
    prices()
    report()
