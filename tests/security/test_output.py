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
from tests.cli.running import call, on_terminal, run
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


IDS = f'mention,entity\n"a{ESCAPE}","=e{ESCAPE}"\nb,"=e{ESCAPE}"\nc,f\n'
TABLES = {
    "score": "score ids.csv ids.csv",
    "score in DuckDB": "score ids.csv ids.csv --engine duckdb",
    "a mention twice": "score twice.csv ids.csv",
    "a mention twice, in DuckDB": "score twice.csv ids.csv --engine duckdb",
    "another column": "score columns.csv columns.csv --mention x",
    "estimate": "estimate ids.csv ids.csv",
    "thresholds": "thresholds ids.csv pairs.csv",
    "scores that are none": "thresholds ids.csv words.csv",
    "blocking": "blocking ids.csv pairs.csv",
    "weights": "weights k.conll",
    "weights that are none": "weights k.conll --weights weights.csv",
    "groups": "score k.conll k.conll --group-by groups.tsv",
    "a table of results": "study rankings results.csv",
    "a result": "leaderboard conll2012-english --add result.json",
}


@pytest.fixture
def hostile_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    hostile(tmp_path)
    write(tmp_path / "ids.csv", IDS)
    write(tmp_path / "twice.csv", f'{IDS}"a{ESCAPE}",f\n')
    write(tmp_path / "columns.csv", f"mention{ESCAPE},entity{ESCAPE}\n1,2\n")
    write(tmp_path / "pairs.csv", f'left,right,score\n"a{ESCAPE}",b,0.5\nz{ESCAPE},b,0.1\n')
    write(tmp_path / "words.csv", f"left,right,score\nb,c,x{ESCAPE}\n")
    write(tmp_path / "weights.csv", f"text,weight\n{ESCAPE},x{ESCAPE}\n")
    write(tmp_path / "groups.tsv", f"(d{ESCAPE}); part 000\t=g{ESCAPE}\n")
    write(tmp_path / "results.csv", f"system,muc{ESCAPE},b3\na{ESCAPE},1,2\n=b,2,3\n")
    settings = {"match": ESCAPE, ESCAPE: ESCAPE}
    write(tmp_path / "result.json", json.dumps({"metrics": {}, "settings": settings, "signature": ESCAPE}))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("what", TABLES)
def test_no_escape_sequence_of_another_file_reaches_the_output(hostile_folder: Path, what: str, form: str) -> None:
    done = call(*TABLES[what].split(), "-f", form)
    assert done.returncode in (0, 1)
    assert done.stdout or done.stderr
    assert not re.search(CONTROL, done.stdout + done.stderr)
    if form == "csv":
        cells = [cell for row in csv.reader(io.StringIO(done.stdout)) for cell in row]
        assert not any(cell.startswith(("=", "+", "@")) for cell in cells)


@pytest.mark.parametrize(
    "command",
    [
        "score {0}/k.conll {0}/k.conll --by document",
        "study rankings {0}/results.csv",
        "reference all {0}/k.conll {0}/k.conll",
        "convert {0}/k.conll - --to conll",
        "show {0}/k.conll {0}/k.conll --document d",
    ],
)
def test_no_escape_sequence_of_a_file_reaches_a_terminal(hostile_folder: Path, command: str) -> None:
    words = command.format(hostile_folder).split()
    printed = on_terminal(f"from corefscore.cli.main import main; main({words!r})")
    assert "owned" in printed or "rankings" in command
    assert not any(part in printed for part in ("\x1b]", "\x07", "\x9b"))
