"""CoNLL-2011 and CoNLL-2012: a token on each line, coreference in brackets in the last column."""

from __future__ import annotations

import re

import numpy as np

from corefscore.columns import ints
from corefscore.corpus import Corpus, Origin
from corefscore.formats.brackets import pair_marks, read_marks
from corefscore.formats.files import BLOCK, File, Progress
from corefscore.formats.scan import fields, scan
from corefscore.formats.sections import Section, find_sections, token_numbers
from corefscore.formats.words import ColumnSource, ColumnText
from corefscore.problems import InputError, fail

NAME = "conll"
SUFFIXES = ("conll",)
COREFERENCE_CELL = re.compile(rb"\(?[^()|\s*]+\)?(\|?\(?[^()|\s*]+\)?)*")


def looks_like(head: bytes) -> bool:
    return re.search(rb"^#\s*begin\s+document", head, re.MULTILINE) is not None


def read(file: File, column: int = -1, progress: Progress | None = None) -> Corpus:
    """The corpus of one file; `column` counts from the right, the last being -1."""
    found = scan(file, column, progress)
    sections, problems = find_sections(file.name, found)
    if not sections:
        message = "no document begins here; put '#begin document NAME' before the first token"
        raise InputError(problems) if problems else fail(file.name, message)
    marks, unreadable = read_marks(found.cells)
    if not len(marks.cell):
        _check_column(file, column)
    first_lines = ints([section.first_line for section in sections])
    document = np.maximum(np.searchsorted(first_lines, found.cells.line, "right") - 1, 0)
    spans, unpaired = pair_marks(marks, document, token_numbers(found, sections, document))
    problems += unreadable + unpaired
    if problems:
        raise InputError(sorted(problems))
    source = ColumnSource(file, found, spans.line)
    return Corpus.build(
        origins=[_origin(section, source) for section in sections],
        document=spans.document,
        start=spans.start,
        end=spans.end,
        entity=spans.entity,
        labels=spans.labels,
        place=spans.place,
    )


def _origin(section: Section, source: ColumnSource) -> Origin:
    return Origin(section.name, source, section.line, ColumnText(source.file, section))


def _check_column(file: File, column: int) -> None:
    """A file without a single mention may have its coreference in another column than the last."""
    for line in file.data[:BLOCK].splitlines():
        cells = [] if line.startswith(b"#") else fields(line)
        for place, cell in enumerate(reversed(cells[1:]), start=1):
            if place != -column and b"(" in cell and COREFERENCE_CELL.fullmatch(cell.strip()):
                message = f"column {column} holds no mention, but column {-place} does: {cell.decode()!r}"
                raise fail(file.name, f"{message}; read that one with column={-place} (--column {-place})")
