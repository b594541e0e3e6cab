"""A stratum: the part of a metric that is about one class of mentions or entities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from corefscore.analysis.sizes import counts_by_class
from corefscore.core.arrays import Floats, Ints
from corefscore.metrics.base import CountedMetric, RatioMetric
from corefscore.metrics.overlap import Overlap


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Stratum(CountedMetric):
    """A part of a metric, whose counts are known already. Like other metrics, it has recall, precision and F1.

    Parameters
    ----------
    part : str
        The class of mentions or entities, such as `pronoun`.
    measure : str
        The name of the metric.
    """

    part: str
    measure: str

    def count(self, overlap: Overlap) -> Floats:
        raise ValueError(f"{self.name} is a stratum, which cannot be scored by itself; use --by or stratified()")


class StratumCounts(NamedTuple):
    """The counts of a stratum: its metric, its class, and a row for each document."""

    part: str
    of: str
    title: str
    rows: Floats

    @property
    def stratum(self) -> Stratum:
        """The stratum as a metric."""
        return Stratum(
            name=stratum_name(self.of, self.part),
            title=f"{self.title} {self.part}",
            description=f"{self.title}, {self.part}",
            part=self.part,
            measure=self.of,
        )


def stratum_name(metric: str, part: str) -> str:
    """Return the name of a stratum among the metrics of a result.

    >>> stratum_name("b3", "3-5")
    'b3.3-5'
    """
    return f"{metric}.{part}"


def by_class(
    overlap: Overlap, metrics: Sequence[RatioMetric], classes: Sequence[str], key_class: Ints, response_class: Ints
) -> Iterator[StratumCounts]:
    """Yield the strata of metrics that are sums over entities, by the class of each entity."""
    documents, count = overlap.document_count, len(classes)
    key, response = (
        entities.document * count + of_entity
        for entities, of_entity in ((overlap.keys, key_class), (overlap.responses, response_class))
    )
    tables = {
        metric.name: counts_by_class(overlap, metric, key, response, documents * count).reshape(documents, count, -1)
        for metric in metrics
    }
    for number, part in enumerate(classes):
        for metric in metrics:
            yield StratumCounts(part, metric.name, metric.title, tables[metric.name][:, number])
