"""Groups of documents, such as genres or datasets: the scores of each group, and the means over groups."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np

from corefscore.comparison.intervals import Intervals, intervals_of, jackknife, mean_of, spread
from corefscore.comparison.resampling import StackedMetrics, warn_of_small_groups
from corefscore.core.arrays import Bools, Floats, Ints
from corefscore.core.export import Exportable, abridged
from corefscore.core.patterns import first_groups
from corefscore.core.problems import InputError, Problem, raise_problems
from corefscore.core.settings import DATASET, GENRE
from corefscore.core.tables import Column, Figure, Table
from corefscore.formats.naming import dataset_name
from corefscore.matching.name_lists import list_lines, look_up
from corefscore.metrics.base import RATES
from corefscore.metrics.macro import defined_rates, macro_means
from corefscore.result import Result, Scores, figure_column, main_figure, score_of_means, side_sizes

ALL, MEAN = "All documents", "Mean of groups"
NO_INTERVALS = Intervals({})

GENRE_IN_NAME = re.compile(r"/*\(?\s*([^/\s][^/]*)/")


def group_names(documents: Sequence[str], by: str) -> list[str]:
    """Return the group of each document.

    Parameters
    ----------
    documents : sequence of str
        The names of the documents.
    by : str
        `genre` (the word before the first `/`), a file with a document and its group on each line, or a regular
        expression with one pair of brackets around the group.

    Returns
    -------
    list of str
        The group of each document.

    Raises
    ------
    InputError
        If a document has no group, or if the file has errors.
    ValueError
        If `by` is none of the three.

    Examples
    --------
    >>> group_names(["(bc/cctv/00); part 000", "(nw/wsj/00); part 000"], "genre")
    ['bc', 'nw']
    >>> group_names(["en-1", "de-1", "de-2"], "(..)-")
    ['en', 'de', 'de']
    """
    if by == GENRE:
        genres = [found and found[1] for found in map(GENRE_IN_NAME.match, documents)]
        return _complete(documents, genres, "has no genre (the word before the first '/')")
    if Path(by).is_file():
        return _by_file(documents, by)
    try:
        pattern = re.compile(by)
    except re.error as error:
        raise ValueError(f"{by!r} is neither {GENRE!r}, nor a file, nor a pattern ({error})") from None
    if pattern.groups != 1:
        message = f"{by!r} is neither {GENRE!r}, nor a file, nor a pattern with one pair of brackets around the group"
        raise ValueError(f"{message}, such as '([a-z]+)_'")
    return _complete(documents, first_groups(by, documents), f"does not fit the pattern {by!r}")


def dataset_names(sources: Sequence[str]) -> list[str]:
    """Return the dataset of each document, which is the name of its file.

    Folders and suffixes are left out if the names stay different without them.

    Parameters
    ----------
    sources : sequence of str
        The file of each document.

    Returns
    -------
    list of str
        The dataset of each document.

    Raises
    ------
    ValueError
        If the files are not known.

    Examples
    --------
    >>> dataset_names(["key/en_gum.conllu", "key/en_gum.conllu", "key/de_potsdam.conllu"])
    ['en_gum', 'en_gum', 'de_potsdam']
    """
    if not sources:
        raise ValueError("the files of the documents are not known, so documents cannot be grouped by dataset")
    short = {source: dataset_name(source) or source for source in sources}
    are_different = len({*short.values()}) == len(short)
    return [short[source] for source in sources] if are_different else list(sources)


def _complete(documents: Sequence[str], groups: Sequence[str | None], fault: str) -> list[str]:
    """Return the group of each document. Raise InputError if a document has none."""
    problems = [
        Problem("groups", 0, f"document {name!r} {fault}; group by another pattern or by a file")
        for name, group in zip(documents, groups, strict=True)
        if group is None
    ]
    if problems:
        raise InputError(problems)
    return [group for group in groups if group is not None]


def _by_file(documents: Sequence[str], path: str) -> list[str]:
    """Return the groups from a file. Each line has a name, a tab (or, without a tab, a comma), and a group."""
    return look_up(
        path,
        documents,
        _listed(path),
        "has no group; add a line with its name, a tab, and its group",
    )


def _listed(path: str) -> dict[str, str]:
    listed: dict[str, str] = {}
    problems = []
    for number, line in list_lines(path):
        name, _, group = (part.strip() for part in line.rpartition("\t" if "\t" in line else ","))
        if not name or not group:
            problems.append(Problem(path, number, "this line has no group; write a document, a tab, and its group"))
        elif listed.setdefault(name, group) != group:
            problems.append(
                Problem(path, number, f"document {name!r} is also in group {listed[name]!r}; remove one line")
            )
    raise_problems(problems)
    return listed


class DocumentGroup(NamedTuple):
    """The figures of a group of documents, or the means over groups.

    Parameters
    ----------
    documents : int
        The number of documents.
    mentions : tuple of number
        The numbers of mentions of the key and of the response, or their weights.
    scores : Scores
        The scores of the documents together.
    intervals : Intervals, optional
        Confidence intervals.
    """

    documents: int
    mentions: tuple[float, ...]
    scores: Scores
    intervals: Intervals | None = None

    def f1_figure(self, metric: str) -> Figure:
        """Return the F1 of a metric, with its interval if there is one."""
        bounds = self.intervals.bounds[metric].get("f1") if self.intervals else None
        return Figure(main_figure(self.scores[metric]), bounds)

    def to_dict(self) -> dict[str, object]:
        """Return the figures, as in JSON."""
        intervals = {"intervals": self.intervals.to_dict()} if self.intervals else {}
        return {"documents": self.documents, **intervals, "metrics": Scores(self.scores).to_dict()}


class Groups(Exportable, Mapping[str, DocumentGroup]):
    """A result by groups of its documents. `mean` is the mean over groups; all groups have the same weight.

    Parameters
    ----------
    result : Result
        The result. If it has intervals, the groups have intervals too.
    by : str
        How to group documents: `dataset` (by their files), or as for `group_names`.

    Raises
    ------
    InputError
        If a document has no group.
    ValueError
        If `by` is not a way to group documents.

    Examples
    --------
    >>> import corefscore
    >>> key = {"bc/1": [["a", "b"]], "nw/1": [["a", "b"]], "nw/2": [["c", "d"]]}
    >>> groups = Groups(corefscore.score(key, key | {"bc/1": []}, metrics=["muc"]), "genre")
    >>> groups["nw"].scores["muc"].recall, groups.mean.scores["muc"].recall
    (1.0, 0.5)
    """

    def __init__(self, result: Result, by: str) -> None:
        counts = result.counts
        names = dataset_names(counts.sources) if by == DATASET else group_names(counts.documents, by)
        self.result = result
        self._rows = {name: np.flatnonzero(np.array(names) == name) for name in dict.fromkeys(names)}
        self._stacked = StackedMetrics(result.metrics)
        self._counts = self._stacked.stack(result.counts.rows)
        self._groups = {name: self._group(rows) for name, rows in self._rows.items()}
        self.mean = self._mean()
        if result.intervals is not None:
            warn_of_small_groups(result.response.name, {name: len(rows) for name, rows in self._rows.items()})

    def __getitem__(self, name: str) -> DocumentGroup:
        return self._groups[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._groups)

    def __len__(self) -> int:
        return len(self._groups)

    @property
    def rows(self) -> list[Ints]:
        """The numbers of the documents of each group."""
        return [*self._rows.values()]

    def _group(self, rows: Ints) -> DocumentGroup:
        part = self.result.counts.take(rows)
        sizes = side_sizes(part.total, self.result.settings).tolist()
        return DocumentGroup(len(rows), tuple(sizes), part.scores(self.result.metrics), self._intervals(rows))

    def _intervals(self, rows: Ints) -> Intervals | None:
        """Return intervals with the same settings as those of the whole result; None for a single document."""
        like = self.result.intervals
        if like is None or len(rows) < 2:
            return None
        return jackknife(self._stacked, self._counts[rows], like.level)

    @cached_property
    def _totals(self) -> dict[str, Floats]:
        """The counts of the groups, a row for each group."""
        parts = [self.result.counts.take(rows).total for rows in self._rows.values()]
        return {name: np.stack([part[name] for part in parts]) for name in self.result.counts.rows}

    def _mean(self) -> DocumentGroup:
        """Return the means over groups. A group in which a rate is 0 / 0 is left out of the mean of this rate."""
        means = macro_means(self.result.metrics, self._totals)
        scores = {metric.name: score_of_means(metric, means[metric.name]) for metric in self.result.metrics}
        sizes = side_sizes(self.result.counts.total, self.result.settings).tolist()
        return DocumentGroup(len(self.result.counts), tuple(sizes), Scores(scores), self._mean_intervals())

    def _mean_intervals(self) -> Intervals | None:
        """Return the intervals of the means; None if a group has a single document.

        Groups are independent of each other, so their variances add up.
        """
        like = self.result.intervals
        if like is None or min(map(len, self._rows.values())) < 2:
            return None
        defined = self._defined()
        spreads = [spread(self._stacked, self._counts[rows]) for rows in self._rows.values()]
        return intervals_of(self._stacked, mean_of(spreads, defined / np.maximum(defined.sum(axis=0), 1)), like.level)

    def _defined(self) -> Bools:
        """Return whether a rate counts for the mean: groups × metrics × rates."""
        found = {part.name: defined_rates(part, self._totals[part.name]) for part in self._stacked.parts}
        parts = [metric.parts for metric in self.result.metrics]
        return np.stack([np.any([found[name] for name in names], axis=0) for names in parts], axis=1)

    def table(self) -> Table:
        """Return the F1 or the value of each metric: rows for each group, for all documents, and for the mean.

        Returns
        -------
        Table
            A table for readers.
        """
        result = self.result
        columns = [
            Column("Group", "group"),
            Column("Documents", "documents", "count"),
            Column("Key", "key", "count"),
            Column("Response", "response", "count"),
            *map(figure_column, result.metrics),
        ]
        whole = DocumentGroup(self.mean.documents, self.mean.mentions, result, result.intervals)
        named = [*self.items(), (ALL, whole), (MEAN, self.mean)]
        rows = [[name, group.documents, *group.mentions, *map(group.f1_figure, group.scores)] for name, group in named]
        return Table(columns, rows, foot=result.notes, signatures=[("", result.signature)])

    def flat(self) -> dict[str, float]:
        """Return the figures of all documents and the means of groups (such as ``mean_muc_f1``) as floats.

        Returns
        -------
        dict of str to float
            The figures by name, as `Result.flat` names them. No figure is NaN.
        """
        return self.result.flat() | Scores(self.mean.scores).flat("mean_")

    def to_dict(self) -> dict[str, object]:
        """Return the result, its groups, and their mean.

        Returns
        -------
        dict of str to object
            The dictionary of the result, with the keys `groups` and `mean_of_groups`.
        """
        return self.result.to_dict() | {
            "groups": {name: group.to_dict() for name, group in self.items()},
            "mean_of_groups": self.mean.to_dict(),
        }

    def __repr__(self) -> str:
        return f"<Groups of {self.mean.documents:,} documents: {abridged(self)}>"

    def full_table(self) -> Table:
        """Return all figures: a row for each group and metric.

        Returns
        -------
        Table
            Figures are not rounded. The last rows have the mean of the groups.
        """
        columns = [Column(name, name) for name in ("group", "metric", *RATES)]
        ends = [f"{rate}_{end}" for rate in RATES for end in ("low", "high")] if self.result.intervals else []
        rows = [
            [name, metric, *score[: len(RATES)], *((group.intervals or NO_INTERVALS).ends(metric) if ends else [])]
            for name, group in (*self.items(), ("mean of groups", self.mean))
            for metric, score in group.scores.items()
        ]
        return Table([*columns, *(Column(end, end) for end in ends)], rows)
