"""Estimate the scores of a whole response from a sample of labelled entities.

A plain score of the sample is misleading: a response entity that mixes the sample with other records looks correct.
Here the sample is compared with the whole response, and the weights of entities follow from the method of sampling.

Take a sampled entity with a mentions. The response puts n of them into an entity with b mentions. Let tp = Σ n(n − 1)/2
and fp = Σ n(b − n). Every figure is a ratio of two means over sampled entities, N / D, with weights for entities:

    pairwise precision  tp / (tp + fp/2)        pairwise recall  tp / (a(a − 1)/2)
    pairwise F1         2 tp / (a(a − 1)/2 + tp + fp/2)
    B³ by clusters      (Σ n²/b)/a / 1          recall (Σ n²/a)/a / 1
    clusters            with e = 1 if n = a = b, else 0, and M mentions and U entities in the response:
                        recall e / 1, precision M e / (U a), F1 2 M e / (M + U a)

References
----------
Binette et al. (2023), Estimating the Performance of Entity Resolution Algorithms: Lessons Learned Through
PatentsView.org, The American Statistician 77: the estimators, their correction for bias, and their standard errors.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from corefscore.core.arrays import Bools, Floats, Ints, dense_numbers, joined_numbers, sum_by
from corefscore.core.export import Exportable, Json
from corefscore.core.problems import fail, warn
from corefscore.core.tables import Column, Table
from corefscore.engines.arrow_engine import numbered_sides, refuse_duplicates
from corefscore.engines.arrow_tables import Side
from corefscore.engines.columns import ENTITY, MENTION
from corefscore.engines.score_tables import both_columns
from corefscore.engines.sources import TableInput, source_of
from corefscore.engines.table_settings import TableSettings
from corefscore.metrics.base import pairs

UNIFORM, SIZE = "uniform", "size"
PAIRWISE, B3, CLUSTERS = "pairwise", "b3-clusters", "clusters"
TITLES = {PAIRWISE: "Pairwise", B3: "B³ by clusters", CLUSTERS: "Clusters"}
CAUTION = "Estimates for the whole response. A plain score of the sample is misleading: do not use `score` for it."


class Estimate(NamedTuple):
    """An estimated figure and its standard error; NaN if it is not defined."""

    estimate: float
    se: float


@dataclass(frozen=True, eq=False)
class Estimates(Exportable):
    """Estimated precision, recall and F1.

    Parameters
    ----------
    metrics : mapping of str to mapping of str to Estimate
        The figures of each metric.
    sampling : str
        How entities were sampled: `uniform`, `size`, or a column of weights.
    entities, mentions : int
        The number of entities and mentions of the sample that were used.
    """

    metrics: Mapping[str, Mapping[str, Estimate]]
    sampling: str
    entities: int
    mentions: int

    def __repr__(self) -> str:
        return f"<Estimates from {self.entities:,} entities, sampling {self.sampling}>"

    def to_dict(self) -> Json:
        """Return all figures; None for a figure that is not defined."""
        return {
            "sampling": self.sampling,
            "entities": self.entities,
            "mentions": self.mentions,
            "metrics": {
                name: {rate: {"estimate": _known(each.estimate), "se": _known(each.se)} for rate, each in rates.items()}
                for name, rates in self.metrics.items()
            },
        }

    def table(self) -> Table:
        """Return a row for each figure."""
        rows = [
            [TITLES[name], rate, each.estimate, each.se]
            for name, rates in self.metrics.items()
            for rate, each in rates.items()
        ]
        columns = [
            Column("Metric", "metric"),
            Column("Rate", "rate"),
            Column("Estimate", "estimate", "percent"),
            Column("SE", "se", "percent"),
        ]
        head = [f"Sample    {self.entities:,} entities, {self.mentions:,} mentions; sampling {self.sampling}"]
        return Table(columns, rows, head, foot=[CAUTION])


def _known(value: float) -> float | None:
    return None if math.isnan(value) else value


class _Sample(NamedTuple):
    """The sampled entities: mentions, weights, sums over response entities, and the size of the whole response."""

    size: Floats
    weight: Floats
    true_pairs: Floats
    false_pairs: Floats
    precision: Floats
    recall: Floats
    exact: Floats
    response_mentions: int
    response_entities: int


def estimate(
    sample: TableInput,
    response: TableInput,
    *,
    mention: str | Sequence[str] = MENTION,
    entity: str = ENTITY,
    sampling: str = UNIFORM,
    key_mention: str | Sequence[str] | None = None,
    response_mention: str | Sequence[str] | None = None,
    key_entity: str | None = None,
    response_entity: str | None = None,
    max_bytes: int | None = None,
) -> Estimates:
    """Estimate the scores of a whole response from a sample of labelled entities.

    Parameters
    ----------
    sample : table
        Whole entities of the key, a row for each mention, as for `score_tables`. Rows without an entity, and mentions
        that are not in the response, are left out.
    response : table
        The whole response, not only the part for the sample.
    mention, entity, key_mention, response_mention, key_entity, response_entity : str
        Columns, as for `score_tables`. The sample is the key.
    sampling : str
        How entities came into the sample: `uniform` if each had the same probability; `size` if the probability is in
        proportion to the number of mentions (for example, mentions were drawn and their entities labelled); or the
        name of a column of the sample with weights, which are the inverse of the probability of each entity.
    max_bytes : int, optional
        The most bytes that a compressed file may unpack to, as for `read`.

    Returns
    -------
    Estimates
        Estimates with standard errors.

    Raises
    ------
    InputError
        If a table cannot be read, a mention is twice on a side, the sample is empty, or weights are not above 0.

    Examples
    --------
    >>> sample = {"mention": [1, 2, 3, 4, 5, 8], "entity": ["c1", "c1", "c1", "c2", "c2", "c4"]}
    >>> response = {"mention": [1, 2, 3, 4, 5, 6, 7, 8], "entity": [1, 1, 2, 3, 2, 4, 4, 4]}
    >>> found = estimate(sample, response)
    >>> round(found.metrics["pairwise"]["precision"].estimate, 8)
    0.38888889
    """
    columns = both_columns(mention, entity, None, (key_mention, response_mention), (key_entity, response_entity))
    sources = (
        source_of(sample, "sample", *columns[0][:2], max_bytes),
        source_of(response, "response", *columns[1][:2], max_bytes),
    )
    further = () if sampling in (UNIFORM, SIZE) else (sampling,)
    sides, numbered, _ = numbered_sides(sources, columns, TableSettings(), further)
    for side, mentions in zip(sides, numbered, strict=True):
        refuse_duplicates(side, mentions)
    key, whole = numbered
    row = np.full(int(max(key.mention.max(initial=-1), whole.mention.max(initial=-1))) + 1, -1, dtype=np.int64)
    row[whole.mention] = whole.entity
    found = row[key.mention] >= 0
    if not found.any():
        raise fail(sides[0].source.name, 0, "the response has no mention of the sample; check the columns")
    entities = dense_numbers(key.entity[found])
    weights = _weights(sides[0], sampling, found, entities)
    sums = _sums(entities, row[key.mention[found]], np.bincount(whole.entity), weights)
    result = Estimates(_estimates(sums), sampling, len(sums.size), int(found.sum()))
    _warn_of_impossible(sides[0].source.name, result)
    return result


def _weights(side: Side, sampling: str, found: Bools, entities: Ints) -> Floats:
    count = int(entities.max()) + 1
    if sampling == UNIFORM:
        return np.ones(count)
    if sampling == SIZE:
        return 1.0 / np.bincount(entities)
    source = side.source.name
    if sampling not in side.table.column_names:
        message = f"there is no column {sampling!r} for weights; choose uniform, size, or a column of the sample"
        raise fail(source, 0, f"{message} (--sampling)")
    try:
        given = np.asarray(side.table[sampling].cast("float64").to_numpy(), dtype=np.float64)[found]
    except (ValueError, TypeError):
        raise fail(source, 0, f"column {sampling!r} has values that are not numbers; give numbers above 0") from None
    weights = np.zeros(count)
    weights[entities] = given
    if not (np.isfinite(given) & (given > 0)).all():
        raise fail(source, 0, f"column {sampling!r} has a weight that is not above 0; give numbers above 0")
    if (weights[entities] != given).any():
        raise fail(source, 0, f"column {sampling!r} has two weights for one entity; give each entity one weight")
    return weights


def _sums(entities: Ints, response: Ints, sizes: Ints, weights: Floats) -> _Sample:
    """Return the contribution of each sampled entity to the figures."""
    count = len(weights)
    code, shared = np.unique(joined_numbers(entities, response, count, len(sizes)), return_counts=True)
    key, size = code // len(sizes), sizes[code % len(sizes)]
    mentions = np.bincount(entities).astype(np.float64)

    def by_entity(values: Floats) -> Floats:
        return sum_by(key, np.asarray(values, dtype=np.float64), count)

    return _Sample(
        mentions,
        weights,
        by_entity(pairs(shared)),
        by_entity(shared * (size - shared)),
        by_entity(shared**2 / size) / mentions,
        by_entity(shared**2 / mentions[key]) / mentions,
        by_entity((shared == mentions[key]) & (shared == size)),
        int(sizes.sum()),
        int(np.count_nonzero(sizes)),
    )


def _estimates(sample: _Sample) -> dict[str, dict[str, Estimate]]:
    true, mixed, all_pairs = sample.true_pairs, sample.false_pairs / 2, pairs(sample.size)
    ones, exact, weight = np.ones_like(sample.size), sample.exact, sample.weight
    response, each = sample.response_mentions, sample.response_entities * sample.size

    def ratio(numerator: Floats, denominator: Floats) -> Estimate:
        return ratio_of_means(numerator * weight, denominator * weight)

    return {
        PAIRWISE: {
            "precision": ratio(true, true + mixed),
            "recall": ratio(true, all_pairs),
            "f1": ratio(2 * true, all_pairs + true + mixed),
        },
        B3: {"precision": ratio(sample.precision, ones), "recall": ratio(sample.recall, ones)},
        CLUSTERS: {
            "precision": ratio(response * exact, each),
            "recall": ratio(exact, ones),
            "f1": ratio(2 * response * exact, response + each),
        },
    }


def ratio_of_means(numerator: Floats, denominator: Floats) -> Estimate:
    """Return the ratio of two means, corrected for first-order bias, and its standard error.

    >>> ratio_of_means(np.array([1.0, 1.0]), np.array([2.0, 2.0]))
    Estimate(estimate=0.5, se=0.0)
    """
    count, above, below = len(numerator), float(np.mean(numerator)), float(np.mean(denominator))
    if below == 0:
        return Estimate(math.nan, math.nan)
    if above == 0:
        return Estimate(0.0, math.nan)
    n, d = numerator / above, denominator / below
    if count == 1:
        return Estimate(above / below, math.nan)
    bias = float(np.mean(denominator * (n - d))) / ((count - 1) * below)
    spread = float(np.sum((d - n) ** 2)) / (count * (count - 1))
    return Estimate(above / below * (1 + bias), above / below * math.sqrt(spread))


def _warn_of_impossible(source: str, result: Estimates) -> None:
    for name, rates in result.metrics.items():
        for rate, found in rates.items():
            if found.estimate > 1:
                doubt = f"is the response whole, and is the sampling {result.sampling}?"
                warn(source, 0, f"the estimate of {name} {rate} is above 1; {doubt}")
