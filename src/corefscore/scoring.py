"""The road from two inputs to one result: read, prepare, match, overlap, count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from corefscore.core.arrays import Ints, dense_numbers, ints
from corefscore.core.corpus import Corpus
from corefscore.core.settings import Settings
from corefscore.formats.base import Reading
from corefscore.formats.files import Progress
from corefscore.formats.memory import KEY, RESPONSE, ClusterColumns, Clusters
from corefscore.formats.pairs import ONLY_DOCUMENT, Input, is_paths, on_both, read_pair
from corefscore.matching.documents import check_words, same_documents, same_units
from corefscore.matching.duplicates import without_duplicates, without_singletons
from corefscore.matching.matched import Matched, find_matches
from corefscore.matching.weights import GIVEN, Weights, is_policy, weigh, weights_policy
from corefscore.metrics.base import CountedMetric
from corefscore.metrics.counting import count_documents
from corefscore.metrics.overlap import Overlap
from corefscore.metrics.registry import find_metrics
from corefscore.result import Counts, Result, SideCounts, counted_metrics

if TYPE_CHECKING:
    import numpy.typing as npt

MENTIONS_AT_ONCE = 100_000


def score(
    key: Input,
    response: Input,
    metrics: Iterable[str] | None = None,
    *,
    profile: str | None = None,
    match: str | None = None,
    singletons: str | None = None,
    duplicates: str | None = None,
    missing: str | None = None,
    extra: str | None = None,
    tokens: str | None = None,
    zeros: str | None = None,
    blanc: str | None = None,
    weights: Weights | None = None,
    column: int | None = None,
    encoding: str | None = None,
    key_format: str | None = None,
    response_format: str | None = None,
    spans: str | None = None,
    key_spans: str | None = None,
    response_spans: str | None = None,
    progress: Progress | None = None,
    jobs: int = 1,
) -> Result:
    """Score a response against a key.

    Parameters
    ----------
    key, response : paths, Corpus, clusters, or clusters by document
        Files (or directories, patterns, `-` for standard input), corpora, lists of clusters of one document, or such
        lists by the names of documents.
    metrics : iterable of str, optional
        Names of metrics; see `corefscore metrics`.
    profile : str, optional
        Official settings for all policies; policies that are given replace those of the profile.
    match, singletons, duplicates, missing, extra, tokens, zeros, blanc : str, optional
        Policies; `corefscore score --help` lists their choices.
    weights : str, path or callable, optional
        What a mention counts for: `none`, `information`, `tokens`, the path of a CSV file, or a function of a mention.
        Corpora that have a column of weights are scored with it.
    column, encoding, key_format, response_format, spans, key_spans, response_spans
        How to read files that differ from the usual; see `read`.
    progress : callable, optional
        Called with the number of bytes read, again and again.
    jobs : int
        How many processes read, if there are many files.

    Returns
    -------
    Result
        The scores, for the corpus and for each document.

    Raises
    ------
    InputError
        If the input cannot be scored; all problems are listed.
    ValueError
        If a metric or a policy does not exist.

    Examples
    --------
    >>> result = score([["a", "b", "c"]], [["a", "b", "d"]], metrics=["b3"])
    >>> round(result["b3"].precision, 3)
    0.444
    """
    settings = Settings.of(
        profile,
        match=match,
        singletons=singletons,
        duplicates=duplicates,
        missing=missing,
        extra=extra,
        tokens=tokens,
        zeros=zeros,
        blanc=blanc,
        weights=weights_policy(weights),
    )
    reading = Reading(
        column=column,
        encoding=encoding,
        key_format=key_format,
        response_format=response_format,
        spans=spans,
        key_spans=key_spans,
        response_spans=response_spans,
        progress=progress,
        jobs=jobs,
    )
    chosen = find_metrics(metrics, settings, profile)
    corpora = read_pair(key, response, reading)
    if weights is None and any(corpus.weight is not None for corpus in corpora):
        settings = settings._replace(weights=GIVEN)
    matched = prepare(*corpora, settings, weights)
    counts = count(matched, counted_metrics(chosen), settings)
    return Result(chosen, counts, settings, SideCounts.of(matched.key), SideCounts.of(matched.response), matched)


def prepare(key: Corpus, response: Corpus, settings: Settings, weights: Weights | None = None) -> Matched:
    """Apply the policies, then find which mention is which.

    Weights that are `given` are those of the file or function beside the settings, or else of the corpora's columns.
    """
    key, response = same_units(*same_documents(key, response, settings.missing, settings.extra))
    if settings.tokens == "error":
        check_words(key, response)
    if settings.duplicates != "reference":
        key, response = on_both(lambda side: without_duplicates(side, settings.duplicates), key, response)
    if settings.singletons == "drop":
        key, response = without_singletons(key), without_singletons(response)
    how = settings.weights if weights is None or is_policy(weights) else weights
    return find_matches(*weigh(key, response, how), settings.match, settings.zeros)


def count(matched: Matched, metrics: Iterable[CountedMetric], settings: Settings) -> Counts:
    """A row of counts for each document and metric."""
    rows = count_documents(matched, metrics, settings)
    return Counts(matched.key.names, rows, matched.key.origins.files)


class Scorer:
    """Scores one document after the other, as a training loop does.

    It collects documents and scores many of them at once; of those it keeps the counts only. Scorers with the same
    metrics and policies add up.

    Parameters
    ----------
    metrics : iterable of str, optional
        Names of metrics.
    profile : str, optional
        Official settings for all policies.
    **policies : str
        Policies, as for `score`.

    Examples
    --------
    >>> scorer = Scorer(metrics=["muc"])
    >>> scorer.update([["a", "b"]], [["a", "b"]])
    >>> scorer.update([["a", "b", "c"]], [["a", "b"], ["c"]])
    >>> round(scorer.compute()["muc"].recall, 3)
    0.667
    """

    def __init__(self, metrics: Iterable[str] | None = None, *, profile: str | None = None, **policies: str) -> None:
        self.settings = Settings.of(profile, **policies)
        self.metrics = find_metrics(metrics, self.settings, profile)
        self.reset()

    def __repr__(self) -> str:
        return f"<Scorer of {', '.join(metric.name for metric in self.metrics)}: {len(self._names):,} documents>"

    def reset(self) -> None:
        """Forget all documents."""
        self._waiting = ClusterColumns()
        self._names: list[str | None] = []
        self._counts: list[Counts] = []
        self._sides = (SideCounts(KEY.name), SideCounts(RESPONSE.name))

    def update(self, key: Input, response: Input, name: str | None = None) -> None:
        """Add a document as two lists of clusters, or several as dicts, corpora or files.

        Parameters
        ----------
        key, response : clusters, clusters by document, Corpus, or paths
            What to add.
        name : str, optional
            The name of the document, if there is one only; without it, documents are numbered.

        Raises
        ------
        InputError
            If the input cannot be scored; nothing is added then.
        """
        if any(isinstance(side, (Mapping, Corpus)) or is_paths(side) for side in (key, response)):
            self._score_waiting()
            self._score(*read_pair(key, response))
            self._names += self._counts[-1].documents
            return
        shown = str(len(self._names)) if name is None else name
        documents = cast("tuple[Clusters, Clusters]", (key, response))
        if not self._waiting.add(shown, *documents, with_repeats=False):
            self._score_waiting()
            alone = ClusterColumns()
            alone.add(shown, *documents)
            self._score(*alone.corpora())
        self._names.append(name)
        if len(self._waiting) >= MENTIONS_AT_ONCE:
            self._score_waiting()

    def compute(self) -> Result:
        """The scores of all documents so far."""
        self._score_waiting()
        if not self._counts:
            self._score(*ClusterColumns().corpora())
        return Result(self.metrics, Counts.joined(self._unique_names(), self._counts), self.settings, *self._sides)

    def _unique_names(self) -> list[str]:
        """The names given, and numbers for documents without one."""
        given = Counter(name for name in self._names if name is not None)
        twice = [name for name, times in given.items() if times > 1]
        if twice:
            raise ValueError(f"two documents are named {twice[0]!r}; give each a name of its own, or none")
        unnamed = (str(number) if str(number) not in given else f"#{number}" for number in range(len(self._names)))
        return [number if name is None else name for name, number in zip(self._names, unnamed, strict=True)]

    def __add__(self, other: Scorer) -> Scorer:
        """A scorer with the documents of both."""
        ours, theirs = ([metric.name for metric in scorer.metrics] for scorer in (self, other))
        if (self.settings, ours) != (other.settings, theirs):
            raise ValueError("scorers with different metrics or policies cannot be added")
        total = Scorer(ours, **self.settings.to_dict())
        for scorer in (self, other):
            scorer._score_waiting()
            total._names += scorer._names
            total._counts += scorer._counts
            key, response = zip(total._sides, scorer._sides, strict=True)
            total._sides = (key[0].plus(key[1]), response[0].plus(response[1]))
        return total

    def __radd__(self, other: object) -> Scorer:
        """What `sum` begins with."""
        return self if other == 0 else NotImplemented

    def __getstate__(self) -> dict[str, object]:
        self._score_waiting()
        return {**self.__dict__, "metrics": [metric.name for metric in self.metrics]}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.metrics = find_metrics(state["metrics"], self.settings)

    def _score_waiting(self) -> None:
        if self._waiting.names:
            self._score(*self._waiting.corpora())
            self._waiting = ClusterColumns()

    def _score(self, key: Corpus, response: Corpus) -> None:
        matched = prepare(key, response, self.settings)
        self._counts.append(count(matched, counted_metrics(self.metrics), self.settings))
        key_side, response_side = self._sides
        self._sides = (key_side.plus(SideCounts.of(matched.key)), response_side.plus(SideCounts.of(matched.response)))


def score_labels(
    key: npt.ArrayLike,
    response: npt.ArrayLike,
    documents: npt.ArrayLike | None = None,
    metrics: Iterable[str] | None = None,
    *,
    blanc: str | None = None,
) -> Result:
    """Score two labellings of the same mentions, as for clustering.

    Parameters
    ----------
    key, response : array-like
        The label of each mention: mention i is in the entities key[i] and response[i].
    documents : array-like, optional
        The document of each mention; without it, all mentions are in one document.
    metrics : iterable of str, optional
        Names of metrics.
    blanc : str, optional
        The edge rule of BLANC.

    Examples
    --------
    >>> result = score_labels([0, 0, 0, 1, 1], ["x", "x", "y", "y", "y"], metrics=["pairwise"])
    >>> result["pairwise"].recall
    0.5
    """
    settings = Settings.of(blanc=blanc)
    chosen = find_metrics(metrics, settings)
    names, document = _label_documents(documents, len(np.asarray(key)))
    key_entity, response_entity = (_label_numbers(labels, document, len(names)) for labels in (key, response))
    if len(key_entity) != len(response_entity):
        raise ValueError(f"key has {len(key_entity):,} labels, but response has {len(response_entity):,}")
    sizes = [np.bincount(entity) for entity in (key_entity, response_entity)]
    overlap = Overlap.from_pairs(
        _label_entity_documents(key_entity, document, len(sizes[0])),
        sizes[0],
        _label_entity_documents(response_entity, document, len(sizes[1])),
        sizes[1],
        key_entity,
        response_entity,
        len(names),
    )
    counts = Counts(names, {metric.name: metric.count(overlap) for metric in counted_metrics(chosen)})
    key_side, response_side = (
        SideCounts.of_sizes(side.name, len(names), size) for side, size in zip((KEY, RESPONSE), sizes, strict=True)
    )
    return Result(chosen, counts, settings, key_side, response_side)


def _label_documents(documents: npt.ArrayLike | None, mentions: int) -> tuple[tuple[str, ...], Ints | None]:
    """The names of the documents, and the number of each mention's document (None if there is only one)."""
    if documents is None:
        return (ONLY_DOCUMENT,), None
    names, number = np.unique(np.asarray(documents), return_inverse=True)
    if len(number) != mentions:
        raise ValueError(f"there are {mentions:,} labels, but documents are given for {len(number):,}")
    return tuple(map(str, names.tolist())), ints(number)


def _label_numbers(labels: npt.ArrayLike, document: Ints | None, documents: int) -> Ints:
    """Labels as numbers from 0 without gaps; a label in two documents is two entities."""
    values = np.asarray(labels)
    if values.ndim != 1:
        raise ValueError(f"labels must be a flat list, not of {values.ndim} dimensions")
    if values.dtype.kind == "f" and np.isnan(values).any():
        raise ValueError("a label is not a number (nan); give each mention a label")
    if values.dtype.kind not in "iu":
        values = np.unique(values, return_inverse=True)[1]
    number = dense_numbers(ints(values))
    return number if document is None else dense_numbers(number * documents + document)


def _label_entity_documents(entity: Ints, document: Ints | None, entities: int) -> Ints:
    found = np.zeros(entities, dtype=np.int64)
    if document is not None:
        found[entity] = document
    return found
