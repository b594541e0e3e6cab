"""What holds for every page: long ones begin with a summary, links lead somewhere, and no page needs private data."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.blocks import GENERATED, PAGES, blocks
from tests.shared import ROOT

LINK = re.compile(r"\]\(([^)#:]+)\)")
INCLUDE = re.compile(r"^```\{include\} (\S+)", re.MULTILINE)
FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
TITLE = re.compile(r"\A\s*# .*\n")
SUMMARY = "**In short.**"
LONG = 1_500
SITE = [page for page in PAGES if ROOT / "docs" in page.parents]


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def prose(page: Path) -> str:
    """The text of a page without front matter, comments and blocks."""
    text = page.read_text(encoding="utf-8")
    for block in blocks(page):
        text = text.replace("\n".join(block.lines), "")
    return COMMENT.sub("", FRONT_MATTER.sub("", text))


def lacks_summary(text: str) -> bool:
    return len(text.split()) > LONG and not TITLE.sub("", text).lstrip().startswith(SUMMARY)


def test_a_long_page_has_a_summary_at_its_top() -> None:
    assert [name_of(page) for page in SITE if lacks_summary(prose(page))] == []


def test_a_missing_summary_is_found() -> None:
    words = "word " * (LONG + 1)
    assert lacks_summary(f"# Title\n\n{words}")
    assert not lacks_summary(f"# Title\n\n{SUMMARY} Words.\n\n{words}")
    assert not lacks_summary("# Title\n\nFew words.")


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_and_pictures_are_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    targets = [(page.parent / target).resolve() for target in LINK.findall(text) + INCLUDE.findall(text)]
    # Pages that are generated are there after the site is built, whose links have their own test.
    assert [target for target in targets if not target.exists() and GENERATED not in target.parents] == []


def test_no_page_needs_data_that_users_do_not_have() -> None:
    pages = [*SITE, ROOT / "README.md"]
    assert [name_of(page) for page in pages if "shared/" in page.read_text(encoding="utf-8")] == []
