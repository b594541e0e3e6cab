"""The agreement of annotators of the same texts: a matrix for each metric, Krippendorff's α, and disagreements."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from corefscore.analysis.errors.error_table import Errors
from corefscore.comparison.alpha import DISTANCES, Disagreement, disagreement
from corefscore.core.arrays import Floats, numbers
from corefscore.core.corpus import Corpus
from corefscore.core.export import Exportable, abridged
from corefscore.core.problems import check_choice, collected_warnings, fail, warn
from corefscore.core.settings import LEVEL, Settings, short_signature
from corefscore.core.tables import Column, Figure, Table
from corefscore.formats.base import KEY_SIDE
from corefscore.formats.pairs import Input, is_paths, read_side
from corefscore.matching.documents import same_documents
from corefscore.matching.keywords import ScoringOptions
from corefscore.matching.matched import Matched
from corefscore.metrics.base import Metric, check_rates
from corefscore.metrics.overlap import Overlap
from corefscore.metrics.selection import metric_name
from corefscore.result import Result
from corefscore.scoring import reading_of, score, settings_of, with_settings_read

if TYPE_CHECKING:
    from typing_extensions import Unpack

DISTANCE = next(iter(DISTANCES))
COST = "b3"
SHOWN = 10
BETWEEN = " – "
ALL = "all annotators"

Pair = tuple[int, int]


class Opinion(NamedTuple):
    """The agreement of one annotator with all others: the mean α and the mean F1 of the main metric."""

    alpha: float | None
    f1: float


@dataclass(frozen=True, eq=False, repr=False)
class Agreement(Exportable):
    """The agreement of annotators of the same texts.

    Parameters
    ----------
    annotators : tuple of str
        The names of the annotators.
    results : mapping of (int, int) to Result
        The result of each pair of annotators, by their numbers. The first is the key, the second is the response. Both
        directions are there if the F1 of a metric depends on the direction.
    disagreements : Disagreement or None
        The disagreement of all annotators, from which α is computed; None if α is not defined.
    of_pairs : mapping of (int, int) to Disagreement
        The disagreement of each pair of annotators.
    distance : str
        The name of the distance of labels.
    level : float or None
        The level of confidence intervals; None for no intervals.
    cost : str
        The metric that gives the costs of disagreements.
    top : int
        The number of disagreements in the table.

    Examples
    --------
    >>> one, two = [["a", "b", "c"], ["d"]], [["a", "b"], ["c", "d"]]
    >>> found = agreement({"Ann": one, "Bob": two}, metrics=["b3"])
    >>> found
    <Agreement of Ann, Bob: alpha 0.188>
    >>> round(found.matrix["b3"]["Ann"]["Bob"], 3)
    0.706
    """

    annotators: tuple[str, ...]
    results: Mapping[Pair, Result]
    disagreements: Disagreement | None
    of_pairs: Mapping[Pair, Disagreement]
    distance: str
    level: float | None = None
    cost: str = COST
    top: int = SHOWN

    def __repr__(self) -> str:
        alpha = "not defined" if self.alpha is None else f"{self.alpha:.3f}"
        return f"<Agreement of {abridged(self.annotators)}: alpha {alpha}>"

    @property
    def alpha(self) -> float | None:
        """Krippendorff's α of all annotators; None if it is not defined."""
        return None if self.disagreements is None else self.disagreements.alpha

    @property
    def alpha_interval(self) -> tuple[float, float] | None:
        """The confidence interval of α; None if no intervals were chosen, or if there is only one document."""
        if self.disagreements is None or self.level is None:
            return None
        return self.disagreements.interval(self.level)

    @property
    def _pairs(self) -> list[Pair]:
        return list(combinations(range(len(self.annotators)), 2))

    @property
    def _first(self) -> Result:
        return self.results[self._pairs[0]]

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The metrics of the matrix."""
        return self._first.metrics

    @property
    def main_metric(self) -> Metric:
        """The average, if there is one among the metrics; otherwise the last metric."""
        return next((metric for metric in self.metrics if metric.name == "conll"), self.metrics[-1])

    @property
    def signature(self) -> str:
        """The signature of the settings, in one line."""
        return f"{self._first.signature}|alpha:{self.distance}"

    @property
    def short_signature(self) -> str:
        """How the figures were obtained, for a footnote; see `Result.short_signature`."""
        return short_signature(self.signature)

    def f1(self, metric: str, key: int, response: int) -> float:
        """Return the F1 of a metric for two annotators, by their numbers.

        Parameters
        ----------
        metric : str
            The name of the metric.
        key, response : int
            The number of the annotator who is the key, and of the annotator who is the response. The first number
            is 0.

        Returns
        -------
        float
            The F1, between 0 and 1.

        Raises
        ------
        KeyError
            If there are no such annotators, or if the results do not have the metric.
        """
        directed = self.results.get((key, response))
        result = directed if directed is not None and metric in directed else self.results[response, key]
        return float(result[metric].f1)

    @cached_property
    def matrix(self) -> dict[str, dict[str, dict[str, float]]]:
        """The F1 of each metric, by the annotator who is the key, then by the annotator who is the response."""
        several = range(len(self.annotators))
        return {
            metric.name: {
                self.annotators[key]: {
                    self.annotators[other]: self.f1(metric.name, key, other) for other in several if other != key
                }
                for key in several
            }
            for metric in self.metrics
        }

    @cached_property
    def opinions(self) -> dict[str, Opinion]:
        """The agreement of each annotator with all others."""
        found = {}
        for number, name in enumerate(self.annotators):
            pairs = [pair for pair in self._pairs if number in pair]
            alphas = [self.of_pairs[pair].alpha for pair in pairs if pair in self.of_pairs]
            f1 = fmean(self.f1(self.main_metric.name, *pair) for pair in pairs)
            found[name] = Opinion(fmean(alphas) if alphas else None, f1)
        return found

    @property
    def disagrees_most(self) -> str | None:
        """The annotator who agrees least with the others, by α or by F1; None if there are two, or all are equal."""
        values = {name: each.f1 if each.alpha is None else each.alpha for name, each in self.opinions.items()}
        if len(values) < 3 or max(values.values()) - min(values.values()) < 1e-12:
            return None
        return min(values, key=lambda name: values[name])

    @cached_property
    def listed(self) -> list[dict[str, object]]:
        """All disagreements of all pairs, the highest cost first. The first annotator of a pair is the key."""
        found: list[dict[str, object]] = []
        for pair in self._pairs:
            names = [self.annotators[each] for each in pair]
            errors = Errors.of(self.results[pair].mentions()).with_costs(self.cost)
            found += ({"annotators": names, **record} for record in errors.records())
        return sorted(found, key=lambda record: -float(str(record["cost"])))

    def table(self) -> Table:
        """Return a row for each pair of annotators: α, and the F1 of each metric.

        Returns
        -------
        Table
            A table for readers. A pair has two rows if a metric depends on the direction.
        """
        columns = [
            Column("Annotators", "annotators"),
            Column("α", "alpha", "number", decimals=3),
            *(Column(metric.title, metric.name, "percent") for metric in self.metrics),
        ]
        rows = [row for pair in self._pairs for row in self._rows(pair)]
        return Table(columns, rows, foot=self._notes(), signatures=[("", self.signature)])

    def full_table(self) -> Table:
        """Return the same rows and, if α is defined, one for all annotators.

        Returns
        -------
        Table
            The table, with the row of all annotators at the end.
        """
        table = self.table()
        if self.alpha is None:
            return table
        blank = [None] * (len(table.columns) - 2)
        return replace(table, rows=[*table.rows, [ALL, self.alpha, *blank]])

    def _rows(self, pair: Pair) -> list[list[object]]:
        """Return one row for two annotators, or two if a metric depends on the direction."""
        names = [self.annotators[each] for each in pair]
        alpha = self.of_pairs[pair].alpha if pair in self.of_pairs else None
        result = self.results[pair]
        row: list[object] = [BETWEEN.join(names), alpha, *(result.figure(metric.name) for metric in self.metrics)]
        back = pair[::-1]
        if back not in self.results:
            return [row]
        other = [
            self.results[back].figure(metric.name) if metric.name in self.results[back] else None
            for metric in self.metrics
        ]
        return [row, [BETWEEN.join(names[::-1]), None, *other]]

    def _notes(self) -> list[str]:
        notes = []
        if self.alpha is None:
            notes.append("α is not defined unless all mentions match exactly")
        else:
            interval = self.alpha_interval
            shown = Column("α", "alpha", "number", decimals=3).show(Figure(self.alpha, interval))
            who = "all annotators" if len(self.annotators) > 2 else "both annotators"
            notes.append(f"Krippendorff's α of {who}: {shown} (distance of {self.distance})")
        directed = [metric.title for metric in self.metrics if any(metric.name in self.results[p] for p in self._back)]
        if directed:
            notes.append(f"{', '.join(directed)}: the first annotator of a row is the key")
        if self.disagrees_most is not None:
            notes.append(f"{self.disagrees_most} disagrees most with the others")
        return notes

    @property
    def _back(self) -> list[Pair]:
        return [pair for pair in self.results if pair[0] > pair[1]]

    def opinion_table(self) -> Table:
        """Return a row for each annotator: the agreement with all others.

        Returns
        -------
        Table
            The mean α and the mean F1 of each annotator.
        """
        columns = [
            Column("Annotator", "annotator"),
            Column("Mean α", "alpha", "number", decimals=3),
            Column(f"Mean {self.main_metric.title}", "f1", "percent"),
        ]
        return Table(columns, [[name, *opinion] for name, opinion in self.opinions.items()])

    def disagreement_table(self) -> Table:
        """Return the disagreements with the highest costs; see `listed`.

        Returns
        -------
        Table
            A row for each disagreement, the highest cost first. There are at most `top` rows.
        """
        names = ("cost", "annotators", "document", "kind", "text", "size", "other_text")
        titles = ("Cost", "Annotators", "Document", "Disagreement", "Mention", "Mentions", "With")
        kinds = {"cost": "percent", "size": "count"}
        columns = [Column(title, name, kinds.get(name, "word")) for name, title in zip(names, titles, strict=True)]
        rows = []
        for record in self.listed[: self.top]:
            shown = {**record, "annotators": BETWEEN.join(map(str, _as_list(record["annotators"])))}
            rows.append([shown[name] for name in names])
        title = next((metric.title for metric in self.metrics if metric.name == self.cost), self.cost)
        head = [
            f"The {len(rows)} of {len(self.listed):,} disagreements with the highest costs, in points of {title} F1"
        ]
        head.append("missing: only the first annotator has it; extra: only the second annotator has it")
        return Table(columns, rows, head=head)

    def tables(self) -> list[Table]:
        tables = [self.table()]
        if len(self.annotators) > 2:
            tables.append(self.opinion_table())
        return [*tables, self.disagreement_table()] if self.top and self.listed else tables

    def to_dict(self) -> dict[str, object]:
        return {
            "signature": self.signature,
            "annotators": list(self.annotators),
            "alpha": self.alpha,
            "alpha_interval": self.alpha_interval,
            "distance": self.distance,
            "matrix": self.matrix,
            "pairs": [self._pair_dict(pair) for pair in self._pairs],
            "opinions": {name: opinion._asdict() for name, opinion in self.opinions.items()},
            "disagrees_most": self.disagrees_most,
            "cost_metric": self.cost,
            "disagreements": self.listed[: self.top],
        }

    def _pair_dict(self, pair: Pair) -> dict[str, object]:
        found = self.of_pairs.get(pair)
        return {
            "annotators": [self.annotators[each] for each in pair],
            "alpha": None if found is None else found.alpha,
            **{name: value for name, value in _dict_of(self.results[pair]).items() if name in ("metrics", "intervals")},
        }


def agreement(
    annotations: Mapping[str, Input],
    metrics: Iterable[str] | None = None,
    *,
    distance: str = DISTANCE,
    documents: bool | None = None,
    intervals: bool = False,
    level: float = LEVEL,
    cost: str = COST,
    top: int = SHOWN,
    **options: Unpack[ScoringOptions],
) -> Agreement:
    """Compute the agreement of annotators of the same texts.

    Parameters
    ----------
    annotations : mapping of str to paths, Corpus, or entities
        The annotations of two or more annotators, by the names of the annotators.
    metrics : iterable of str, optional
        Names of metrics with an F1. If the F1 of a metric depends on which side is the key, both directions are scored.
    distance : str
        The distance of two sets of mentions for Krippendorff's α: `passonneau`, `masi` or `jaccard`.
    documents : bool, optional
        Whether the outer level of values in memory holds documents or entities, as for `score`.
    intervals : bool
        Whether to add confidence intervals, by the jackknife over documents.
    level : float
        The level of the intervals.
    cost : str
        The metric that gives the costs of disagreements.
    top : int
        The number of disagreements in the table.
    **options
        All other options of `score`.

    Returns
    -------
    Agreement
        The figures of each pair, α, and the disagreements.

    Raises
    ------
    InputError
        If the annotations cannot be compared.
    ValueError
        If there are fewer than two annotators, or a choice does not exist.
    """
    if not isinstance(annotations, Mapping):
        raise TypeError("annotations must be a dictionary of what each annotator marked, by the names of annotators")
    names = tuple(annotations)
    if len(names) < 2:
        raise ValueError("agreement needs two or more annotators; add another one")
    check_choice("distance", distance, DISTANCES)
    wanted = [metrics] if isinstance(metrics, str) else None if metrics is None else list(metrics)
    options = with_settings_read(options)
    with collected_warnings() as problems:
        inputs = _same_inputs(list(annotations.values()), options)
        results = _results(inputs, wanted, documents, options)
        if intervals:
            results = {pair: result.with_intervals(level) for pair, result in results.items()}
    for problem in dict.fromkeys(problems):
        warn(*problem)
    of_pairs, of_all = _disagreements(results, len(names), distance)
    return Agreement(names, results, of_all, of_pairs, distance, level if intervals else None, metric_name(cost), top)


def _results(
    inputs: Sequence[Input], metrics: list[str] | None, documents: bool | None, options: ScoringOptions
) -> dict[Pair, Result]:
    """Return the result of each pair of annotators, in both directions if a metric depends on the direction."""
    results: dict[Pair, Result] = {}
    for one, other in combinations(range(len(inputs)), 2):
        result = score(inputs[one], inputs[other], metrics, documents=documents, **options)
        check_rates(result.metrics)
        results[one, other] = result
        directed = [metric.name for metric in result.metrics if not is_symmetric(metric, result.settings)]
        if directed:
            results[other, one] = score(inputs[other], inputs[one], directed, documents=documents, **options)
    return results


def is_symmetric(metric: Metric, settings: Settings) -> bool:
    """Return whether the F1 of a metric stays the same if key and response are exchanged, under the given settings."""
    exact = settings.match == "exact" and settings.weights == "none" and settings.duplicates != "reference"
    return metric.symmetric and exact


def _same_inputs(inputs: Sequence[Input], options: ScoringOptions) -> list[Input]:
    """Return the inputs, each read once. All corpora get the documents of the first, with its order and its names."""
    reading = reading_of(options)
    read = [read_side(each, reading.of(KEY_SIDE)) if is_paths(each) else each for each in inputs]
    corpora = [each for each in read if isinstance(each, Corpus)]
    if len(corpora) < len(read):
        return read
    policies = _policies_for_documents(options)
    first = corpora[0]
    for each in corpora[1:]:
        first = same_documents(first, each, *policies)[0]
    return [_renamed(same_documents(first, each, policies[0], "ignore")[1], first) for each in corpora]


def _policies_for_documents(options: ScoringOptions) -> tuple[str, str]:
    """Return the policies for documents that some annotators lack: raise an error, or skip these documents.

    Raises
    ------
    ValueError
        If missing documents should count as empty. No annotator is the key, so nobody decides which documents count.
    """
    settings = settings_of(options)
    if settings.missing == "empty":
        raise ValueError("missing=empty needs a key, and annotators have none; use missing=skip for shared documents")
    lenient = settings.missing == "skip" or settings.extra == "ignore"
    return ("skip", "ignore") if lenient else ("error", "error")


def _renamed(corpus: Corpus, first: Corpus) -> Corpus:
    if corpus.names == first.names:
        return corpus
    origins = [origin._replace(name=name) for origin, name in zip(corpus.origins, first.names, strict=True)]
    return corpus.with_documents(origins, numbers(len(corpus)))


def _disagreements(
    results: Mapping[Pair, Result], annotators: int, distance: str
) -> tuple[dict[Pair, Disagreement], Disagreement | None]:
    """Return the disagreement of each pair, and that of all; none if some mentions do not match exactly."""
    if any(result.settings.match != "exact" for result in results.values()):
        return {}, None
    likeness = DISTANCES[distance]
    matched = {pair: results[pair].mentions() for pair in combinations(range(annotators), 2)}
    overlaps = {pair: Overlap.of(each) for pair, each in matched.items()}
    of_pairs = {
        pair: disagreement(_units_of_two(overlap), {(0, 1): overlap}, likeness) for pair, overlap in overlaps.items()
    }
    if annotators == 2:
        return of_pairs, of_pairs[0, 1]
    units = _units_of_all(matched, annotators)
    for pair, overlap in overlaps.items():
        _check_units(matched[pair], pair, overlap)
    return of_pairs, disagreement(units, overlaps, likeness)


def _units_of_two(overlap: Overlap) -> Floats:
    documents = overlap.documents
    return np.asarray(documents.key_mentions + documents.response_mentions - documents.shared_mentions, dtype=float)


def _units_of_all(matched: Mapping[Pair, Matched], annotators: int) -> Floats:
    """Return, for each document, the number of mentions that at least one annotator marked."""
    sides = [matched[0, 1].key, *(matched[0, number].response for number in range(1, annotators))]
    names = sides[0].names
    marked: dict[str, set[Hashable]] = {name: set() for name in names}
    for side in sides:
        for name, document in zip(names, side, strict=True):
            marked[name].update(mention for entity in document.clusters for mention in entity)
    return np.array([len(marked[name]) for name in names], dtype=float)


def _check_units(matched: Matched, pair: Pair, overlap: Overlap) -> None:
    """Raise an error if two annotators number their tokens in different ways, so that a third cannot be compared."""
    units = _units_of_all({(0, 1): matched}, 2)
    if not np.array_equal(units, _units_of_two(overlap)):
        message = "its mentions match those of another annotator, but have other token numbers"
        raise fail(
            matched.response.source_name,
            0,
            f"{message}; use the same format and empty nodes for all",
        )


def _as_list(value: object) -> list[object]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _dict_of(result: Result) -> Mapping[str, object]:
    found = result.without_mentions().to_dict()
    return found if isinstance(found, Mapping) else {}
