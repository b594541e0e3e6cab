"""The road from two inputs to one result: read, prepare, match, overlap, count."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from inspect import signature
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard

import numpy as np

from corefscore.core.arrays import Floats, numbers
from corefscore.core.corpus import Corpus
from corefscore.core.problems import InputError, all_of, fail
from corefscore.core.settings import CHOICES, Settings
from corefscore.formats.base import KEY_SIDE, RESPONSE_SIDE, Reading
from corefscore.formats.files import STANDARD_INPUT, Progress
from corefscore.formats.reading import Paths, read_files
from corefscore.matching.documents import check_words, same_documents, same_units
from corefscore.matching.duplicates import (
    chains_in_order,
    documents_with_repeats,
    repeats,
    span_numbers,
    without_duplicates,
    without_singletons,
)
from corefscore.matching.matched import Matched, find_twins
from corefscore.metrics.base import Metric
from corefscore.metrics.overlap import Overlap
from corefscore.metrics.registry import WEIGHTED, find_metrics
from corefscore.result import Counts, Result, Side, counted_metrics

if TYPE_CHECKING:
    from corefscore.formats.memory import Clusters
    from corefscore.matching.weights import Weights

Input: TypeAlias = "Paths | Corpus | Clusters | Mapping[str, Clusters]"
"""Paths of files, a corpus, clusters of one document, or clusters of several documents by name."""

GIVEN = "given"
PATH = (str, os.PathLike)


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

    Policies not given are those of the profile, or the defaults. `weights` is one of `none`, `information` and
    `tokens`, the path of a CSV file, or a function that says what a mention weighs; corpora that have a column of
    weights are scored with it. `column`, `encoding`, formats and `spans` are for files that differ from the usual;
    `progress` is called with the number of bytes read, again and again; many files are read in `jobs` processes.

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
    chosen = find_metrics(metrics, settings.blanc, profile)
    corpora = read_both(
        key,
        response,
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
    if weights is None and any(corpus.weight is not None for corpus in corpora):
        settings = settings._replace(weights=GIVEN)
    matched = prepare(*corpora, settings, weights)
    counts = count(matched, counted_metrics(chosen), settings)
    return Result(chosen, counts, settings, Side.of(matched.key), Side.of(matched.response), matched)


def read_both(key: Input, response: Input, **reading: Any) -> tuple[Corpus, Corpus]:
    """Key and response as corpora, from files or from memory; `reading` is as for `read_side`."""
    in_memory = [not isinstance(side, Corpus) and not is_paths(side) for side in (key, response)]
    if all(in_memory):
        return _from_memory(key, response)
    if any(in_memory):
        raise TypeError("one of key and response is a file or a corpus, the other is not; give both alike")
    if all(isinstance(side, PATH) and os.fspath(side) == STANDARD_INPUT for side in (key, response)):
        raise fail("standard input", 0, "cannot be both key and response; name a file for one of them")
    known: list[Corpus] = []

    def as_corpus(side: str) -> Corpus:
        given: Any = key if side == KEY_SIDE else response
        corpus = given if isinstance(given, Corpus) else read_side(given, side, *known, **reading)
        known.append(corpus)
        return corpus

    return on_both(as_corpus, KEY_SIDE, RESPONSE_SIDE)


def read_side(
    paths: Paths,
    side: str,
    key: Corpus | None = None,
    *,
    column: int | None = None,
    encoding: str | None = None,
    key_format: str | None = None,
    response_format: str | None = None,
    spans: str | None = None,
    key_spans: str | None = None,
    response_spans: str | None = None,
    progress: Progress | None = None,
    jobs: int = 1,
) -> Corpus:
    """The key, or the response to a key that may be known; what is given for the other side is passed over."""
    form, own = (key_format, key_spans) if side == KEY_SIDE else (response_format, response_spans)
    reading = Reading(column, own or spans, side=side, key=key, progress=progress)
    return read_files(paths, reading, encoding, form, jobs)


def reading_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the options of `score` that are about reading."""
    return {name: options[name] for name in signature(read_side).parameters if name in options}


def is_paths(value: object) -> bool:
    """Whether something is a path or a list of paths."""
    if isinstance(value, PATH):
        return True
    return isinstance(value, (list, tuple)) and bool(value) and all(isinstance(each, PATH) for each in value)


def on_both(step: Callable[[Any], Corpus], key: Any, response: Any) -> tuple[Corpus, Corpus]:
    """Do a step for key and response, and tell the problems of both at once."""
    done: list[Corpus] = []
    errors: list[InputError] = []
    for side in (key, response):
        try:
            done.append(step(side))
        except InputError as error:
            errors.append(error)
    if errors:
        raise all_of(errors)
    return done[0], done[1]


