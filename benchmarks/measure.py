"""Running programs side by side: processor time, peak memory, and a limit on both patience and time."""

from __future__ import annotations

import os
import re
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

QUICK, SLOW = 1.0, 15.0
RUNS_OF_QUICK = 3


@dataclass
class Timing:
    """What was measured of one contender."""

    seconds: list[float] = field(default_factory=list)
    megabytes: float = 0.0
    cut_off: bool = False
    output: str = ""

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)


def run(command: Sequence[str], limit: float) -> tuple[float, float, bool, str]:
    """Processor seconds, peak megabytes, whether it was cut off, and what it printed."""
    read_end, write_end = os.pipe()
    process = subprocess.Popen(
        command, stdout=write_end, stderr=subprocess.DEVNULL, start_new_session=True, env=_environment()
    )
    os.close(write_end)
    begin = time.monotonic()
    cut_off = False
    os.set_blocking(read_end, False)
    output = b""
    peak = 0.0
    while True:
        output += _available(read_end)
        peak = max(peak, _peak(process.pid))
        done, status, usage = os.wait4(process.pid, os.WNOHANG)
        if done:
            break
        if not cut_off and time.monotonic() - begin > limit:
            os.killpg(process.pid, signal.SIGKILL)
            cut_off = True
        time.sleep(0.002)
    output += _available(read_end)
    os.close(read_end)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode and not cut_off:
        raise RuntimeError(f"{' '.join(command)} failed with status {process.returncode}")
    return usage.ru_utime + usage.ru_stime, peak, cut_off, output.decode()


def _peak(process: int) -> float:
    """The most megabytes so far; what the system reports at the end counts the program that started it, too."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0.0
    found = re.search(r"VmHWM:\s*(\d+) kB", status)
    return int(found[1]) / 1024 if found else 0.0


def _environment() -> dict[str, str]:
    """As at a user's, where compiled modules are kept; NumPy gets one thread, as in the command."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "OPENBLAS_NUM_THREADS": "1"}


def _available(descriptor: int) -> bytes:
    found = b""
    while True:
        try:
            part = os.read(descriptor, 1 << 16)
        except BlockingIOError:
            return found
        if not part:
            return found
        found += part


def interleaved(commands: Mapping[str, Sequence[str]], repeat: int, limit: float) -> dict[str, Timing]:
    """Run all commands one after the other, again and again; quick ones more often, slow ones once only."""
    timings = {name: Timing() for name in commands}
    for turn in range(repeat):
        for name, command in commands.items():
            timing = timings[name]
            if turn and (timing.cut_off or timing.seconds[0] > SLOW):
                continue
            print(f"  {name} ({turn + 1} of {repeat})", file=sys.stderr, flush=True)
            _measure(timing, command, limit)
            for _ in range(RUNS_OF_QUICK - 1 if timing.seconds[0] < QUICK else 0):
                _measure(timing, command, limit)
    return timings


def _measure(timing: Timing, command: Sequence[str], limit: float) -> None:
    seconds, megabytes, timing.cut_off, timing.output = run(command, limit)
    timing.seconds.append(seconds)
    timing.megabytes = max(timing.megabytes, megabytes)
