"""Information: how much of the information of an entity is found, in its mentions and in the links between them.

    recall = Σₖ w(k) min(1, Σᵣ found(k, r) / links(k)) / Σ w(k)

w(k) is the weight of the mentions of k, links(k) the weight of all its links, and found(k, r) the weight of those that
r has too, as far as they are right. Precision is the same with key and response exchanged.

The metric is a proposal of this project. It follows the conjecture of Holen (2013) that people ask for correct links
and for correct mentions, whole or in part, of a certain weight. It is like LEA, with three changes:

* A mention weighs as much as the information it carries (`weights.information`), and a link weighs as much as its
  heavier mention: the link from "he" to "the chairman" weighs as much as the link from "Wang" to "the chairman".
* A mention that overlaps with its counterpart is right in part (Dice's coefficient of tokens), and a link is right to
  the product of its two mentions.
* Each mention has a link to itself, which stands for the mention as such. It is right as far as the best link of the
  mention to another one is right. So a mention counts where it was resolved: without a right link there is no credit
  for it. Two singletons have no links to others; there the link to itself is right as far as the mention is.

References
----------
Holen (2013), Critical Reflections on Evaluation Practices in Coreference Resolution, NAACL HLT Student Research
Workshop. Moosavi and Strube (2016), Which Coreference Evaluation Metric Do You Trust?, ACL.

Examples
--------
To lose a pronoun costs less than to lose a name:

>>> import corefscore
>>> key = [["Wang Jin-pyng", "the vice chairman", "he"]]
>>> corefscore.score(key, [["Wang Jin-pyng", "the vice chairman"]], ["information"])["information"]
Score(recall=0.6025, precision=1, f1=0.7519)
>>> corefscore.score(key, [["the vice chairman", "he"]], ["information"])["information"]
Score(recall=0.3527, precision=1, f1=0.5215)

To find mentions and link none of them is worth nothing:

>>> corefscore.score([["the baker", "the woman"]], [["the baker"], ["the woman"]], ["information"])["information"]
Score(recall=0, precision=0, f1=0)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from corefscore.core.arrays import Floats
from corefscore.metrics.base import CountedMetric
from corefscore.metrics.overlap import Cells, Overlap

if TYPE_CHECKING:
    from corefscore.metrics.information_links import FoundLinks


class Information(CountedMetric):
    """The metric on links, which are weighed only when they are counted."""

    def count(self, overlap: Overlap) -> Floats:
        from corefscore.metrics.information_links import LinkWeights

        return LinkWeights().count(overlap)

    def found(self, overlap: Overlap) -> FoundLinks:
        """The links that each pair of entities has in common, and all links of each entity."""
        from corefscore.metrics.information_links import LinkWeights

        return LinkWeights().found(overlap)


def _pair_rates(overlap: Overlap, aligned: Cells) -> tuple[Floats, Floats]:
    from corefscore.metrics.information_links import pair_rates

    return pair_rates(overlap, aligned)


def _aligned_pairs(overlap: Overlap) -> Cells:
    from corefscore.metrics.information_links import aligned_pairs

    return aligned_pairs(overlap)


INFORMATION = Information(
    name="information",
    title="Information",
    description="links and mentions found, whole or in part, weighted by their information",
    formula="Σ w(k) min(1, Σ found(k, r) / links(k)) / Σ w(k); weights of entities, of links found, and of all links",
    cite=("holen-2013", "moosavi-strube-2016"),
    weighted=True,
    pair=_pair_rates,
    own_pairs=_aligned_pairs,
    needs_text=True,
)
