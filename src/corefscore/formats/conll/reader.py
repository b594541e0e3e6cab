"""Reading CoNLL: the mentions of a file whose coreference stands in brackets in one of its columns."""

from __future__ import annotations

import re

from corefscore.core.corpus import Corpus, Origin
from corefscore.core.problems import InputError, fail
from corefscore.formats.conll.brackets import read_spans
from corefscore.formats.conll.lines import LAST, fields
from corefscore.formats.conll.scan import Scan, scan
from corefscore.formats.conll.sections import Section, document_numbers, find_sections, token_numbers
from corefscore.formats.conll.words import WORD_COLUMN, ColumnSource, ColumnText
from corefscore.formats.files import BLOCK, File, Progress

NUMBERED_CELL = re.compile(rb"\(?\d+\)?(\|?\(?\d+\)?)*")


def read_columns(
    file: File, column: int | None = None, progress: Progress | None = None, words: int = WORD_COLUMN
) -> Corpus:
    """The corpus of one file; `column` counts from the right, -1 (the last) being meant if none is given."""
    found = scan(file, LAST if column is None else column, progress)
    sections, problems = find_sections(file.name, found)
    if not sections:
        message = "no document begins here; put '#begin document NAME' before the first token"
        raise InputError(problems) if problems else fail(file.name, 0, message)
    document = document_numbers(found, sections)
    spans, unreadable = read_spans(found.cells, document, token_numbers(found, sections, document))
    problems += unreadable
    if column is None and not (len(spans.start) or problems):
        _check_column(file, found, words)
    if problems:
        raise InputError(sorted(problems))
    source = ColumnSource(file, found, spans.line, words)
    return Corpus.build(
        origins=[_origin(section, source) for section in sections],
        document=spans.document,
        start=spans.start,
        end=spans.end,
        entity=spans.entity,
        labels=spans.labels,
        source_index=spans.place,
    )


def _origin(section: Section, source: ColumnSource) -> Origin:
    return Origin(section.name, source, section.line, ColumnText(source, section))


def _check_column(file: File, found: Scan, words: int) -> None:
    """A file without a single mention may have its coreference in another column than the last."""
    for line in file.read(0, BLOCK).splitlines():
        cells = [] if line.startswith(b"#") else fields(line)
        for place, cell in enumerate(cells[:-1]):
            column = place - found.layout.columns
            if place != words and b"(" in cell and NUMBERED_CELL.fullmatch(cell.strip()):
                message = f"the last column holds no mention, but column {column} has {cell.decode()!r}"
                advice = f"read that one with column={column} (--column {column}), or this one with column={LAST}"
                raise fail(file.name, 0, f"{message}; {advice}")
