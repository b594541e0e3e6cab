"""Scores two inputs in five steps: read, prepare, match, overlap, count."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from corefscore.core.arrays import Ints
from corefscore.core.corpus import Corpus, Memory
from corefscore.core.export import abridged
from corefscore.core.problems import check_choice, closest, fail, warn
from corefscore.core.settings import CHOICES, GIVEN, UNWEIGHTED, Settings, is_weights_policy, weights_policy
from corefscore.formats.base import KEY_SIDE, RESPONSE_SIDE, Reading
from corefscore.formats.pairs import ONLY_DOCUMENT, Input, corpora_of, is_in_memory, on_both, read_pair
from corefscore.matching.documents import check_words, same_documents
from corefscore.matching.duplicates import without_duplicates, without_singletons
from corefscore.matching.matched import Matched, find_matches
from corefscore.matching.units import same_units
from corefscore.metrics.base import CountedMetric
from corefscore.metrics.counting import count_documents
from corefscore.metrics.overlap import Overlap
from corefscore.metrics.selection import find_metrics
from corefscore.result import Counts, Result, SideCounts, SummedCounts, counted_metrics

if TYPE_CHECKING:
    import numpy.typing as npt
    from typing_extensions import Unpack

    from corefscore.formats.given import GivenDocument
    from corefscore.formats.memory import ClusterColumns, NumberedPair
    from corefscore.matching.keywords import ReadingOptions, ScoringOptions
    from corefscore.matching.topics import Topics
    from corefscore.matching.weights import Weights
    from corefscore.matching.whole import Whole

MENTIONS_AT_ONCE = 100_000
ONE_BY_ONE = "a Scorer scores documents one by one; use score for topics, other scopes and windows"
ALL_MENTIONS = "all"
DOCUMENT = "document"
"""The scope in which documents are not joined."""

Given = TypeVar("Given")
"""The type of an argument that has two names."""

SCORERS = threading.RLock()
"""A lock that is held while a scorer changes. A fork waits for it, so that no child gets a half-changed scorer."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=SCORERS.acquire, after_in_parent=SCORERS.release, after_in_child=SCORERS.release)


def settings_of(options: ScoringOptions) -> Settings:
    """Return the settings that the options choose.

    Raises
    ------
    ValueError
        If a choice does not exist, or if two choices exclude each other.
    """
    given: dict[str, Any] = {name: options.get(name) for name in CHOICES}
    windows = None if given["windows"] is None else str(given["windows"])
    policies = {**given, "windows": windows, "weights": weights_policy(given["weights"])}
    return Settings.of(options.get("profile"), options.get("settings"), **policies)


def reading_of(options: ScoringOptions, jobs: int = 1) -> Reading:
    """Return the options that say how to read files."""
    given: dict[str, Any] = {name: value for name, value in options.items() if name in Reading._fields}
    return Reading(**given, jobs=jobs).under(settings_of(options))


def _check_options(function: str, given: Iterable[str], others: Iterable[str] = ()) -> None:
    """Check the names of options for reading. A wrong name may be meant as one of the other options of the function."""
    for name in given:
        if name not in Reading._fields:
            near = closest(name, [*others, *Reading._fields])
            hint = f"; did you mean {near!r}?" if near else ""
            raise TypeError(f"{function} has no option {name!r}{hint}")


def with_settings_read(options: ScoringOptions) -> ScoringOptions:
    """Return the options with settings instead of a signature. It is read once, so that its warnings are shown once."""
    given = options.get("settings")
    return {**options, "settings": Settings.from_signature(given)} if isinstance(given, str) else options


