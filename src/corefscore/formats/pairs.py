"""Key and response: files, corpora, or clusters in memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias, TypeGuard, TypeVar

import numpy as np

from corefscore.core.arrays import numbers
from corefscore.core.corpus import Corpus
from corefscore.core.problems import InputError, all_of, fail
from corefscore.formats.base import KEY_SIDE, RESPONSE_SIDE, USUAL, Reading
from corefscore.formats.files import STANDARD_INPUT
from corefscore.formats.memory import ClusterColumns, Clusters
from corefscore.formats.reading import Paths, read_files

Input: TypeAlias = "Paths | Corpus | Clusters | Mapping[str, Clusters]"
"""Paths of files, a corpus, clusters of one document, or clusters of several documents by name."""

PATH = (str, os.PathLike)
ONLY_DOCUMENT = "document"
"""The name of a document that is given as clusters without a name."""

Given = TypeVar("Given")
"""What key and response are before a step."""


def is_paths(value: object) -> TypeGuard[Paths]:
    """Whether a value is a path or a list of paths."""
    if isinstance(value, PATH):
        return True
    return isinstance(value, (list, tuple)) and bool(value) and all(isinstance(each, PATH) for each in value)


def read_pair(key: Input, response: Input, reading: Reading = USUAL) -> tuple[Corpus, Corpus]:
    """Read key and response.

    Parameters
    ----------
    key, response : paths, Corpus, clusters, or mapping of str to clusters
        The two sides. Clusters are those of one document, or those of several documents by name.
    reading : Reading
        How to read files.

    Returns
    -------
    key, response : Corpus
        The two sides.

    Raises
    ------
    InputError
        If a side cannot be read. The problems of both sides are listed.
    TypeError
        If only one side is clusters.

    Examples
    --------
    >>> read_pair([["Ann", "she"]], [["Ann"], ["she"]])
    (<Corpus: 1 documents, 2 mentions, 1 entities>, <Corpus: 1 documents, 2 mentions, 2 entities>)
    """
    in_memory = [not isinstance(side, Corpus) and not is_paths(side) for side in (key, response)]
    if all(in_memory):
        return _from_memory(key, response)
    if any(in_memory):
        raise TypeError(
            "one of key and response is a file or a corpus, but the other is clusters; give clusters for both"
        )
    if all(isinstance(side, PATH) and os.fspath(side) == STANDARD_INPUT for side in (key, response)):
        raise fail("standard input", 0, "cannot be both key and response; name a file for one of them")
    known: list[Corpus] = []  # the key, when the response is read

    def as_corpus(side: str) -> Corpus:
        corpus = read_side(key if side == KEY_SIDE else response, reading.of(side, *known))
        known.append(corpus)
        return corpus

    return on_both(as_corpus, KEY_SIDE, RESPONSE_SIDE)


def read_side(given: Input, reading: Reading) -> Corpus:
    """Read one side of a pair from files; a corpus is returned as it is."""
    if isinstance(given, Corpus):
        return given
    if not is_paths(given):
        raise TypeError(f"{given!r} is neither a path nor a corpus; give one of them")
    return read_files(given, reading)


def on_both(step: Callable[[Given], Corpus], key: Given, response: Given) -> tuple[Corpus, Corpus]:
    """Do a step for key and response, and raise the problems of both together."""
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


def _from_memory(key: Input, response: Input) -> tuple[Corpus, Corpus]:
    key_documents, response_documents = (_by_document(side) for side in (key, response))
    columns = ClusterColumns()
    for name in dict.fromkeys([*key_documents, *response_documents]):
        columns.add(name, key_documents.get(name, ()), response_documents.get(name, ()))
    key_corpus, response_corpus = columns.corpora()
    return _only(key_corpus, key_documents), _only(response_corpus, response_documents)


def _by_document(side: object) -> Mapping[str, Clusters]:
    if isinstance(side, Mapping):
        return {str(name): clusters for name, clusters in side.items()}
    if isinstance(side, Iterable):
        return {ONLY_DOCUMENT: side}
    raise TypeError(f"{side!r} cannot be scored; give paths, a corpus, clusters, or clusters by document")


def _only(corpus: Corpus, names: Mapping[str, Clusters]) -> Corpus:
    """The corpus with only the documents of some names, because the other side may have more."""
    if len(corpus) == len(names):
        return corpus
    kept = [number for number, name in enumerate(corpus.names) if name in names]
    number = np.full(len(corpus), -1, dtype=np.int64)
    number[kept] = numbers(len(kept))
    return corpus.with_documents([corpus.origins[row] for row in kept], number)
