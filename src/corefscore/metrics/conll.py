"""The CoNLL average, also called MELA."""

from corefscore.metrics.average import Average

CONLL = Average(
    name="conll",
    title="CoNLL",
    description="mean F1 of MUC, B³ and CEAF-e",
    cite=("denis-baldridge-2009", "pradhan-etal-2011"),
    of=("muc", "b3", "ceafe"),
)
