"""How long the report takes to open, beside an empty page of the same size: `python -m benchmarks.report_page`.

Each round opens every page once, in turn, in a new window. The time is from the request of the file to the first frame
that is drawn after the page has its content.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

import corefscore
from benchmarks.__main__ import PAIRS

ROUNDS = 9
BOOK_MENTIONS = 100_000
DRAWN = """() => new Promise(done => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))"""


def empty_page(page: str) -> str:
    """A page of the same size without script, style or content."""
    start = "<!doctype html><title>empty</title><p>Nothing.</p><script type='text/plain'>"
    end = "</script>"
    return start + "x" * (len(page.encode()) - len(start) - len(end)) + end


def book(folder: Path) -> tuple[Path, Path]:
    """A key and a response of one document with many mentions, in sentences of ten words."""
    paths = []
    for side, step in (("key", 40), ("response", 39)):
        lines = ["#begin document (book); part 000"]
        for mention in range(BOOK_MENTIONS):
            for token in range(10):
                cell = f"({mention % step * 7})" if token == 3 else "-"
                lines.append(f"book\t0\t{token}\tword{(mention * 7 + token) % 997}\t{cell}")
            lines.append("")
        path = folder / f"book-{side}.conll"
        path.write_text("\n".join([*lines, "#end document", ""]), encoding="utf-8")
        paths.append(path)
    return paths[0], paths[1]


def opened(browser: Browser, address: str, wait: str) -> float:
    """Milliseconds until a page is drawn."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(address, wait_until="commit")
    page.wait_for_selector(wait, state="attached", timeout=120_000)
    time = float(page.evaluate(DRAWN))
    page.close()
    return time


def pages(folder: Path) -> Iterator[tuple[str, str, str]]:
    """The name of each page, its address, and what shows that it is there."""
    litbank = PAIRS / "litbank-noisy"
    inputs = [litbank / f"{side}.conll.gz" for side in ("key", "response")]
    path = folder / "litbank.html"
    corefscore.write_report(path, corefscore.score(inputs[0], inputs[1]))
    empty = folder / "empty.html"
    empty.write_text(empty_page(path.read_text(encoding="utf-8")), encoding="utf-8")
    size, packed = path.stat().st_size, sum(each.stat().st_size for each in inputs)
    print(f"LitBank: the page has {size / 1e6:.2f} MB, the gzipped inputs have {packed / 1e6:.2f} MB")
    yield "an empty page of this size", empty.as_uri(), "p"
    yield "LitBank, front page", path.as_uri(), "#headline"
    yield "LitBank, a document", f"{path.as_uri()}#document=3", ".text .m"
    key, response = book(folder)
    large = folder / "book.html"
    corefscore.write_report(large, corefscore.score(key, response, ["mentions", "muc", "b3"]), limit=100)
    print(f"A book of {BOOK_MENTIONS:,} mentions: the page has {large.stat().st_size / 1e6:.2f} MB")
    yield (
        "the book, opened at its end",
        f"{large.as_uri()}#document=0&mention=key.{BOOK_MENTIONS - 1}",
        ".text .m.chosen",
    )


def main() -> None:
    """Open all pages in turn, and print the medians."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        found = list(pages(Path(name)))
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        times: dict[str, list[float]] = {title: [] for title, _, _ in found}
        for _ in range(ROUNDS):
            for title, address, wait in found:
                times[title].append(opened(browser, address, wait))
        browser.close()
    floor = statistics.median(times[found[0][0]])
    for title, values in times.items():
        middle = statistics.median(values)
        print(f"{title}: {middle:.0f} ms, {middle / floor:.2f} × ({min(values):.0f} to {max(values):.0f})")


if __name__ == "__main__":
    main()
