"""Leaderboards: published results, and new results that were scored in the same way."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypedDict, cast

from corefscore.comparison import conll2012
from corefscore.core.export import Exportable
from corefscore.core.problems import InputError, Problem, fail
from corefscore.core.settings import LATER, Settings
from corefscore.core.tables import Column, Figure, Table
from corefscore.formats.files import read_bytes
from corefscore.metrics.registry import METRICS

PROFILE = "conll2012"
DOCUMENTS = {"conll2012-english": 348}
HARMLESS = {"missing": "error", "extra": "error", "tokens": "error"}
"""Choices that are stricter than those of the profile. They may reject a response, but do not change its figures."""

REMEDY = "write the file with: corefscore score KEY RESPONSE -f json -o FILE"
MISPRINT, NEW = "†", "+"
SOURCE = "Pradhan et al. (2014), Table 1: F1, official closed track, scored with the reference scorer"


class Entry(NamedTuple):
    """A system on a leaderboard.

    Parameters
    ----------
    system : str
        The name of the system.
    f1 : mapping of str to float
        The F1 of each metric, between 0 and 1.
    misprint : float, optional
        The printed average, if it is not the mean of its metrics.
    new : bool
        Whether the system was added to the published systems.
    """

    system: str
    f1: Mapping[str, float]
    misprint: float | None = None
    new: bool = False

    def to_dict(self) -> dict[str, object]:
        """Return the figures, as JSON has them."""
        misprint = {} if self.misprint is None else {"conll_as_printed": self.misprint}
        return {"system": self.system, "f1": dict(self.f1), **misprint, "added": self.new}


def boards() -> Sequence[str]:
    """Return the names of the leaderboards."""
    return conll2012.tracks()


def published(board: str) -> list[Entry]:
    """Return the published systems of a leaderboard.

    Raises
    ------
    ValueError
        If there is no such leaderboard.
    """
    if board not in boards():
        raise ValueError(f"there is no leaderboard {board!r}; choose from {', '.join(boards())}")
    return [Entry(row.system, row.f1, row.misprint) for row in conll2012.systems(board)]


def read_result(path: str, board: str, name: str | None = None, max_bytes: int | None = None) -> Entry:
    """Read a result that can be added to a leaderboard.

    Parameters
    ----------
    path : str
        A file that `corefscore score -f json` wrote.
    board : str
        The name of the leaderboard.
    name : str, optional
        The name of the system. By default it is the name of the file.
    max_bytes : int, optional
        The largest number of bytes to which a compressed file may be unpacked, as for `read`.

    Returns
    -------
    Entry
        The system with its figures.

    Raises
    ------
    InputError
        If the file is not such a result, or if it was scored in another way than the leaderboard.
    """
    written = _written_result(path, max_bytes)
    f1 = {
        metric: round(score["f1"], 3)  # published figures have one decimal; more digits would break ties with them
        for metric, score in written["metrics"].items()
        if isinstance(score, dict) and isinstance(score.get("f1"), (float, int))
    }
    missing = [metric for metric in conll2012.METRICS if metric not in f1]
    problems = [*_other_settings(path, written["settings"]), *_other_documents(path, board, written["signature"])]
    if missing:
        problems.append(Problem(path, 0, f"lacks {', '.join(missing)}; score with all metrics of the leaderboard"))
    if problems:
        raise InputError(problems)
    return Entry(name or Path(path).name.removesuffix(".json"), {m: f1[m] for m in conll2012.METRICS}, new=True)


class WrittenResult(TypedDict):
    """The part of a result in JSON that a leaderboard needs."""

    metrics: dict[str, object]
    settings: dict[str, object]
    signature: str


def _written_result(path: str, max_bytes: int | None) -> WrittenResult:
    content = read_bytes(path, max_bytes)
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        raise fail(path, 0, f"is not JSON; {REMEDY}") from None
    shapes = {"metrics": dict, "settings": dict, "signature": str}
    if not isinstance(found, dict) or not all(isinstance(found.get(name), kind) for name, kind in shapes.items()):
        raise fail(path, 0, f"is not a result; {REMEDY}")
    return cast("WrittenResult", found)


def _other_settings(path: str, settings: Mapping[str, object]) -> list[Problem]:
    """Return a problem for each policy that differs from the leaderboard and may change figures."""
    wanted = Settings.of(PROFILE).to_dict()
    settings = {policy: getattr(Settings, policy) for policy in LATER} | dict(settings)  # which older results lack
    return [
        Problem(
            path,
            0,
            f"was scored with {policy}={settings.get(policy)}, but the leaderboard with {policy}={choice}; "
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
    message = f"was scored on another set ({found}) than the leaderboard (documents:{expected})"
    return [Problem(path, 0, f"{message}; score the official test set")]


@dataclass(frozen=True)
class Board(Exportable):
    """A leaderboard: published results, and new results ranked among them.

    Parameters
    ----------
    name : str
        The name of the leaderboard.
    entries : sequence of Entry
        The systems, the published ones first.
    by : str
        The metric that ranks the systems.

    Raises
    ------
    ValueError
        If the leaderboard does not have the metric.

    Examples
    --------
    >>> board = Board("conll2012-arabic", published("conll2012-arabic"))
    >>> [entry.system for entry in board.ranked()][:2]
    ['fernandes', 'bjorkelund']
    """

    name: str
    entries: Sequence[Entry]
    by: str = conll2012.AVERAGE

    def __post_init__(self) -> None:
        if self.by not in conll2012.METRICS:
            raise ValueError(f"the leaderboard has no metric {self.by!r}; choose from {', '.join(conll2012.METRICS)}")

    def ranked(self) -> list[Entry]:
        """Return the systems, the best one first. Equal systems keep the order of publication; new systems follow."""
        return sorted(self.entries, key=lambda entry: -entry.f1[self.by])

    def __repr__(self) -> str:
        return f"<Board {self.name}: {len(self.entries):,} systems by {self.by}>"

    def table(self) -> Table:
        """Return a row for each system with its rank and the F1 of each metric."""
        best = {metric: max(entry.f1[metric] for entry in self.entries) for metric in conll2012.METRICS}
        columns = [
            Column("Place", "place", "count"),
            Column("System", "system"),
            *(Column(METRICS[name].title, name, "percent", decimals=1) for name in conll2012.METRICS),
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
        """Return the systems in the order of their ranks."""
        return {"board": self.name, "source": SOURCE, "systems": [entry.to_dict() for entry in self.ranked()]}


def _name(entry: Entry) -> str:
    return f"{entry.system} {NEW}" if entry.new else entry.system


def _figures(entry: Entry, best: Mapping[str, float]) -> list[Figure]:
    marks = {conll2012.AVERAGE: " " if entry.misprint is None else MISPRINT}
    return [Figure(f1, None, marks.get(name, ""), f1 == best[name]) for name, f1 in entry.f1.items()]


def _notes(entries: Sequence[Entry]) -> list[str]:
    misprints = [
        f"{MISPRINT} {entry.system}: printed as {100 * entry.misprint:.1f}, which is not the mean of its metrics"
        for entry in entries
        if entry.misprint is not None
    ]
    added = [f"{NEW} added here"] if any(entry.new for entry in entries) else []
    return misprints + added