def score(
    key: Input = None,
    response: Input = None,
    metrics: Iterable[str] | None = None,
    *,
    gold: Input = None,
    predicted: Input = None,
    documents: bool | None = None,
    profile: str | None = None,
    settings: Settings | str | None = None,
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
    brackets: str | None = None,
    scope: str | None = None,
    topics: Topics | None = None,
    windows: int | str | None = None,
    split: str | None = None,
    layer: str | None = None,
    weights: Weights | None = None,
    jobs: int = 1,
    **reading: Unpack[ReadingOptions],
) -> Result:
    """Score a response against a key.

    Parameters
    ----------
    key, response : paths, Corpus, entities, entities by document, or data frames
        The two sides: files, corpora, or values in memory. One side may be a file and the other in memory. Files may
        also be directories, patterns, or `-` for standard input. In memory, one document is a list of entities, or a
        dictionary of entities by their names. Several documents are a list or a dictionary of such documents. An entity
        is a list of mentions. A mention is a text, a number, a span of two numbers (a tuple, a list, an array, a
        tensor, ``{"start": 0, "end": 1}``, or a span of spaCy), or a list of spans. The shape is recognised by the
        nesting of both sides; see docs/how-to/shapes.md. A data frame has the columns `start`, `end`, `entity` and, if
        there are several documents, `document`.
    metrics : iterable of str, optional
        The names of the metrics. `METRICS` has all metrics. By default, the default metrics of the profile are used.
    gold, predicted : optional
        Other names for `key` and `response`.
    documents : bool, optional
        Whether the outer level of values in memory has documents (True) or entities (False). It is needed if the
        nesting is ambiguous.
    profile : str, optional
        The settings of a shared task, a paper or another scorer for all policies, such as `conll2012`, `crac` or
        `cattan2021`; see docs/reference/profiles.md. A policy that is given as an argument replaces that of the
        profile.
    settings : Settings or str, optional
        The settings of another result (`Result.settings`), or its signature, instead of a profile. A signature does not
        have the metrics, the topics, the file of weights, and the options for reading files; give these again.
    match, singletons, duplicates, missing, extra, tokens, zeros, blanc : str, optional
    mentions, undefined, brackets, scope, split : str, optional
        The policies. `corefscore score --help` lists their choices.
    layer : str, optional
        The layer of annotation to read, if files have several: `identity` (the default) or `deixis`.
    topics : path, str or mapping, optional
        The topic of each document, for `scope`. It is one of three things: a file with a name, a tab, a topic, and
        perhaps a tab and a subtopic on each line; a regular expression with the groups `topic` and `subtopic`; or a
        dictionary of topics, or of pairs of topic and subtopic, by the names of documents.
    windows : int or str, optional
        The length of windows, in tokens, into which documents are cut. `bookcoref` cuts documents as the script of
        BookCoref does.
    weights : str, path or callable, optional
        The weights of mentions: `none`, `information`, `tokens`, the path of a CSV file, or a function of a mention. By
        default, corpora with a column of weights are scored with these weights.
    jobs : int
        The number of processes that read files.
    **reading
        How to read files: `column`, `encoding`, `spans`, `clusters` and `progress` as for `read`; and `key_format`,
        `response_format`, `key_spans` and `response_spans` for one side only.

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

    Warns
    -----
    InputWarning
        If the files of the key or of the response have no mention at all, or if a metric of relations or of
        non-referring mentions finds nothing to count in the files.

    Examples
    --------
    >>> result = score([["a", "b", "c"]], [["a", "b", "d"]], metrics=["b3"])
    >>> round(result["b3"].precision, 3)
    0.444
    """
    _check_options("score", reading, CHOICES)
    chosen = Settings.of(
        profile,
        settings,
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
        brackets=brackets,
        scope=scope,
        windows=None if windows is None else str(windows),
        split=split,
        layer=layer,
        weights=weights_policy(weights),
    )
    wanted = find_metrics(metrics, chosen, profile)
    ours, theirs = given_as("key", key, "gold", gold), given_as("response", response, "predicted", predicted)
    corpora = read_pair(ours, theirs, Reading(**reading, documents=documents, jobs=jobs).under(chosen))
    if weights is None and settings is None and have_weights(*corpora):
        chosen = replace(chosen, weights=GIVEN)
    matched = prepare(*corpora, chosen, weights, topics)
    for side, given, corpus in zip((KEY_SIDE, RESPONSE_SIDE), (ours, theirs), corpora, strict=True):
        if not is_in_memory(given):
            _warn_of_no_mentions(side, corpus)
    chosen = chosen.stating(relations_stated(matched))
    counts = count(matched, counted_metrics(wanted), chosen)
    _warn_of_no_relations(matched.key, counts, counted_metrics(wanted))
    return Result(wanted, counts, chosen, SideCounts.of(matched.key), SideCounts.of(matched.response), matched)


