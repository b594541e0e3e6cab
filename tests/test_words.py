"""Texts are in plain English: words that readers stumble over are not used. See `docs/project/style.md`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

CLEAN = (
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
    "benchmarks",
    "docs",
    "fuzz",
    "src/corefscore",
)
"""The folders and files that have no forbidden word. Add yours here when it is clean."""

EXCEPT = {
    "docs/project/style.md": "it shows the words that are forbidden",
    "src/corefscore/analysis/explain/explanation.py": "JSON keeps the name `twin` of version 0.1",
    "src/corefscore/matching/language.py": "it lists pronouns",
}
"""Files that may have forbidden words, each with the reason."""

FORBIDDEN = {
    r"told": "reported, shown, distinguished",
    r"but for": "except",
    r"twins?": "match (the published word twinless is another word)",
    r"the road": "the steps",
    r"whoever": "the reader, the caller, the user",
    r"somebody": "the user",
    r"passed over": "ignored, skipped",
    r"(?:comes?|sends?) home": "is fetched",
    r"something to (?:say|remark)": "needs a message",
    r"words? the message": "raises the error",
    r"asked for": "wanted, needed, chosen",
    r"goes on (?:in|with|from)": "continues",
    r"stands? (?:behind|before|beside|where|on|outside)": "is after, is before, is beside",
    r"(?<!there.)is no (?:number|span|mention|text|file|table)": "is not a number, is not a span ...",
}
"""Patterns of forbidden words, each with better words."""

TEXTS = (".py", ".pyi", ".c", ".h", ".md", ".html", ".js", ".yaml")


def files_of(path: Path) -> Iterator[Path]:
    """The texts at a path."""
    found = sorted(path.rglob("*")) if path.is_dir() else [path]
    return (each for each in found if each.suffix in TEXTS and str(each.relative_to(ROOT)) not in EXCEPT)


def faults_in(text: str) -> Iterator[str]:
    """Each forbidden word with its line, and better words. A phrase may begin on one line and end on the next."""
    for pattern, better in FORBIDDEN.items():
        for found in re.finditer(rf"\b{pattern}\b".replace(" ", r"\s+(?:\#\s+)?"), text, re.IGNORECASE):
            line = text.count("\n", 0, found.start()) + 1
            yield f"{line}: {' '.join(found[0].split())!r}; write {better}"


@pytest.mark.parametrize("name", CLEAN)
def test_no_forbidden_word_is_used(name: str) -> None:
    assert (ROOT / name).exists()
    faults = [
        f"{file.relative_to(ROOT)}:{fault}"
        for file in files_of(ROOT / name)
        for fault in faults_in(file.read_text(encoding="utf-8"))
    ]
    assert not faults, "\n".join(faults)


def test_forbidden_words_are_found_across_lines_and_the_published_word_is_not() -> None:
    assert [*faults_in("All are scored but\n# for one, as we told.")] == [
        "2: 'told'; write reported, shown, distinguished",
        "1: 'but # for'; write except",
    ]
    assert not [*faults_in("twinless mentions are not untold")]


def test_exceptions_exist() -> None:
    assert [name for name in EXCEPT if not (ROOT / name).exists()] == []
