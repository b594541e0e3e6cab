"""Generate inputs, check that all scorers agree on them, time them side by side, and print the tables.

A run of all sections writes docs/project/benchmarks.md. A run of some sections writes a file only with ``--output``.
"""

from __future__ import annotations

import argparse
import gzip
import math
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from itertools import pairwise
from pathlib import Path

from benchmarks import corefud, inputs, kernels, load
from benchmarks.contenders import (
    OURS,
    OURS_AS_JSON,
    OURS_FROM_JSON_LINES,
    OURS_WITHOUT_NATIVE,
    Contender,
    checkouts,
    floor,
    installed,
)
from benchmarks.measure import Timing, interleaved, run

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "project" / "benchmarks.md"
SCORERS = "COREFSCORE_SCORERS"
BOOKS = (2_000, 20_000, 100_000, 1_000_000)
PAIRS = ROOT.parent / "shared" / "data" / "pairs"
COREFUD = PAIRS.with_name("corefud")


class Bench:
    """One run: its options, the contenders, and a folder for inputs."""

    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        self.options = options
        self.folder = folder
        found = [*installed(), *checkouts(options.scorers)]
        self.contenders = [each for each in found if each.name not in options.without]

    def ontonotes(self) -> str:
        """(a) An OntoNotes-like corpus, from files."""
        documents = list(inputs.ontonotes_like(self.options.documents))
        folder = self._write("a", documents, columns=11)
        one = self._write("one", documents[:1], columns=11)
        for contender in self.contenders:
            self._check(contender, folder if contender.adds_up else one)
        everyone = [OURS, OURS_FROM_JSON_LINES, OURS_WITHOUT_NATIVE, *self.contenders]
        commands = {"floor": floor(folder)} | {contender.name: contender.on(folder) for contender in everyone}
        timings = interleaved(commands, self.options.repeat, self.options.limit)
        tokens = sum(document.tokens for document in documents)
        title = f"(a) An OntoNotes-like corpus: {len(documents):,} documents, {tokens:,} tokens, 11 columns"
        what = {"floor": "imports NumPy, reads both files, counts newlines"}
        what |= {contender.name: contender.metrics for contender in everyone}
        rows = [
            [name, what[name], _seconds(timing), f"{timing.megabytes:.0f}", _times(timing, timings["corefscore"])]
            for name, timing in timings.items()
        ]
        return _section(title, ["", "what", "CPU s", "peak MB", "× corefscore"], rows)

    def books(self) -> str:
        """(b) One long document."""
        timings: dict[int, dict[str, Timing]] = {}
        peers = [each for each in self.contenders if each.suffix == "conll"]
        for size in (size for size in BOOKS if size <= self.options.largest):
            folder = self._write(f"b{size}", [inputs.book(size)], columns=5)
            commands = {"corefscore": OURS.on(folder)}
            commands |= {each.name: each.on(folder) for each in peers if size <= 20_000}
            if size == BOOKS[0]:
                for contender in peers:
                    self._check(contender, folder)
            timings[size] = interleaved(commands, self.options.repeat, self.options.limit)
        rows = []
        for size, found in timings.items():
            ours = found["corefscore"]
            for name, timing in found.items():
                rows.append([f"{size:,}", name, _seconds(timing), f"{timing.megabytes:.0f}", _times(timing, ours)])
        head = ["mentions", "", "CPU s", "peak MB", "× corefscore"]
        return _section("(b) One long document, all default metrics", head, rows) + _growth(timings)

    def giants(self) -> str:
        """(c) Giant components."""
        head = ["entities", "similarity", "cells", "corefscore", "dense solver", "peak memory a cell"]
        return _section(
            "(c) One giant component: the exact alignment", head, kernels.alignment_rows(self.options.repeat)
        )

    def labels(self) -> str:
        """(d) Labels in memory."""
        sizes = [size for size in (10**6, 10**7) if size <= 10 * self.options.largest]
        head = ["mentions", "corefscore, six metrics", "scikit-learn, contingency table alone", "ratio"]
        title = "(d) Labels in memory: mentions, MUC, B³, BLANC, LEA and pairwise"
        return _section(title, head, kernels.label_rows(self.options.repeat, sizes))

    def loop(self) -> str:
        """(e) A training loop."""
        documents = min(10_000, 3 * self.options.documents)
        title = f"(e) {documents:,} documents of about 45 mentions: MUC, B³, CEAF-e, LEA"
        rows = kernels.loop_rows(self.options.repeat, documents)
        return _section(title, ["", "CPU a document", "speed"], rows)

    def pairs(self) -> str:
        """(f) Real pairs."""
        if not PAIRS.is_dir():
            return _section("(f) Real pairs", ["", ""], [["left out", "the real data is not here"]])
        rows = []
        peers = [each for each in self.contenders if each.suffix == "conll"]
        for pair in sorted(PAIRS.iterdir()):
            folder = self.folder / pair.name
            folder.mkdir()
            for side in ("key", "response"):
                text = gzip.decompress((pair / f"{side}.conll.gz").read_bytes())
                (folder / f"{side}.conll").write_bytes(text)
            ours = [*OURS.on(folder), "--profile", "conll2012"]
            commands = {"corefscore": ours, "floor": floor(folder)} | {each.name: each.on(folder) for each in peers}
            timings = interleaved(commands, self.options.repeat, self.options.limit)
            for name, timing in timings.items():
                rows.append([pair.name, name, _seconds(timing), _times(timing, timings["corefscore"])])
        return _section("(f) Real pairs, from files", ["pair", "", "CPU s", "× corefscore"], rows)

    def variants(self) -> str:
        """(g) Variants for predicted mentions."""
        folder = self._write("g", list(inputs.ontonotes_like(self.options.documents)), columns=11)
        head = ["variant", "plain metric", "from files", "from two corpora in memory", "table and counting alone"]
        title = "(g) Variants for predicted mentions: CPU time, and as a multiple of the plain metric's"
        return _section(title, head, kernels.variant_rows(self.options.repeat, folder))

    def entities(self) -> str:
        """(h) The entity table of a book."""
        rows = []
        for size in (size for size in (20_000, 100_000) if size <= self.options.largest):
            folder = self._write(f"g{size}", [inputs.book(size)], columns=5)
            score = OURS.on(folder)
            table = ["entities" if word == "score" else word for word in score]
            weighted = [*score, "--weights", "information"]
            commands = {
                "`score`, all default metrics": score,
                "`score --weights information`": weighted,
                "`score -m information`": [*score, "-m", "information"],
                "`entities --summary`": [*table, "--summary"],
                "`entities`": table,
                "`entities -f json`": [*table, "-f", "json"],
            }
            timings = interleaved(commands, self.options.repeat, self.options.limit)
            base = timings["`score`, all default metrics"]
            for name, timing in timings.items():
                figures = [_seconds(timing), f"{timing.megabytes:.0f}", _times(timing, base)]
                rows.append([f"{size:,}", name, *figures])
        head = ["mentions", "", "CPU s", "peak MB", "× score"]
        return _section("(h) One entity after the other, in one long document", head, rows)

    def resampling(self) -> str:
        """(i) Intervals and tests."""
        head = ["", "CPU s", "against a loop over resamples"]
        title = "(i) Resampling: 10,000 resamples × 9 metrics × 348 documents × 10 systems"
        return _section(title, head, kernels.resampling_rows(self.options.repeat))

    def errors(self) -> str:
        """(j) Error analysis of one long document."""
        rows = []
        for size in (size for size in BOOKS[1:3] if size <= self.options.largest):
            folder = self._write(f"g{size}", [inputs.book(size)], columns=5)
            rows.append([f"{size:,}", *kernels.error_columns(folder, self.options.repeat)])
        head = ["mentions", "errors", "score, default metrics", "errors, both taxonomies", "prices", "page"]
        return _section("(j) Errors of one long document, with its words", head, rows)

    def corefud(self) -> str:
        """(k) CorefUD, from real files."""
        title = "(k) CorefUD, from real files"
        if not COREFUD.is_dir():
            return _section(title, ["", ""], [["left out", "the real data is not here"]])
        datasets = corefud.unpack(COREFUD, self.folder)
        datasets.append(corefud.repeated(datasets[-1], corefud.COPIES))
        scorer = self.options.scorers and self.options.scorers / "corefud-scorer"
        rows = [
            *corefud.reading_rows(datasets, self.options.repeat),
            *corefud.scoring_rows(datasets, scorer, self.options.repeat, self.options.limit),
        ]
        return _section(title, corefud.HEAD, rows)

    def loads(self) -> str:
        """(l) Large loads."""
        return _section("(l) Large loads", load.HEAD, load.load_rows())

    def start(self) -> str:
        """Start-up."""
        example = ROOT / "examples"
        commands = {
            '`python -c "import numpy"`': [sys.executable, "-c", "import numpy"],
            "`corefscore score` on the example": OURS.on(example),
        }
        timings = interleaved(commands, 3 * self.options.repeat, self.options.limit)
        base = next(iter(timings.values()))
        rows = [[name, _seconds(timing), f"{timing.median / base.median:.2f} ×"] for name, timing in timings.items()]
        return _section("Start-up", ["", "CPU s", "ratio"], rows)

    def _write(self, name: str, documents: list[inputs.Document], columns: int) -> Path:
        print(f"writing {name}", file=sys.stderr)
        folder = self.folder / name
        inputs.write_conll(documents, folder, columns)
        inputs.write_jsonlines(documents, folder)
        if columns == 11:
            inputs.write_scorch(documents, folder)
        if any(contender.suffix == "conllu" for contender in self.contenders) and columns == 11:
            inputs.write_corefud(documents, folder)
        return folder

    def _check(self, contender: Contender, folder: Path) -> None:
        """Stop if a contender that finishes disagrees with us."""
        print(f"checking {contender.name}", file=sys.stderr)
        *_, cut_off, output = run(contender.on(folder), self.options.limit)
        if cut_off:
            return
        *_, ours = run(OURS_AS_JSON.on(folder), self.options.limit)
        expected = OURS_AS_JSON.figures(ours)
        for name, figure in contender.figures(output).items():
            if not math.isclose(figure, expected[name], abs_tol=contender.tolerance):
                sys.exit(f"{contender.name} says {name} {figure}, corefscore {expected[name]}, on {folder}")


