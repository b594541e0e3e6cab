"""Means over documents. Every document counts the same, whatever its length.

A document without mentions or without links may have a rate of 0 / 0. There are two rules for such rates. With the
usual rule, the document is left out of the mean of this rate. Then recall, precision and F1 may be means over different
documents. With the other rule, the rate counts as 0, and all means are over all documents. The mean F1 is the mean of
the F1 of documents, not the harmonic mean of the other two means. An average such as CoNLL is the mean of the averages
of documents. The average of a document is defined if at least one of its metrics is.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

import numpy as np

from corefscore.core.arrays import Bools, Floats
from corefscore.metrics.average import Average
from corefscore.metrics.base import RATES, CountedMetric, Metric
from corefscore.metrics.selection import counted

F1 = RATES.index("f1")
Three: TypeAlias = tuple[float, float, float]
"""Three figures, for recall, precision and F1."""


class Means(NamedTuple):
    """Recall, precision and F1 over documents: the means, the numbers of documents, and the standard deviations.

    A figure is NaN if the metric has no such rate. The standard deviation (of the sample) is also NaN for fewer than
    two documents.
    """

    rates: Three
    documents: tuple[int, int, int]
    deviations: Three


class MacroRule(NamedTuple):
    """A kind of mean over documents: its name in tables, and whether a rate of 0 / 0 counts as 0."""

    key: str
    zero: bool
    title: str
    meaning: str


MACRO_RULE = MacroRule(
    "macro",
    False,
    "Macro",
    "means over the documents in which a rate is not 0/0 (Documents: number for R, P, F1; SD: standard deviation)",
)
MACRO_ALL_RULE = MacroRule("macro_all", True, "Macro all", "means over all documents; a rate of 0/0 counts as 0")


def macro_means(metrics: Iterable[Metric], rows: Mapping[str, Floats], zero: bool = False) -> dict[str, Means]:
    """Return the means of each metric over rows of counts.

    Parameters
    ----------
    metrics : iterable of Metric
        The metrics.
    rows : mapping of str to array
        The counts of each document, by the name of the metric.
    zero : bool
        Whether a rate of 0 / 0 counts as 0. Otherwise the document is left out of the mean of this rate.

    Returns
    -------
    dict of str to Means
        The means of each metric, by its name.

    Examples
    --------
    >>> from corefscore.metrics.muc import MUC
    >>> rows = {"muc": np.array([[1.0, 1, 1, 2], [0, 0, 0, 1]])}
    >>> macro_means([MUC], rows)["muc"][:2]
    ((1.0, 0.25, 0.3333333333333333), (1, 2, 2))
    >>> macro_means([MUC], rows, zero=True)["muc"][:2]
    ((0.5, 0.25, 0.3333333333333333), (2, 2, 2))
    """
    listed = list(metrics)
    parts = {part.name: (part.rates(rows[part.name]), defined_rates(part, rows[part.name])) for part in counted(listed)}
    found = {}
    for metric in listed:
        rates, defined = _averaged(metric, parts) if isinstance(metric, Average) else parts[metric.name]
        found[metric.name] = _means(rates, defined | zero)
    return found


def defined_rates(metric: CountedMetric, rows: Floats) -> Bools:
    """Return whether recall, precision and F1 of each row are defined, that is, are not 0 / 0."""
    recall, precision = (
        sum(rows[:, columns][:, count] for columns in metric.families.values()) > 0 for count in (1, 3)
    )
    return np.column_stack([recall, precision, recall | precision])


def _averaged(metric: Average, parts: Mapping[str, tuple[Floats, Bools]]) -> tuple[Floats, Bools]:
    """Return the rates of an average in each row, and whether its F1 is defined: one of its metrics has an F1."""
    f1 = np.mean([parts[name][0][:, F1] for name in metric.of], axis=0)
    known = np.any([parts[name][1][:, F1] for name in metric.of], axis=0)
    unknown = np.full_like(f1, np.nan)
    return np.column_stack([unknown, unknown, f1]), np.column_stack([known] * len(RATES))


def _means(rates: Floats, counting: Bools) -> Means:
    columns = [rates[counting[:, rate], rate].tolist() for rate in range(len(RATES))]
    recall, precision, f1 = (math.fsum(column) / len(column) if column else 0.0 for column in columns)
    spread = (_deviation(columns[0]), _deviation(columns[1]), _deviation(columns[2]))
    return Means((recall, precision, f1), (len(columns[0]), len(columns[1]), len(columns[2])), spread)


def _deviation(column: list[float]) -> float:
    """Return the sample standard deviation, with n − 1 in the denominator.

    >>> _deviation([1.0, 3.0, 5.0])
    2.0
    """
    if len(column) < 2:
        return math.nan
    mean = math.fsum(column) / len(column)
    return math.sqrt(math.fsum((value - mean) ** 2 for value in column) / (len(column) - 1))
