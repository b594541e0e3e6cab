"""The fast reader of JSON lines. It reads clean files and leaves all others to the plain reader.

It reads only documents with the usual fields. If a file needs a message, except the one about what its spans prove, the
plain reader (`jsonlines.py`) reads it from the beginning. Words are not decoded: they are counted, and kept as bytes to
compare them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from itertools import compress
from typing import NamedTuple

import numpy as np

from corefscore._native.load import native
from corefscore.core.arrays import Ints, numbers, ranges
from corefscore.core.corpus import Corpus, Origin
from corefscore.core.problems import InputError
from corefscore.core.views import TOKEN
from corefscore.formats.base import KEY_SIDE, LARGEST, Reading
from corefscore.formats.builder import LineSource
from corefscore.formats.conll.lines import document_words, int_column, separate_texts
from corefscore.formats.conventions import CONVENTIONS, Convention, warn_of_proof
from corefscore.formats.files import File, blocks
from corefscore.formats.json.decoding import NAME_FIELDS, PREDICTED_FIELDS, SPANS_FIELD
from corefscore.formats.naming import UNNAMED

GOLD = "clusters"
TEXTS = (*NAME_FIELDS, SPANS_FIELD)
SPAN_LISTS = (GOLD, *PREDICTED_FIELDS)
WORDS = "sentences"
PASSED_OVER = ("speakers", "sentence_map", "subtoken_map", "genre", "ner", "constituents", "pronouns")
"""Fields that many files have and that are not about coreference."""

FIELDS = [name.encode() for name in (*TEXTS, *SPAN_LISTS, WORDS, *PASSED_OVER)]
KINDS = (len(TEXTS), len(TEXTS) + len(SPAN_LISTS), len(TEXTS) + len(SPAN_LISTS) + 1)
"""The number of fields up to the last text, the last list of spans, and the last list of sentences."""


class _Words:
    """The words of a document, decoded only when needed. The fingerprint has them as they are written in the file."""

    def __init__(self, file: File, line: int, begin: int, end: int, words: bytes | None) -> None:
        self._file = file
        self._line = line
        self._begin = begin
        self._end = end
        self.fingerprint = words

    @property
    def sentences(self) -> list[list[str]]:
        """The words of each sentence."""
        words: list[list[str]] = json.loads(self._file.read(self._begin, self._end))
        return words

    def line_of(self, token: int) -> int:
        """Return the line of a word."""
        return self._line


class _Lists(NamedTuple):
    """The clusters of all documents: their number in each document, their sizes, and the two numbers of each span."""

    clusters: Ints
    sizes: Ints
    spans: Ints


def read_clean(file: File, reading: Reading) -> Corpus | None:
    """Read the corpus of a clean file. Return None if the plain reader must read it.

    Parameters
    ----------
    file : File
        The file.
    reading : Reading
        How to read it.
    """
    if native is None or reading.clusters is not None:
        return None
    try:
        columns = native.read_jsonlines(blocks(file), FIELDS, KINDS)
    except InputError:  # the plain reader raises it again
        return None
    if columns is None:
        return None
    line, text_document, text_field, *texts = columns[:5]
    lines = int_column(line)
    words_document, begin, end, length = map(int_column, columns[10:14])
    lists = _chosen(len(lines), [int_column(column) for column in columns[5:10]], reading.side)
    if lists is None or not np.array_equal(words_document, numbers(len(lines))):
        return None
    names, stated = _names(len(lines), int_column(text_document), int_column(text_field), [*separate_texts(*texts)])
    if len({*names}) < len(names) or not names:
        return None
    if reading.progress is not None:
        reading.progress(file.size)
    source = LineSource(file.name)
    texts_of = map(partial(_Words, file), lines.tolist(), begin.tolist(), end.tolist(), document_words(*columns[14:]))
    origins = [
        Origin(name, source, number, text) for name, number, text in zip(names, lines.tolist(), texts_of, strict=True)
    ]
    return _corpus(source, origins, lists, length, {reading.spans} if reading.spans else stated)


def _chosen(documents: int, columns: Sequence[Ints], side: str | None) -> _Lists | None:
    """Return the clusters of the field to read. Return None if the plain reader must choose it or report a problem."""
    document, kind, clusters, sizes, tokens = columns
    spans = tokens.reshape(-1, 2)
    present = [name for number, name in enumerate(SPAN_LISTS, len(TEXTS)) if (kind == number).any()]
    field = _field(present, side)
    if field is None:
        return None
    if len(present) > 1:
        kept = kind == len(TEXTS) + SPAN_LISTS.index(field)
        kept_clusters = np.repeat(kept, clusters)
        spans = spans[np.repeat(kept_clusters, sizes)]
        document, clusters, sizes = document[kept], clusters[kept], sizes[kept_clusters]
    if len(document) < documents or not sizes.all():
        return None
    return _Lists(clusters, sizes, spans)


def _field(present: Sequence[str], side: str | None) -> str | None:
    """Return the field to read, or None if the plain reader must choose."""
    if len(present) == 1:
        return present[0]
    own = [field for field in present if (field == GOLD) == (side == KEY_SIDE)]
    return own[0] if len(own) == 1 and side is not None else None


def _names(
    documents: int, document: Ints, field: Ints, texts: Sequence[bytearray]
) -> tuple[list[str], set[str | None]]:
    """Return the name of each document, and the stated meanings of spans; None is a meaning that is not stated."""
    values: list[str] = json.loads(b"[%b]" % b",".join(texts))
    by_field = [
        dict(zip(document[chosen].tolist(), compress(values, chosen.tolist()), strict=True))
        for chosen in (field == number for number in range(len(TEXTS)))
    ]
    *naming, spans = by_field
    given = [found for found in naming if found]
    names = [
        next((found[number] for found in given if found.get(number)), f"{UNNAMED}{number + 1}")
        for number in range(documents)
    ]
    return names, {spans.get(number) for number in range(documents)} if spans else {None}


def _corpus(
    source: LineSource, origins: list[Origin], lists: _Lists, length: Ints, stated: set[str | None]
) -> Corpus | None:
    start, end = lists.spans.T
    sizes, clusters = lists.sizes, lists.clusters
    entity = np.repeat(numbers(len(sizes)), sizes)
    document = np.repeat(numbers(len(origins)), clusters)[entity]
    proof = _proof(start, end, length[document]) if stated == {None} else None
    convention = proof[0] if proof else CONVENTIONS.get(stated.pop() or "") if len(stated) == 1 else None
    if convention is None or convention.unit != TOKEN:
        return None
    last = end if convention.inclusive else end - 1
    if not ((start >= 0) & (last >= start) & (last < length[document]) & (end <= LARGEST)).all():
        return None
    if proof:
        origin = origins[document[proof[1]]]
        warn_of_proof(source.name, origin, convention, int(start[proof[1]]), int(end[proof[1]]))
    source.mention_lines = np.array([origin.line for origin in origins])[document]
    labels = ranges(np.zeros_like(clusters), clusters).astype(object)
    return Corpus.build(origins, document, start, last, entity, labels, numbers(len(start)))


def _proof(start: Ints, end: Ints, length: Ints) -> tuple[Convention, int] | None:
    """Return the convention that the ends of spans prove, and the row that proves it; None without a clear proof."""
    equal, full = np.flatnonzero(start == end), np.flatnonzero(end == length)
    if equal.size == full.size == 0 or (equal.size and full.size):
        return None
    return Convention(TOKEN, equal.size > 0), int((equal if equal.size else full)[0])