def _warn_of_no_relations(key: Corpus, counts: Counts, metrics: Iterable[CountedMetric]) -> None:
    """Warn if metrics of relations find no relation in the files of both sides: their scores are 0 and mean nothing."""
    empty = [each.title for each in metrics if each.of_relations and not counts.rows[each.name].any()]
    if empty and _is_from_files(key):
        message = f"neither side has anything to score for {', '.join(empty)}, so the scores are 0"
        warn(key.source_name, 0, f"{message}; leave out these metrics, or check the files")


def _warn_of_no_mentions(side: str, corpus: Corpus) -> None:
    """Warn if files have no mention at all. Users of values in memory see that these are empty.

    A `Scorer` does not warn: a document of a training loop may well have no mention.
    """
    if not corpus.mentions and _is_from_files(corpus):
        message = f"the {side} has no mention, so nothing matches; check its format and, in column files, --column"
        warn(corpus.source_name, 0, message)


def _is_from_files(corpus: Corpus) -> bool:
    return len(corpus) > 0 and not isinstance(corpus.origins[0].source, Memory)


def given_as(name: str, value: Given | None, alias: str, other: Given | None) -> Given:
    """Return the value of an argument that has two names.

    >>> given_as("key", None, "gold", [["Ann"]])
    [['Ann']]

    Raises
    ------
    TypeError
        If both names or none of them are given.
    """
    if (value is None) == (other is None):
        raise TypeError(f"give {name}= or {alias}= (they mean the same)" + ("" if value is None else ", but not both"))
    return value if other is None else other  # type: ignore[return-value]


def have_weights(key: Corpus, response: Corpus) -> bool:
    """Return whether at least one side has a column of weights."""
    return key.weight is not None or response.weight is not None


def prepare(
    key: Corpus, response: Corpus, settings: Settings, weights: Weights | None = None, topics: Topics | None = None
) -> Matched:
    """Apply the policies to both sides, and match mentions.

    Parameters
    ----------
    key, response : Corpus
        The two sides, as read.
    settings : Settings
        The policies.
    weights : str, path or callable, optional
        Weights from a file or a function. By default, `weights=given` uses the weights of the corpora.
    topics : path, str or mapping, optional
        The topic of each document, as for `score`.

    Returns
    -------
    Matched
        Both sides with the same documents, and the mentions that match.

    Raises
    ------
    InputError
        If the two sides cannot be compared, or if a policy does not allow what they contain.
    """
    key, response = same_units(*same_documents(key, response, settings.missing, settings.extra))
    if settings.tokens == "error":
        check_words(key, response)
    if key.is_related or response.is_related:
        from corefscore.matching.order_of_contents import in_order_of_contents

        key, response = in_order_of_contents(key, response)
    how = settings.weights if weights is None or is_weights_policy(weights) else weights
    if settings.scope != DOCUMENT or settings.windows != "none":
        # Weights are given by the names of documents, and these names change below.
        key, response = _weighed(key, response, how)
        how = settings.weights if key.weight is None else GIVEN
    key, response = in_scope(key, response, settings, topics)
    if settings.duplicates != "reference":
        key, response = on_both(lambda side: without_duplicates(side, settings.duplicates), key, response)
    whole = None
    if key.is_related or response.is_related:
        from corefscore.matching.scored_mentions import scored_part

        key, response, whole = scored_part(key, response, settings)
    elif settings.singletons == "drop":
        key, response = without_singletons(key), without_singletons(response)
    key, response = _weighed(key, response, how)
    return _matched(key, response, whole, settings)


def _matched(key: Corpus, response: Corpus, whole: Whole | None, settings: Settings) -> Matched:
    """Return the mentions that are scored, with their matches."""
    matched = find_matches(key, response, settings.match, settings.zeros)
    if whole is not None:
        whole.know(matched)
        matched = replace(matched, whole=whole)
    if settings.mentions == ALL_MENTIONS:
        return matched
    from corefscore.matching.chosen_mentions import chosen_mentions

    return chosen_mentions(matched, settings.mentions)


def relations_stated(matched: Matched) -> Iterator[str]:
    """Yield the parts of a signature for files with plural entities or non-referring mentions."""
    sides = (matched.whole.mentions.key, matched.whole.mentions.response) if matched.whole else ()
    if any(side.relations is not None and len(side.relations.whole) for side in sides):
        yield "split:on"
    if any(not side.extra["referring"].all() for side in sides if "referring" in side.extra):
        yield "nonreferring:drop"


