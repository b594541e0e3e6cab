"""CorefUD on real files: reading beside udapi, scoring beside the CorefUD scorer."""

from __future__ import annotations

import gzip
import re
import statistics
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.kernels import medians
from benchmarks.measure import interleaved
from corefscore.formats.reading import read

NEWDOC = re.compile(r"^# newdoc id = \S+", re.MULTILINE)
ENTITIES = re.compile(r"((?:Entity|Bridge|SplitAnte)=[^|\n]*)")
NAME = re.compile(r"\be\d+")
COPIES = 5
HEAD = ["dataset", "", "CPU s", "ratio"]
NUMPY = "import of NumPy alone"
LABELS = ("reading the key", "scoring, all metrics, end to end")


def unpack(source: Path, folder: Path) -> list[Path]:
    """The datasets of a folder, unpacked into another."""
    found = []
    for dataset in sorted(source.iterdir()):
        target = folder / dataset.name
        target.mkdir()
        for side in ("key", "response"):
            text = gzip.decompress((dataset / f"{side}.conllu.gz").read_bytes())
            (target / f"{side}.conllu").write_bytes(text)
        found.append(target)
    return found


def repeated(dataset: Path, copies: int) -> Path:
    """A dataset several times as long: all of its documents again and again, under other names."""
    target = dataset.with_name(f"{dataset.name} x {copies}")
    target.mkdir()
    for side in ("key", "response"):
        text = (dataset / f"{side}.conllu").read_text()
        with (target / f"{side}.conllu").open("w") as stream:
            for copy in range(copies):
                pieces = ENTITIES.split(NEWDOC.sub(rf"\g<0>-{copy}", text))
                pieces[1::2] = [NAME.sub(rf"\g<0>x{copy}", piece) for piece in pieces[1::2]]
                stream.write("".join(pieces))
    return target


def udapi_reader() -> Callable[[Path], Any] | None:
    try:
        from udapi.block.read.conllu import Conllu
        from udapi.core.document import Document
    except ImportError:
        return None

    def with_udapi(path: Path) -> Any:
        document = Document()
        Conllu(files=[str(path)]).apply_on_document(document)
        return document.coref_entities

    return with_udapi


def reading_rows(datasets: list[Path], repeat: int) -> Iterator[list[str]]:
    """Mentions of a file, in this process."""
    with_udapi = udapi_reader()
    for dataset in datasets:
        path = dataset / "key.conllu"
        works: list[Callable[[], Any]] = [lambda path=path: read(path)]  # type: ignore[misc]
        if with_udapi is not None:
            works.append(lambda path=path: with_udapi(path))  # type: ignore[misc]
        seconds = medians(works, repeat)
        yield [dataset.name, f"corefscore, {LABELS[0]}", f"{seconds[0]:.3f}", ""]
        if with_udapi is not None:
            yield [dataset.name, f"udapi, {LABELS[0]}", f"{seconds[1]:.3f}", f"{seconds[1] / seconds[0]:.0f} ×"]


def scoring_rows(datasets: list[Path], scorer: Path | None, repeat: int, limit: float) -> Iterator[list[str]]:
    """Both files to all figures, each in a process of its own."""
    for dataset in datasets:
        files = [str(dataset / f"{side}.conllu") for side in ("key", "response")]
        commands = {
            "corefscore": [sys.executable, "-m", "corefscore", "score", *files, "--profile", "crac"],
            NUMPY: [sys.executable, "-c", "import numpy"],
        }
        if scorer is not None:
            commands["corefud-scorer"] = [sys.executable, "-W", "ignore", str(scorer / "corefud-scorer.py"), *files]
        timings = interleaved(commands, repeat, limit)
        ours = statistics.median(timings["corefscore"].seconds)
        for name, timing in timings.items():
            what = name if name == NUMPY else f"{name}, {LABELS[1]}"
            yield [dataset.name, what, f"{timing.median:.2f}", f"{timing.median / ours:.1f} ×"]
