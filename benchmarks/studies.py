"""Run the studies of docs/explanation/studies.md on a real pair.

``python -m benchmarks.studies FOLDER`` prints them. FOLDER has ``key.conll.gz`` and ``response.conll.gz``: the key of
OntoGUM and the output of xrenner.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TWINLESS = "study twinless KEY RESPONSE --profile conll2012 --steps 5 --draws 3"
FROM_KEY = "study metrics KEY --steps 2 --draws 1 -m muc,b3,ceafm,ceafe,blanc,lea"
FROM_RESPONSE = "study metrics KEY --in RESPONSE --profile conll2012 --steps 2 --draws 1 -m muc,b3,b3-all,b3-sys"


def arguments(command: str, folder: Path) -> list[str]:
    """Return the words of a command with the files of a folder."""
    files = {"KEY": str(folder / "key.conll.gz"), "RESPONSE": str(folder / "response.conll.gz")}
    return [files.get(word, word) for word in command.split()]


def main(folder: Path) -> None:
    for command in (TWINLESS, FROM_KEY, FROM_RESPONSE):
        print(f"$ corefscore {command}", flush=True)
        subprocess.run([sys.executable, "-m", "corefscore", *arguments(command, folder)], check=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
