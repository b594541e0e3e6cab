"""The fenced blocks of pages in Markdown: which of them are code, and which are marked as not run.

The convention is in docs/project/writing-docs.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

from tests.shared import ROOT

GENERATED = ROOT / "docs" / "reference" / "generated"
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "SECURITY.md",
    *sorted(page for page in (ROOT / "docs").rglob("*.md") if GENERATED not in page.parents),
]
FENCE = re.compile(r"\s*(`{3,}|~{3,})\s*(.*)")
MARK = re.compile(r"\s*<!-- not run: (.+) -->")
CELL, CODE_BLOCK = "{code-cell}", "{code-block}"
PYTHON = ("python", "pycon")
SHELL = ("console", "sh", "bash", "shell", "powershell")
PLAIN = ("", "text")
PROGRAMS = (
    *("corefscore", "python", "python3", "pip", "pipx", "uv", "conda", "make", "perl", "git", "cd", "export"),
    *("podman", "docker", "npm", "apt", "brew", "curl", "wget", "spark-submit", "lm_eval", "sh", "source"),
)
"""The first words of commands, by which a block without a language is known to be code."""


class Block(NamedTuple):
    """A fenced block: where it is, its language, its lines, and why it is not run, if it is not."""

    page: Path
    line: int
    language: str
    lines: list[str]
    reason: str | None

    @property
    def place(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    @property
    def is_session(self) -> bool:
        """Whether it shows Python with what it prints."""
        return any(line.lstrip().startswith(">>>") for line in self.lines)

    @property
    def is_console(self) -> bool:
        """Whether it shows commands with what they print."""
        return any(line.startswith("$ ") for line in self.lines)

    @property
    def is_cell(self) -> bool:
        """Whether the build of the site runs it."""
        return self.language == CELL and "skip-execution" not in self.text

    @property
    def is_python(self) -> bool:
        return self.language in PYTHON or (self.language in PLAIN and self.is_session)

    @property
    def is_shell(self) -> bool:
        return self.language in SHELL or (self.language in PLAIN and (self.is_console or self._begins_with_program))

    @property
    def is_code(self) -> bool:
        return self.language == CELL or self.is_python or self.is_shell

    @property
    def _begins_with_program(self) -> bool:
        return any(line.split()[0] in PROGRAMS for line in self.lines if line and not line[0].isspace())


def blocks(page: Path) -> Iterator[Block]:
    """The blocks of a page. What a directive encloses is looked into, except code."""
    lines = page.read_text(encoding="utf-8").splitlines()
    enclosing: list[str] = []
    number = 0
    while number < len(lines):
        fence = FENCE.fullmatch(lines[number])
        number += 1
        if fence is None:
            continue
        mark, info = fence[1], fence[2]
        if enclosing and not info and mark == enclosing[-1]:
            enclosing.pop()
        elif info.startswith("{") and not info.startswith((CELL, CODE_BLOCK)):
            enclosing.append(mark)
        else:
            end = _end(lines, number, mark)
            body = dedent("\n".join(lines[number:end])).splitlines()
            yield Block(page, number, _language(info), body, _reason(lines[: number - 1]))
            number = end + 1


def _end(lines: list[str], begin: int, mark: str) -> int:
    return next(number for number in range(begin, len(lines)) if lines[number].strip() == mark)


def _language(info: str) -> str:
    words = info.removeprefix(CODE_BLOCK).split()
    return words[0] if words else ""


def _reason(before: list[str]) -> str | None:
    mark = MARK.fullmatch(before[-1]) if before else None
    return mark[1] if mark else None
