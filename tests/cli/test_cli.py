"""The command line, run as a user runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import corefscore
from corefscore.metrics.registry import METRICS
from tests.files import conll, write
from tests.shared import ROOT

KEY, RESPONSE = "examples/key.conll", "examples/response.conll"


def run(*arguments: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "corefscore", *map(str, arguments)]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(command, cwd=ROOT, input=stdin, capture_output=True, check=False, env=environment)
    return subprocess.CompletedProcess(command, done.returncode, done.stdout.decode(), done.stderr.decode())


def test_the_example_is_scored() -> None:
    done = run("score", KEY, RESPONSE)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == f"Key       {KEY}: 4 documents, 68 mentions, 25 entities, 5 singletons"
    assert lines[1] == f"Response  {RESPONSE}: 4 documents, 74 mentions, 36 entities, 16 singletons"
    assert "MUC        79.07      89.47  83.95" in lines
    assert "CoNLL                        77.39" in lines
    assert lines[-1].startswith(f"corefscore:{corefscore.__version__}|match:exact|")


def test_machines_read_json_and_csv() -> None:
    found = json.loads(run("score", KEY, RESPONSE, "-f", "json", "-m", "muc,b3").stdout)
    assert list(found["metrics"]) == ["muc", "b3"]
    assert (found["metrics"]["muc"]["recall_numerator"], found["metrics"]["muc"]["recall_denominator"]) == (34, 43)
    assert len(found["documents"]) == 4
    rows = run("score", KEY, RESPONSE, "-f", "csv", "--by", "document", "-m", "muc").stdout.splitlines()
    assert rows[0].split(",")[:3] == ["document", "metric", "recall"]
    assert len(rows) == 5


def test_papers_get_latex_and_markdown(tmp_path: Path) -> None:
    assert r"\begin{tabular}{lrrr}" in run("score", KEY, RESPONSE, "-f", "latex").stdout
    target = tmp_path / "table.md"
    done = run("score", KEY, RESPONSE, "-f", "markdown", "-o", target)
    assert done.stdout == ""
    assert target.read_text().startswith("| Metric | Recall | Precision | F1 |")


def test_documents_sorted_by_a_column() -> None:
    done = run("score", KEY, RESPONSE, "--by", "document", "--sort", "b3", "--reverse", "-m", "b3")
    assert done.stdout.splitlines()[5].startswith("(story/lighthouse); part 000")


def test_macro_means_stand_beside_the_official_figures() -> None:
    assert "Macro F1" in run("score", KEY, RESPONSE, "--macro").stdout


def test_policies_and_profiles_reach_the_signature() -> None:
    done = run("score", KEY, RESPONSE, "--profile", "conll2012", "--singletons", "drop", "--blanc", "luo2014")
    signature = done.stdout.splitlines()[-1]
    assert "singletons:drop|duplicates:reference|missing:empty|extra:ignore|tokens:ignore|blanc:luo2014" in signature


def test_citations_of_the_metrics_used() -> None:
    done = run("score", KEY, RESPONSE, "-m", "lea", "--cite")
    assert "@inproceedings{moosavi-strube-2016," in done.stdout
    assert "luo-2005" not in done.stdout
    with_json = run("score", KEY, RESPONSE, "-m", "lea", "--cite", "-f", "json")
    json.loads(with_json.stdout)
    assert "moosavi-strube-2016" in with_json.stderr
    assert run("--cite").stdout.count("@") >= 9


def test_the_list_of_metrics_is_complete() -> None:
    output = run("metrics").stdout
    for name, metric in METRICS.items():
        assert any(line.startswith(name) and metric.description in line for line in output.splitlines())


def test_version_and_help() -> None:
    assert run("--version").stdout == f"corefscore {corefscore.__version__}\n"
    for command in ("score", "metrics", "reference"):
        assert command in run("--help").stdout
        assert run(command, "--help").returncode == 0


def test_help_loads_neither_numpy_nor_scipy() -> None:
    code = (
        "import sys\nfrom corefscore.cli.main import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "print([name for name in ('numpy', 'scipy', 'rich') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_reading_from_standard_input() -> None:
    done = run("score", KEY, "-", stdin=(ROOT / RESPONSE).read_bytes())
    assert "Response  standard input: 4 documents" in done.stdout
    assert "77.39" in done.stdout


def test_faults_of_the_input_exit_with_1_and_a_line_each(tmp_path: Path) -> None:
    path = write(tmp_path / "k.conll", conll("(1 2) (3"))
    done = run("score", path, RESPONSE)
    assert done.returncode == 1
    assert done.stdout == ""
    assert [line.split(": ")[0] for line in done.stderr.splitlines()] == [f"{path}:{line}" for line in (2, 3, 4)]


def test_warnings_go_to_standard_error(tmp_path: Path) -> None:
    path = write(tmp_path / "k.conll", conll("(1) word (1)"))
    done = run("score", path, path)
    assert done.returncode == 0
    first = done.stderr.splitlines()[0]
    assert first == f"{path}:3: warning: 1 cell with a word without brackets ('word' here), read as no mention"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["score", KEY], "Missing argument 'RESPONSE'"),
        (["score", KEY, RESPONSE, "-m", "bleu"], "there is no metric 'bleu'"),
        (["score", KEY, RESPONSE, "--by", "document", "--sort", "x"], "no column 'x' to sort by"),
        (["score", KEY, RESPONSE, "--sort", "b3"], "--sort needs --by"),
        (["score", KEY, RESPONSE, "--by", "document", "--macro"], "--macro"),
        (["score", KEY, RESPONSE, "--reverse"], "--reverse needs --sort"),
        (["score", KEY, RESPONSE, "--macro", "-f", "csv"], "--macro is for tables"),
        (["score", KEY, RESPONSE, "--by", "document", "--sort", "b3", "-f", "csv"], "--sort is for tables"),
        (["score", KEY, RESPONSE, "-m", ","], "no metric is asked for"),
        (["score", KEY, RESPONSE, "--match", "fuzzy"], "Invalid value for '--match'"),
        (["score", KEY, RESPONSE, "--column", "3"], "Invalid value for '--column'"),
        (["reference", "bleu", KEY, RESPONSE], "Invalid value for 'METRIC'"),
        (["nothing"], "No such command 'nothing'"),
        (["study", "human", "--seed", "-5"], "-5 is not in the range x>=0"),
    ],
)
def test_faults_of_usage_exit_with_2(arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert message.lower() in done.stderr.lower()
    assert "Traceback" not in done.stderr


def test_a_file_that_cannot_be_written() -> None:
    done = run("score", KEY, RESPONSE, "-o", "/nowhere/at/all.txt")
    assert done.returncode == 1
    assert "/nowhere/at/all.txt: cannot be written" in done.stderr


def run_in_shell(command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command as a shell does, with output that is buffered."""
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    command = command.format(f"{sys.executable} -m corefscore")
    done = subprocess.run(
        ["sh", "-c", command], cwd=ROOT, capture_output=True, check=False, env={**buffered, **environment}
    )
    return subprocess.CompletedProcess(command, done.returncode, done.stdout.decode(), done.stderr.decode())


