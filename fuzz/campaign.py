"""A long attack in pieces: mutated inputs for every check and format, counted in a log.

Each piece is a process of its own, so that a crash, a hang or a lack of memory is one line of the log, and not the
end of the campaign. The log says which inputs were made; a campaign that is started again goes on behind them.

    python -m fuzz.campaign --seconds 3600 --log build/campaign.jsonl
    python -m fuzz.campaign --summary --log build/campaign.jsonl
    python -m fuzz.campaign --again reading conll 1 4711
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import multiprocessing
import resource
import signal
import sys
import time
import traceback
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeAlias

import corefscore
from corefscore.formats.registry import FORMATS
from fuzz.checks import CHECKS
from fuzz.dictionary import dictionary
from fuzz.mutation import mutated
from fuzz.other_files import OTHER_FILES
from fuzz.seeds import seeds

Record: TypeAlias = dict[str, Any]

HANG = 5.0
"""How many seconds of processor time an input may take."""

MEMORY = 64 << 20
"""How many bytes a process may need beyond those of the idle process. Inputs have at most 64 KiB."""

FIRST_PIECE = 500
LARGEST_PIECE = {"reading": 16_000}
OTHER_PIECE = 1_000
PATIENCE = 900
SHOWN = 5
ROOMS = ("_native", "core", "formats")
"""Where the readers are."""


class Hang(BaseException):
    """An input took too long."""


def _stop(*_: object) -> None:
    raise Hang


def run_piece(check: str, name: str, seed: int, first: int, count: int) -> Record:
    """Check some inputs.

    Parameters
    ----------
    check : str
        One of `CHECKS`.
    name : str
        The format.
    seed, first, count : int
        Which inputs: those with the numbers from `first` on.

    Returns
    -------
    dict
        How many were read and refused, and what failed.
    """
    attack = CHECKS[check][0]
    read, failures, slowest, begun = 0, [], 0.0, time.perf_counter()
    signal.signal(signal.SIGPROF, _stop)
    idle = _status("VmRSS")
    for number in range(first, first + count):
        before = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, HANG)
        try:
            read += attack(name, mutated(name, seed, number))
        except (Exception, Hang):  # noqa: BLE001
            failures.append([number, traceback.format_exc()[-600:]])
        signal.setitimer(signal.ITIMER_PROF, 0)
        slowest = max(slowest, time.process_time() - before)
    return {
        "check": check,
        "format": name,
        "seed": seed,
        "first": first,
        "count": count,
        "read": read,
        "failures": failures,
        "slowest": round(slowest, 4),
        "seconds": round(time.perf_counter() - begun, 1),
        "growth": (_status("VmHWM") - idle) >> 10,
        **states(name),
    }


def _bounded_piece(channel: Connection, *piece: Any) -> None:
    warnings.simplefilter("ignore")
    for number in range(50):  # loads what the readers load when they are used
        with suppress(Exception):  # which is found again below
            CHECKS[piece[0]][0](piece[1], mutated(piece[1], 0, number))
    limit = _status("VmData") + MEMORY
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
    channel.send(run_piece(*piece))


def _status(field: str) -> int:
    """A figure about the memory of this process, in bytes; see proc(5)."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(f"{field}:"):
            return int(line.split()[1]) << 10
    raise LookupError(field)


def states(name: str) -> Record:
    """Digests of what inputs of a format are made from, and of the code that they attack."""
    made_from = hashlib.sha256(repr((seeds(name), dictionary(name))).encode())
    return {"seeds": made_from.hexdigest()[:8], "readers": readers()}


@cache
def readers() -> str:
    """A digest of the code that is attacked, to know which inputs were made on which readers."""
    digest = hashlib.sha256()
    for room in ROOMS:
        for path in sorted(Path(corefscore.__file__).with_name(room).rglob("*.[pch]*")):
            if path.suffix in (".py", ".c", ".h"):
                digest.update(path.read_bytes())
    return digest.hexdigest()[:8]


