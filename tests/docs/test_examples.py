"""The examples of all pages run and print what stands below them; those that cannot run here are marked, and listed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.blocks import PAGES, Block, blocks
from tests.docs.running import faults, furnish
from tests.shared import ROOT

CODE = {page: [block for block in blocks(page) if block.is_code] for page in PAGES}
NOT_RUN = {
    "README.md": ["installs packages", "downloads from the network", "installs packages"],
    "docs/how-to/coming-from/e2e.md": ["a line of another project"],
    "docs/how-to/coming-from/hugging-face-evaluate.md": ["needs the extra `evaluate`; tests/integrations runs it"],
    "docs/how-to/comparing.md": ["needs the test set of the shared task"],
    "docs/how-to/entities.md": ["a synopsis"],
    "docs/how-to/shared-tasks.md": ["the folders are those of Codabench", "builds a container"],
    "docs/how-to/weights.md": ["a synopsis"],
}
"""The reasons of the blocks that are not run, by page."""


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", [page for page in PAGES if CODE[page]], ids=name_of)
@pytest.mark.filterwarnings("default")
def test_code_runs_and_prints_what_stands_below_it(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    furnish()
    assert "\n".join(faults(CODE[page])) == ""


def test_code_that_is_not_run_is_listed_here() -> None:
    marked = {name_of(page): [block.reason for block in code if block.reason] for page, code in CODE.items()}
    assert {page: reasons for page, reasons in marked.items() if reasons} == NOT_RUN


def test_cells_are_in_notebooks_which_the_site_runs() -> None:
    cells = [block for code in CODE.values() for block in code if block.language == "{code-cell}"]
    assert [block.place for block in cells if not (block.is_cell or block.reason)] == []
    assert [block.place for block in cells if not is_notebook(block.page)] == []


def is_notebook(page: Path) -> bool:
    return "file_format: mystnb" in page.read_text(encoding="utf-8")


def test_marks_stand_above_code() -> None:
    """A mark somewhere else marks nothing."""
    for page, code in CODE.items():
        text = page.read_text(encoding="utf-8")
        assert text.count("\n<!-- not run: ") == sum(block.reason is not None for block in code), name_of(page)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("console", "$ corefscore score key.conll response.conll\nno such table"),
        ("console", "$ corefscore score key.conll nowhere.conll"),
        ("sh", "corefscore score KEY RESPONSE --no-such-option"),
        ("", "make something"),
        ("python", "1 / 0"),
        ("python", ">>> 1 + 1\n3"),
    ],
)
def test_a_fault_is_found(language: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    furnish()
    block = Block(ROOT / "README.md", 1, language, text.split("\n"), None)
    assert block.is_code
    assert len(faults([block])) == 1
    assert faults([block._replace(reason="it is another system's")]) == []


def test_blocks_are_found_wherever_they_stand(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "````{note}\n```sh\ncorefscore metrics\n```\n````\n\n- in a list:\n\n  ```\n  $ corefscore metrics\n  ```\n\n"
        "<!-- not run: a cluster -->\n```{code-block} console\n$ spark-submit job.py\n```\n\n```text\na table\n```\n",
        encoding="utf-8",
    )
    found = [(block.language, block.lines, block.reason, block.is_code) for block in blocks(page)]
    assert found == [
        ("sh", ["corefscore metrics"], None, True),
        ("", ["$ corefscore metrics"], None, True),
        ("console", ["$ spark-submit job.py"], "a cluster", True),
        ("text", ["a table"], None, False),
    ]
