"""corefscore show."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import KEY, RESPONSE, on_terminal, run
from tests.files import conll, write


def test_a_document_is_shown() -> None:
    done = run("show", KEY, RESPONSE, "--document", "(story/bakery); part 000")
    assert "[1≠a Mara Quill] opened [-2 [+2 a small bakery] in [3 Port Ellis]] [+b last spring] ." in done.stdout
    assert "    16  [1 right]" in done.stdout
    assert "\x1b" not in done.stdout


def test_a_document_without_words_is_shown_and_listed(tmp_path: Path) -> None:
    path = write(tmp_path / "k.conll", conll("(1 1) (1)", words="_ _ _"))
    assert "[1 #0 #1] [1 #2]" in run("show", path, path).stdout
    other = write(tmp_path / "r.conll", conll("- - (1)", words="_ _ _"))
    assert "[0-1]" in run("errors", path, other).stdout


@pytest.mark.parametrize(("wish", "coloured"), [("", True), ("1", False)])
def test_texts_are_coloured_unless_nobody_wants_it(wish: str, coloured: bool) -> None:
    shown = on_terminal(
        f"import os; os.environ.update(TERM='xterm', NO_COLOR={wish!r}); from corefscore.cli.main import main\n"
        f"main(['show', {KEY!r}, {RESPONSE!r}, '--document', 'bakery'])"
    )
    assert "Mara Quill" in shown
    assert ("\x1b[1;3" in shown) == coloured


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "there are 4 documents; name one of them (--document)"),
        (["--document", "lighthouse"], "2 documents have 'lighthouse' in their names"),
        (["--document", "light"], "2 documents have 'light' in their names"),
        (["--document", "(story/bakery); part 0"], None),
    ],
)
def test_the_document_to_show_must_be_clear(options: list[str], message: str | None) -> None:
    done = run("show", KEY, RESPONSE, *options)
    assert done.returncode == (0 if message is None else 2)
    assert (message or "") in done.stderr
