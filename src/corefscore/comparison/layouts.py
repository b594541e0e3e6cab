"""The layouts of a table of results: F1 only, all rates, or the usual figures of a table in a paper."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from corefscore.core.export import View
from corefscore.core.problems import check_choice
from corefscore.core.settings import PAPER_METRICS
from corefscore.core.tables import Column, Table
from corefscore.metrics.average import Average
from corefscore.metrics.base import CountedMetric, Metric
from corefscore.result import Result, Score

LAYOUTS = F1, RATES, PAPER = "f1", "rates", "paper"
PAPER_TITLES = {"muc": "MUC", "b3": "B³", "ceafe": "CEAFφ₄"}
PAPER_DECIMALS = 1
SHORT = {"recall": "R", "precision": "P", "f1": "F1"}
SYSTEM = Column("System", "system")


class Cell(NamedTuple):
    """A column of figures: a rate of a metric or of a family of it, and the heading that it shares with others."""

    metric: str
    rate: str
    column: Column
    over: str = ""
    family: str = ""

    def value(self, result: Result) -> float:
        """Return the rate of a result, or not a number if the result does not have the family."""
        score: Score | None = result[self.metric]
        if score and self.family:
            score = score.families.get(self.family)
        found: float = getattr(score, self.rate, math.nan)
        return found


def cells_of(metrics: Sequence[Metric], layout: str = F1) -> list[Cell]:
    """Return the columns of a layout.

    Raises
    ------
    ValueError
        If there is no such layout, or if it is `paper` and one of its metrics is missing.
    """
    check_choice("layout", layout, LAYOUTS)
    if layout == PAPER:
        return _paper_cells([metric.name for metric in metrics])
    if layout == RATES:
        return [
            _rate(metric.name, title, rate, family=family)
            for metric in metrics
            for family, title in _titles(metric).items()
            for rate in _rates(metric)
        ]
    return [
        Cell(metric.name, "f1", Column(title, _key(metric.name, family), "percent"), family=family)
        for metric in metrics
        for family, title in _titles(metric).items()
    ]


def _titles(metric: Metric) -> dict[str, str]:
    """Return the titles of a metric and of its families, by name. The metric itself has an empty name."""
    families = metric.families if metric.shows_families and isinstance(metric, CountedMetric) else ()
    return {"": metric.title, **{family: f"{metric.title}, {family}" for family in families}}


def _key(metric: str, family: str) -> str:
    return f"{metric}.{family}" if family else metric


def _rates(metric: Metric) -> Sequence[str]:
    """Return the names of the rates of a metric. An average has only one."""
    return ("f1",) if isinstance(metric, Average) else ("recall", "precision", "f1")


def _rate(metric: str, title: str, rate: str, decimals: int = 2, family: str = "") -> Cell:
    column = Column(SHORT[rate], f"{_key(metric, family)}_{rate}", "percent", decimals)
    return Cell(metric, rate, column, title, family)


def _paper_cells(names: Sequence[str]) -> list[Cell]:
    missing = [name for name in PAPER_METRICS if name not in names]
    if missing:
        raise ValueError(f"the layout of papers needs the metrics {', '.join(PAPER_METRICS)}; add {', '.join(missing)}")
    rates = [
        _rate(metric, title, rate, PAPER_DECIMALS)
        for metric, title in PAPER_TITLES.items()
        for rate in ("precision", "recall", "f1")
    ]
    return [*rates, Cell("conll", "f1", Column("Avg. F1", "conll_f1", "percent", PAPER_DECIMALS))]


def paper_row(result: Result, name: str) -> View:
    """Return a result as a row in the usual layout of papers: P, R and F1 of MUC, B³ and CEAFφ₄, and the average F1.

    Parameters
    ----------
    result : Result
        The result.
    name : str
        The name of the system.

    Returns
    -------
    View
        The row, which can be exported like any result.

    Raises
    ------
    ValueError
        If one of these metrics is missing.

    Examples
    --------
    >>> import corefscore
    >>> result = corefscore.score([["a", "b", "c"]], [["a", "b"]])
    >>> print(paper_row(result, "ours").to_markdown().splitlines()[2])
    | ours | 100.0 | 50.0 | 66.7 | 100.0 | 44.4 | 61.5 | 80.0 | 80.0 | 80.0 | 69.4 |
    """
    cells = cells_of(result.metrics, PAPER)
    row = [name, *(result.figure(cell.metric, cell.rate) for cell in cells)]
    over = ["", *(cell.over for cell in cells)]
    columns = [SYSTEM, *(cell.column for cell in cells)]
    return View(result, Table(columns, [row], foot=result.notes, over=over, signatures=[("", result.signature)]))
