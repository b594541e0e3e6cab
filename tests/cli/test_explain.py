"""corefscore explain, run as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.running import KEY, RESPONSE, run
from tests.files import conll, write


def test_a_document_is_explained_for_people() -> None:
    done = run("explain", KEY, RESPONSE, "--document", "bakery", "-m", "b3,muc")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "B³, document (story/bakery); part 000"
    assert "  K2  {a small bakery in Port Ellis†, it@23, the bakery}" in lines
    assert lines.count("Key") == 1  # not again for the second metric
    assert lines[-1].startswith("F1 ")


def test_one_document_needs_no_name(tmp_path: Path) -> None:
    key = write(tmp_path / "key.conll", conll("(0) (0) (1) (1)"))
    done = run("explain", key, key)
    assert done.returncode == 0
    titles = ("Mentions", "MUC", "B³", "CEAF-m", "CEAF-e", "BLANC", "LEA")
    assert [title for title in titles if f"{title}, document (d); part 000" not in done.stdout] == []


def test_machines_read_json_and_markdown_goes_to_a_file(tmp_path: Path) -> None:
    document = ("--document", "(news/chess); part 000")
    found = json.loads(run("explain", KEY, RESPONSE, *document, "-m", "ceafe", "-f", "json").stdout)
    assert (found["metric"], found["document"]) == ("ceafe", document[1])
    assert found["steps"][0]["rates"]["recall"]["value"] == found["recall"]
    several = json.loads(run("explain", KEY, RESPONSE, *document, "-m", "muc,lea", "-f", "json").stdout)
    assert [each["metric"] for each in several] == ["muc", "lea"]
    target = tmp_path / "explained.md"
    done = run("explain", KEY, RESPONSE, *document, "-f", "markdown", "-o", target)
    assert (done.returncode, done.stdout) == (0, "")
    assert "## CEAF-e, document (news/chess); part 000" in target.read_text(encoding="utf-8")


def test_a_name_that_fits_no_document_or_several_is_refused() -> None:
    for name, message in (("lighthouse", "2 documents have 'lighthouse'"), ("xyz", "there is no document 'xyz'")):
        done = run("explain", KEY, RESPONSE, "--document", name)
        assert done.returncode == 2
        assert message in done.stderr
    done = run("explain", KEY, RESPONSE)
    assert done.returncode == 2
    assert "there are 4 documents" in done.stderr


def test_repeated_mentions_are_not_explained_under_the_reference_policy(tmp_path: Path) -> None:
    key = write(tmp_path / "key.conll", conll("(0) (0) (1)|(2) (1) (2)"))
    done = run("explain", key, key, "--duplicates", "reference")
    assert done.returncode == 1
    assert "has a repeated mention" in done.stderr
    assert run("explain", key, key, "--duplicates", "first").returncode == 0
