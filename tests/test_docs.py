"""The documentation: its examples run, its commands print what stands below them, its pictures are there."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from corefscore.cli.main import main
from tests.shared import ROOT, shared_data

PAGES = sorted((ROOT / "docs").rglob("*.md"))
FENCE = re.compile(r"^```.*$", re.MULTILINE)
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#:]+)\)")
PROMPT = "$ corefscore "
LEFT_OUT = "..."
SYSTEMS = "examples/systems.py"
WRITTEN = ("--plot", "-o")


@pytest.fixture(scope="session")
def systems(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The imaginary systems that some pages compare."""
    folder = tmp_path_factory.mktemp("systems")
    subprocess.run([sys.executable, ROOT / SYSTEMS, folder], check=True, capture_output=True)
    return folder


def name_of(page: Path) -> str:
    return page.stem


def commands(page: Path) -> list[tuple[str, list[str]]]:
    """Each command of a page with the lines it should print."""
    found: list[tuple[str, list[str]]] = []
    for block in CONSOLE.findall(page.read_text(encoding="utf-8")):
        for line in block.splitlines():
            if line.startswith(PROMPT):
                found.append((line.removeprefix(PROMPT), []))
            elif found:
                found[-1][1].append(line)
    return found


COMMANDS = [(page, command, lines) for page in PAGES for command, lines in commands(page)]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_examples_in_python_give_what_stands_below_them(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    examples = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    output: list[str] = []
    runner.run(examples, out=output.append)
    assert not runner.failures, "".join(output)


@pytest.mark.parametrize(("page", "command", "lines"), COMMANDS, ids=[f"{p.stem}: {c}" for p, c, _ in COMMANDS])
def test_commands_print_what_stands_below_them(
    page: Path,
    command: str,
    lines: list[str],
    systems: Path,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(systems if SYSTEMS in page.read_text(encoding="utf-8") else ROOT)
    words = shlex.split(command, comments=True)
    if any("shared/data" in word for word in words):
        shared_data()
    words = [
        str(tmp_path / word) if before in WRITTEN else word for before, word in zip(["", *words], words, strict=False)
    ]
    main(words)
    printed = capsys.readouterr().out.splitlines()
    if not lines:
        return
    if LEFT_OUT in lines:
        assert [line for line in lines if line not in (*printed, LEFT_OUT)] == []
    else:
        assert printed == lines


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_pages_link_to_what_is_there(page: Path) -> None:
    targets = LINK.findall(page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []
