"""B-cubed: for each mention, how much of its entity on one side is in its entity on the other?"""

from corefscore.metrics.base import Count, Ratio, RatioMetric, by_cell
from corefscore.metrics.repeats import RepeatedMentions

B3 = RatioMetric(
    name="b3",
    title="B³",
    description="for each mention, the part of its entity that the other side's entity contains",
    formula="Σ |k ∩ r|² / |k|, over key entities k and response entities r, divided by Σ |k|",
    cite=("bagga-baldwin-1998",),
    aliases=("bcub", "bcubed", "b-cubed", "b-cube"),
    weighted=True,
    pair=by_cell(lambda c: c.shared / c.key_size, lambda c: c.shared / c.response_size),
    repeats=RepeatedMentions.b3,
    recall=Ratio(Count(cell=lambda c: c.shared**2 / c.key_size), Count(key=lambda e: e.size)),
    precision=Ratio(Count(cell=lambda c: c.shared**2 / c.response_size), Count(response=lambda e: e.size)),
)
