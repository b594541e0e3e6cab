"""Read key and response: files, corpora, or clusters in memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias, TypeGuard, TypeVar

import numpy as np

from corefscore.core.arrays import numbers
from corefscore.core.corpus import Corpus
from corefscore.core.problems import InputError, all_of, fail
from corefscore.formats.base import KEY_SIDE, RESPONSE_SIDE, USUAL, Reading
from corefscore.formats.files import STANDARD_INPUT
from corefscore.formats.reading import Paths, read_files

if TYPE_CHECKING:
    from corefscore.formats.given import GivenDocument
    from corefscore.formats.memory import MentionText

Input: TypeAlias = object
"""Paths of files, a corpus, a data frame, the entities of one document, or of several documents by order or by name.

Entities may be values of many libraries, so there is no precise type; see `corefscore.score`.
"""

PATH = (str, os.PathLike)
LIBRARIES = frozenset({"cudf", "dask", "duckdb", "_duckdb", "ibis", "modin", "narwhals", "pandas", "polars", "pyarrow"})
"""Libraries with data frames."""

ONLY_DOCUMENT = "document"
"""The name of a document from clusters that has no name."""

Given = TypeVar("Given")
"""The type of key and response before a step."""


def is_paths(value: object) -> TypeGuard[Paths]:
    """Return whether a value is a path or a list of paths."""
    if isinstance(value, PATH):
        return True
    return isinstance(value, (list, tuple)) and bool(value) and all(isinstance(each, PATH) for each in value)


def is_frame(value: object) -> bool:
    """Return whether a value is a data frame.

    >>> is_frame([["Ann", "she"]])
    False
    """
    library = type(value).__module__.partition(".")[0]
    return library in LIBRARIES and (hasattr(type(value), "columns") or hasattr(type(value), "collect"))


def is_in_memory(value: object) -> bool:
    """Return whether a value is neither a path, nor a list of paths, nor a corpus, nor a data frame."""
    return not isinstance(value, Corpus) and not is_paths(value) and not is_frame(value)


def read_pair(key: Input, response: Input, reading: Reading = USUAL) -> tuple[Corpus, Corpus]:
    """Read key and response.

    Parameters
    ----------
    key, response : paths, Corpus, or values in memory
        The two sides, as for `corefscore.score`.
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
        If a side has a type that cannot be scored.

    Examples
    --------
    >>> read_pair([["Ann", "she"]], [["Ann"], ["she"]])
    (<Corpus: 1 documents, 2 mentions, 1 entities>, <Corpus: 1 documents, 2 mentions, 2 entities>)
    """
    if is_frame(key) or is_frame(response):
        from corefscore.formats.frames import frame_clusters, frame_corpora

        if is_frame(key) and is_frame(response):
            return frame_corpora(key, response, ONLY_DOCUMENT)
        sides = ((KEY_SIDE, key), (RESPONSE_SIDE, response))
        key, response = (frame_clusters(side, each) if is_frame(each) else each for side, each in sides)
    key, response, reading = _from_corpora_in_memory(key, response, reading)
    in_memory = [is_in_memory(side) for side in (key, response)]
    if all(in_memory):
        return _from_memory(key, response, reading.documents)
    if all(isinstance(side, PATH) and os.fspath(side) == STANDARD_INPUT for side in (key, response)):
        raise fail("standard input", 0, "cannot be both key and response; name a file for one of them")
    if any(in_memory):
        return _beside_files(key, response, reading)
    known: list[Corpus] = []  # the key, when the response is read

    def as_corpus(side: str) -> Corpus:
        corpus = read_side(key if side == KEY_SIDE else response, reading.of(side, *known))
        known.append(corpus)
        return corpus

    return on_both(as_corpus, KEY_SIDE, RESPONSE_SIDE)


def _beside_files(key: Input, response: Input, reading: Reading) -> tuple[Corpus, Corpus]:
    """Read one side from files, then the other from memory."""
    from corefscore.formats.beside_corpus import corpus_beside

    if isinstance(key, Corpus) or is_paths(key):
        corpus = read_side(key, reading.of(KEY_SIDE))
        return corpus, corpus_beside(RESPONSE_SIDE, response, corpus, reading.of(RESPONSE_SIDE))
    corpus = read_side(response, reading.of(RESPONSE_SIDE))
    return corpus_beside(KEY_SIDE, key, corpus, reading.of(KEY_SIDE)), corpus


def _from_corpora_in_memory(key: Input, response: Input, reading: Reading) -> tuple[Input, Input, Reading]:
    """Return both sides. A corpus that was made from entities in memory becomes these entities again.

    Its mentions are numbered for one pair. These numbers have no meaning with another side.
    """
    texts = [_memory_text(side) for side in (key, response)]
    if texts == [None, None] or (texts[0] and texts[1] and _have_same_numbers(texts[0], texts[1])):
        return key, response, reading
    sides = [
        _given_again(side) if isinstance(side, Corpus) and text else side
        for side, text in zip((key, response), texts, strict=True)
    ]
    return sides[0], sides[1], reading._replace(documents=True)


def _have_same_numbers(ours: MentionText, theirs: MentionText) -> bool:
    return ours.key is theirs.key and ours.order is theirs.order


def _given_again(corpus: Corpus) -> dict[str, object]:
    """Return the documents of a corpus from memory in the form in which they can be given."""
    if corpus.relations is None and "referring" not in corpus.extra:
        return dict(corpus.clusters)
    from corefscore.formats.relation_fields import document_again

    return {document.name: document_again(document) for document in corpus}


def _memory_text(side: Input) -> MentionText | None:
    """Return the mentions of the pair from which a corpus was made in memory; None for anything else."""
    if not isinstance(side, Corpus) or not len(side):
        return None
    from corefscore.formats.memory import MentionText

    text = side.origins[0].text
    return text if isinstance(text, MentionText) else None


def read_side(given: Input, reading: Reading) -> Corpus:
    """Read one side of a pair from files. A corpus is returned unchanged."""
    if isinstance(given, Corpus):
        return given
    if not is_paths(given):
        raise TypeError(f"{given!r} is neither a path nor a corpus; give one of them")
    return read_files(given, reading)


def on_both(step: Callable[[Given], Corpus], key: Given, response: Given) -> tuple[Corpus, Corpus]:
    """Run a step for key and response, and raise the problems of both together."""
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


def _from_memory(key: object, response: object, documents: bool | None) -> tuple[Corpus, Corpus]:
    from corefscore.formats.memory import ClusterColumns

    columns = ClusterColumns()
    quick = columns.quick_pair(key, response, documents)
    if quick is not None:
        columns.add(ONLY_DOCUMENT, quick)
        return columns.corpora()
    from corefscore.formats.given import given_documents

    found = given_documents(key, response, documents)
    if len(found) == 1 and found[0].name is None:
        columns.add(ONLY_DOCUMENT, found[0].numbered(ONLY_DOCUMENT))
        return columns.corpora()
    return corpora_of(found)


def corpora_of(found: Sequence[GivenDocument], first: int = 0) -> tuple[Corpus, Corpus]:
    """Return key and response of documents from memory. Documents without a name are numbered."""
    from corefscore.formats.memory import ClusterColumns

    columns = ClusterColumns()
    for number, document in enumerate(found, first):
        name = str(number) if document.name is None else document.name
        columns.add(name, document.numbered(name))
    key_corpus, response_corpus = columns.corpora()
    return (
        _only(key_corpus, [document.key is not None for document in found]),
        _only(response_corpus, [document.response is not None for document in found]),
    )


def _only(corpus: Corpus, given: Sequence[bool]) -> Corpus:
    """Return the corpus with only the documents of this side. The other side may have more."""
    if all(given):
        return corpus
    kept = [number for number, is_given in enumerate(given) if is_given]
    number = np.full(len(corpus), -1, dtype=np.int64)
    number[kept] = numbers(len(kept))
    return corpus.with_documents([corpus.origins[row] for row in kept], number)
