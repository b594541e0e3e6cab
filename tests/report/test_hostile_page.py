"""Text of files is shown and never run."""

from __future__ import annotations

from pathlib import Path

import corefscore
from tests.files import conll, write
from tests.report.browser import Watched
from tests.report.pages import text_of

SCRIPT = "<script>document.title='broken'</script>"
IMAGE = "<img/src=x/onerror=document.title='broken'>"
STRAY = "#main img, #main script, #panel img, #panel script, #list img, #held img, #paper img, svg script, svg img"


def test_text_of_files_is_shown_and_never_run(watched: Watched, tmp_path: Path) -> None:
    words = f"{SCRIPT} {IMAGE} </script><h1>x</h1> &lt;b&gt; --> he"
    name = f"{SCRIPT}{IMAGE}"
    key = write(tmp_path / "key.conll", conll(f"({IMAGE}) - ({IMAGE}) (b) - (b)", name, words))
    response = write(tmp_path / "response.conll", conll(f"(<script>) ({IMAGE}) - (b) - (b)", name, words))
    path = tmp_path / "page.html"
    results = [corefscore.score(key, response), corefscore.score(key, key)]
    corefscore.write_report(path, *results, title=name, names=[SCRIPT, IMAGE], key_name=f"'\">{IMAGE}")
    page = watched.open(path)
    assert page.locator(STRAY).count() == 0
    assert SCRIPT in page.inner_text("#costly") + page.inner_text("#main")
    page.goto(path.as_uri() + "#compare=1&system=0&rival=1")
    page.wait_for_selector("#entity-gains")
    assert page.locator(STRAY).count() == 0
    page.goto(path.as_uri() + "#document=0&system=0")
    page.wait_for_selector(".text .m")
    text = text_of(page)
    for word in words.split():
        assert word in text
    assert page.inner_text("#main h1") == name
    page.click(".text .m >> nth=0")
    assert IMAGE in page.inner_text("#panel")
    page.click("#filter")
    page.keyboard.press("a")
    assert IMAGE in page.inner_text("#panel")
    for view in ("side", "alignment", "together"):
        page.click(f"[data-view={view}]")
        assert page.locator(STRAY).count() == 0
    page.fill("#find", "<img")
    page.keyboard.press("Enter")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(f"{STRAY}, #paper script").count() == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    with page.expect_download() as started:
        page.click(".title .save summary")
        page.click(".title .save >> text=SVG")
    saved = Path(started.value.path()).read_text(encoding="utf-8")
    assert "<img" not in saved
    assert "<script" not in saved
    assert page.title() == name
    watched.assert_quiet(path)
