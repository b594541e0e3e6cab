"""The page on formats is about the formats there are, and its examples are read as it says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import corefscore
from corefscore.formats.base import CHARACTERS, EMPTY, MEANINGS, NAMES, TOKENS, Format
from corefscore.formats.reading import read
from corefscore.formats.registry import FORMATS
from tests.files import write
from tests.shared import ROOT

PAGE = ROOT / "docs" / "reference" / "formats.md"
EXAMPLE = re.compile(r"^`(\S+)`:\n\n```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
UNITS = (TOKENS, CHARACTERS, NAMES)


def table() -> str:
    """The table of formats, as the page has it."""
    head = "| format | what it is | files | counts | carries |\n|---|---|---|---|---|"
    return "\n".join([head, *map(row, FORMATS.values())])


def row(form: Format) -> str:
    counts = [unit for unit in UNITS if unit in form.carries]
    carries = sorted(form.carries - {*UNITS, EMPTY})
    files = ", ".join(f"`*{suffix}`" for suffix in form.suffixes)
    return f"| [`{form.name}`](#{form.name}) | {form.title} | {files} | {', '.join(counts)} | {', '.join(carries)} |"


def conventions() -> str:
    """The table of conventions for spans."""
    rows = (f"| `{name}` | {meaning} |" for name, meaning in MEANINGS.items())
    return "\n".join(["| `--spans` | what start and end count |\n|---|---|", *rows])


def examples() -> dict[str, dict[str, str]]:
    """The files of each section."""
    sections = re.split(r"^## ", PAGE.read_text(), flags=re.MULTILINE)[1:]
    return {section.partition("\n")[0]: dict(EXAMPLE.findall(section)) for section in sections}


def test_the_tables_are_those_of_the_registry() -> None:
    page = PAGE.read_text()
    assert table() in page
    assert conventions() in page


@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
@pytest.mark.parametrize("name", FORMATS)
def test_the_example_of_each_format_says_that_ann_is_she(tmp_path: Path, name: str) -> None:
    files = examples()[name]
    paths = [write(tmp_path / file, text) for file, text in files.items()]
    corpus = read(paths[0])
    assert len(corpus) == 1
    assert corpus.mentions == 2
    assert len(corpus.labels) == 1
    key = write(tmp_path / "key.conll", examples()["conll"]["ann.conll"])
    if name == "brat":
        paths = [tmp_path / "tokens.conll"]
        corefscore.write(corpus, paths[0])
    spans = "inclusive" if name == "json" else None
    assert corefscore.score(key, paths[0], response_spans=spans)["conll"].f1 == 1


def test_the_shown_validation_is_what_the_command_prints() -> None:
    command = [sys.executable, "-m", "corefscore", "validate", "examples/key.conll"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout in PAGE.read_text()
