"""Draw the pictures of the documentation: `python docs/pictures.py`."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console
from rich.text import Text

import corefscore
from corefscore.cli.output import rich_table
from corefscore.metrics import find_metrics
from corefscore.plots import save
from corefscore.settings import Settings
from corefscore.studies import doses, twinless

ROOT = Path(__file__).parents[1]
FONTS = re.compile(r"@font-face \{.*?\}", re.DOTALL)  # a picture should load nothing from elsewhere
KEY, RESPONSE = "examples/key.conll", "examples/response.conll"


def score() -> None:
    """A terminal with the scores of the shipped example."""
    result = corefscore.score(ROOT / KEY, ROOT / RESPONSE)
    table = result.table()
    console = Console(record=True, width=100, file=io.StringIO())
    console.print(Text.assemble(("$ ", "bold green"), f"corefscore score {KEY} {RESPONSE}"))
    for line in table.head:
        console.print(Text(line.replace(f"{ROOT}/", "")))
    console.print(rich_table(table))
    for line in table.foot:
        console.print(Text(line, style="dim"))
    picture = FONTS.sub("", console.export_svg(title="corefscore"))
    (ROOT / "docs/images/score.svg").write_text(picture, encoding="utf-8")


def studies() -> None:
    """The two studies of docs/studies.md on the shipped example."""
    matched = corefscore.score(ROOT / KEY, ROOT / RESPONSE).matched
    assert matched is not None
    sweep = twinless.study(matched, find_metrics(twinless.METRICS), Settings(), draws=5)
    save(twinless.draw(sweep), str(ROOT / "docs/images/study-twinless.svg"))
    errors = doses.study(matched.key, matched.key, find_metrics(doses.METRICS), Settings(), draws=3)
    save(errors.small_multiples(), str(ROOT / "docs/images/study-metrics.svg"))


if __name__ == "__main__":
    score()
    studies()
