"""The 53 systems of the CoNLL-2011 and CoNLL-2012 shared tasks, rescored with the reference scorer.

Source: Pradhan, Luo, Recasens, Hovy, Ng and Strube (2014), "Scoring Coreference Partitions of Predicted Mentions: A
Reference Implementation", Table 1: F1 in percent, official closed track. The printed averages of two systems are not
the means of their figures. They are misprints; here these systems have the average of the formula.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from importlib.resources import files
from typing import NamedTuple

METRICS = ("mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "conll")
AVERAGE = "conll"


class Published(NamedTuple):
    """One row of the table: F1 between 0 and 1, and the printed average if it is a misprint."""

    track: str
    system: str
    f1: dict[str, float]
    misprint: float | None = None


def systems(track: str | None = None) -> list[Published]:
    """Return the systems of all tracks or of one track, in the order of the table.

    Parameters
    ----------
    track : str, optional
        One of the `tracks`.

    Returns
    -------
    list of Published
        The systems.

    Examples
    --------
    >>> [each.system for each in systems("conll2012-arabic")][:2]
    ['fernandes', 'bjorkelund']
    >>> [(each.system, each.misprint, each.f1["conll"]) for each in systems() if each.misprint]
    [('kobdani', 0.387, 0.408), ('stamborg', 0.542, 0.545)]
    """
    text = files("corefscore.comparison").joinpath("conll2012.csv").read_text(encoding="utf-8")
    rows = map(_published, csv.DictReader(text.splitlines()))
    return [row for row in rows if track in (None, row.track)]


def tracks() -> Sequence[str]:
    """Return the names of the tracks."""
    return list(dict.fromkeys(row.track for row in systems()))


def _published(row: dict[str, str]) -> Published:
    f1 = {name: _share(row[name]) for name in METRICS}
    if not row["conll_corrected"]:
        return Published(row["track"], row["system"], f1)
    corrected = {**f1, AVERAGE: _share(row["conll_corrected"])}
    return Published(row["track"], row["system"], corrected, misprint=f1[AVERAGE])


def _share(percent: str) -> float:
    return round(float(percent) / 100, 4)
