"""Reading CoNLL: the corpus of a file whose coreference stands in brackets in one of its columns."""

from __future__ import annotations

import re

from corefscore.core.arrays import numbers
from corefscore.core.corpus import Corpus, Origin
from corefscore.core.problems import fail
from corefscore.formats.conll.fast import read_fast
from corefscore.formats.conll.lines import LAST, LOOKED_AT, Layout, fields, find_layout
from corefscore.formats.conll.plain import read_plain
from corefscore.formats.conll.words import WORD_COLUMN, ColumnText, FileSource, WordLayout
from corefscore.formats.files import File, Progress

NUMBERED_CELL = re.compile(rb"\(?\d+\)?(\|?\(?\d+\)?)*")


def read_columns(
    file: File, column: int | None = None, progress: Progress | None = None, words: int = WORD_COLUMN
) -> Corpus:
    """The corpus of one file.

    Parameters
    ----------
    file : File
        Any file of columns with lines that begin and end documents.
    column : int, optional
        The coreference column, counted from the right; -1, the last, if none is given.
    progress : callable, optional
        Called with the number of bytes that were read since the last call.
    words : int
        The column of the words, counted from 0.

    Raises
    ------
    InputError
        With all problems of the file.
    """
    layout = find_layout(file, LAST if column is None else column)
    found = read_fast(file, layout, progress) or read_plain(file, layout, progress)
    spans = found.spans
    if column is None and not len(spans.start):
        _check_column(file, layout, words)
    source = FileSource(file, WordLayout(False, _word_column(layout, words), layout.for_native), spans.line)
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
        place=numbers(len(spans.start)),
    )


def _word_column(layout: Layout, words: int) -> int:
    """The fourth column, as CoNLL-2012 has it, or in narrow files the one before coreference; -1 if there is none."""
    return max(min(layout.columns + layout.column - 1, words), -1)


def _check_column(file: File, layout: Layout, words: int) -> None:
    """A file without a single mention may have its coreference in another column than the last."""
    for line in file.read(0, LOOKED_AT).splitlines():
        cells = [] if line.startswith(b"#") else fields(line)
        for number, cell in enumerate(cells[:-1]):
            column = number - layout.columns
            if number != words and b"(" in cell and NUMBERED_CELL.fullmatch(cell.strip()):
                message = f"the last column holds no mention, but column {column} has {cell.decode()!r}"
                advice = f"read that one with column={column} (--column {column}), or this one with column={LAST}"
                raise fail(file.name, 0, f"{message}; {advice}")
