"""SemEval-2010: brackets in the last column as in CoNLL. The first column counts words, the second has the words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from corefscore.core.corpus import Corpus
from corefscore.formats.base import EMPTY, SENTENCES, TOKENS, WORDS, Format, Reading, always
from corefscore.formats.conll.format import has_border, numbers_words
from corefscore.formats.files import File

if TYPE_CHECKING:
    from corefscore.formats.conll.writer import Row

WORD_COLUMN = 1
UNKNOWN = ["_"] * 14


def recognise(head: bytes) -> bool:
    return has_border(head) and numbers_words(head)


def read(file: File, reading: Reading) -> Corpus:
    from corefscore.formats.conll.reader import read_columns

    return read_columns(file, reading, WORD_COLUMN)


def lines(corpus: Corpus) -> Iterator[str]:
    """Return lines with sixteen columns before coreference. Only the number and the word are known."""
    from corefscore.formats.conll import writer as conll_writer

    return conll_writer.lines(corpus, _row)


def _row(row: Row) -> str:
    return "\t".join([str(row.number + 1), row.word, *UNKNOWN, "|".join(row.marks) or "_"])


FORMAT = Format(
    name="semeval",
    title="SemEval-2010",
    suffixes=("semeval",),
    recognise=recognise,
    read=read,
    lines=lines,
    is_certain=always,
    carries=frozenset({TOKENS, WORDS, SENTENCES, EMPTY}),
)
