"""Information: how much of the information of an entity is found, in its mentions and in their links.

Definition::

    recall = Σₖ w(k) min(1, Σᵣ found(k, r) / links(k)) / Σ w(k)

w(k) is the weight of the mentions of k. links(k) is the weight of all links of k. found(k, r) is the weight of the
links that r has too; each link counts to the degree to which it is right. Precision is the same with key and response
exchanged.

The metric is a proposal of this project. It follows a conjecture of Holen (2013): people look for correct links and
for correct mentions, complete or partial, and give them weights. The metric is similar to LEA, with three changes:

* The weight of a mention is the information that it carries (`weights.information`). The weight of a link is the weight
  of its heavier mention. So the link from "he" to "the chairman" weighs as much as the link from "Wang" to "the
  chairman".
* A mention that overlaps with its counterpart is partly right; the degree is Dice's coefficient of their tokens. The
  degree of a link is the product of the degrees of its two mentions.
* Each mention has a link to itself, which represents the mention. Its degree is that of the best link from the mention
  to another mention. So a mention counts only if it is resolved: without a right link it gets no credit. Singletons
  have no links to other mentions. If a mention is a singleton on both sides, the degree of the link to itself is that
  of the mention.

References
----------
Holen (2013), Critical Reflections on Evaluation Practices in Coreference Resolution, NAACL HLT Student Research
Workshop. Moosavi and Strube (2016), Which Coreference Evaluation Metric Do You Trust?, ACL.

Examples
--------
A missing pronoun costs less than a missing name:

>>> import corefscore
>>> key = [["Wang Jin-pyng", "the vice chairman", "he"]]
>>> corefscore.score(key, [["Wang Jin-pyng", "the vice chairman"]], ["information"])["information"]
Score(recall=0.6025, precision=1, f1=0.7519)
>>> corefscore.score(key, [["the vice chairman", "he"]], ["information"])["information"]
Score(recall=0.3527, precision=1, f1=0.5215)

Mentions that are found but not linked get no credit:

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
    """The metric with its usual parameters. The links get their weights when they are counted."""

    def count(self, overlap: Overlap) -> Floats:
        from corefscore.metrics.information_links import LinkWeights

        return LinkWeights().count(overlap)

    def found(self, overlap: Overlap) -> FoundLinks:
        """Return the links that each pair of entities shares, and all links of each entity."""
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
    description="links and mentions that are found, completely or partly, weighted by their information",
    formula="Σ w(k) min(1, Σ found(k, r) / links(k)) / Σ w(k); weights of entities, of found links, and of all links",
    cite=("holen-2013", "moosavi-strube-2016"),
    weighted=True,
    pair=_pair_rates,
    own_pairs=_aligned_pairs,
    needs_text=True,
)
