"""Figures made from the F1 of other metrics: the CoNLL average, also called MELA."""

from __future__ import annotations

from dataclasses import dataclass

from corefscore.metrics.base import Metric


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Average(Metric):
    """The mean F1 of several metrics; it has neither recall nor precision nor counts of its own."""

    of: tuple[str, ...]

    @property
    def parts(self) -> tuple[str, ...]:
        return self.of


CONLL = Average(
    name="conll",
    title="CoNLL",
    description="mean F1 of MUC, B³ and CEAF-e",
    formula="(F1(MUC) + F1(B³) + F1(CEAF-e)) / 3",
    cite=("denis-baldridge-2009", "pradhan-etal-2011"),
    aliases=("mela", "avg", "average", "conll2012"),
    of=("muc", "b3", "ceafe"),
)