def _weighed(key: Corpus, response: Corpus, how: Weights) -> tuple[Corpus, Corpus]:
    if how == UNWEIGHTED and not have_weights(key, response):
        return key, response
    from corefscore.matching.weights import weigh

    return weigh(key, response, how)


def in_scope(key: Corpus, response: Corpus, settings: Settings, topics: Topics | None = None) -> tuple[Corpus, Corpus]:
    """Return key and response with documents joined or cut, according to the settings.

    Warns
    -----
    InputWarning
        If an entity is in several documents, but each document is scored separately.
    """
    if settings.scope == DOCUMENT:
        if key.global_names or response.global_names:
            from corefscore.matching.global_names import warn_of_entities_across_documents

            for side in dict.fromkeys((key, response)):
                warn_of_entities_across_documents(side)
        if settings.windows == "none":
            return key, response
        from corefscore.matching.windows import cut

        return cut(key, response, settings.windows)
    from corefscore.matching.scopes import joined, scope_names

    return joined(key, response, scope_names(key.names, settings.scope, topics))


def count(matched: Matched, metrics: Iterable[CountedMetric], settings: Settings) -> Counts:
    """Return a row of counts for each document and metric."""
    rows = count_documents(matched, metrics, settings)
    return Counts(matched.key.names, rows, matched.key.origins.files)


