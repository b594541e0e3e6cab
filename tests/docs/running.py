"""Running the blocks of a page from top to bottom, in a folder that has the files of the examples."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from tests.cli.running import Done, call
from tests.docs.blocks import Block
from tests.shared import EXAMPLES

PLACEHOLDERS = {
    "--document NAME": "--document chess",
    "--weights FILE": "--weights weights.csv",
    "Ann=FILE Bob=FILE": "Ann=key.conll Bob=response.conll",
    "RESPONSE RESPONSE...": "ours=RESPONSE gold=KEY",
    "FILE...": "KEY RESPONSE",
    "codabench INPUT OUTPUT": "codabench examples/codabench/trial output",
    "en/key.conll en/systems": "key.conll systems",
    "nl/key.conll nl/systems": "key.conll systems",
    "key.parquet response.parquet": "examples/records/key.csv examples/records/response.csv",
    " [RESPONSE…]": "",
    "KEY.conllua": "key.conllua",
    "RESPONSE.conllua": "key.conllua",
    "FILE.conllua FILE.conllu": "key.conllua converted.conllu",
    "FILE.conllua": "key.conllua",
    "KEY.conllu": "key.conllu",
    "RESPONSE.conllu": "key.conllu",
    "IN OUT": "KEY converted.jsonl",
    "OUT": "written.conll",
    "KEY": "key.conll",
    "RESPONSE": "response.conll",
}
"""What stands for the words in capitals in commands; the first lines replace first."""
FILES = {
    **dict.fromkeys(("key.conll", "ann.conll", "a.conll", "systems/gold.conll"), "key.conll"),
    **dict.fromkeys(("response.conll", "bob.conll", "eve.conll", "b.conll", "systems/ours.conll"), "response.conll"),
    **dict.fromkeys(("key.conllu", "key/one.conllu", "response/one.conllu"), "corefud/key.conllu"),
}
"""The files that pages name, and the examples that they are."""
CONTINUED = "\\\n"
PROMPT = re.compile(r"^\$ ((?:.*\\\n)*.*)\n", re.MULTILINE)
LEFT_OUT = "..."
OPERATORS = re.compile(r"[|<>;&*$`]")
SESSION = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def furnish() -> None:
    """Put the files into the present folder that pages use: the examples, and those that they call `key.conll` ..."""
    shutil.copytree(EXAMPLES, "examples")
    for name, example in FILES.items():
        Path(name).parent.mkdir(exist_ok=True)
        shutil.copy(EXAMPLES / example, name)
    Path("weights.csv").write_text("text,weight\nshe,0.5\n*,1\n", encoding="utf-8")
    assert call("convert", "key.conll", "key.conllua").returncode == 0


def faults(page: list[Block]) -> list[str]:
    """What is wrong with the blocks of a page: each runs in the present folder, after those before it."""
    names: dict[str, object] = {"__name__": "__main__"}
    found = []
    for block in page:
        if block.reason is None and block.is_python:
            found += [f"{block.place}: {fault}" for fault in _faults_of_python(block, names)]
        elif block.reason is None and block.is_shell:
            found += [
                f"{block.place}: {fault}" for command in _commands(block) for fault in _faults_of_command(*command)
            ]
    return found


def _faults_of_python(block: Block, names: dict[str, object]) -> Iterator[str]:
    if block.is_session:
        yield from _faults_of_session(block, names)
        return
    try:
        with redirect_stdout(StringIO()):
            exec(compile(block.text, block.place, "exec"), names)
    except Exception as error:  # noqa: BLE001
        yield f"{type(error).__name__}: {error}"


def _faults_of_session(block: Block, names: dict[str, object]) -> Iterator[str]:
    session = doctest.DocTestParser().get_doctest(block.text, {}, block.place, block.place, block.line)
    session.globs = names
    runner = doctest.DocTestRunner(optionflags=SESSION)
    output: list[str] = []
    runner.run(session, out=output.append, clear_globs=False)
    if runner.failures:
        yield "".join(output)


def _commands(block: Block) -> Iterator[tuple[str, list[str]]]:
    """The commands of a block, each with the lines it should print."""
    if block.is_console:
        _, *parts = PROMPT.split(block.text)
        for command, printed in zip(parts[::2], parts[1::2], strict=True):
            yield command.replace(CONTINUED, " "), printed.splitlines()
    else:
        lines = block.text.replace(CONTINUED, " ").splitlines()
        yield from ((line, []) for line in lines if line.strip() and not line.startswith("#"))


def _faults_of_command(command: str, lines: list[str]) -> Iterator[str]:
    for words, files in PLACEHOLDERS.items():
        command = command.replace(words, files)
    done = _run(command)
    if done is None:
        yield f"`{command}` is not a command that a test can run: see docs/project/writing-docs.md"
    elif not _is_shown(done, lines):
        yield f"`{command}` (status {done.returncode}) prints\n{done.stdout}{done.stderr}"


def _run(command: str) -> Done | None:
    words = shlex.split(command, comments=True)
    if words[0] == "cd":
        os.chdir(words[1])
        return Done(0, "", "")
    if words[0] == "corefscore" and not OPERATORS.search(command.partition(" #")[0]):
        return call(*words[1:])
    if words[0] == "corefscore" or words[:2] == ["python", "examples/systems.py"]:
        return _run_in_shell(command)
    return None


def _run_in_shell(command: str) -> Done:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, check=False, encoding="utf-8", env={**os.environ, "PATH": path}
    )
    return Done(done.returncode, done.stdout, done.stderr)


def _is_shown(done: Done, lines: list[str]) -> bool:
    """Whether a command printed the lines. A command that fails must be shown with its message."""
    printed = done.stdout.splitlines()
    if done.returncode:
        printed += done.stderr.splitlines()
    if LEFT_OUT in lines:
        return [line for line in lines if line not in (*printed, LEFT_OUT)] == []
    return printed == lines if lines else not done.returncode
