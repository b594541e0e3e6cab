"""The fast reader of JSON lines: it reads clean files at once, and leaves all others to the plain reader.

Only documents with usual fields are read here. As soon as there is something to say about a file, other than what its
spans prove, the plain reader (`jsonlines.py`) reads it from its beginning. Words are not decoded: they are counted and
compared as they are written.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Mapping, Sequence
from functools import cache, partial
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from corefscore._native.load import native
from corefscore.core.arrays import Ints, ints, numbers, ranges
from corefscore.core.corpus import Corpus, Origin
from corefscore.core.views import TOKEN
from corefscore.formats.base import KEY_SIDE, LARGEST, Reading
from corefscore.formats.builder import DigestedText, LineSource
from corefscore.formats.conventions import CONVENTIONS, Convention, warn_of_proof
from corefscore.formats.files import File, lines_of
from corefscore.formats.json.decoding import NAME_FIELDS, PREDICTED_FIELDS

if TYPE_CHECKING:
    from msgspec.json import Decoder

GOLD = "clusters"
SPAN_LISTS = (GOLD, *PREDICTED_FIELDS)
WORDS = "sentences"
PASSED_OVER = ("speakers", "sentence_map", "subtoken_map", "genre", "ner", "constituents", "pronouns")
"""Fields that say nothing about coreference, and that many files have."""

FIRST_WORDS = 64
"""So many bytes are enough to find where the words of a document begin."""


@cache
def _decoder() -> Decoder[Any]:
    """A decoder of documents with usual fields. It refuses all others."""
    import msgspec

    absent = msgspec.UNSET
    spans = list[list[tuple[int, int]]] | msgspec.UnsetType
    fields: list[tuple[str, Any, Any]] = [
        *((name, str | msgspec.UnsetType, absent) for name in (*NAME_FIELDS, "spans")),
        *((name, spans, absent) for name in SPAN_LISTS),
        *((name, msgspec.Raw | msgspec.UnsetType, absent) for name in (WORDS, *PASSED_OVER)),
    ]
    document = msgspec.defstruct("TypedDocument", fields, forbid_unknown_fields=True, gc=False)
    return msgspec.json.Decoder(document)


class TypedLine(NamedTuple):
    """A document of a clean file: its name, the field that was read, the number of its words, and its clusters."""

    name: str
    field: str
    words: int
    sizes: array[int]
    spans: array[int]
    stated: str | None


def read_typed(file: File, reading: Reading) -> Corpus | None:
    """The corpus of a clean file; None if the plain reader must read it.

    Parameters
    ----------
    file : File
        The file.
    reading : Reading
        How to read it.
    """
    if native is None or reading.clusters is not None:
        return None
    source = LineSource(file.name)
    lines: list[TypedLine] = []
    origins: list[Origin] = []
    for line in lines_of(file, reading.progress):
        if not line.content.strip():
            continue
        found = _typed_line(line.content, reading.side)
        if found is None:
            return None
        document, words = found
        text = DigestedText.as_written(partial(_words_again, file, line.begin, line.end), line.number, words)
        origins.append(Origin(document.name, source, line.number, text))
        lines.append(document)
    if len({line.name for line in lines}) < len(lines) or len({line.field for line in lines}) != 1:
        return None
    return _corpus(source, origins, lines, reading.spans)


def _words_again(file: File, begin: int, end: int) -> list[list[str]]:
    words: list[list[str]] = json.loads(file.read(begin, end))[WORDS]
    return words


def _typed_line(content: bytes, side: str | None) -> tuple[TypedLine, memoryview] | None:
    """A document and its words as they are written; None if it is not an ordinary one."""
    import msgspec

    try:
        document = _decoder().decode(content)
    except (msgspec.DecodeError, RecursionError):
        return None
    given = {
        field: value for field in document.__struct_fields__ if (value := getattr(document, field)) is not msgspec.UNSET
    }
    name = next((given[field] for field in NAME_FIELDS if given.get(field)), None)
    field = _field([field for field in SPAN_LISTS if field in given], side)
    if WORDS not in given or name is None or field is None or not _keys_are_once(content, given):
        return None
    words = memoryview(given[WORDS])
    count = -1 if native is None else native.count_json_words(words)
    sizes = array("q", map(len, given[field]))
    if count < 0 or 0 in sizes:
        return None
    # A flat array for each document: Python searches for garbage among many small lists and tuples.
    try:
        spans = array("q", chain.from_iterable(chain.from_iterable(given[field])))
    except OverflowError:  # the plain reader reports it
        return None
    return TypedLine(name, field, count, sizes, spans, given.get("spans")), words


def _field(present: Sequence[str], side: str | None) -> str | None:
    """The field to read; None if the plain reader must choose."""
    if len(present) == 1:
        return present[0]
    own = [field for field in present if (field == GOLD) == (side == KEY_SIDE)]
    return own[0] if own and side is not None else None


def _keys_are_once(content: bytes, given: Mapping[str, Any]) -> bool:
    """Whether no key can be twice in the document. What looks like a key elsewhere is left to the plain reader, too."""
    words = memoryview(given[WORDS])
    offset = content.find(bytes(words[:FIRST_WORDS]))
    end = offset + len(words)
    others = content[:offset] + content[end:] if content[offset:end] == words else content
    return all(others.count(b'"%s"' % field.encode()) == 1 for field in given) and not any(
        b"{" in bytes(given[field]) for field in PASSED_OVER if field in given
    )


def _corpus(source: LineSource, origins: list[Origin], lines: list[TypedLine], spans: str | None) -> Corpus | None:
    counts, clusters, length = (
        ints(column)
        for column in zip(*((len(line.spans) // 2, len(line.sizes), line.words) for line in lines), strict=True)
    )
    start, end = np.frombuffer(b"".join(line.spans for line in lines), np.int64).reshape(-1, 2).T
    document = np.repeat(numbers(len(lines)), counts)
    stated = {spans} if spans else {line.stated for line in lines}
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
    source.mention_lines = ints([origin.line for origin in origins])[document]
    sizes = np.frombuffer(b"".join(line.sizes for line in lines), np.int64)
    entity = np.repeat(numbers(len(sizes)), sizes)
    labels = ranges(np.zeros_like(clusters), clusters).astype(object)
    return Corpus.build(origins, document, start, last, entity, labels, numbers(len(start)))


def _proof(start: Ints, end: Ints, length: Ints) -> tuple[Convention, int] | None:
    """What the ends of spans prove themselves to mean, and the row that proves it; None if there is no clear proof."""
    equal, full = np.flatnonzero(start == end), np.flatnonzero(end == length)
    if equal.size == full.size == 0 or (equal.size and full.size):
        return None
    return Convention(TOKEN, equal.size > 0), int((equal if equal.size else full)[0])