def test_streams_that_know_letters_of_english_only_get_all_others(tmp_path: Path) -> None:
    path = write(tmp_path / "k.conll", conll("(1) (1)", "bäckerei"))
    done = run_in_shell(f"{{}} score {path} {path} -f json", PYTHONIOENCODING="ascii")
    assert [*json.loads(done.stdout)["documents"]] == ["bäckerei"]


@pytest.mark.parametrize(
    ("command", "status"),
    [
        (f"{{}} score {KEY} {RESPONSE} 2>&-", 0),
        (f"{{}} score {KEY} {RESPONSE} >&-", 0),
        (f"{{}} score {KEY} {RESPONSE} >/dev/full", 1),
        ("{} score 2>&-", 2),
        ("{} score 2>/dev/full", 2),
        (f"{{}} score {KEY} nowhere 2>/dev/full", 1),
    ],
)
def test_streams_that_are_closed_or_full(command: str, status: int) -> None:
    if "/dev/full" in command and not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    done = run_in_shell(command)
    assert done.returncode == status
    assert done.stderr.splitlines() == [
        "corefscore: cannot write the output (No space left on device)" for _ in range(" >/dev/full" in command)
    ]
    assert ("CoNLL" in done.stdout) == (command.endswith("2>&-") and status == 0)


def test_the_output_comes_before_what_is_said_after_it() -> None:
    done = run_in_shell(f"{{}} score {KEY} {RESPONSE} -f csv --cite 2>&1")
    assert done.stdout.index("@inproceedings") > done.stdout.index("conll,")


