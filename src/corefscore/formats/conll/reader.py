"""Read CoNLL: a file with coreference in brackets in one of its columns."""

from __future__ import annotations

import re

from corefscore._native.load import native
from corefscore.core.arrays import numbers
from corefscore.core.corpus import Corpus, Origin
from corefscore.core.problems import InputError, fail
from corefscore.formats.base import Reading
from corefscore.formats.conll.lines import (
    LAST,
    LOOKED_AT,
    Found,
    Layout,
    Section,
    Spans,
    document_words,
    fields,
    find_layout,
    int_column,
    separate_texts,
    text_column,
)
from corefscore.formats.conll.words import WORD_COLUMN, ColumnText, FileSource
from corefscore.formats.files import File, Progress, blocks

NUMBERED_CELL = rb"\(?\d+(?!\d)\)?(?:\|?\(?\d+(?!\d)\)?)*"
"""The group keeps all digits of a number together. Otherwise a long number could be divided in very many ways."""


def read_columns(file: File, reading: Reading, words: int = WORD_COLUMN) -> Corpus:
    """Read the corpus of one file.

    Parameters
    ----------
    file : File
        A file of columns in which lines mark the beginning and the end of documents.
    reading : Reading
        How to read it: the coreference column (the last one by default), and how to treat brackets without a partner.
    words : int
        The column of the words, counted from 0. In files with fewer columns, it is the one before coreference.

    Raises
    ------
    InputError
        With all problems of the file.
    """
    column = reading.column
    layout = find_layout(file, LAST if column is None else column, words)
    found = read_fast(file, layout, reading.progress) or _read_plain(file, layout, reading)
    spans = found.spans
    if column is None and not len(spans.start):
        _check_column(file, layout, words)
    source = FileSource(file, spans.line)
    return Corpus.build(
        origins=[
            Origin(section.name, source, section.line, ColumnText(source, section, layout))
            for section in found.sections
        ],
        document=spans.document,
        start=spans.start,
        end=spans.end,
        entity=spans.entity,
        labels=spans.labels,
        source_index=numbers(len(spans.start)),
    )


def read_fast(file: File, layout: Layout, progress: Progress | None = None) -> Found | None:
    """Read the documents and mentions of a file with the native code. Return None if the plain reader must read it.

    This is so if the native code was not compiled, or if the file needs a message.
    """
    if native is None or layout.columns < -layout.column:
        return None
    try:
        columns = native.read_conll(blocks(file), layout.for_native)
    except InputError:  # the plain reader raises it again, after its warnings
        return None
    if columns is None:
        return None
    *mentions, name_length, name_byte, border_line, title_length, title_byte, begin, end, word_length, word_byte = (
        columns
    )
    titles = (title.decode().strip() for title in separate_texts(title_length, title_byte))
    names = [title or f"#{number}" for number, title in enumerate(titles, 1)]
    if not names or len(set(names)) < len(names):
        return None
    if progress is not None:
        progress(file.size)
    bounds = (int_column(column).tolist() for column in (border_line, begin, end))
    sections = map(Section, names, *bounds, document_words(word_length, word_byte))
    document, start, last, entity, line = map(int_column, mentions)
    labels = text_column(name_length, name_byte)
    return Found([*sections], Spans(document, start, last, entity, line, labels))


def _read_plain(file: File, layout: Layout, reading: Reading) -> Found:
    from corefscore.formats.conll.plain import read_plain  # most files do not need this module

    return read_plain(file, layout, reading)


def _check_column(file: File, layout: Layout, words: int) -> None:
    """Raise an error if the last column has no mention, but another column has."""
    for line in file.read(0, LOOKED_AT).splitlines():
        cells = [] if line.startswith(b"#") else fields(line)
        for number, cell in enumerate(cells[:-1]):
            column = number - layout.columns
            if number != words and b"(" in cell and re.fullmatch(NUMBERED_CELL, cell.strip()):
                message = f"the last column has no mention, but column {column} has {cell.decode()!r}"
                advice = f"read that one with column={column} (--column {column}), or this one with column={LAST}"
                raise fail(file.name, 0, f"{message}; {advice}")