class Scorer:
    """A scorer for documents that come one by one, as in a training loop.

    It collects documents, scores many of them at once, and keeps only their counts and the sums of the counts. So the
    time of `compute` does not depend on the number of documents. Several threads may share a scorer. Scorers of several
    processes can be added if they have the same metrics and policies.

    Parameters
    ----------
    metrics : iterable of str, optional
        The names of the metrics.
    profile : str, optional
        The settings of a shared task for all policies, as for `score`.
    settings : Settings or str, optional
        The settings of another result, or its signature, as for `score`.
    keep_documents : bool
        Whether to keep the name and the counts of each document. If False, memory stays constant, but results have no
        scores of documents, and a document that is added twice is not detected.
    **policies : str
        The policies, as for `score`. If `weights` is not given, the first documents decide: if they are corpora with a
        column of weights, all documents are scored with such weights.

    Raises
    ------
    ValueError
        If a metric or a choice of a policy does not exist.

    Examples
    --------
    >>> scorer = Scorer(metrics=["muc"])
    >>> scorer.update(key=[["a", "b"]], response=[["a", "b"]])
    >>> scorer.update(predicted=[["a", "b"], ["c"]], gold=[["a", "b", "c"]])
    >>> round(scorer.compute()["muc"].recall, 3)
    0.667
    """

    def __init__(
        self,
        metrics: Iterable[str] | None = None,
        *,
        profile: str | None = None,
        settings: Settings | str | None = None,
        keep_documents: bool = True,
        **policies: str,
    ) -> None:
        if "topics" in policies:
            raise ValueError(ONE_BY_ONE)
        for policy in policies:
            check_choice("policy", policy, CHOICES)
        given = {name: str(each) for name, each in policies.items() if each is not None}
        self.settings = self._asked = Settings.of(profile, settings, **given)
        self._may_take_weights = policies.get("weights") is None and settings is None
        if self.settings != self.settings.for_prepared():
            raise ValueError(ONE_BY_ONE)
        self.metrics = find_metrics(metrics, self.settings, profile)
        self.keep_documents = keep_documents
        self.reset()

    def __repr__(self) -> str:
        return f"<Scorer of {abridged(metric.name for metric in self.metrics)}: {len(self):,} documents>"

    def __len__(self) -> int:
        """Return the number of documents that were added so far."""
        return len(self._counts) + len(self._waiting.names)

    def reset(self) -> None:
        """Remove all documents."""
        from corefscore.metrics.running import RunningCounts

        with SCORERS:
            self.settings = self._asked
            self._waiting = _no_documents()
            self._names: list[str | None] = []
            self._given: set[str] = set()
            self._counts = RunningCounts(self.keep_documents)
            self._sides = (SideCounts(KEY_SIDE), SideCounts(RESPONSE_SIDE))

    def update(
        self,
        key: Input = None,
        response: Input = None,
        name: str | None = None,
        *,
        gold: Input = None,
        predicted: Input = None,
        documents: bool | None = None,
        **reading: Unpack[ReadingOptions],
    ) -> None:
        """Add one or several documents.

        Parameters
        ----------
        key, response : entities, entities by document, Corpus, paths, or data frames
            The documents to add, as for `score`.
        name : str, optional
            The name of the document, if it is only one. Documents without a name are numbered.
        gold, predicted : optional
            Other names for `key` and `response`.
        documents : bool, optional
            Whether the outer level has documents or entities, as for `score`.
        **reading
            How to read files, as for `score`.

        Raises
        ------
        InputError
            If the input cannot be scored. Then nothing is added.
        ValueError
            If there is already a document with this name. Then nothing is added.
        """
        _check_options("Scorer.update", reading)
        ours, theirs = given_as("key", key, "gold", gold), given_as("response", response, "predicted", predicted)
        with SCORERS:
            pair = self._waiting.quick_pair(ours, theirs, documents)
            if pair is not None:
                self._add(name, pair)
            elif all(map(is_in_memory, (ours, theirs))):
                from corefscore.formats.given import given_documents

                self._add_given(name, given_documents(ours, theirs, documents))
            else:
                how = Reading(**reading, documents=documents).under(self.settings)
                self._score(*read_pair(ours, theirs, how), None)

    def _add(self, name: str | None, pair: NumberedPair) -> None:
        """Add one document. It is scored later, with others, unless it may have a problem."""
        self._check_names([name])
        is_doubtful = pair.repeats or self.settings.weights == GIVEN
        columns = _no_documents() if is_doubtful else self._waiting
        columns.add(str(len(self)) if name is None else name, pair)
        if is_doubtful:
            self._score(*columns.corpora(), [name])
            return
        self._keep_names([name])
        if len(self._waiting) >= MENTIONS_AT_ONCE:
            self._score_waiting()

    def _add_given(self, name: str | None, found: Sequence[GivenDocument]) -> None:
        """Add documents from memory."""
        if name is not None and (len(found) != 1 or found[0].name is not None):
            message = f"name={name!r} is for one document, but there are {len(found):,}"
            raise ValueError(f"{message}; give a dictionary of documents by their names")
        if len(found) == 1 and found[0].name is None:
            self._add(name, found[0].numbered(str(len(self)) if name is None else name))
            return
        named = any(document.name is not None for document in found)
        self._score(*corpora_of(found, len(self)), None if named else [None] * len(found))

    def compute(self) -> Result:
        """Return the scores of all documents that were added so far.

        Returns
        -------
        Result
            The scores. The result has no mentions.
        """
        with SCORERS:
            self._score_waiting()
            if not len(self._counts):
                self._score(*_no_documents().corpora(), [])
            counts = SummedCounts(self._counts.total, len(self._counts), self._names, self._counts.rows)
            return Result(self.metrics, counts, self.settings, *self._sides)

    def _check_names(self, names: Iterable[str | None]) -> None:
        seen: set[str] = set()
        for name in names:
            if name is not None:
                if name in self._given or name in seen:
                    raise ValueError(
                        f"two documents have the name {name!r}; give each document a different name, or no name"
                    )
                seen.add(name)

    def _keep_names(self, names: Sequence[str | None]) -> None:
        if self.keep_documents:
            self._names += names
            self._given.update(name for name in names if name is not None)

    def __add__(self, other: Scorer) -> Scorer:
        """Return a scorer with the documents of both scorers."""
        ours, theirs = (
            (scorer._asked, [metric.name for metric in scorer.metrics], scorer.keep_documents)
            for scorer in (self, other)
        )
        if ours != theirs or (len(self) and len(other) and self.settings != other.settings):
            raise ValueError("scorers with different metrics or policies cannot be added; use the same for both")
        total = copy(self)
        total.reset()
        first, second = (self, other) if len(self) else (other, self)
        total.settings = first.settings.stating(second.settings.stated.split("|"))
        with SCORERS:
            for scorer in (self, other):
                scorer._score_waiting()
                total._check_names(scorer._names)
                total._keep_names(scorer._names)
                total._counts = total._counts.plus(scorer._counts)
                key, response = zip(total._sides, scorer._sides, strict=True)
                total._sides = (key[0].plus(key[1]), response[0].plus(response[1]))
        return total

    def __radd__(self, other: object) -> Scorer:
        """Return the scorer itself, because `sum` begins with 0."""
        return self if other == 0 else NotImplemented

    def __getstate__(self) -> dict[str, object]:
        with SCORERS:
            self._score_waiting()
            return {**self.__dict__, "metrics": [metric.name for metric in self.metrics]}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.metrics = find_metrics(state["metrics"], self.settings)

    def _score_waiting(self) -> None:
        if self._waiting.names:
            columns, self._waiting = self._waiting, _no_documents()
            self._count(prepare(*columns.corpora(), self.settings), self.settings)

    def _score(self, key: Corpus, response: Corpus, names: Sequence[str | None] | None) -> None:
        """Score documents now. If names is None, they have the names of the key."""
        settings = self._settings_for(key, response)
        matched = prepare(key, response, settings)
        settings = settings.stating(relations_stated(matched))
        scored = matched.key.names if names is None else names
        self._check_names(scored)
        self._score_waiting()
        self._count(matched, settings)
        self._keep_names(scored)
        self.settings = settings

    def _settings_for(self, key: Corpus, response: Corpus) -> Settings:
        """Return the settings, with the weights of the first documents if no weights were chosen."""
        if not self._may_take_weights or self.settings.weights == GIVEN or not have_weights(key, response):
            return self.settings
        if len(self):
            message = "has weights, but earlier documents have no weights"
            raise fail(
                response.source_name, 0, f"{message}; give weights to all documents, or use Scorer(weights='none')"
            )
        return replace(self.settings, weights=GIVEN)

    def _count(self, matched: Matched, settings: Settings) -> None:
        self._counts.add(count(matched, counted_metrics(self.metrics), settings).rows)
        self.settings = self.settings.stating(relations_stated(matched))
        key_side, response_side = self._sides
        self._sides = (key_side.plus(SideCounts.of(matched.key)), response_side.plus(SideCounts.of(matched.response)))