SECTIONS: dict[str, Callable[[Bench], str]] = {
    "ontonotes": Bench.ontonotes,
    "books": Bench.books,
    "giants": Bench.giants,
    "labels": Bench.labels,
    "loop": Bench.loop,
    "pairs": Bench.pairs,
    "variants": Bench.variants,
    "entities": Bench.entities,
    "resampling": Bench.resampling,
    "errors": Bench.errors,
    "corefud": Bench.corefud,
    "loads": Bench.loads,
    "start": Bench.start,
}


def _seconds(timing: Timing) -> str:
    return f"> {timing.median:.0f}" if timing.cut_off else f"{timing.median:.2f}"


def _times(timing: Timing, ours: Timing) -> str:
    ratio = timing.median / ours.median
    return (
        f"{'> ' if timing.cut_off else ''}{ratio:.2f} ×"
        if ratio < 10
        else f"{'> ' if timing.cut_off else ''}{ratio:.0f} ×"
    )


def _growth(timings: dict[int, dict[str, Timing]]) -> str:
    """How our time grows from one size to the next."""
    sizes = list(timings)
    lines = []
    for small, large in pairwise(sizes):
        ratio = timings[large]["corefscore"].median / timings[small]["corefscore"].median
        exponent = math.log(ratio) / math.log(large / small)
        lines.append(f"- from {small:,} to {large:,} mentions: {ratio:.1f} × the time (exponent {exponent:.2f})")
    return "Growth of corefscore:\n\n" + "\n".join(lines) + "\n"


