"""Record what the reference scorer prints for the cases beside this file.

    python tests/reference/record.py FOLDER_OF_THE_SCORER

The outputs are facts about v8.01 that the tests compare with; the scorer itself is not needed to run them. Cases with
several documents are recorded as totals only, since it prints documents in an order that changes from run to run.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

CASES = Path(__file__).parent / "cases"
HEADING = "######## "
METRICS = ("muc", "bcub", "ceafm", "ceafe", "blanc")


def names(key: Path) -> list[str]:
    return [line.split("begin document ")[1] for line in key.read_text().splitlines() if "begin document " in line]


def record(scorer: Path, case: Path) -> str:
    """All outputs for a case, each under a line that says how it was obtained."""
    documents = list(dict.fromkeys(names(case / "key.conll")))
    modes = {"none": ["none"]}
    if len(documents) == 1:
        modes |= {"": [], documents[0]: documents}
    parts = []
    for mode, name in modes.items():
        for metric in METRICS:
            command = ["perl", str(scorer / "scorer.pl"), metric, "key.conll", "response.conll", *name]
            done = subprocess.run(command, cwd=case, capture_output=True, text=True, check=True)
            output = done.stdout.split("\n", 1)[1]
            parts.append(f"{HEADING}{metric} {mode}\n{output}")
    return "".join(parts)


def main() -> None:
    scorer = Path(sys.argv[1]).resolve()
    for case in sorted(CASES.iterdir()):
        (case / "recorded.txt").write_text(record(scorer, case))
        print(case.name)


if __name__ == "__main__":
    main()
