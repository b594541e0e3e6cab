"""Large loads: many files, large files, large documents, many systems. Prints time and memory of each as Markdown.

python -m benchmarks.load                 # all, some minutes
python -m benchmarks.load many_systems    # one of them
"""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread
from typing import NamedTuple

WIDE = "\t0\t{}\tword{}\tNN\t*\t-\t-\t-\t*\t{}\n"
BAR = "━"
"""What a bar of progress consists of."""

NARROW = "\t{}\tw{}\t{}\n"


def write_documents(path: Path, documents: int, tokens: int, every: int, seed: int, line: str = WIDE) -> None:
    """Write documents in which each `every`-th token is a mention; entities have about ten mentions."""
    rng = Random(seed)
    entities = max(1, tokens // every // 10)
    with path.open("w") as stream:
        for number in range(documents):
            name = f"d{number}"
            cells = (f"({rng.randrange(entities)})" if row % every == 0 else "-" for row in range(tokens))
            stream.write(f"#begin document ({name}); part 000\n")
            stream.writelines(name + line.format(row, row % 97, cell) for row, cell in enumerate(cells))
            stream.write("\n#end document\n")


def many_files(folder: Path) -> list[str]:
    """10,000 files in a directory, on both sides."""
    for side, seed in (("key", 1), ("response", 2)):
        (folder / side).mkdir()
        for number in range(10_000):
            path = folder / side / f"{number}.conll"
            write_documents(path, 1, 30, 3, seed + number)
            path.write_text(path.read_text().replace("d0", f"d{number}"))
    return ["score", "key", "response"]


def large_files(folder: Path) -> list[str]:
    """1 GB in each of two files."""
    for side, seed in (("key", 1), ("response", 2)):
        write_documents(folder / f"{side}.conll", 1, 300_000, 3, seed)
        part = (folder / f"{side}.conll").read_bytes()
        with (folder / f"{side}.conll").open("wb") as stream:
            for number in range(10**9 // len(part)):
                stream.write(part.replace(b"d0", b"d%d" % number))
    return ["score", "key.conll", "response.conll", "-m", "muc", "-m", "b3", "-m", "ceafe"]


def large_document(folder: Path) -> list[str]:
    """One document of 10 million mentions."""
    for side, seed in (("key", 1), ("response", 2)):
        write_documents(folder / f"{side}.conll", 1, 10_000_000, 1, seed, NARROW)
    return ["score", "key.conll", "response.conll", "-m", "muc", "-m", "b3"]


def many_systems(folder: Path) -> list[str]:
    """1,000 systems on 20 documents."""
    (folder / "systems").mkdir()
    write_documents(folder / "key.conll", 20, 60, 3, 0)
    for number in range(1_000):
        write_documents(folder / "systems" / f"s{number}.conll", 20, 60, 3, number + 1)
    return ["compare", "key.conll", "systems"]


def many_entities(folder: Path) -> list[str]:
    """10 million entities in tables of ids."""
    rng = Random(1)
    for side, joined in (("key", 0.0), ("response", 0.1)):
        with (folder / f"{side}.csv").open("w") as stream:
            stream.write("mention,entity\n")
            entities = (row if rng.random() >= joined else rng.randrange(10_000_000) for row in range(10_000_000))
            stream.writelines(f"{row},{entity}\n" for row, entity in enumerate(entities))
    return ["score", "key.csv", "response.csv", "--engine", "memory"]


LOADS: tuple[Callable[[Path], list[str]], ...] = (
    many_files,
    many_systems,
    large_files,
    large_document,
    many_entities,
)


class Run(NamedTuple):
    """What a command took, and whether it showed how far it was."""

    seconds: float
    processor: float
    memory: float
    progress: bool


def run(words: list[str], folder: Path) -> Run:
    """Run a command with a terminal as its standard error, which is where progress is shown."""
    master, terminal = pty.openpty()
    shown = bytearray()
    watch = Thread(target=_drain, args=(master, shown))
    watch.start()
    begun = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "corefscore", *words], cwd=folder, stdout=subprocess.DEVNULL, stderr=terminal
    )
    os.close(terminal)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - begun
    process.returncode = os.waitstatus_to_exitcode(status)
    watch.join()
    assert process.returncode == 0, shown.decode()
    return Run(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, BAR in shown.decode())


def _drain(master: int, shown: bytearray) -> None:
    """Keep what a terminal gets, until its last writer has left."""
    with suppress(OSError):
        while block := os.read(master, 1 << 16):
            shown.extend(block)
    os.close(master)


HEAD = ["load", "input", "time", "processor time", "memory", "progress shown"]


def load_rows(names: Sequence[str] = ()) -> Iterator[list[str]]:
    """A row for each load of some names, or for all loads."""
    for load in LOADS:
        if names and load.__name__ not in names:
            continue
        with TemporaryDirectory() as name:
            folder = Path(name)
            words = load(folder)
            done = run(words, folder)
            size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6
            what = f"{(load.__doc__ or '').rstrip('.')}: `{' '.join(words)}`"
            times = [f"{seconds:.1f} s" for seconds in (done.seconds, done.processor)]
            yield [what, f"{size:,.0f} MB", *times, f"{done.memory:,.0f} MiB", "yes" if done.progress else "no"]


if __name__ == "__main__":
    for row in chain([HEAD, ["---"] * len(HEAD)], load_rows(sys.argv[1:])):
        print(f"| {' | '.join(row)} |", flush=True)
