"""CEAF with the mention-based similarity: mentions shared by entities that are aligned one to one."""

from corefscore.core.arrays import Numeric
from corefscore.metrics.base import Count, Ratio, RatioMetric, by_cell
from corefscore.metrics.overlap import Cells
from corefscore.metrics.repeats import RepeatedMentions


def shared_mentions(c: Cells) -> Numeric:
    """Luo's third similarity of a key entity and a response entity."""
    return c.shared


CEAFM = RatioMetric(
    name="ceafm",
    title="CEAF-m",
    description="mentions shared by entities under the best one-to-one alignment",
    formula="max Σ |k ∩ g(k)| / Σ |k|, over all one-to-one alignments g of key and response entities",
    cite=("luo-2005",),
    aliases=("ceaf-m", "ceaf-phi3"),
    weighted=True,
    pair=by_cell(lambda c: c.shared / c.key_size, lambda c: c.shared / c.response_size),
    repeats=RepeatedMentions.ceafm,
    align=shared_mentions,
    recall=Ratio(Count(cell=shared_mentions), Count(key=lambda e: e.size)),
    precision=Ratio(Count(cell=shared_mentions), Count(response=lambda e: e.size)),
)
