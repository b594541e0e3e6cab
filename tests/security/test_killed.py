"""A process that is ended in the middle of its work leaves the old files as they were."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.files import conll
from tests.files import write as write_file
from tests.shared import EXAMPLES

KILLING = """
import os, signal, sys
from pathlib import Path
from corefscore.cli.main import main

number, left = int(sys.argv[1]), [int(sys.argv[2])]
if number != signal.SIGKILL:
    signal.signal(number, signal.SIG_DFL)  # which nohup may have switched off
usual = Path.open

class Counted:
    def __init__(self, stream):
        self.stream = stream
    def write(self, data):
        left[0] -= 1
        if left[0] < 0:
            self.stream.write(data[: len(data) // 2])
            self.stream.flush()
            os.kill(os.getpid(), number)
        return self.stream.write(data)
    def __enter__(self):
        return self
    def __exit__(self, *_):
        self.stream.close()
    def __getattr__(self, name):
        return getattr(self.stream, name)

def opened(path, mode="r", *rest, **names):
    stream = usual(path, mode, *rest, **names)
    return Counted(stream) if "x" in mode else stream

Path.open = opened
main(sys.argv[3:])
"""
WRITERS = {
    "a file": ["convert", "{0}/many.conll", "{0}/old.jsonl"],
    "a compressed file": ["convert", "{0}/many.conll", "{0}/old.jsonl.gz"],
    "several files": ["convert", "{0}/many.conll", "{0}/old", "--to", "brat"],
    "a report": ["report", str(EXAMPLES / "key.conll"), str(EXAMPLES / "response.conll"), "-o", "{0}/old.html"],
    "a result": ["score", "{0}/many.conll", "{0}/many.conll", "--by", "document", "-f", "json", "-o", "{0}/old.json"],
}


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")
@pytest.mark.parametrize("ending", ["SIGTERM", "SIGHUP", "SIGKILL"])
@pytest.mark.parametrize("what", WRITERS)
def test_the_old_file_is_intact_after_every_tenth_write(tmp_path: Path, what: str, ending: str) -> None:
    number = getattr(signal, ending)
    names = [f"d{each}" for each in range(25)]
    write_file(tmp_path / "many.conll", "".join(conll("(1) (2) (1)", name=name) for name in names))
    (tmp_path / "old").mkdir()
    for name in ("old.jsonl", "old.jsonl.gz", "old.html", "old.json", *(f"old/{each}.ann" for each in names)):
        write_file(tmp_path / name, "old")
    before = files(tmp_path)
    words = [word.format(tmp_path) for word in WRITERS[what]]
    for writes in range(0, 60, 10):
        command = [sys.executable, "-c", KILLING, str(int(number)), str(writes), *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            assert writes > 0
            return
        assert done.returncode == (-number if number == signal.SIGKILL else 128 + number)
        left = files(tmp_path)
        hidden = [name for name in left if Path(name).name.startswith(".") and name.endswith(".part")]
        assert number == signal.SIGKILL or not hidden
        assert {name: content for name, content in left.items() if name not in hidden} == before
        for name in hidden:
            (tmp_path / name).unlink()
