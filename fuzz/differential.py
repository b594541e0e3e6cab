"""Native code against plain readers, input by input: each has a line in the log before and after it is read.

    python -m fuzz.differential --count 1000000 --seed 3 --log build/forwards.txt
    python -m fuzz.differential --count 1000000 --seed 3 --log build/backwards.txt --backwards
    python -m fuzz.differential --compare build/forwards.txt build/backwards.txt

All inputs go through one process. What a reader says of an input must not depend on what was read before, so a run in
the other order has the same lines.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import warnings
import zlib
from collections.abc import Iterator
from pathlib import Path

from fuzz.checks import NATIVE_FORMATS, common_outcome
from fuzz.mutation import mutated


def inputs(count: int) -> Iterator[tuple[str, int]]:
    """The format and the number of each input, the formats in turn."""
    for number in range(count):
        yield NATIVE_FORMATS[number % len(NATIVE_FORMATS)], number // len(NATIVE_FORMATS)


def run(count: int, seed: int, log: Path, backwards: bool) -> int:
    """Read all inputs in both ways; returns for how many they differ.

    A line has the format, the number of the input, a digest of its bytes, and a digest of what both readers say.
    """
    listed = [*inputs(count)]
    differing = 0
    with log.open("w", buffering=1) as stream:
        for name, number in reversed(listed) if backwards else listed:
            made = mutated(name, seed, number)
            stream.write(f"{name} {number} {zlib.crc32(made.content):08x} ")
            try:
                said = f"{zlib.crc32(repr(common_outcome(name, made)).encode(errors='backslashreplace')):08x}"
            except AssertionError as error:
                differing += 1
                said = f"differ {json.dumps(str(error))}"
                print(f"{name} {seed} {number}: {error}", file=sys.stderr)
            stream.write(f"{said}\n")
    return differing


def compared(one: Path, other: Path) -> list[str]:
    """The lines that only one of two logs has."""
    return sorted({*one.read_text().splitlines()} ^ {*other.read_text().splitlines()})


def main() -> None:
    """Run the readers against each other, or compare two logs."""
    parser = argparse.ArgumentParser(description="Native code against plain readers, input by input.")
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, default=Path("build/differential.txt"))
    parser.add_argument("--backwards", action="store_true", help="the last input first")
    parser.add_argument("--compare", nargs=2, type=Path, metavar="LOG", help="print the lines that one log has only")
    given = parser.parse_args()
    if given.compare:
        lines = compared(*given.compare)
        print(*lines, f"{len(lines):,} lines differ", sep="\n")
        sys.exit(1 if lines else 0)
    warnings.simplefilter("ignore")
    begun = time.monotonic()
    differing = run(given.count, given.seed, given.log, given.backwards)
    print(f"{given.count:,} inputs, {differing:,} differ, {time.monotonic() - begun:.0f} s")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
