"""Inputs that are no ordinary files, or far larger than they look: refused with a message, and soon."""

from __future__ import annotations

import gzip
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import corefscore
from corefscore import InputError
from corefscore.core.replacing import write_text
from corefscore.engines.blocking import blocking
from corefscore.engines.score_tables import score_tables
from corefscore.formats.files import File, open_file
from tests.cli.running import run
from tests.files import conll, write
from tests.shared import EXAMPLES, posix

KEY, RESPONSE = str(EXAMPLES / "key.conll"), str(EXAMPLES / "response.conll")
ZEROS = "/dev/zero"
NOBODY = 65534
COMMANDS = {
    "score": [ZEROS, RESPONSE],
    "validate": [ZEROS],
    "convert": [ZEROS, "out.jsonl"],
    "reference": ["muc", ZEROS, RESPONSE],
    "weights": [KEY, "--weights", ZEROS],
    "leaderboard": ["conll2012-english", "--add", ZEROS],
    "compare": [KEY, f"a={ZEROS}"],
}


@pytest.mark.skipif(not Path(ZEROS).exists(), reason="there is no such device here")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_device_without_an_end_is_refused(command: str) -> None:
    done = run(command, *COMMANDS[command])
    assert done.returncode == 1
    assert done.stderr == f"{ZEROS}: this is a device, which may have no end; name a file\n"


@pytest.mark.skipif(not Path(ZEROS).exists(), reason="there is no such device here")
def test_standard_input_is_no_device_either() -> None:
    with Path(ZEROS).open("rb") as stream:
        done = subprocess.run(
            [sys.executable, "-m", "corefscore", "validate", "-"], stdin=stream, capture_output=True, check=False
        )
    assert done.returncode == 1
    assert done.stderr == b"standard input: this is a device, which may have no end; name a file\n"
    assert b"the file is empty" in subprocess.run(
        [sys.executable, "-m", "corefscore", "validate", "-"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    ).stderr  # fmt: skip


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_in_a_directory_makes_nobody_wait(tmp_path: Path) -> None:
    shutil.copy(KEY, tmp_path / "a.conll")
    os.mkfifo(tmp_path / "b.conll")
    with pytest.raises(
        InputError, match=r"b\.conll: this is a pipe, a socket or a device, not a file; move it elsewhere"
    ):
        corefscore.read(tmp_path)
    os.mkfifo(tmp_path / "c.csv")
    for given in (tmp_path, tmp_path / "c.csv"):
        with pytest.raises(InputError, match=r"c\.csv: this is (a pipe|not a plain file)"):
            score_tables(given, given)


@posix
@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="there are no such sockets here")
def test_a_socket_a_directory_and_links_to_nothing_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the names of sockets are short
    with socket.socket(socket.AF_UNIX) as opened:
        opened.bind("s.conll")
        with pytest.raises(InputError, match=r"s\.conll: cannot be read"):
            corefscore.read("s.conll")
    Path("nothing.conll").symlink_to("nowhere")
    with pytest.raises(InputError, match=r"nothing\.conll: there is no such file; check the path"):
        corefscore.read("nothing.conll")
    Path("circle.conll").symlink_to("circle.conll")
    with pytest.raises(InputError, match=r"circle\.conll: cannot be read"):
        corefscore.read("circle.conll")
    for arguments in (["reference", "muc", ".", "."], ["leaderboard", "conll2012-english", "--add", "."]):
        done = run(*arguments)
        assert done.returncode == 1
        assert done.stderr.endswith(".: this is a directory; name a file\n")


def packed_table(path: Path, rows: int) -> Path:
    text = b"mention,entity,left,right,score\n" + b"1,1,1,1,1\n" * rows
    path.write_bytes(gzip.compress(text, 9))
    return path


TABLE_COMMANDS = ["score {0} {0}", "estimate {0} {0}", "thresholds {0} {0}", "blocking {0} {0}"]
OTHER_COMMANDS = ["reference muc {0} {0}", "leaderboard conll2012-english --add {0}", "weights {0}"]


