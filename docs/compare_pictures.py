"""Draw the pictures of comparing.md and rankings.md: `python docs/compare_pictures.py`."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from corefscore.comparison.compare import compare
from corefscore.comparison.pictures import draw
from corefscore.core.plots import save
from corefscore.studies import rank_correlation

IMAGES = Path(__file__).parent / "images"
SYSTEMS = Path(__file__).parents[1] / "examples" / "systems.py"
KINDS = ("bars", "scatter", "ranks", "lengths", "sizes")
BASELINE = "birch"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, SYSTEMS, folder], check=True)
        responses = {path.stem: path for path in sorted(Path(folder, "systems").iterdir())}
        comparison = compare(Path(folder, "key.conll"), responses, size_metric="b3").with_intervals()
        for kind in KINDS:
            save(draw(kind, comparison, baseline=BASELINE), str(IMAGES / f"compare-{kind}.svg"))
    save(rank_correlation.published().figure(), str(IMAGES / "rankings.svg"))


if __name__ == "__main__":
    main()
