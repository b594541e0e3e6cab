"""Running the command line, as a user does or inside this process."""

from __future__ import annotations

import io
import os
import shlex
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest

from corefscore.cli.main import main
from tests.shared import ROOT

KEY, RESPONSE = "examples/key.conll", "examples/response.conll"


class Done(NamedTuple):
    """What a command did."""

    returncode: int
    stdout: str
    stderr: str


def run(*arguments: str | Path, stdin: bytes = b"", cwd: Path = ROOT) -> Done:
    """Run a command as a program of its own, in the directory of the project."""
    command = [sys.executable, "-m", "corefscore", *map(str, arguments)]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(command, cwd=cwd, input=stdin, capture_output=True, check=False, env=environment)
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def call(*arguments: str | Path) -> Done:
    """Run a command in this process, in the present directory."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    status: object = 0
    with redirect_stdout(out), redirect_stderr(err):
        try:
            main([*map(str, arguments)])
        except SystemExit as ended:
            status = ended.code
    assert isinstance(status, int)
    return Done(status, *(_text(stream) for stream in (out, err)))


def _text(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


def run_in_shell(command: str, **environment: str) -> Done:
    """Run a command as a shell does, with output that is buffered; `{}` stands for the program."""
    if os.name != "posix":
        pytest.skip("there are no shells and streams of POSIX here")
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    program = f"{shlex.quote(sys.executable)} -m corefscore"
    done = subprocess.run(
        ["sh", "-c", command.format(program)], cwd=ROOT, capture_output=True, check=False, env=buffered | environment
    )
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


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