@pytest.mark.parametrize("where", ["corefscore.scoring", "corefscore.cli.main"])
def test_a_command_that_is_stopped_says_so(where: str) -> None:
    code = (
        "import os, runpy, signal, sys\n"
        "class Stop:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {where!r}: os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Stop())\n"
        f"sys.argv = ['corefscore', 'score', {KEY!r}, {RESPONSE!r}]\n"
        "runpy.run_module('corefscore', run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "\nAborted!\n")


def test_the_drop_in_prints_what_the_reference_scorer_prints() -> None:
    recorded = (ROOT / "tests/reference/cases/example/recorded.txt").read_text()
    expected = recorded.split("######## muc none\n")[1].split("########")[0]
    done = run("reference", "MUC", KEY, RESPONSE, "none")
    assert done.stdout.split("\n", 1)[1] == expected


def test_a_name_with_other_letters_passes_through_unchanged(tmp_path: Path) -> None:
    path = write(tmp_path / "k.conll", "#begin document ünï\nw\t(1)\n#end document\n")
    assert "\n====> ünï:\n" in run("reference", "muc", path, path).stdout


def test_an_internal_fault_is_admitted_without_a_traceback() -> None:
    code = (
        "import corefscore.scoring, corefscore.cli.main\n"
        "def broken(*_, **__): raise RuntimeError('oops')\n"
        "corefscore.scoring.prepare = broken\n"
        f"corefscore.cli.main.main(['score', {KEY!r}, {RESPONSE!r}])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines()[0] == "corefscore: internal error (RuntimeError: oops)"
    assert "Traceback" not in done.stderr


def on_terminal(code: str) -> str:
    """What a piece of Python prints when standard output and error are a terminal."""
    pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")
    master, slave = pty.openpty()
    process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=slave, stderr=slave, stdin=slave)
    os.close(slave)
    output = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:
            break
        if not part:
            break
        output += part
    os.close(master)
    assert process.wait() == 0
    return output.decode()


def test_a_terminal_shows_a_table_with_lines() -> None:
    output = on_terminal(f"import corefscore.cli.main; corefscore.cli.main.main(['score', {KEY!r}, {RESPONSE!r}])")
    assert "─" in output
    assert "77.39" in output


def test_slow_reading_shows_a_bar_on_a_terminal_and_quick_reading_does_not() -> None:
    slow = (
        "import time, corefscore.cli.progress as p\n"
        "p.PATIENCE = 0.1\n"
        f"with p.watched({KEY!r}) as advance:\n"
        "    for _ in range(10): advance(400); time.sleep(0.1)"
    )
    assert "reading" in on_terminal(slow)
    assert "reading" not in on_terminal(slow.replace("0.1\n", "99\n"))


def test_a_terminal_too_narrow_for_the_table_cuts_no_figure() -> None:
    code = (
        "import os; os.environ['COLUMNS'] = '40'; import corefscore.cli.main;"
        f"corefscore.cli.main.main(['score', {KEY!r}, {RESPONSE!r}, '--by', 'document'])"
    )
    output = on_terminal(code)
    assert "(story/lighthouse); part 000" in output
    assert "72.87" in output


def test_documents_left_out_by_a_policy_are_told(tmp_path: Path) -> None:
    key, response = write(tmp_path / "k", conll("(1)", "a")), write(tmp_path / "r", conll("(1)", "z"))
    done = run("score", key, response, "--profile", "conll2012")
    assert done.stderr.splitlines() == [
        f"{response}: warning: 1 of 1 documents are missing; they count as empty (missing=empty)",
        f"{response}: warning: 1 of 1 documents are not in {key}; they are not scored (extra=ignore)",
    ]
    done = run("score", key, response, "--missing", "skip", "--extra", "ignore")
    assert (done.returncode, done.stdout) == (1, "")
    assert "no document is left to score" in done.stderr


def test_output_in_an_encoding_that_lacks_a_letter() -> None:
    command = [sys.executable, "-m", "corefscore", "score", KEY, RESPONSE]
    environment = {**os.environ, "PYTHONIOENCODING": "cp437"}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, env=environment)
    assert b"77.39" in done.stdout


def test_control_characters_in_names_do_not_reach_the_terminal(tmp_path: Path) -> None:
    path = write(tmp_path / "k.conll", conll("(1) (1)", "a\x1b[31mb"))
    assert "\x1b" not in run("score", path, path, "--by", "document").stdout


def test_metrics_for_machines() -> None:
    assert [row["name"] for row in json.loads(run("metrics", "-f", "json").stdout)] == list(METRICS)


def test_the_drop_in_takes_names_of_any_letters(tmp_path: Path) -> None:
    path = write(tmp_path / "k.conll", "#begin document (文); part 000\nw\t(1)\nw\t(1)\n#end document\n")
    assert "Coreference: Recall: (1 / 1) 100%" in run("reference", "muc", path, path, "(文); part 000").stdout


@pytest.mark.parametrize(
    ("content", "mentions"),
    [
        (b"", "0 / 0"),
        (b"\xef\xbb\xbf#begin document d\nw\t(1)\n#end document\n", "0 / 0"),
        (b"#begin document d\n\xe9\t(1)\n#end document\n", "1 / 1"),
        (b"#begin document d\n\x1c\nw\t(1)\n#end document\n", "1 / 1"),
    ],
)
def test_the_drop_in_takes_any_bytes(tmp_path: Path, content: bytes, mentions: str) -> None:
    path = write(tmp_path / "k.conll", content)
    assert f"Identification of Mentions: Recall: ({mentions})" in run("reference", "muc", path, path, "none").stdout


@pytest.mark.parametrize(("wish", "coloured"), [("", True), ("1", False)])
def test_texts_are_coloured_unless_nobody_wants_it(wish: str, coloured: bool) -> None:
    shown = on_terminal(
        f"import os; os.environ.update(TERM='xterm', NO_COLOR={wish!r}); from corefscore.cli.main import main\n"
        f"main(['show', {KEY!r}, {RESPONSE!r}, '--document', 'bakery'])"
    )
    assert "Mara Quill" in shown
    assert ("\x1b[1;3" in shown) == coloured


def test_a_title_with_half_a_character(tmp_path: Path) -> None:
    done = run("report", KEY, RESPONSE, "-o", tmp_path / "page.html", "--title", "\udcff")
    assert done.returncode == 0
    assert "<title>\\udcff" in (tmp_path / "page.html").read_text()
