"""Split antecedents alone: how far the split antecedents of key and response agree.

Definition::

    recall = Σ found(k, g(k)) / Σ all(k)

The sums are over the split antecedents of the key. g is the one-to-one alignment of these with the split antecedents of
the response for which the sum of F1 is greatest. found and all are the numerator and the denominator of a metric. This
metric takes the entities of one split antecedent as its key, and the entities of the other as its response. Precision
is the same with key and response exchanged.

References
----------
Paun, Yu, Moosavi and Poesio (2023), Scoring Coreference Chains with Split-Antecedent Anaphors, Dialogue & Discourse
14(2).

Examples
--------
The key has <Ann + Bob>, the response <Ann + Cem>.

>>> import corefscore
>>> from corefscore.core.arrays import ints
>>> from corefscore.core.corpus import Corpus, Memory, Origin
>>> from corefscore.core.relations import Relations
>>> def corpus(parts):
...     columns = map(ints, ([0, 0, 0, 0], [0, 3, 6, 9], [0, 3, 6, 9], [0, 1, 2, 3]))
...     elements = map(ints, ([3, 3], parts, [], [], []))
...     relations = Relations(*elements, relation=np.array([], dtype=object))
...     origins, labels = [Origin("story", Memory("example"))], np.array(["Ann", "Bob", "Cem", "they"])
...     return Corpus.build(origins, *columns, labels=labels, relations=relations)
>>> corefscore.score(corpus([0, 1]), corpus([0, 2]), ["split-b3"])["split-b3"]
Score(recall=0.5, precision=0.5, f1=0.5)
"""

from __future__ import annotations

import numpy as np

from corefscore.core.arrays import Floats
from corefscore.core.settings import Settings
from corefscore.metrics.b3 import B3
from corefscore.metrics.base import COUNTS, CountedMetric, RatioMetric, Split
from corefscore.metrics.ceafe import CEAFE
from corefscore.metrics.ceafm import CEAFM
from corefscore.metrics.lea import LEA
from corefscore.metrics.muc import MUC
from corefscore.metrics.overlap import Overlap


class SplitAlone(CountedMetric):
    """A metric that counts split antecedents only. `split` has the metric that compares them."""

    def under(self, settings: Settings) -> SplitAlone:
        """Return the metric, if split antecedents are scored.

        Raises
        ------
        ValueError
            If the settings leave them out.
        """
        if settings.split == "off":
            message = f"split=off leaves out split antecedents, which {self.name!r} is about"
            raise ValueError(f"{message}; choose split=on (--split on), or leave out the metric")
        return self

    def count(self, overlap: Overlap) -> Floats:
        found = overlap.split_antecedents
        if found is None or self.split is None or self.split.by is None:
            return np.zeros((overlap.document_count, len(COUNTS)))
        return found.by_document(self.split.by)


def _alone(metric: RatioMetric, name: str) -> SplitAlone:
    return SplitAlone(
        name=name,
        title=f"Split {metric.title}",
        description=f"split antecedents of plural entities alone, by {metric.title}",
        formula=f"Σ found(k, g(k)) / Σ all(k), by {metric.title}, for split antecedents k and their best alignment g",
        cite=("paun-etal-2023",),
        split=Split((metric.split and metric.split.by) or metric),
        needs_text=True,
        of_relations=True,
    )


SPLIT_MUC = _alone(MUC, name="split-muc")
SPLIT_B3 = _alone(B3, name="split-b3")
SPLIT_CEAFM = _alone(CEAFM, name="split-ceafm")
SPLIT_CEAFE = _alone(CEAFE, name="split-ceafe")
SPLIT_LEA = _alone(LEA, name="split-lea")
