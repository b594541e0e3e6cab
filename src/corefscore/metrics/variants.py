"""What was scored between 2009 and 2013 when key and response did not have the same mentions.

A variant is a plain metric on a rewritten key and response.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from corefscore.core.arrays import Floats
from corefscore.metrics.b3 import B3
from corefscore.metrics.base import CountedMetric, RatioMetric
from corefscore.metrics.ceafe import CEAFE
from corefscore.metrics.ceafm import CEAFM
from corefscore.metrics.overlap import Overlap
from corefscore.metrics.rewriting import (
    Step,
    discard_spurious,
    discard_twinless_singletons,
    put_missing_into_response,
    put_spurious_into_key,
)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Variant(CountedMetric):
    """A metric that rewrites key and response, in one way for recall and maybe in another for precision.

    Parameters
    ----------
    plain : RatioMetric
        The metric that counts what the steps leave.
    recall, precision : tuple of callables
        The steps, one after the other.
    """

    plain: RatioMetric
    recall: tuple[Step, ...]
    precision: tuple[Step, ...]

    def count(self, overlap: Overlap) -> Floats:
        recall = self.plain.sums(overlap.after(self.recall), self.plain.recall)
        precision = self.plain.sums(overlap.after(self.precision), self.plain.precision)
        return np.column_stack([*recall, *precision])


SYS_RECALL = (discard_twinless_singletons, put_missing_into_response, discard_spurious)
SYS_PRECISION = (discard_twinless_singletons, put_missing_into_response, put_spurious_into_key)

B3_0 = Variant(
    name="b3-0",
    title="B³-0",
    description="B³ without the response mentions that the key lacks",
    cite=("stoyanov-etal-2009", "cai-strube-2010"),
    plain=B3,
    recall=(discard_spurious,),
    precision=(discard_spurious,),
)

B3_ALL = Variant(
    name="b3-all",
    title="B³-all",
    description="B³ where a mention that the other side lacks counts as a singleton there",
    cite=("stoyanov-etal-2009", "cai-strube-2010"),
    plain=B3,
    recall=(put_missing_into_response,),
    precision=(put_spurious_into_key,),
)

B3_RN = Variant(
    name="b3-rn",
    title="B³-r&n",
    description="B³-all without response singletons that the key lacks",
    cite=("rahman-ng-2009", "cai-strube-2010"),
    plain=B3,
    recall=(discard_twinless_singletons, put_missing_into_response),
    precision=(discard_twinless_singletons, put_spurious_into_key),
)

B3_SYS = Variant(
    name="b3-sys",
    title="B³-sys",
    description="B³ after Algorithm 1 of Cai & Strube has made the mentions of both sides the same",
    cite=("cai-strube-2010",),
    plain=B3,
    recall=SYS_RECALL,
    precision=SYS_PRECISION,
)

CEAFM_RN = Variant(
    name="ceafm-rn",
    title="CEAF-m-r&n",
    description="CEAF-m without response singletons that the key lacks",
    cite=("rahman-ng-2009", "cai-strube-2010"),
    plain=CEAFM,
    recall=(discard_twinless_singletons,),
    precision=(discard_twinless_singletons,),
)

CEAFM_SYS = Variant(
    name="ceafm-sys",
    title="CEAF-m-sys",
    description="CEAF-m after Algorithm 2 of Cai & Strube has made the mentions of both sides the same",
    cite=("cai-strube-2010",),
    plain=CEAFM,
    recall=SYS_RECALL,
    precision=SYS_PRECISION,
)

CEAFE_SYS = Variant(
    name="ceafe-sys",
    title="CEAF-e-sys",
    description="CEAF-e after Algorithm 2 of Cai & Strube; they advise against it",
    cite=("cai-strube-2010",),
    plain=CEAFE,
    recall=SYS_RECALL,
    precision=SYS_PRECISION,
)
