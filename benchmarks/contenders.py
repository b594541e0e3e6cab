"""The scorers that are compared: how each is called on files, and how to read its F1s from what it prints."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TypeAlias

Figures: TypeAlias = dict[str, float]

FLOOR = """
import sys, numpy
for path in sys.argv[1:]:
    with open(path, "rb") as stream:
        stream.read().count(b"\\n")
"""


@dataclass(frozen=True)
class Contender:
    """A scorer; `digits` is the precision of its figures, `adds_up` whether it adds counts over documents."""

    name: str
    metrics: str
    suffix: str
    command: Callable[[str, str], list[str]]
    figures: Callable[[str], Figures]
    tolerance: float = 1e-9
    adds_up: bool = True

    def on(self, folder: Path) -> list[str]:
        return self.command(str(folder / f"key.{self.suffix}"), str(folder / f"response.{self.suffix}"))


def floor(folder: Path) -> list[str]:
    """A Python process that imports NumPy, reads both files and counts newlines."""
    return [sys.executable, "-c", FLOOR, str(folder / "key.conll"), str(folder / "response.conll")]


def _module(name: str, *arguments: str) -> list[str]:
    return [sys.executable, "-W", "ignore", "-m", name, *arguments]


def _our_figures(output: str) -> Figures:
    return {name: score["f1"] for name, score in json.loads(output)["metrics"].items()}


OURS = Contender(
    "corefscore",
    "all default metrics",
    "conll",
    lambda key, response: _module("corefscore", "score", key, response),
    _our_figures,
)
OURS_FROM_JSON_LINES = Contender(
    "corefscore, from JSON lines", "all default metrics", "jsonl", OURS.command, _our_figures
)
OURS_AS_JSON = Contender(
    "corefscore",
    "all default metrics",
    "conll",
    lambda key, response: _module("corefscore", "score", key, response, "-f", "json"),
    _our_figures,
)
OURS_WITHOUT_NATIVE = Contender(
    "corefscore, nothing compiled",
    "all default metrics, without the native code",
    "conll",
    lambda key, response: ["env", "COREFSCORE_KERNEL=off", *OURS.command(key, response)],
    _our_figures,
)


def _peer(name: str, package: str, module: str, metrics: str, adds_up: bool = True) -> list[Contender]:
    """A peer from PyPI, if it is installed."""
    if find_spec(package) is None:
        print(f"{name} is not installed and is left out", file=sys.stderr)
        return []
    call = f"benchmarks.peers.{module}"
    return [Contender(name, metrics, "jsonl", lambda k, r: _module(call, k, r), json.loads, adds_up=adds_up)]


def _scorch_command() -> list[Contender]:
    """scorch as it is used; it puts spurious mentions into the key, so its figures are others by intent."""
    if find_spec("scorch") is None:
        return []
    call = ["import scorch.main; scorch.main.main_entry_point()"]
    command = [sys.executable, "-W", "ignore", "-c", *call]
    what = "MUC, B³, CEAF-m, CEAF-e, BLANC; a file for each document"
    return [Contender("scorch, its command", what, "scorch", lambda k, r: [*command, k, r], lambda _: {})]


def installed() -> list[Contender]:
    return [
        *_peer("coreference-eval", "corefeval", "coreference_eval", "MUC, B³, CEAF-e, LEA"),
        *_peer("scorch", "scorch", "scorch_scores", "MUC, B³, CEAF-m, CEAF-e, BLANC", adds_up=False),
        *_scorch_command(),
        *_peer("neleval", "neleval", "neleval_metrics", "MUC, B³, CEAF-m, CEAF-e"),
        *_peer("metametric", "metametric", "metametric_coref", "MUC, B³, CEAF-e", adds_up=False),
    ]


def _reference_figures(output: str) -> Figures:
    """F1s of the reference scorer, from the counts it prints."""
    figures = {}
    for block in output.split("METRIC ")[1:]:
        name = block.partition(":")[0].replace("bcub", "b3")
        counts = re.search(r"\nCoreference: Recall: \((\S+) / (\S+)\).*Precision: \((\S+) / (\S+)\)", block)
        if counts:
            a, b, c, d = (float(count) for count in counts.groups())
            recall, precision = a / b if b else 0.0, c / d if d else 0.0
            figures[name] = 2 * recall * precision / (recall + precision) if recall + precision else 0.0
        else:
            percent = re.search(r"\nBLANC: .*F1: (\S+)%", block)
            figures[name] = float(percent[1]) / 100 if percent else 0.0
    return figures


def _printed_figures(output: str) -> Figures:
    """F1s as coval and its relatives print them."""
    rows = re.findall(r"^(\w+) .*F1: (\S+)", output, flags=re.MULTILINE)
    return {name.replace("bcub", "b3"): float(f1) / 100 for name, f1 in rows if name != "CoNLL"}


def _reference_scorer(path: Path) -> Contender:
    return Contender(
        "reference scorer (Perl)",
        "MUC, B³, CEAF-m, CEAF-e, BLANC",
        "conll",
        lambda key, response: ["perl", str(path / "scorer.pl"), "all", key, response, "none"],
        _reference_figures,
        tolerance=1.5e-4,
    )


def _coval(path: Path) -> Contender:
    return Contender(
        "coval",
        "mentions, MUC, B³, CEAF-e, LEA",
        "conll",
        lambda key, response: [sys.executable, "-W", "ignore", str(path / "scorer.py"), key, response],
        _printed_figures,
        tolerance=6e-5,
    )


def _corefud_scorer(path: Path) -> Contender:
    options = ("-x", "-s", "-m", "muc", "bcub", "ceafm", "ceafe", "blanc", "lea")
    program = str(path / "corefud-scorer.py")
    return Contender(
        "corefud-scorer",
        "MUC, B³, CEAF-m, CEAF-e, BLANC, LEA",
        "conllu",
        lambda key, response: [sys.executable, "-W", "ignore", program, key, response, *options],
        _printed_figures,
        tolerance=6e-5,
    )


def checkouts(folder: Path | None) -> list[Contender]:
    """Scorers that are no packages, from a folder with their repositories; those that are not there are left out."""
    wanted: dict[str, Callable[[Path], Contender]] = {
        "reference-coreference-scorers": _reference_scorer,
        "coval": _coval,
        "corefud-scorer": _corefud_scorer,
    }
    found = []
    for name, contender in wanted.items():
        if folder is not None and (folder / name).is_dir():
            found.append(contender((folder / name).resolve()))
        else:
            print(f"{name} is left out: give the folder that holds its repository", file=sys.stderr)
    return found