def in_own_process(check: str, name: str, seed: int, first: int, count: int) -> Record:
    """A piece in a process of its own; a process that dies is a failure of the piece."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_bounded_piece, args=(theirs, check, name, seed, first, count))
    process.start()
    theirs.close()
    try:
        if ours.poll(PATIENCE):
            found: Record = ours.recv()
            process.join()
            return found
        process.kill()
        reason = f"no end after {PATIENCE} s"
    except EOFError:
        process.join()
        reason = f"the process died with status {process.exitcode}"
    process.join()
    piece = {"check": check, "format": name, "seed": seed, "first": first, "count": count, "read": 0}
    return {**piece, "failures": [[first, reason]], "slowest": 0.0, "seconds": 0.0, "growth": 0, **states(name)}


def pieces(done: Sequence[Record], seed: int) -> Iterator[tuple[str, str, int, int, int]]:
    """The next pieces without end, behind what was done before: every format for each check in turn, ever larger."""
    behind: Counter[tuple[str, str]] = Counter()
    for record in done:
        if record["seed"] == seed:
            end = record["first"] + record["count"]
            behind[record["check"], record["format"]] = max(behind[record["check"], record["format"]], end)
    for turn in itertools.count():
        for check, (_, names) in CHECKS.items():
            count = min(FIRST_PIECE << turn, LARGEST_PIECE.get(check, OTHER_PIECE))
            for name in names:
                yield check, name, seed, behind[check, name], count
                behind[check, name] += count


def summary(records: Sequence[Record]) -> str:
    """A table of the log in Markdown: inputs, how many were read, failures, the slowest one, memory beyond the idle."""
    rows: defaultdict[tuple[str, str], list[Record]] = defaultdict(list)
    for record in records:
        rows[record["check"], record["format"]].append(record)
        rows[record["check"], "*all*"].append(record)
        rows["*all*", "*all*"].append(record)
    lines = ["| check | format | inputs | read | failures | slowest | memory |", "|---|---|---:|---:|---:|---:|---:|"]
    for (check, name), found in sorted(rows.items()):
        inputs, read = (sum(record[each] for record in found) for each in ("count", "read"))
        failed = sum(len(record["failures"]) for record in found)
        slowest, growth = (max(record[each] for record in found) for each in ("slowest", "growth"))
        lines.append(
            f"| {check} | {name} | {inputs:,} | {read:,} | {failed:,} | {slowest:.2f} s | {growth / 1024:.1f} MiB |"
        )
    return "\n".join(lines)


def run(seconds: float, log: Path, seed: int) -> int:
    """Run pieces until the time is over; returns how many inputs failed."""
    done = records_of(log)
    for name in (*FORMATS, *OTHER_FILES):  # loaded before processes are started
        mutated(name, seed, 0)
    failed, end = 0, time.monotonic() + seconds
    log.parent.mkdir(parents=True, exist_ok=True)
    for piece in pieces(done, seed):
        if time.monotonic() >= end:
            break
        record = in_own_process(*piece)
        failed += len(record["failures"])
        done.append(record)
        with log.open("a") as stream:
            stream.write(json.dumps(record) + "\n")
        for number, reason in record["failures"][:SHOWN]:
            print(f"{piece[0]} {piece[1]} {seed} {number}: {reason}", file=sys.stderr)
    return failed


def records_of(log: Path) -> list[Record]:
    """The records of a log, if there is one."""
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


def main() -> None:
    """Run a campaign, summarise its log, or make one check again."""
    parser = argparse.ArgumentParser(description="Mutated inputs for every reader, counted in a log.")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--log", type=Path, default=Path("build/campaign.jsonl"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--summary", action="store_true", help="print the table of the log")
    parser.add_argument("--again", nargs=4, metavar=("CHECK", "FORMAT", "SEED", "NUMBER"), help="make one check again")
    given = parser.parse_args()
    if given.again:
        check, name, seed, number = given.again
        made = mutated(name, int(seed), int(number))
        print(made)
        CHECKS[check][0](name, made)
        return
    if given.summary:
        print(summary(records_of(given.log)))
        return
    failed = run(given.seconds, given.log, given.seed)
    print(summary(records_of(given.log)))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
