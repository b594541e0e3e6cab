"""Compare systems that find their own mentions, as Cai and Strube (2010) do: Tables 7 to 11 for any outputs.

Table 7 shows how well mentions are found: their number, the matching mentions, coverage (the share of the key mentions
that is found) and accuracy (the share of the response mentions that is correct). Tables 8 to 11 show recall, precision
and F1 of MUC and of the variants of B³ and CEAF. A figure is bold if it is higher than that of every other system by a
paired t-test on documents at 0.05, as in the paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from corefscore.comparison.systems import Comparison
from corefscore.core.arrays import Bools, Floats
from corefscore.core.export import Exportable
from corefscore.core.tables import Column, Figure, Table
from corefscore.metrics.base import RATES, CountedMetric
from corefscore.metrics.macro import defined_rates
from corefscore.metrics.mentions import MENTIONS
from corefscore.metrics.selection import find_metrics

METRICS = ("muc", "b3-sys", "b3-0", "b3-all", "b3-rn", "ceafm-sys", "ceafm", "ceafm-rn")
"""The metrics of Tables 8 to 10, in the order of the paper."""
TABLES = (("Table 8", 0, 1), ("Tables 9 and 11", 1, 5), ("Table 10", 5, 8))
LEVEL = 0.05
LETTERS = ("R", "P", "F1")


@dataclass(frozen=True, eq=False)
class PredictedMentions(Exportable):
    """Systems that find their own mentions.

    Parameters
    ----------
    comparison : Comparison
        The systems, scored by `METRICS`.
    """

    comparison: Comparison

    def __repr__(self) -> str:
        return f"<PredictedMentions of {len(self.comparison)} systems>"

    def table(self) -> Table:
        """Return Table 7: how well mentions are found."""
        columns = [
            Column("System", "system"),
            Column("Mentions", "mentions", "count"),
            Column("Matched", "matched", "count"),
            Column("Coverage", "coverage", "percent"),
            Column("Accuracy", "accuracy", "percent"),
        ]
        rows = []
        for name, result in self.comparison.items():
            found, key, _, response = result.counts.total[MENTIONS.name].tolist()
            shares = [found / whole if whole else 0.0 for whole in (key, response)]
            rows.append([name, int(response), int(found), *shares])
        return Table(columns, rows, ["Table 7: mentions"])

    def tables(self) -> list[Table]:
        return [self.table(), *(self._rates(title, METRICS[first:last]) for title, first, last in TABLES)]

    def full_table(self) -> Table:
        """Return a row for each system and metric, with the greatest p-value of its t-tests; 1 if another is higher."""
        columns = [Column(name, name) for name in ("system", "metric", *RATES, *(f"{rate}_p" for rate in RATES))]
        rows = []
        for metric in find_metrics(METRICS):
            for name, result in self.comparison.items():
                ps = [self._p(metric, name, rate) for rate in range(len(RATES))]
                rows.append([name, metric.name, *result[metric.name][: len(RATES)], *ps])
        return Table(columns, rows)

    def to_dict(self) -> dict[str, object]:
        return {
            "signature": self.comparison.signature,
            "mentions": self.table().to_records(),
            "rates": self.full_table().to_records(),
        }

    def _rates(self, title: str, names: Sequence[str]) -> Table:
        metrics = find_metrics(names)
        columns = [Column("System", "system")]
        for metric in metrics:
            columns += [
                Column(f"{metric.title} {letter}", f"{metric.name}_{rate}", "percent")
                for letter, rate in zip(LETTERS, RATES, strict=True)
            ]
        rows: list[list[object]] = []
        for name, result in self.comparison.items():
            row: list[object] = [name]
            for metric in metrics:
                for number, rate in enumerate(RATES):
                    best = self._p(metric, name, number) < LEVEL
                    row.append(Figure(getattr(result[metric.name], rate), marks="*" if best else "", best=best))
            rows.append(row)
        foot = f"* (bold): higher than every other system, paired t-test on documents, p < {LEVEL:g}"
        return Table(columns, rows, [f"{title}: recall, precision and F1"], foot=[foot])

    def _p(self, metric: object, system: str, rate: int) -> float:
        """Return the greatest p-value against another system, if this system is above all others; otherwise 1."""
        if not isinstance(metric, CountedMetric):
            return 1.0
        values = {name: self._of_documents(metric, name) for name in self.comparison}
        ours, known = values[system]
        scores = {name: getattr(result[metric.name], RATES[rate]) for name, result in self.comparison.items()}
        found = []
        for name, (theirs, defined) in values.items():
            if name != system:
                higher = scores[system] > scores[name]
                both = known[:, rate] | defined[:, rate]
                found.append(_paired_t(ours[both, rate] - theirs[both, rate]) if higher else 1.0)
        return max(found, default=1.0)

    def _of_documents(self, metric: CountedMetric, system: str) -> tuple[Floats, Bools]:
        rows = self.comparison[system].counts.rows[metric.name]
        return metric.rates(rows), defined_rates(metric, rows)


def _paired_t(differences: Floats) -> float:
    """Return the two-sided p-value of Student's paired test, for a mean difference above 0."""
    from scipy.special import stdtr

    count = len(differences)
    if count < 2 or differences.mean() <= 0:
        return 1.0
    error = differences.std(ddof=1) / np.sqrt(count)
    return float(2 * stdtr(count - 1, -differences.mean() / error)) if error > 0 else 0.0