@pytest.mark.parametrize("command", [*TABLE_COMMANDS, *OTHER_COMMANDS])
def test_a_compressed_table_is_bounded_in_every_command(tmp_path: Path, command: str) -> None:
    path = packed_table(tmp_path / "t.csv.gz", 400_000)
    done = run(*command.format(path).split(), "--max-bytes", "100000")
    assert done.returncode == 1
    assert "unpacks to more than 100,000 bytes; unpack it yourself, or allow more" in done.stderr


def test_a_compressed_table_that_is_not_too_large_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "t.csv.gz", gzip.compress(b"mention,entity,left,right\n1,1,1,2\n2,1,2,2\n"))
    assert blocking(path, path, max_bytes=100).true == 1
    monkeypatch.setattr("corefscore.formats.files.MOST_UNPACKED", 10)
    monkeypatch.setattr("corefscore.formats.files.MOST_RATIO", 0)
    with pytest.raises(InputError, match="unpacks to more than 10"):
        blocking(path, path)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted otherwise there")
def test_names_of_columns_without_an_end_are_not_read(tmp_path: Path) -> None:
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(b"a" * (64 << 20), 9))
    code = (
        "import re, sys; from corefscore.engines.sources import is_table_of_ids; is_table_of_ids(sys.argv[1]);"
        "print(re.search(r'VmHWM:\\s*(\\d+)', open('/proc/self/status').read())[1])"
    )
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 200 << 10


def test_equal_rows_of_a_parquet_file_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = 200_000
    columns = {"document": ["d"] * rows, "start": [0] * rows, "end": [0] * rows, "entity": ["e"] * rows}
    parquet.write_table(arrow.table(columns), tmp_path / "t.parquet")
    assert (tmp_path / "t.parquet").stat().st_size < 100_000
    monkeypatch.setattr("corefscore.formats.files.MOST_UNPACKED", 1 << 20)
    monkeypatch.setattr("corefscore.formats.files.MOST_RATIO", 10)
    with pytest.raises(InputError, match=r"t\.parquet: this file of [\d,]+ bytes unpacks to more than 1,048,576"):
        corefscore.read(tmp_path / "t.parquet")


@contextmanager
def without_privileges() -> Iterator[None]:
    """Root may read and write everything, and becomes somebody else here."""
    before = os.geteuid()
    os.seteuid(before or NOBODY)
    try:
        yield
    finally:
        os.seteuid(before)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder below which everybody may look around."""
    corefscore.read(KEY)  # what reading imports, somebody else may not
    with TemporaryDirectory() as name:
        Path(name).chmod(0o777)
        yield Path(name)


@pytest.mark.skipif(not hasattr(os, "seteuid"), reason="permissions are others here")
def test_what_may_not_be_read_is_named(open_folder: Path) -> None:
    write(open_folder / "closed.conll", "x").chmod(0)
    (open_folder / "closed").mkdir(mode=0)
    with without_privileges(), pytest.raises(InputError, match=r"closed\.conll: cannot be read \(Permission denied\)"):
        corefscore.read(open_folder / "closed.conll")
    with without_privileges(), pytest.raises(InputError, match=r"directory cannot be read \(Permission denied\)"):
        corefscore.read(open_folder / "closed")
    (open_folder / "closed").chmod(0o700)


@pytest.mark.skipif(not hasattr(os, "seteuid"), reason="permissions are others here")
def test_what_may_not_be_written_is_left_alone(open_folder: Path) -> None:
    path = write(open_folder / "old", "old")
    path.chmod(0o444)
    with without_privileges(), pytest.raises(InputError, match="Permission denied"):
        write_text(path, "new")
    assert path.read_text() == "old"
    assert [each.name for each in open_folder.iterdir()] == ["old"]


def test_a_file_that_vanishes_while_others_are_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "ab":
        write(tmp_path / f"{name}.conll", conll("(1) (1)", name=name))

    def open_and_delete(*given: Any) -> File:
        (tmp_path / "b.conll").unlink(missing_ok=True)
        return open_file(*given)

    monkeypatch.setattr("corefscore.formats.reading.open_file", open_and_delete)
    with pytest.raises(InputError, match=r"b\.conll: there is no such file; check the path"):
        corefscore.read(tmp_path)
