"""Full disks, signals, closed streams, changing files: the old file is intact, and the message is clear."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import corefscore
from corefscore import InputError
from corefscore.core.replacing import all_or_nothing, make_directory, replaced, write_text
from corefscore.formats.files import File, blocks, open_file
from corefscore.formats.reading import read
from corefscore.formats.registry import FORMATS
from corefscore.formats.writing import write
from tests.cli.running import run, run_in_shell
from tests.files import conll
from tests.files import write as write_file
from tests.shared import EXAMPLES, posix

KEY, RESPONSE = EXAMPLES / "key.conll", EXAMPLES / "response.conll"
SHARED_MEMORY = Path("/dev/shm")
SEVERAL_FILES = ("brat", "litbank", "booknlp")


@pytest.fixture
def memory_folder() -> Iterator[Path]:
    if not os.access(SHARED_MEMORY, os.W_OK):
        pytest.skip("there is no /dev/shm here")
    folder = SHARED_MEMORY / f"corefscore-{os.getpid()}"
    folder.mkdir()
    yield folder
    shutil.rmtree(folder)


def test_a_file_below_dev_is_a_file(memory_folder: Path) -> None:
    path = Path(shutil.copy(KEY, memory_folder / "x.conll"))
    before = read(path).mentions
    other = Path(shutil.copy(KEY, memory_folder / "y.conll"))
    assert run("convert", path, other).returncode == 0
    assert read(other).mentions == before > 0
    assert sorted(each.name for each in memory_folder.iterdir()) == ["x.conll", "y.conll"]


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="there are no such streams here")
def test_a_stream_that_is_open_is_appended_to(tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.write_text("first\n")
    done = run_in_shell(f"{{}} convert {KEY} /dev/stdout --to jsonlines >> {target}")
    assert done.returncode == 0
    assert target.read_text().startswith("first\n{")


@posix
@pytest.mark.parametrize("alias", ["key", "link", "hard", "dots"])
def test_an_input_is_never_overwritten(tmp_path: Path, alias: str) -> None:
    key = Path(shutil.copy(KEY, tmp_path / "key.conll"))
    names = {"key": key, "link": tmp_path / "link", "hard": tmp_path / "hard", "dots": tmp_path / "sub/../key.conll"}
    (tmp_path / "sub").mkdir()
    names["link"].symlink_to(key)
    os.link(key, names["hard"])
    done = run("score", key, RESPONSE, "-o", names[alias])
    assert done.returncode == 2
    assert "is the input file" in done.stderr
    assert key.read_bytes() == KEY.read_bytes()


ANNOTATED = "T1\tPER 0 3\tAnn\nT2\tPER 8 11\tshe\nR1\tCoref Arg1:T2 Arg2:T1\n"

SAME_FILES = {
    "standard input": "score - {response} -o k.conll < k.conll",
    "a stream that is open": "score k.conll {response} -o /dev/fd/9 9<>k.conll",
    "standard output": "score k.conll {response} >> k.conll",
    "the file of a stream to convert to": "convert k.conll /dev/fd/9 --to conll 9<>k.conll",
    "what is converted": "convert k.conll k.conll",
    "standard output of convert": "convert k.conll - --to conll >> k.conll",
    "the text beside annotations": "score a.ann a.ann -o a.txt",
    "the text beside annotations to convert": "convert a.ann a.txt --to conll",
    "a file of a directory to convert": "convert . a.ann --to conll",
    "the key of what is converted": "convert {response} k.conll --key k.conll",
}


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="there are no such streams here")
@pytest.mark.parametrize("which", SAME_FILES)
def test_what_is_read_under_another_name_is_never_overwritten(tmp_path: Path, which: str) -> None:
    shutil.copy(KEY, tmp_path / "k.conll")
    write_file(tmp_path / "a.ann", ANNOTATED)
    write_file(tmp_path / "a.txt", "Ann saw she\n")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    done = run_in_shell(f"cd {tmp_path}; {{}} {SAME_FILES[which].format(response=RESPONSE)}")
    assert done.returncode == 2
    assert "choose another output file" in done.stderr
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_file_beside_what_is_read_may_be_written(tmp_path: Path) -> None:
    shutil.copy(KEY, tmp_path / "k.conll")
    assert run_in_shell(f"cd {tmp_path}; {{}} score . {RESPONSE} > table.txt").returncode == 0


UNSURE = suppress(InputError)
"""Small files may need few writes."""


class Failing:
    """A stream that has no room from one of its writes on."""

    def __init__(self, stream: Any, allowed: list[int]) -> None:
        self.stream, self.allowed = stream, allowed

    def write(self, data: bytes) -> int:
        self.allowed[0] -= 1
        if self.allowed[0] < 0:
            raise OSError(28, "No space left on device")
        return int(self.stream.write(data))

    def __enter__(self) -> Failing:
        return self

    def __exit__(self, *_: object) -> None:
        self.stream.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@pytest.mark.filterwarnings("ignore::corefscore.InputWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("name", FORMATS)
def test_a_disk_that_fills_up_leaves_everything_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    corpus = read(KEY)
    target = tmp_path / ("old" if name in SEVERAL_FILES else f"old.{FORMATS[name].suffixes[0].lstrip('.')}")
    write(corpus, target, name)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    allowed = [0]
    usual = Path.open
    monkeypatch.setattr(
        Path, "open", lambda path, mode="r", *rest, **names: (
            Failing(usual(path, mode, *rest, **names), allowed) if "x" in mode else usual(path, mode, *rest, **names)
        )
    )  # fmt: skip
    for number in range(0, 40, 10):
        allowed[0] = number
        with (
            pytest.raises(InputError, match=r"cannot be written \(No space left on device\)") if number < 1 else UNSURE
        ):
            write(corpus, target, name)
        assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
    assert allowed[0] < 40


def test_several_files_are_all_replaced_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = [write_file(tmp_path / name, "old") for name in "abc"]
    usual = Path.replace

    def replace(path: Path, target: Path) -> Path:
        if target.name == "c" and path.read_text() == "new":
            raise OSError(5, "Input/output error")
        return usual(path, target)

    monkeypatch.setattr(Path, "replace", replace)

    def write_all() -> None:
        with all_or_nothing():
            make_directory(tmp_path / "new" / "folder")
            for path in (*old, tmp_path / "new" / "folder" / "d"):
                write_text(path, "new")

    with pytest.raises(OSError, match="Input/output error"):
        write_all()
    assert [path.read_text() for path in old] == ["old"] * 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b", "c"]
    monkeypatch.undo()
    write_all()
    assert [path.read_text() for path in old] == ["new"] * 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b", "c", "new"]


def test_a_file_is_on_the_disk_before_it_replaces_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setattr("corefscore.core.replacing.os.fsync", lambda _: seen.append((tmp_path / "file").read_text()))
    write_file(tmp_path / "file", "old")
    write_text(tmp_path / "file", "new")
    assert seen == ["old"]


@posix
def test_a_writer_that_is_ended_leaves_the_old_file(tmp_path: Path) -> None:
    """Each run is ended after another time; what is there is the old file or the new one, never a part."""
    target = tmp_path / "report.json"
    run("score", KEY, RESPONSE, "-f", "json", "-o", target)
    complete = target.read_bytes()
    for wait in (0.05, 0.15, 0.25):
        command = [
            sys.executable,
            "-m",
            "corefscore",
            "score",
            str(KEY),
            str(RESPONSE),
            "-f",
            "json",
            "-o",
            str(target),
        ]
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        time.sleep(wait)
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) in (0, -signal.SIGTERM, 128 + signal.SIGTERM)
        assert target.read_bytes() == complete
        assert [path.name for path in tmp_path.iterdir()] == ["report.json"]


@pytest.mark.parametrize("command", ["score {0} {1}", "convert {0} - --to jsonlines", "validate {0}", "metrics"])
def test_a_closed_output_is_an_error(command: str) -> None:
    done = run_in_shell(f"{{}} {command.format(KEY, RESPONSE)} >&-")
    assert done.returncode == 1
    assert "cannot write the output" in done.stderr or "cannot be written" in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_full_output_is_an_error() -> None:
    done = run_in_shell(f"{{}} score {KEY} {RESPONSE} > /dev/full")
    assert done.returncode == 1
    assert "No space left on device" in done.stderr


def test_a_file_that_shrinks_while_it_is_read_is_an_error(tmp_path: Path) -> None:
    path = write_file(tmp_path / "k.conll", conll("(1) " * 400_000))
    lines = blocks(open_file(path))
    next(lines)
    os.truncate(path, 100)
    with pytest.raises(InputError, match="the file has changed since it was read; read it again"):
        list(lines)


def test_a_file_that_changes_after_reading_is_an_error(tmp_path: Path) -> None:
    path = Path(shutil.copy(KEY, tmp_path / "k.conll"))
    corpus = corefscore.read(path)
    os.truncate(path, 50)
    with pytest.raises(InputError, match="has changed"):
        _ = corpus.view(0).tokens
    path.unlink()
    with pytest.raises(InputError, match="was it moved or deleted"):
        _ = corpus.view(0).tokens


MIXED = [
    {"doc_key": "a", "clusters": [[[0, 0], [2, 2]]], "spans": "inclusive"},
    {"doc_key": "b", "text": "hello and so on", "clusters": [[[0, 5]]], "spans": "characters"},
]


@pytest.mark.filterwarnings("ignore::corefscore.InputWarning")
@pytest.mark.parametrize("words", [False, True])
@pytest.mark.parametrize("name", FORMATS)
def test_no_mention_is_lost_where_documents_count_differently(tmp_path: Path, name: str, words: bool) -> None:
    first = {**MIXED[0], "sentences": [["Ann", "saw", "her"]]} if words else MIXED[0]
    source = write_file(tmp_path / "mixed.jsonl", "".join(json.dumps(each) + "\n" for each in (first, MIXED[1])))
    target = tmp_path / ("out" if name in SEVERAL_FILES else f"out.{FORMATS[name].suffixes[0].lstrip('.')}")
    try:
        write(read(source), target, name)
    except InputError:
        assert not target.exists()
        return
    assert read(target, format=name).mentions == 3


def bomb(size: int) -> bytes:
    return gzip.compress(b"#begin document d\n" + b"x\t-\n" * (size // 4) + b"#end document\n", 9)


def test_a_small_file_does_not_unpack_to_gigabytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_file(tmp_path / "k.conll.gz", bomb(4 << 20))
    monkeypatch.setattr("corefscore.formats.files.MOST_UNPACKED", 1 << 20)
    with pytest.raises(InputError, match=r"k\.conll\.gz: this file of [\d,]+ bytes unpacks to more than 1,048,576"):
        corefscore.read(path)
    assert len(corefscore.read(path, max_bytes=8 << 20)) == 1
    monkeypatch.undo()
    assert len(corefscore.read(path)) == 1


@pytest.mark.parametrize(
    "command", ["score {0} {0}", "validate {0}", "convert {0} -", "compare {0} {0}", "entities {0} {0}"]
)
def test_the_limit_is_an_option_of_every_command_that_reads(tmp_path: Path, command: str) -> None:
    path = write_file(tmp_path / "k.conll.gz", bomb(4 << 20))
    done = run(*command.format(path).split(), "--max-bytes", "1000000")
    assert done.returncode == 1
    assert (
        "unpacks to more than 1,000,000 bytes; unpack it yourself, or allow more with max_bytes= (--max-bytes)"
        in done.stderr
    )


def test_modes_of_new_files_are_the_usual_ones(tmp_path: Path) -> None:
    with replaced(tmp_path / "new") as stream:
        stream.write(b"x")
    (tmp_path / "usual").touch()
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == stat.S_IMODE((tmp_path / "usual").stat().st_mode)


def test_a_block_without_an_end_of_line_is_read_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("corefscore.formats.files.BLOCK", 4)
    contents = [b"a" * 50, b"a" * 50 + b"\n" + b"b", b"\n\n", b"ab\ncd\nefghijk\n\nl"]
    for content in contents:
        assert b"".join(bytes(block) for block in blocks(File("f", content))) == content


def test_many_files_are_not_open_at_the_same_time(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    for number in range(120):
        write_file(tmp_path / f"{number}.conll", conll("(1) (1)", name=f"d{number}"))
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (100, before[1]))
    try:
        assert corefscore.score(tmp_path, tmp_path)["muc"].f1 == 1
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
