"""Completion in bash, zsh and fish."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from corefscore.analysis.categories import OVERLAPS
from corefscore.cli.main import COMMANDS
from corefscore.comparison.leaderboard import boards
from corefscore.core.export import FORMATS
from corefscore.core.settings import CHOICES, GROUPINGS, PROFILES
from corefscore.formats.registry import FORMATS as FORMATS_OF_FILES
from corefscore.metrics.registry import METRICS
from tests.cli.running import call

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_COREFSCORE_COMPLETE"


def completed(line: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What bash is offered for the last word of a line; `FILES` stands for the names of files."""
    words = line.split(" ")
    with monkeypatch.context() as inside:
        for name, value in (
            (VARIABLE, "bash_complete"),
            ("COMP_WORDS", line),
            ("COMP_CWORD", str(len(words) - 1)),
        ):
            inside.setenv(name, value)
        done = call()
    assert (done.returncode, done.stderr) == (0, "")
    found = [each.partition(",") for each in done.stdout.splitlines() if each]
    return ["FILES" if kind == "file" else value for kind, _, value in found]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("corefscore ", [*COMMANDS]),
        ("corefscore co", ["compare", "convert", "corefud-scorer", "codabench", "completion"]),
        ("corefscore study ", ["twinless", "metrics", "predicted", "human", "rankings"]),
        ("corefscore score -m ", [*METRICS]),
        ("corefscore score -m ce", [name for name in METRICS if name.startswith("ce")]),
        ("corefscore score --metric=b3-s", ["b3-sys"]),
        ("corefscore score -m muc,b3,le", ["muc,b3,lea"]),
        ("corefscore score -m muc,mu", []),
        ("corefscore compare --sort conl", ["conll"]),
        ("corefscore score -f ", [*FORMATS, "scores"]),
        ("corefscore score --format j", ["json"]),
        ("corefscore score --key-format ", [*FORMATS_OF_FILES]),
        ("corefscore validate --from co", ["conll", "corefud"]),
        ("corefscore convert --to json", ["jsonlines", "json"]),
        ("corefscore score --profile ", [*PROFILES]),
        *((f"corefscore score --{name} ", [*choices]) for name, choices in CHOICES.items() if name != "weights"),
        ("corefscore score --weights ", ["none", "information", "tokens"]),
        ("corefscore score --weights w", ["FILES"]),
        ("corefscore score --group-by ", [*GROUPINGS]),
        ("corefscore entities --overlap ", [*OVERLAPS]),
        ("corefscore score ", ["FILES"]),
        ("corefscore score key.conll ", ["FILES"]),
        ("corefscore compare key.conll a.conll ", ["FILES"]),
        ("corefscore score -o ", ["FILES"]),
        ("corefscore report --plo", []),
        ("corefscore leaderboard ", [*boards()]),
        ("corefscore completion ", [*SHELLS]),
        ("corefscore reference ", ["muc", "bcub", "ceafm", "ceafe", "blanc", "all"]),
    ],
)
def test_what_is_offered(line: str, expected: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert completed(line, monkeypatch) == expected


def test_options_are_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {*completed("corefscore score --s", monkeypatch)} == {
        "--scope",
        "--seed",
        "--settings",
        "--signature",
        "--singletons",
        "--sort",
        "--spans",
        "--split",
    }
    assert completed("corefscore --v", monkeypatch) == ["--version"]
    assert "--help" in completed("corefscore study human --", monkeypatch)


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_get_explanations(shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, f"{shell}_complete")
    monkeypatch.setenv("COMP_WORDS", "corefscore score -m ceafe-")
    monkeypatch.setenv("COMP_CWORD", "3" if shell == "zsh" else "ceafe-")
    assert call().stdout.split() in (["plain", "ceafe-sys", "CEAF-e-sys"], ["plain,ceafe-sys", "CEAF-e-sys"])
    monkeypatch.setenv("COMP_WORDS", "corefscore sco")
    monkeypatch.setenv("COMP_CWORD", "1" if shell == "zsh" else "sco")
    assert "Score a response against a key." in call().stdout


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_says_how_to_install_it(shell: str) -> None:
    done = call("completion", shell)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert VARIABLE in done.stdout
    assert lines[-1].startswith("# To install this script, write it to ")
    if shell == "zsh":
        assert lines[0] == "#compdef corefscore"  # or zsh would not load it
    assert f"corefscore completion {shell}" in call("completion", "--help").stdout
    assert call("completion", "tcsh").returncode == 2


def in_shell(shell: str, script: str, folder: Path) -> list[str]:
    """The words that a real shell prints, where `corefscore` is this program and `script` its completion."""
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")
    (folder / "corefscore").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m corefscore "$@"\n')
    (folder / "corefscore").chmod(0o755)
    (folder / "completion").write_text(call("completion", shell).stdout)
    environment = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "HOME": str(folder)}
    done = subprocess.run(
        [shell, "-c", script], capture_output=True, text=True, check=True, env=environment, cwd=folder
    )
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["corefscore", "expl"], ["explain"]),
        (["corefscore", "score", "-m", "muc,ceafe"], ["muc,ceafe", "muc,ceafe-sys"]),
        (["corefscore", "score", "--match", ""], [*CHOICES["match"]]),
    ],
)
def test_real_shells(words: list[str], expected: list[str], tmp_path: Path) -> None:
    line = " ".join(words)
    bash = (
        f". ./completion; COMP_WORDS=({shlex.join(words)}); COMP_CWORD={len(words) - 1};"
        ' _corefscore_completion corefscore; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    assert in_shell("bash", bash, tmp_path) == expected
    fish = f"source completion; complete -C {shlex.quote(line)} | cut -f 1"
    assert sorted(in_shell("fish", fish, tmp_path)) == sorted(expected)


def test_fish_completes_files(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "key.conll").touch()
    assert in_shell("fish", "source completion; complete -C 'corefscore score sub/k'", tmp_path) == ["sub/key.conll"]


def test_zsh_knows_the_command(tmp_path: Path) -> None:
    script = "autoload -U compinit; compinit -u -D; . ./completion; echo $_comps[corefscore]"
    assert in_shell("zsh", script, tmp_path) == ["_corefscore_completion"]
