"""The program as a whole: streams, exits, terminals."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import corefscore
from tests.cli.running import KEY, RESPONSE, on_terminal, run, run_in_shell
from tests.files import conll, write
from tests.shared import ROOT, posix


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


def test_a_plain_score_loads_nothing_that_it_does_not_need() -> None:
    others = (
        *("scipy", "rich", "corefscore.formats.memory", "corefscore.formats.given", "corefscore.formats.frames"),
        *("corefscore.matching.weights", "corefscore.core.relations", "corefscore.metrics.macro"),
        *("corefscore.metrics.registry", "corefscore.metrics.variants"),
        *("corefscore.metrics.running", "corefscore.core.replacing", "corefscore.formats.conll.plain"),
    )
    code = (
        "import sys\nfrom corefscore.cli.main import main\n"
        f"main(['score', {str(ROOT / 'examples' / 'key.conll')!r}, {str(ROOT / 'examples' / 'response.conll')!r}])\n"
        f"print([name for name in {others!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_streams_that_know_letters_of_english_only_get_all_others(tmp_path: Path) -> None:
    path = write(tmp_path / "k.conll", conll("(1) (1)", "bäckerei"))
    file = shlex.quote(str(path))
    done = run_in_shell(f"{{}} score {file} {file} -f json", PYTHONIOENCODING="ascii")
    assert [*json.loads(done.stdout)["documents"]] == ["bäckerei"]


UNWRITTEN = "corefscore: cannot write the output ({})".format


@pytest.mark.parametrize(
    ("command", "status", "messages"),
    [
        (f"{{}} score {KEY} {RESPONSE} 2>&-", 0, []),
        (f"{{}} score {KEY} {RESPONSE} >&-", 1, [UNWRITTEN("Bad file descriptor")]),
        ("{} --help >&-", 1, [UNWRITTEN("Bad file descriptor")]),
        (f"{{}} score {KEY} {RESPONSE} -o /dev/null >&-", 0, []),
        (f"{{}} score {KEY} {RESPONSE} <&- >&- 2>&-", 1, []),
        (f"{{}} score {KEY} {RESPONSE} >/dev/full", 1, [UNWRITTEN("No space left on device")]),
        (f"{{}} reference muc {KEY} {RESPONSE} >/dev/full", 1, [UNWRITTEN("No space left on device")]),
        ("{} study rankings -f json >/dev/full", 1, [UNWRITTEN("No space left on device")]),
        ("{} score 2>&-", 2, []),
        ("{} score 2>/dev/full", 2, []),
        ("{} 2>/dev/full", 2, []),
        (f"{{}} score {KEY} nowhere 2>/dev/full", 1, []),
    ],
)
def test_streams_that_are_closed_or_full(command: str, status: int, messages: list[str]) -> None:
    if "/dev/full" in command and not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    done = run_in_shell(command)
    assert (done.returncode, done.stderr.splitlines()) == (status, messages)
    assert ("CoNLL" in done.stdout) == (command.endswith(f"{RESPONSE} 2>&-"))


def test_a_reader_that_leaves_early_ends_a_command_quietly() -> None:
    done = run_in_shell("({} study rankings -f json; echo $? >&2) | true")
    assert done.stderr.split() in (["1"], ["0"])  # 0 if everything was written before the reader left


def test_the_program_is_a_module_and_a_script() -> None:
    for start in ([sys.executable, "-m", "corefscore"], [sys.executable, "-c", SCRIPT]):
        done = subprocess.run([*start, "--version"], capture_output=True, text=True, check=True, cwd=ROOT)
        assert done.stdout == f"corefscore {corefscore.__version__}\n"
        failed = subprocess.run([*start, "scor"], capture_output=True, text=True, check=False, cwd=ROOT)
        assert failed.returncode == 2
        assert failed.stderr.startswith("Usage: corefscore [OPTIONS]")


SCRIPT = "import sys; from corefscore.__main__ import main; sys.exit(main())"


def test_the_output_comes_before_what_is_said_after_it() -> None:
    done = run_in_shell(f"{{}} score {KEY} {RESPONSE} -f csv --cite 2>&1")
    assert done.stdout.index("@inproceedings") > done.stdout.index("conll,")


@posix
@pytest.mark.parametrize("where", ["corefscore.scoring", "corefscore.cli.main"])
def test_a_command_that_is_stopped_says_so(where: str) -> None:
    code = (
        "import os, runpy, signal, sys\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)  # which a shell may have switched off\n"
        "class Stop:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {where!r}: os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Stop())\n"
        f"sys.argv = ['corefscore', 'score', {KEY!r}, {RESPONSE!r}]\n"
        "runpy.run_module('corefscore', run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "\nAborted!\n")


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


@pytest.mark.parametrize(
    ("fault", "status", "message"),
    [
        ("raise ValueError('there is no such choice')", 2, "Error: there is no such choice"),
        ("list(zip([1], [], strict=True))", 1, "internal error (ValueError: zip() argument 2 is shorter"),
        ("import numpy; numpy.ones(2) + numpy.ones(3)", 1, "internal error (ValueError: operands could not be"),
        ("int('x')", 1, "internal error (ValueError: invalid literal"),
        ("import decimal; decimal.Decimal('1').quantize(1, rounding='x')", 1, "internal error"),
        ("raise KeyError('x')", 1, "internal error (KeyError"),
    ],
)
def test_a_wrong_choice_is_reported_by_the_package_itself(fault: str, status: int, message: str) -> None:
    code = (
        "import corefscore.scoring, corefscore.cli.main\n"
        f"exec({fault!r}.join(['def broken(*_, **__): ', '']), vars(corefscore.scoring))\n"
        "corefscore.scoring.prepare = corefscore.scoring.broken\n"
        f"corefscore.cli.main.main(['score', {KEY!r}, {RESPONSE!r}])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == status
    assert message in done.stderr


def test_whoever_looks_for_a_fault_gets_the_traceback() -> None:
    code = (
        "import corefscore.scoring, corefscore.cli.main\n"
        "corefscore.scoring.prepare = None\n"
        f"corefscore.cli.main.main(['score', {KEY!r}, {RESPONSE!r}])"
    )
    environment = {**os.environ, "COREFSCORE_DEBUG": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False, env=environment
    )
    assert done.returncode == 1
    assert "Traceback" in done.stderr


def test_a_terminal_shows_a_table_with_lines() -> None:
    output = on_terminal(f"import corefscore.cli.main; corefscore.cli.main.main(['score', {KEY!r}, {RESPONSE!r}])")
    assert "─" in output
    assert "77.39" in output


@pytest.mark.parametrize(
    ("bar", "shown"),
    [(f"p.watched({KEY!r})", "reading"), ("p.counted('scoring', 10)", "scoring")],
)
def test_slow_work_shows_a_bar_on_a_terminal_and_quick_work_does_not(bar: str, shown: str) -> None:
    slow = (
        "import time, corefscore.cli.output as p\n"
        "p.PATIENCE = 0.1\n"
        f"with {bar} as advance:\n"
        f"    for _ in range(10): advance({'400' if 'watched' in bar else ''}); time.sleep(0.1)"
    )
    assert shown in on_terminal(slow)
    assert shown not in on_terminal(slow.replace("0.1\n", "99\n"))


def test_several_tables_on_a_terminal_have_a_blank_line_between_them() -> None:
    words = ["errors", KEY, RESPONSE, "--price", "-m", "b3"]
    output = on_terminal(f"from corefscore.cli.main import main; main({words!r})")
    lines = [line.strip() for line in output.splitlines()]
    assert lines[lines.index("F1 when kinds are repaired one after the other") - 1] == ""


def test_a_terminal_too_narrow_for_the_table_cuts_no_figure() -> None:
    code = (
        "import os; os.environ['COLUMNS'] = '40'; import corefscore.cli.main;"
        f"corefscore.cli.main.main(['score', {KEY!r}, {RESPONSE!r}, '--by', 'document'])"
    )
    output = on_terminal(code)
    assert "(story/lighthouse); part 000" in output
    assert "72.87" in output


def test_output_in_an_encoding_that_lacks_a_letter() -> None:
    command = [sys.executable, "-m", "corefscore", "score", KEY, RESPONSE]
    environment = {**os.environ, "PYTHONIOENCODING": "cp437"}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, env=environment)
    assert b"77.39" in done.stdout
