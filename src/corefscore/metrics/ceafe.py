"""CEAF with the entity-based similarity: how alike entities are that are aligned one to one."""

from corefscore.core.arrays import Numeric
from corefscore.metrics.base import Count, Ratio, RatioMetric, by_cell
from corefscore.metrics.overlap import Cells
from corefscore.metrics.repeats import RepeatedMentions


def likeness(c: Cells) -> Numeric:
    """Luo's fourth similarity of a key entity and a response entity, also known as Dice's coefficient."""
    return 2 * c.shared / (c.key_size + c.response_size)


CEAFE = RatioMetric(
    name="ceafe",
    title="CEAF-e",
    description="likeness of entities under the best one-to-one alignment; every entity counts the same",
    formula="max Σ 2 |k ∩ g(k)| / (|k| + |g(k)|), over all one-to-one alignments g, divided by the number of entities",
    cite=("luo-2005",),
    aliases=("ceaf-e", "ceaf", "ceaf-phi4"),
    weighted=True,
    pair=by_cell(likeness, likeness),
    repeats=RepeatedMentions.ceafe,
    align=likeness,
    recall=Ratio(Count(cell=likeness), Count(key=lambda _: 1)),
    precision=Ratio(Count(cell=likeness), Count(response=lambda _: 1)),
)
