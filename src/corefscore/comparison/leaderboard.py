"""Published results, and new ones placed among them if they were scored alike."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from corefscore.comparison import conll2012
from corefscore.core.export import Exportable
from corefscore.core.problems import InputError, Problem, fail
from corefscore.core.settings import Settings
from corefscore.core.tables import Column, Figure, Table
from corefscore.formats.files import read_bytes
from corefscore.metrics.registry import METRICS

PROFILE = "conll2012"
DOCUMENTS = {"conll2012-english": 348}
HARMLESS = {"missing": "error", "extra": "error", "tokens": "error"}
"""Stricter choices that give the same figures as those of the profile, if they let a response pass."""

MISPRINT, NEW = "†", "+"
SOURCE = "Pradhan et al. (2014), Table 1: F1, official closed track, scored with the reference scorer"


class Entry(NamedTuple):
    """A system on a board; `misprint` is the printed average where it disagrees with its parts."""

    system: str
    f1: Mapping[str, float]
    misprint: float | None = None
    new: bool = False

    def to_dict(self) -> dict[str, object]:
        misprint = {} if self.misprint is None else {"conll_as_printed": self.misprint}
        return {"system": self.system, "f1": dict(self.f1), **misprint, "added": self.new}


def boards() -> Sequence[str]:
    return conll2012.tracks()


def published(board: str) -> list[Entry]:
    """The systems of a board, as published."""
    if board not in boards():
        raise ValueError(f"there is no board {board!r}; choose from {', '.join(boards())}")
    return [Entry(row.system, row.f1, row.misprint) for row in conll2012.systems(board)]


def read_result(path: str, board: str, name: str | None = None) -> Entry:
    """A result written by `corefscore score -f json`, if it may stand on the board."""
    figures = _json(path)
    f1 = {
        metric: round(score["f1"], 3)  # the board has one place of a percent; more would break its ties by chance
        for metric, score in figures["metrics"].items()
        if isinstance(score, dict) and isinstance(score.get("f1"), (float, int))
    }
    missing = [metric for metric in conll2012.METRICS if metric not in f1]
    problems = [*_other_settings(path, figures["settings"]), *_other_documents(path, board, figures["signature"])]
    if missing:
        problems.append(Problem(path, 0, f"lacks {', '.join(missing)}; score with all the metrics of the board"))
    if problems:
        raise InputError(problems)
    return Entry(name or Path(path).name.removesuffix(".json"), {m: f1[m] for m in conll2012.METRICS}, new=True)


def _json(path: str) -> dict[str, Any]:
    try:
        figures = json.loads(read_bytes(path))
    except ValueError:
        raise fail(path, 0, "is no JSON; write it with: corefscore score KEY RESPONSE -f json -o FILE") from None
    shapes = {"metrics": dict, "settings": dict, "signature": str}
    if not isinstance(figures, dict) or not all(isinstance(figures.get(k), kind) for k, kind in shapes.items()):
        raise fail(path, 0, "is no result; write it with: corefscore score KEY RESPONSE -f json -o FILE")
    return figures


def _other_settings(path: str, settings: Mapping[str, object]) -> list[Problem]:
    """What keeps a result off the board: a policy that may change figures and is not that of the reference scorer."""
    wanted = Settings.of(PROFILE).to_dict()
    return [
        Problem(
            path,
            0,
            f"was scored with {policy}={settings.get(policy)}, the board with {policy}={choice}; "
            f"score it with --profile {PROFILE}",
        )
        for policy, choice in wanted.items()
        if settings.get(policy) not in (choice, HARMLESS.get(policy, choice))
    ]


def _other_documents(path: str, board: str, signature: str) -> list[Problem]:
    expected = DOCUMENTS.get(board)
    if expected is None or f"documents:{expected}" in signature.split("|"):
        return []
    found = next((part for part in signature.split("|") if part.startswith("documents:")), "documents:unknown")
    message = f"was scored on another set ({found}), the board on documents:{expected}; score the official test set"
    return [Problem(path, 0, message)]


@dataclass(frozen=True)
class Board(Exportable):
    """Published results, and new ones among them.

    Parameters
    ----------
    name : str
        The name of the board.
    entries : sequence of Entry
        The systems, those that were published first.
    by : str
        The metric that ranks them.
    """

    name: str
    entries: Sequence[Entry]
    by: str = conll2012.AVERAGE

    def __post_init__(self) -> None:
        if self.by not in conll2012.METRICS:
            raise ValueError(f"{self.by!r} is not on the board; choose from {', '.join(conll2012.METRICS)}")

    def ranked(self) -> list[Entry]:
        """The best first; equals stand in the order of publication, new ones after them."""
        return sorted(self.entries, key=lambda entry: -entry.f1[self.by])

    def table(self) -> Table:
        best = {metric: max(entry.f1[metric] for entry in self.entries) for metric in conll2012.METRICS}
        columns = [
            Column("Place", "place", "count"),
            Column("System", "system"),
            *(Column(METRICS[name].title, name, "percent", places=1) for name in conll2012.METRICS),
        ]
        rows = [
            [
                1 + sum(other.f1[self.by] > entry.f1[self.by] for other in self.entries),
                _name(entry),
                *_figures(entry, best),
            ]
            for entry in self.ranked()
        ]
        return Table(columns, rows, foot=[SOURCE, *_notes(self.entries)])

    def to_dict(self) -> dict[str, object]:
        return {"board": self.name, "source": SOURCE, "systems": [entry.to_dict() for entry in self.ranked()]}


def _name(entry: Entry) -> str:
    return f"{entry.system} {NEW}" if entry.new else entry.system


def _figures(entry: Entry, best: Mapping[str, float]) -> list[Figure]:
    marks = {conll2012.AVERAGE: " " if entry.misprint is None else MISPRINT}
    return [Figure(f1, None, marks.get(name, ""), f1 == best[name]) for name, f1 in entry.f1.items()]


def _notes(entries: Sequence[Entry]) -> list[str]:
    misprints = [
        f"{MISPRINT} {entry.system}: printed as {100 * entry.misprint:.1f}, which is not the mean of its parts"
        for entry in entries
        if entry.misprint is not None
    ]
    added = [f"{NEW} added here"] if any(entry.new for entry in entries) else []
    return misprints + added