def _from_memory(key: Any, response: Any) -> tuple[Corpus, Corpus]:
    from corefscore.formats.memory import ClusterColumns

    key_documents, response_documents = (_by_document(side) for side in (key, response))
    columns = ClusterColumns()
    names = list(dict.fromkeys([*key_documents, *response_documents]))
    for name in names:
        columns.add(name, key_documents.get(name, ()), response_documents.get(name, ()))
    key_corpus, response_corpus = columns.corpora()
    return _only(key_corpus, key_documents), _only(response_corpus, response_documents)


def _by_document(side: Any) -> Mapping[str, Clusters]:
    if isinstance(side, Mapping):
        return {str(name): clusters for name, clusters in side.items()}
    if isinstance(side, Iterable):
        return {"document": side}
    raise TypeError(f"{side!r} cannot be scored; give paths, a corpus, clusters, or clusters by document")


def _only(corpus: Corpus, names: Mapping[str, Clusters]) -> Corpus:
    """The corpus without the documents that only the other side has."""
    if len(corpus) == len(names):
        return corpus
    kept = [number for number, name in enumerate(corpus.names) if name in names]
    number = np.full(len(corpus), -1, dtype=np.int64)
    number[kept] = numbers(len(kept))
    return corpus.with_documents([corpus.origins[place] for place in kept], number)


def weights_policy(weights: Weights | None) -> str | None:
    """The name under which the settings know some weights."""
    return weights if weights is None or _is_policy(weights) else GIVEN


def _is_policy(weights: Weights | None) -> TypeGuard[str]:
    return isinstance(weights, str) and weights in CHOICES["weights"]


def prepare(key: Corpus, response: Corpus, settings: Settings, weights: Weights | None = None) -> Matched:
    """Apply the policies, then say which mention is which.

    Weights that are `given` are those of the file or function beside the settings, or else of the corpora's columns.
    """
    key, response = same_units(*same_documents(key, response, settings.missing, settings.extra))
    if settings.tokens == "error":
        check_words(key, response)
    if settings.duplicates != "reference":
        key, response = on_both(lambda side: without_duplicates(side, settings.duplicates), key, response)
    if settings.singletons == "drop":
        key, response = without_singletons(key), without_singletons(response)
    how = settings.weights if weights is None or _is_policy(weights) else weights
    return find_twins(*_weighed(key, response, how), settings.match, settings.zeros)


def _weighed(key: Corpus, response: Corpus, how: Weights) -> tuple[Corpus, Corpus]:
    if how == "none":
        return _unweighed(key), _unweighed(response)
    if how == GIVEN:
        for side in (key, response):
            if side.weight is None:
                raise fail(side.source_name, 0, "has no weights; give both sides a column of them, or other weights")
        return key, response
    from corefscore.matching.weights import weigh

    return weigh(key, response, how)


def _unweighed(corpus: Corpus) -> Corpus:
    return corpus if corpus.weight is None else replace(corpus, weight=None)


def count(matched: Matched, metrics: Iterable[Metric], settings: Settings) -> Counts:
    """A row of counts for each document and metric."""
    listed = list(metrics)
    if settings.weights != "none":
        _check_weighted(matched, listed, settings)
    overlap = Overlap.of(matched)
    rows = {metric.name: metric.count(overlap) for metric in listed}
    if settings.duplicates == "reference":
        repeated = documents_with_repeats(matched.key, matched.response)
        if repeated:
            _recount(matched, listed, repeated, rows, settings)
    return Counts(matched.key.names, rows, matched.key.origins.files)


def _check_weighted(matched: Matched, metrics: list[Metric], settings: Settings) -> None:
    """Weights are for metrics that know them, and for mentions that are in one entity only."""
    without = [metric.name for metric in metrics if metric.name not in WEIGHTED]
    if without:
        raise fail("weights", 0, f"{', '.join(without)} is not defined for mentions with weights; leave it out")
    if settings.duplicates == "reference" and documents_with_repeats(matched.key, matched.response):
        raise fail(
            "weights", 0, "the reference scorer knows none for repeated mentions; choose duplicates=first or merge"
        )


def _recount(
    matched: Matched, metrics: list[Metric], repeated: list[int], rows: dict[str, Floats], settings: Settings
) -> None:
    """Count documents with repeated mentions as v8.01 does, and with `first` for metrics that it does not have."""
    from corefscore.metrics.repeats import METRICS, RepeatedMentions

    once_key, once_response = (side.take(~repeats(side)) for side in (matched.key, matched.response))
    once = Overlap.of(find_twins(once_key, once_response, settings.match, settings.zeros))
    for metric in metrics:
        if metric.name not in METRICS:
            rows[metric.name][repeated] = metric.count(once)[repeated]
    spans = span_numbers(matched)
    for document in repeated:
        key, response = (
            chains_in_order(side, span, document)
            for side, span in zip((matched.key, matched.response), spans, strict=True)
        )
        document_counts = RepeatedMentions(key, response)
        for name in METRICS & rows.keys():
            rows[name][document] = document_counts.count(name)