def _no_documents() -> ClusterColumns:
    """Return empty columns for documents in memory. The module is loaded here, because files do not need it."""
    from corefscore.formats.memory import ClusterColumns

    return ClusterColumns()


def score_labels(
    key: npt.ArrayLike | None = None,
    response: npt.ArrayLike | None = None,
    documents: npt.ArrayLike | None = None,
    metrics: Iterable[str] | None = None,
    *,
    gold: npt.ArrayLike | None = None,
    predicted: npt.ArrayLike | None = None,
    blanc: str | None = None,
) -> Result:
    """Score two labellings of the same mentions, as in clustering.

    Parameters
    ----------
    key, response : array-like
        The label of each mention: mention i is in the entities `key[i]` and `response[i]`. Series of pandas are joined
        by their index.
    documents : array-like, optional
        The document of each mention. By default, all mentions are in one document.
    metrics : iterable of str, optional
        The names of the metrics.
    gold, predicted : array-like, optional
        Other names for `key` and `response`.
    blanc : str, optional
        The policy for BLANC, as for `score`.

    Returns
    -------
    Result
        The scores. The result has no mentions, so it has no entities, errors or explanations.

    Raises
    ------
    ValueError
        If key and response have different numbers of labels, or if a metric does not exist.

    Examples
    --------
    >>> result = score_labels([0, 0, 0, 1, 1], ["x", "x", "y", "y", "y"], metrics=["pairwise"])
    >>> result["pairwise"].recall
    0.5
    """
    from corefscore.formats.label_columns import joined_labels, label_array, label_documents, label_numbers

    settings = Settings.of(blanc=blanc)
    chosen = find_metrics(metrics, settings)
    joined = joined_labels(
        given_as("key", key, "gold", gold), given_as("response", response, "predicted", predicted), documents
    )
    ours, theirs = (label_array(labels) for labels in joined[:2])
    if len(ours) != len(theirs):
        raise ValueError(
            f"key has {len(ours):,} labels, but response has {len(theirs):,}; give one label for each mention"
        )
    names, document = label_documents(joined[2], len(ours), ONLY_DOCUMENT)
    key_entity, response_entity = (label_numbers(labels, document, len(names)) for labels in (ours, theirs))
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
        SideCounts.of_sizes(side, len(names), size) for side, size in zip((KEY_SIDE, RESPONSE_SIDE), sizes, strict=True)
    )
    return Result(chosen, counts, settings, key_side, response_side)


def _label_entity_documents(entity: Ints, document: Ints | None, entities: int) -> Ints:
    found = np.zeros(entities, dtype=np.int64)
    if document is not None:
        found[entity] = document
    return found
