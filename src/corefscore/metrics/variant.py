"""A plain metric on rewritten key and response."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from corefscore.core.arrays import Floats
from corefscore.metrics.base import RatioMetric, ratio_rates
from corefscore.metrics.overlap import Overlap
from corefscore.metrics.rewriting import Step


@dataclass(eq=False)
class Variant:
    """A metric that rewrites key and response, in one way for recall and maybe in another for precision."""

    name: str
    title: str
    description: str
    cite: tuple[str, ...]
    plain: RatioMetric
    recall: tuple[Step, ...]
    precision: tuple[Step, ...]

    @property
    def families(self) -> Mapping[str, slice]:
        return self.plain.families

    def count(self, overlap: Overlap) -> Floats:
        recall = self.plain.sums(overlap.after(self.recall), self.plain.recall)
        precision = self.plain.sums(overlap.after(self.precision), self.plain.precision)
        return np.column_stack([*recall, *precision])

    def rates(self, counts: Floats) -> Floats:
        return ratio_rates(counts)
