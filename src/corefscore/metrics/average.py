"""The mean F1 of other metrics: the CoNLL average, also called MELA.

Definition::

    F1 = (F1(MUC) + F1(B³) + F1(CEAF-e)) / 3

An average has an F1 only. It has no recall and no precision.

References
----------
Denis and Baldridge (2009), Global Joint Models for Coreference Resolution and Named Entity Classification,
Procesamiento del Lenguaje Natural 42. Pradhan et al. (2011), CoNLL-2011 Shared Task: Modeling Unrestricted Coreference
in OntoNotes.

Examples
--------
Key {a b c} {d e f g}, response {a b} {c d} {f g h i}: (0.4 + 0.4545 + 0.52) / 3.

>>> import corefscore
>>> key, response = [[*"abc"], [*"defg"]], [[*"ab"], [*"cd"], [*"fghi"]]
>>> corefscore.score(key, response)["conll"]
Score(f1=0.4582)
"""

from __future__ import annotations

from corefscore.metrics.base import Metric


class Average(Metric):
    """The mean F1 of several metrics. It has no recall, no precision, and no counts of its own."""


CONLL = Average(
    name="conll",
    title="CoNLL",
    description="mean F1 of MUC, B³ and CEAF-e",
    symmetric=True,
    formula="(F1(MUC) + F1(B³) + F1(CEAF-e)) / 3",
    cite=("denis-baldridge-2009", "pradhan-etal-2011"),
    aliases=("mela", "avg", "average", "conll2012"),
    of=("muc", "b3", "ceafe"),
)
