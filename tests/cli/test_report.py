"""corefscore report."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import KEY, RESPONSE, run


def test_a_page_is_written(tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    done = run("report", KEY, RESPONSE, KEY, "-o", target, "--title", "Two systems")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == f"{target}: {target.stat().st_size / 1e6:.1f} MB; open this file in a browser\n"
    assert "<title>Two systems</title>" in target.read_text(encoding="utf-8")
    small = run("report", KEY, RESPONSE, "-o", target, "--limit", "0")
    assert "warning: The text of 4 of 4 documents is left out" in small.stderr


def test_sides_have_names(tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    done = run("report", f"Ada={KEY}", f"Bo={RESPONSE}", "-o", target)
    assert done.returncode == 0
    assert "<title>Bo against Ada</title>" in target.read_text(encoding="utf-8")
    done = run("report", KEY, f"a={RESPONSE}", f"a={KEY}", "-o", target)
    assert (done.returncode, "two systems are called 'a'" in done.stderr) == (2, True)
    done = run("report", KEY, RESPONSE, RESPONSE, "-o", target)
    assert done.returncode == 0, "the same file twice"


def test_a_title_with_half_a_character(tmp_path: Path) -> None:
    done = run("report", KEY, RESPONSE, "-o", tmp_path / "page.html", "--title", "\udcff")
    assert done.returncode == 0
    assert "<title>\\udcff" in (tmp_path / "page.html").read_text()


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        ([KEY, RESPONSE], 2, "Missing option '-o'"),
        ([KEY, "-o", "x.html"], 2, "Missing argument 'RESPONSE"),
        ([KEY, RESPONSE, "-o", "x.html", "-m", "bleu"], 2, "there is no metric 'bleu'"),
        ([KEY, RESPONSE, "-o", "x.html", "--document", "x"], 2, "there is no document 'x'"),
        ([KEY, RESPONSE, "-o", "no/such/folder/x.html"], 1, "cannot be written"),
    ],
)
def test_faults(arguments: list[str], status: int, message: str) -> None:
    done = run("report", *arguments)
    assert (done.returncode, done.stdout) == (status, "")
    assert message in done.stderr
    assert "internal error" not in done.stderr