def _section(title: str, head: list[str], rows: Iterable[list[str]]) -> str:
    lines = [f"## {title}", "", f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows), "", ""])


def _versions() -> str:
    names = ("numpy", "scipy", "scorch", "coreference-eval", "neleval", "metametric", "scikit-learn")
    found = []
    for name in names:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"{name} absent")
    return f"Python {platform.python_version()}, {', '.join(found)}"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=f"of {', '.join(SECTIONS)} (default: all)")
    parser.add_argument("--repeat", type=int, default=5, help="how often each is run (default: 5; slow ones once)")
    parser.add_argument("--limit", type=float, default=300, help="seconds after which a peer is cut off")
    parser.add_argument("--documents", type=int, default=3500, help="documents of the corpus (a)")
    parser.add_argument("--largest", type=int, default=1_000_000, help="mentions of the longest book (b)")
    parser.add_argument("--without", action="append", default=[], metavar="PEER", help="a peer to leave out")
    parser.add_argument("--scorers", default=os.environ.get(SCORERS), help=f"folder of checkouts (or {SCORERS})")
    parser.add_argument("--output", type=Path, help="file to write (default: the page, if all sections run)")
    options = parser.parse_args(arguments)
    unknown = set(options.sections) - set(SECTIONS)
    if unknown:
        parser.error(f"there is no section {', '.join(sorted(unknown))}")
    options.scorers = Path(options.scorers) if options.scorers else None
    sections = options.sections or list(SECTIONS)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options, Path(folder))
        parts = [SECTIONS[name](bench) for name in sections]
    text = f"{INTRODUCTION}\n{_versions()}.\n\n" + "\n".join(parts)
    print(text)
    output = options.output or (PAGE if set(sections) == set(SECTIONS) else None)
    if output:
        output.write_text(text, encoding="utf-8")


INTRODUCTION = """# Benchmarks

**In short.** This page compares the time and memory of corefscore with those of other scorers: for files (a, b, f, k),
for data in memory (c, d, e), for analyses (g to j), and for large loads (l). The last column of most tables says how
many times as long as corefscore a program takes. Read these ratios, not the seconds.

`make bench` (or `python -m benchmarks`) runs all sections and writes this page. `python -m benchmarks SECTION` runs one
section and only prints it. With `--scorers FOLDER` a run includes the scorers of which FOLDER has checkouts:
`reference-coreference-scorers`, `coval` and `corefud-scorer`.

All programs run in turn, in one run, on inputs from fixed seeds. First their figures are compared. A program that takes
more than 15 s of processor time runs once. A program below one second runs fifteen times, all others five times. The
table has the median. NumPy has one thread. `>` marks a program that was stopped. "Nothing compiled" is corefscore
without its native code (`COREFSCORE_KERNEL=off`). Scorers that cannot read CoNLL get JSON lines, or the format of their
own command.
"""


if __name__ == "__main__":
    main()
