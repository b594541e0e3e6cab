"""Nothing that stands in a file changes the terminal, page, document or spreadsheet where it is shown."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

from corefscore.core.escaping import CONTROL, for_csv, for_markdown, html_comment, without_control
from corefscore.core.export import FORMATS, Listing
from corefscore.core.problems import fail
from corefscore.core.tables import Column, Table
from tests.cli.running import run
from tests.files import conll, write

ESCAPE = "\x1b]0;owned\x07\x9b31m"
HOSTILE = f"<img src=x onerror=alert(1)> {ESCAPE}\r\u202e"


def hostile(tmp_path: Path) -> Path:
    return write(tmp_path / "k.conll", conll("(1) (1)", name=f"d{ESCAPE}"))


@pytest.mark.parametrize("command", ["score --by document", "explain", "entities", "errors", "show", "validate"])
@pytest.mark.parametrize("form", ["table", "json", "csv", "markdown", "latex"])
def test_no_escape_sequence_of_a_file_reaches_the_output(tmp_path: Path, command: str, form: str) -> None:
    if command == "show" and form != "table":
        return
    key = hostile(tmp_path)
    name, *options = command.split()
    files = [str(key)] if name == "validate" else [str(key), str(key)]
    done = run(name, *files, *options, *([] if name == "show" else ["-f", form]))
    assert done.returncode == 0, done.stderr
    assert not re.search(CONTROL, done.stdout + done.stderr)
    assert "owned" in done.stdout or name not in ("score", "show") or form in ("csv", "json")


@pytest.mark.parametrize(
    "content",
    [
        conll(f"({ESCAPE}1"),
        f'{{"doc_key": "{ESCAPE}"}}\n',
        f"#begin document {ESCAPE}\nd\t0\t0\tw\t1)\n#end document\n",
        f'{{"d{ESCAPE}": 3}}',
    ],
)
def test_messages_have_no_escape_sequences(tmp_path: Path, content: str) -> None:
    path = write(tmp_path / f"a{ESCAPE}\nb.txt", content)
    done = run("validate", str(path), "--from", "conll" if content.startswith("#") else "jsonlines")
    assert done.returncode == 1
    assert not re.search(CONTROL, done.stderr)
    assert len(done.stderr.splitlines()) == done.stderr.count("a\\x1b")  # the name of the file does not end the line


def test_a_usage_error_has_no_escape_sequence() -> None:
    done = run("score", "a", "b", "--metric", ESCAPE)
    assert done.returncode == 2
    assert not re.search(CONTROL, done.stderr)


def table_of(text: str) -> Table:
    return Table([Column("Name", "name"), Column("F1", "f1", "percent")], [[text, -0.5]], head=[text], foot=[text])


@pytest.mark.parametrize("form", FORMATS)
def test_every_form_of_a_table_is_safe(form: str) -> None:
    written = Listing(table_of(HOSTILE)).to_format(form)
    assert not re.search(CONTROL, written)
    if form == "json":
        assert json.loads(written)[0]["name"] == HOSTILE
    if form == "markdown":
        assert "<img" not in written.partition("<!--")[0]


def test_a_newline_leaves_no_comment() -> None:
    for form, mark in (("latex", "%"), ("markdown", "<!--")):
        lines = Listing(table_of("a\n\\input{secret}")).to_format(form).splitlines()
        assert all(line.startswith(mark) for line in lines if "input" in line and "&" not in line and "|" not in line)


@pytest.mark.parametrize("text", ["-->", "--->", "---->", "a--!>b", "<!-- -->", "- -->", "\n-->"])
def test_a_comment_of_html_ends_at_its_end(text: str) -> None:
    comment = html_comment(text)
    assert comment.index("-->") == len(comment) - 3
    assert "--" not in comment[4:-3]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1"])
def test_a_spreadsheet_runs_no_cell(text: str) -> None:
    rows = [*csv.reader(io.StringIO(table_of(text).to_csv()))]
    assert rows[1] == [without_control(f"'{text}"), "-0.5"]
    assert for_csv(-1) == -1


def test_data_formats_keep_every_character(tmp_path: Path) -> None:
    source = write(tmp_path / "a.json", json.dumps({"=d": [["=1", "+2", "-3", "@4", ESCAPE]]}))
    done = run("convert", str(source), str(tmp_path / "b.json"))
    assert done.returncode == 0
    assert json.loads((tmp_path / "b.json").read_text()) == json.loads(source.read_text())


def test_markdown_has_no_links_and_other_texts_stay() -> None:
    assert for_markdown("[x](javascript:alert(1))") == "[x]\\(javascript:alert(1))"
    assert without_control("B³ é\nτ") == "B³ é\nτ"
    assert str(fail("a\nb", 3, "x\x1b")) == "a\\nb:3: x\\x1b"
